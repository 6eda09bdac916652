import { at, wrongNumber } from '../../support/engineSentences';
import { people, phone, regularOutput, useDialing } from '../../support/dialing';

/* A Dry Run checks everything and tells what a real run would do at that moment. */

const { sandbox, dial, posts } = useDialing();

const identity = (index: number) => ({
	phone_number: phone(index),
	assistant_id: 'assistant-mara',
	variables: {},
});

test('returns the request that would be sent, and sends none', async () => {
	const variables = { variable: [{ name: 'lead', value: '={{ $json.lead }}' }] };
	const { items, stored } = await dial(people(2), { dryRun: true }, { variables });

	expect(sandbox().log).toEqual([]);
	expect(items).toEqual(
		[0, 1].map((index) => ({
			json: {
				outcome: 'dryRun',
				accepted: false,
				...identity(index),
				reason: null,
				variables: { lead: `${index}` },
				request: {
					method: 'POST',
					url: `${sandbox().url}/calls`,
					body: { assistant_id: 'assistant-mara', phone_number: phone(index), lead: `${index}` },
				},
			},
			pairedItem: { item: index },
		})),
	);
	expect(stored).not.toContain(sandbox().apiKey);
});

test('runs the options that skip a number, with requests that only read', async () => {
	const StartedAt = new Date(Date.now() - 3_600_000).toISOString();
	sandbox().calls.push({ Id: 'earlier', PhoneNumber: phone(1), StartedAt } as never);
	const options = { dryRun: true, skipIfCalledWithin: 24, duplicateNumbers: 'callOnce' };
	const { items } = await dial([...people(2), { phone: ' +1 (202) 555-1000 ' }], options);

	expect(posts()).toEqual([]);
	expect(items.map(({ json }) => [json.outcome, json.skippedBy])).toEqual([
		['dryRun', undefined],
		['skipped', 'skipIfCalledWithin'],
		['skipped', 'duplicateNumbers'],
	]);
});

test('waits for nothing', async () => {
	const options = { dryRun: true, pauseBetweenCalls: 60 };
	const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } };
	const { items } = await dial(people(3), options, { requestOptions });

	expect(items).toHaveLength(3);
});

test('judges the whole list, also where a row is wrong and the node stops on errors', async () => {
	const items = [...people(2), { phone: '<b>n/a' }, ...people(1)];
	const {
		items: results,
		error,
		hints,
	} = await dial(items, {
		dryRun: true,
		duplicateNumbers: 'callOnce',
		doNotCall: phone(1),
	});

	expect(error).toBeUndefined();
	expect(sandbox().log).toEqual([]);
	expect(results.map(({ json }) => [json.outcome, json.reason])).toEqual([
		['dryRun', null],
		['skipped', expect.stringContaining("'Do Not Call'")],
		['notPlaced', expect.stringContaining(wrongNumber('<b>n/a'))],
		['skipped', expect.stringContaining('Item 0')],
	]);
	expect(hints).toEqual([
		{
			message: [
				"Dry run: 1 would be called, 2 skipped (1 on the 'Do Not Call' list, 1 with a duplicate number), 1 wrong number.",
				'• The phone number "&lt;b&gt;n/a" contains letters',
				`• ${phone(1)} is on the 'Do Not Call' list`,
				`• Item 0 of this run has the same number, ${phone(0)}`,
			].join('<br>'),
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('is none where one item is not: a wrong item ends the list as ever', async () => {
	const items = [{ phone: phone(0), dry: true }, { phone: phone(1), dry: false }, { phone: 'n/a' }];
	const { error } = await dial(items, { dryRun: '={{ $json.dry ?? true }}' as never });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(wrongNumber('n/a'));
	expect(error?.message).toContain(at(2));
});
test('finds that the service cannot be asked', async () => {
	sandbox().fault({ method: 'GET', fault: { kind: 'status', status: 401 } });
	const options = { dryRun: true, skipIfCalledWithin: 24 };
	const { items } = await dial(people(1), options, { settings: regularOutput });

	expect(items[0].json).toMatchObject({ outcome: 'notPlaced', accepted: false });
});

test.each([[true], ['true'], ['={{ true }}'], ['={{ "true" }}']])(
	'is on as %j, and sends no call',
	async (dryRun) => {
		const { items } = await dial(people(1), { dryRun });

		expect(posts()).toEqual([]);
		expect(items[0].json.outcome).toBe('dryRun');
	},
);

test.each([[false], ['={{ false }}'], ['={{ "false" }}']])(
	'is off as %j, and the call is placed',
	async (dryRun) => {
		const { items } = await dial(people(1), { dryRun });

		expect(posts()).toHaveLength(1);
		expect(items[0].json.outcome).toBe('placed');
	},
);

test.each([
	'={{ 1 }}',
	'={{ 0 }}',
	'={{ "" }}',
	'={{ null }}',
	'={{ $json.nowhere }}',
	'={{ [] }}',
])('sends no call where it is neither on nor off: %s', async (dryRun) => {
	const { error } = await dial(people(1), { dryRun });

	expect(posts()).toEqual([]);
	expect(error?.message).toContain('Dry Run');
});

test('of one item leaves the others real', async () => {
	const { items } = await dial(people(3), { dryRun: '={{ $json.lead === 1 }}' });

	expect(items.map(({ json }) => json.outcome)).toEqual(['placed', 'dryRun', 'placed']);
	expect(posts()).toHaveLength(2);
});
