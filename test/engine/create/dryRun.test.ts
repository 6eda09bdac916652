import { wrongNumber } from '../../support/engineSentences';
import { people, phone, useDialing } from '../../support/dialing';

/* A Dry Run checks everything and tells what a real run would do at that moment. */

const { sandbox, dial, posts } = useDialing();

test('returns the request that would be sent, and sends none', async () => {
	const variables = { variable: [{ name: 'lead', value: '={{ $json.lead }}' }] };
	const { items, stored } = await dial(people(2), { dryRun: true }, { variables });

	expect(sandbox().log).toEqual([]);
	expect(items).toEqual(
		[0, 1].map((index) => ({
			json: {
				outcome: 'dryRun',
				phone_number: phone(index),
				assistant_id: 'assistant-mara',
				reason: 'would be called',
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

test('judges the whole list, also where a row is wrong and the node stops on errors', async () => {
	const list = [...people(2), { phone: '<b>n/a' }, ...people(1)];
	const options = { dryRun: true, duplicateNumbers: 'callOnce', doNotCall: phone(1) };
	const { items, error, hints } = await dial(list, options);

	expect(error).toBeUndefined();
	expect(sandbox().log).toEqual([]);
	expect(items.map(({ json }) => [json.outcome, json.reason])).toEqual([
		['dryRun', 'would be called'],
		['skipped', expect.stringContaining("'Do Not Call'")],
		['notPlaced', expect.stringContaining(wrongNumber('<b>n/a'))],
		['skipped', expect.stringContaining('earlier in the list')],
	]);
	const message = [
		"Dry run: 1 would be called, 2 skipped (1 on the 'Do Not Call' list, 1 with a duplicate number), 1 not placed (item 2). A real run would call nobody, because 1 of 4 items cannot be called. Correct what is wrong, or set 'On Error' to 'Continue' in the settings of the node to call the others.",
		'• The phone number "&lt;b&gt;n/a" cannot be dialed as it is written',
		`• ${phone(1)}: On the 'Do Not Call' list`,
		`• ${phone(0)}: Duplicate: the same number is earlier in the list`,
	].join('<br>');
	expect(hints).toEqual([{ message, type: 'warning', location: 'outputPane' }]);
});

test.each([
	['"false"', 'placed'],
	['$json.lead === 0', 'dryRun'],
	['$json.nowhere', undefined],
])('given by the expression %s is what it says: %s', async (expression, outcome) => {
	const { items, error } = await dial(people(1), { dryRun: `={{ ${expression} }}` });

	expect(items[0]?.json.outcome).toBe(outcome);
	expect(posts()).toHaveLength(outcome === 'placed' ? 1 : 0);
	expect(error?.message.includes("'Dry Run'")).toBe(outcome ? undefined : true);
});
