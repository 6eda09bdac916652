import { Expression } from 'n8n-workflow';

import { people, phonesOf, useDialing } from '../../support/dialing';

/*
 * An expression costs n8n about 0.3 ms, in which it does nothing else (n8n 2.41.1, the engine of
 * production). RoutingNode evaluates each four times or more.
 */

const { dial, posted } = useDialing();

/** Counts the expressions that n8n evaluates while a task is carried out. */
async function expressionsIn(task: () => Promise<unknown>): Promise<number> {
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	try {
		await task();
		return evaluate.mock.calls.filter(
			([value]) => typeof value === 'string' && value.startsWith('='),
		).length;
	} finally {
		evaluate.mockRestore();
	}
}

const fourExpressions = {
	assistantId: { __rl: true, mode: 'id', value: '={{ "assistant-mara" }}' },
	phoneNumber: '={{ $json.phone }}',
	variables: {
		variable: [
			{ name: 'lead', value: '={{ $json.lead }}' },
			{ name: 'phone', value: '={{ $json.phone }}' },
		],
	},
};

test('each of four expressions of an item is evaluated once, but for one', async () => {
	const ten = await expressionsIn(async () => await dial(people(10), {}, fourExpressions));
	expect(posted()).toEqual(phonesOf(10));
	const twenty = await expressionsIn(async () => await dial(people(20), {}, fourExpressions));

	const perItem = (twenty - ten) / 10;
	expect(perItem).toBeGreaterThanOrEqual(4);
	expect(perItem).toBeLessThanOrEqual(5);
	expect(ten).toBeLessThanOrEqual(10 * 5 + 5);
});

test('an option and a field of Request Options add one each', async () => {
	const parameters = { ...fourExpressions, requestOptions: { timeout: '={{ 60000 }}' } };
	const options = { requestsAtOnce: '={{ 1 }}' };
	const ten = await expressionsIn(async () => await dial(people(10), options, parameters));
	const twenty = await expressionsIn(async () => await dial(people(20), options, parameters));

	expect((twenty - ten) / 10).toBeLessThanOrEqual(7);
});
