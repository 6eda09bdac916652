import { Expression } from 'n8n-workflow';

import { byId } from '../../support/againstSandbox';
import { people, phonesOf, useDialing } from '../../support/dialing';

/*
 * An expression costs n8n about 0.3 ms, in which it does nothing else (n8n 2.41.1, the engine of
 * production). RoutingNode evaluates each four times or more.
 */

const { dial, posted } = useDialing();

/** Counts the expressions that n8n evaluates while so many people are called. */
async function expressionsOf(count: number): Promise<number> {
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const variable = ['lead', 'phone'].map((name) => ({ name, value: `={{ $json.${name} }}` }));
	const options = { requestsAtOnce: '={{ 1 }}' };
	await dial(people(count), options, {
		...byId('={{ "assistant-mara" }}', 'assistantId'),
		...{ variables: { variable }, requestOptions: { timeout: '={{ 60000 }}' } },
	});
	const values = evaluate.mock.calls.map(([value]) => value);
	evaluate.mockRestore();
	return values.filter((value) => typeof value === 'string' && value.startsWith('=')).length;
}

test('each of six expressions of an item is evaluated once, but for one', async () => {
	const ten = await expressionsOf(10);
	expect(posted()).toEqual(phonesOf(10));
	const perItem = ((await expressionsOf(20)) - ten) / 10;

	expect(perItem).toBeGreaterThanOrEqual(6);
	expect(perItem).toBeLessThanOrEqual(7);
	expect(ten).toBeLessThanOrEqual(10 * 7 + 5);
});
