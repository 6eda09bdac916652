import { byId } from '../../support/againstSandbox';
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

/** Fails for item 4. Most mistakes in an expression give n8n an empty value; this one does not. */
const failing = (otherwise = '$json.phone') =>
	`={{ $json.lead === 4 ? $("Nowhere").first().json.phone : ${otherwise} }}`;

const WHERE: Array<[string, object]> = [
	['Phone Number', { phoneNumber: failing() }],
	['Assistant', byId(failing('"assistant-mara"'), 'assistantId')],
	['Variables', { variables: { variable: [{ name: 'a', value: failing() }] } }],
	['Options', { options: { skipIfCalledWithin: failing('0') } }],
	['Request Options', { requestOptions: { timeout: failing('1000') } }],
];

describe.each(WHERE)('in %s', (label, parameters) => {
	test.each([
		['in one attempt', {}],
		['in each of three', tries(3)],
	])('nobody is called, %s, and the item is named', async (__, settings) => {
		const { error, items } = await dial(people(6), {}, { ...parameters, settings });

		expect(sandbox().log).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(new RegExp(`^'${label}' cannot be evaluated: .*(Nowhere|node)`));
		expect(error?.message).toContain(`. Nobody was called${at(4)}`);
		expect(error?.description).toContain(
			'Of 6 calls: 0 placed, 1 not placed (item 4), 5 not tried.',
		);
	});

	test.each([
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
