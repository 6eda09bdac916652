import { createParameters } from '../../support/againstSandbox';
import { at } from '../../support/engineSentences';
import {
	IN_DOUBT,
	REJECTED,
	errorOutput,
	people,
	phones,
	placedItem,
	regularOutput,
	tries,
	useDialing,
} from '../../support/dialing';

/*
 * n8n's Engine 2.0 calls `execute` of a declarative node, that is RoutingNode, and knows no custom
 * operations. RoutingNode hands over all items at once, one by one: a list would be called in no order
 * and could not be stopped, so a list is refused.
 */

const { sandbox, run, posted, respond, quiet } = useDialing();

const parameters = createParameters({ phoneNumber: '={{ $json.phone }}' });

/** Calls so many people as Engine 2.0 does. */
async function dialByRoutingNode(count: number, settings: object = {}, more: object = {}) {
	const options = { items: people(count), settings, ignoresCustomOperations: true };
	const result = await run({ ...parameters, ...more }, options);
	await quiet();
	return result;
}

describe('a list', () => {
	const REFUSED =
		'This n8n runs the 3 items separately, so this operation cannot process them in order. Nobody was called';

	test.each([
		['', {}],
		[', in each of three attempts', tries(3)],
	])('is refused before anything is sent%s', async (_, settings) => {
		const { error, items } = await dialByRoutingNode(3, settings);

		expect(sandbox().log).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toBe(`${REFUSED}${at(0)}`);
		expect(error?.description).toContain('Loop Over Items');
	});

	test.each([
		['the regular output', regularOutput],
		['the error output', errorOutput],
	])('where the node continues: each item says so, by %s', async (_, settings) => {
		const { outputs } = await dialByRoutingNode(3, settings);

		expect(sandbox().log).toEqual([]);
		const own = settings === errorOutput ? people(3) : [{}, {}, {}];
		expect(outputs.flat()).toEqual(
			own.map((fields, item) => ({
				json: { ...fields, error: REFUSED, message: expect.stringContaining('Loop Over Items') },
				pairedItem: { item },
			})),
		);
	});

	test('of which n8n takes the first item alone is called', async () => {
		const { items } = await dialByRoutingNode(3, { executeOnce: true });

		expect(posted()).toEqual(phones(0));
		expect(items).toEqual([placedItem(0)]);
	});
});

describe('one item', () => {
	test('is called once, and comes out as it does elsewhere', async () => {
		const { items } = await dialByRoutingNode(1);
		const elsewhere = await run(parameters, { items: people(1) });

		expect(posted()).toEqual(phones(0, 0));
		const withoutTime = ({ json }: { json: object }) => ({ ...json, requestedAt: '' });
		expect(items.map(withoutTime)).toEqual(elsewhere.items.map(withoutTime));
	});

	test('is called again after a 429, where n8n tries again', async () => {
		respond(429);
		const { error, items } = await dialByRoutingNode(1, tries(3));

		expect(error).toBeUndefined();
		expect(posted()).toEqual(phones(0, 0));
		expect(items).toEqual([placedItem(0)]);
	});

	test.each([
		[400, REJECTED, '. Nobody was called'],
		[502, IN_DOUBT, ''],
	])('is not called again after a %i', async (status, title, nobody) => {
		respond(status);
		const { error } = await dialByRoutingNode(1, tries(5));

		expect(posted()).toEqual(phones(0));
		expect(error?.message).toBe(`${title}${nobody}${at(0)}`);
	});
});
