import { ADVICE, at, TITLES, wrongNumber } from '../../support/engineSentences';
import {
	errorOutput,
	failedItem,
	people,
	phones,
	placedItem,
	regularOutput,
	tries,
	useDialing,
} from '../../support/dialing';

/* All items are checked before the first call: if any is wrong, nobody is called. */

const { sandbox, dial, posted } = useDialing();

/** Fifty people, some of whom cannot be called. */
function fiftyWith(...wrong: Array<[index: number, item: object]>) {
	const items: object[] = people(50);
	for (const [index, item] of wrong) items[index] = { ...items[index], ...item };
	return items;
}

describe('a number', () => {
	test('that is wrong among fifty: nobody is called', async () => {
		const { error } = await dial(fiftyWith([37, { phone: '030 123456' }]));

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain(wrongNumber('030 123456'));
		expect(error?.message).toContain(`. Nobody was called${at(37)}`);
		expect(error?.itemIndex).toBe(37);
		expect(error?.description).toContain(
			'Of 50 calls: 0 placed, 1 not placed (item 37), 49 not tried.',
		);
		expect(error?.description).toContain(
			"To call the others, correct this item, or set 'On Error'",
		);
	});

	test('of several that are wrong: each is named with what is wrong', async () => {
		const items = fiftyWith([3, { phone: '030 123456' }], [4, { phone: '' }], [49, { phone: '?' }]);
		const { error } = await dial(items, { requestsAtOnce: 20 }, { settings: tries(3) });

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain(wrongNumber('030 123456'));
		expect(error?.message).toContain(
			`, and 2 more of 50 items cannot be called. Nobody was called${at(3)}`,
		);
		for (const sentence of [
			'Of 50 calls: 0 placed, 3 not placed (items 3, 4, 49), 47 not tried.',
			`Item 4: ${TITLES.emptyNumber}.`,
			`Item 49: ${wrongNumber('?')}`,
			"To call the others, correct these items, or set 'On Error'",
		]) {
			expect(error?.description).toContain(sentence);
		}
	});

	test('that is wrong in a later batch: the batches before it are not called', async () => {
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 1 } } };
		const { error } = await dial(fiftyWith([4, { phone: 'n/a' }]), {}, { requestOptions });

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain(at(4));
	});
});

test('an assistant and variables that are wrong count as well', async () => {
	const { error } = await dial(
		fiftyWith([8, { assistant: ' ' }], [9, { json: '[1]' }]),
		{},
		{
			assistantId: { __rl: true, mode: 'id', value: '={{ $json.assistant ?? "assistant-mara" }}' },
			variablesMode: 'json',
			variablesJson: '={{ $json.json ?? "{}" }}',
		},
	);

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(
		`${TITLES.noAssistant}, and 1 more of 50 items cannot be called. Nobody was called${at(8)}`,
	);
	expect(error?.description).toContain("Item 9: 'Variables (JSON)' is not a JSON object.");
});

test('what is wrong with all of them is said once', async () => {
	const assistantId = { __rl: true, mode: 'id', value: '={{ $json.nowhere }}' };
	const { error } = await dial(people(200), {}, { assistantId });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toBe(`${TITLES.noAssistant}. Nobody was called`);
	expect(error?.description?.match(/Assistant/g)?.length).toBeLessThan(5);
});

describe.each([
	['the regular output', regularOutput],
	['the error output', errorOutput],
])('where the node continues, by %s', (_, settings) => {
	test('the others are called', async () => {
		const items: object[] = people(4);
		items[1] = { phone: 'n/a' };
		const { outputs } = await dial(items, {}, { settings });

		expect(posted()).toEqual(phones(0, 2, 3));
		const why = expect.stringContaining(wrongNumber('n/a'));
		const failed =
			settings === regularOutput
				? failedItem(1, why)
				: {
						json: { phone: 'n/a', error: why, message: expect.any(String) },
						pairedItem: { item: 1 },
					};
		const all = outputs.flat();
		expect(all).toHaveLength(4);
		expect(all).toEqual(
			expect.arrayContaining([placedItem(0), failed, placedItem(2), placedItem(3)]),
		);
	});
});

describe('five thousand wrong numbers', () => {
	const wrong = (each: (index: number) => string) =>
		Array.from({ length: 5000 }, (_, index) => ({ phone: each(index) }));

	test('each in its own way: some are named, and it says that there are more', async () => {
		const { error } = await dial(wrong((index) => `030 ${index}`));

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain(', and 4999 more of 5000 items cannot be called');
		expect(error?.message.length).toBeLessThan(400);
		expect(error?.description?.length).toBeLessThan(20_000);
		expect(error?.description).toContain('Item 1: ');
		expect(error?.description).toMatch(/\d+ more items failed as well\./);
	});

	test('every second one of a list: not every position is told', async () => {
		const items = wrong((index) => (index % 2 === 0 ? '' : `+1202555${1000 + index}`));
		const { error } = await dial(items);

		expect(sandbox().log).toEqual([]);
		expect(error?.description?.length).toBeLessThan(20_000);
		expect(error?.description).toContain('and others');
	});

	test('where the node continues, each is told by itself', async () => {
		const { items } = await dial(wrong(() => 'n/a').slice(0, 300), {}, { settings: regularOutput });

		expect(sandbox().log).toEqual([]);
		expect(items).toHaveLength(300);
		expect(items[299]).toEqual(failedItem(299, expect.stringContaining(wrongNumber('n/a'))));
	});
});

test('nothing is sent for an empty list', async () => {
	const { items, error } = await dial([]);

	expect([items, error, sandbox().log]).toEqual([[], undefined, []]);
});

test('no advice of a run that called nobody speaks of those who were called', async () => {
	const { error } = await dial(fiftyWith([37, { phone: '' }]));

	expect(error?.description).not.toContain(ADVICE.runAgain);
});
