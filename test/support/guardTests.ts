import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../sandbox';
import { withClock } from './clock';
import {
	failedItem,
	people,
	phone,
	phones,
	placedItem,
	regularOutput,
	type Dialing,
	type DialOptions,
} from './dialing';
import { at, TITLES } from './engineSentences';

/* What is true of every option of Create that can forbid a call. */

/** What is wrong, the fields of the item that has it, and what the user reads. */
export type WrongSetting = [what: string, fields: IDataObject, title: string];

/**
 * A setting that is wrong in one item is never taken for "off".
 *
 * @param options with expressions that take the setting from the fields of each item
 * @param fine the fields of an item that is called
 * @param parameters of the node, besides
 */
export function testWrongSettings(
	{ sandbox, dial, posted }: Dialing,
	options: INodeParameters,
	fine: IDataObject,
	wrong: WrongSetting[],
	parameters: DialOptions = {},
): void {
	const leadsWith = (fields: IDataObject) =>
		people(3).map((person, index) => ({ ...person, ...fine, ...(index === 1 && fields) }));

	test.each(wrong)('%s, in one item, calls nobody, or the others', async (_, fields, title) => {
		const { error, items } = await dial(leadsWith(fields), options, parameters);

		expect(sandbox().log).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toContain(title);
		expect(error?.message).toContain(`. Nobody was called${at(1)}`);
		expect(error?.itemIndex).toBe(1);

		const settings = regularOutput;
		const goesOn = await dial(leadsWith(fields), options, { ...parameters, settings });
		const failed = failedItem(1, expect.stringContaining(title));
		expect(posted()).toEqual(phones(0, 2));
		expect(goesOn.items).toEqual([placedItem(0), failed, placedItem(2)]);
	});
}

/**
 * Carries out a Dry Run and then a real run, of which the first must have told what the second does.
 *
 * @returns what came out of the real run
 */
export async function dryThenReal(
	{ dial, posts }: Dialing,
	...[items, options, more]: Parameters<Dialing['dial']>
): Promise<INodeExecutionData[]> {
	const dry = await dial(items, { ...options, dryRun: true }, more);
	expect(posts()).toEqual([]);
	const real = await dial(items, options, more);
	expect(real.items).toEqual(
		dry.items.map((item, index) =>
			item.json.outcome === 'dryRun' ? placedItem(index, String(item.json.phone_number)) : item,
		),
	);
	return real.items;
}

/** Where the service cannot be asked, the number is not called. For options that ask it. */
export function testFailingLookUps(
	{ sandbox, dial, posts, posted, placed }: Dialing,
	options: INodeParameters,
): void {
	/** A look-up is repeated after a pause. */
	const dialByClock: typeof dial = async (...args) =>
		await withClock(async (clock) => await clock.finish(dial(...args)));

	/** The words of the sandbox for a status that it was told to respond with. */
	const words = (status: number) => `The sandbox was told to answer with ${status}.`;

	describe('a look-up that fails', () => {
		test.each<[string, FaultRule['fault'], string]>([
			['503', { kind: 'status', status: 503 }, TITLES.failed(503, words(503))],
			['no list', { kind: 'json', body: {} }, TITLES.noList('missing')],
			['a lost connection', { kind: 'drop' }, TITLES.connectionLost],
		])('with %s: nobody is called, and the item says why', async (_, fault, why) => {
			sandbox().fault({ method: 'GET', fault });
			const { error } = await dialByClock(people(2), options);

			expect(posts()).toEqual([]);
			expect(error?.message).toBe(`${TITLES.lookUpFailed(why)}. Nobody was called${at(0)}`);
		});

		test('once is repeated, and the call is placed', async () => {
			sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 503 } });
			const { error } = await dialByClock(people(1), options);

			expect(error).toBeUndefined();
			expect(placed()).toEqual(phones(0));
		});

		test('where the node continues, leaves out its item alone', async () => {
			const matches = { method: 'GET', times: 1 } as const;
			sandbox().fault({ ...matches, fault: { kind: 'status', status: 403 } });
			const { items } = await dial(people(2), options, { settings: regularOutput });

			expect(posted()).toEqual(phones(1));
			expect(items).toEqual([
				failedItem(0, TITLES.lookUpFailed(TITLES.forbidden(403, words(403)))),
				placedItem(1, phone(1)),
			]);
		});
	});
}
