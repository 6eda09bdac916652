import { at } from '../../support/engineSentences';
import {
	errorOutput,
	people,
	phones,
	placedItem,
	regularOutput,
	tries,
	useDialing,
} from '../../support/dialing';

/* An expression that n8n cannot evaluate makes its item a wrong one, like any other. */

const { sandbox, dial, posted } = useDialing();

/** Fails for one of the items. Most mistakes in an expression give n8n an empty value; this one does not. */
const failsFor = (lead: number, otherwise = '$json.phone') =>
	`={{ $json.lead === ${lead} ? $("Nowhere").first().json.phone : ${otherwise} }}`;

const WHERE: Array<[string, object]> = [
	['Phone Number', { phoneNumber: failsFor(4) }],
	['Assistant', { assistantId: { __rl: true, mode: 'id', value: failsFor(4, '"mara"') } }],
	['a variable', { variables: { variable: [{ name: 'a', value: failsFor(4) }] } }],
	['an option', { options: { skipIfCalledWithin: failsFor(4, '0') } }],
	['Timeout', { requestOptions: { timeout: failsFor(4, '1000') } }],
];

describe.each(WHERE)('in %s', (_, parameters) => {
	test.each([
		['in one attempt', {}],
		['in each of three', tries(3)],
	])('nobody is called, %s, and the item is named', async (__, settings) => {
		const { error, items } = await dial(people(6), {}, { ...parameters, settings });

		expect(sandbox().log).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/Nowhere|node/);
		expect(error?.message).toContain(`. Nobody was called${at(4)}`);
		expect(error?.description).toContain(
			'Of 6 calls: 0 placed, 1 not placed (item 4), 5 not tried.',
		);
	});

	test.each([
		['the regular output', regularOutput],
		['the error output', errorOutput],
		['the regular output, with Retry On Fail', { ...regularOutput, ...tries() }],
	])('where the node continues, by %s, the others are called', async (__, settings) => {
		const { outputs } = await dial(people(6), {}, { ...parameters, settings });

		expect(posted()).toEqual(phones(0, 1, 2, 3, 5));
		const all = outputs.flat();
		expect(all).toHaveLength(6);
		expect(all).toEqual(expect.arrayContaining([0, 1, 2, 3, 5].map((index) => placedItem(index))));
		expect(all.find(({ json }) => json.error)).toMatchObject({
			json: { error: expect.stringMatching(/Nowhere|node/), message: expect.stringMatching(/\w/) },
			pairedItem: { item: 4 },
		});
	});
});

describe('with Request Options > Batching', () => {
	const batching = (batchSize: number) => ({
		requestOptions: { batching: { batch: { batchSize, batchInterval: 20 } } },
	});

	test.each([1, 2, 6])('of %i: nobody is called, neither then nor later', async (batchSize) => {
		const parameters = { ...batching(batchSize), phoneNumber: failsFor(4) };
		const { error } = await dial(people(10), {}, parameters);

		expect(posted()).toEqual([]);
		expect(error?.message).toContain(at(4));
		expect(error?.description).toContain('1 not placed (item 4), 9 not tried.');
	});

	test('tried again: nobody is called, neither then nor later', async () => {
		const parameters = { ...batching(2), phoneNumber: failsFor(4) };
		await dial(people(10), {}, { ...parameters, settings: tries(3) });

		expect(posted()).toEqual([]);
	});

	test('where the node continues: each of the others once, in order', async () => {
		const parameters = { ...batching(2), phoneNumber: failsFor(4) };
		const { items } = await dial(people(6), {}, { ...parameters, settings: regularOutput });

		expect(posted()).toEqual(phones(0, 1, 2, 3, 5));
		expect(items).toHaveLength(6);
	});
});

test('the first item counts like any other', async () => {
	const { error } = await dial(people(3), {}, { phoneNumber: failsFor(0) });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(at(0));
});

test('an expression that finds nothing gives an empty value, and nobody is called', async () => {
	for (const expression of ['$json.no', '$json.no.such.field', 'undefined', '[].at(0).phone']) {
		const { error } = await dial(people(2), {}, { phoneNumber: `={{ ${expression} }}` });

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain('The phone number is empty. Nobody was called');
	}
});
