import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../../../sandbox';
import { withClock } from '../../support/clock';
import { at, TITLES } from '../../support/engineSentences';
import {
	people,
	phone,
	phones,
	placedItem,
	regularOutput,
	useDialing,
} from '../../support/dialing';

const { sandbox, dial, posts, posted, placed } = useDialing();

const guard = { skipIfCalledWithin: 24 };

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A call with a number, so many hours ago. */
const record = (number: string, hours: number, Id = `call-${hours}`) => ({
	Id,
	Status: 'unread',
	AssistantName: 'Mara',
	PhoneNumber: number,
	StartedAt: ago(hours),
});

/** What the service has, the newest first. */
const has = (...records: IDataObject[]) => sandbox().calls.push(...(records as never[]));

const methods = () => sandbox().log.map(({ method }) => method);

test('a number that was called is skipped, and the last call is named', async () => {
	has(record(phone(1), 1), record(phone(0), 2), record(phone(0), 3));
	const { items } = await dial(people(1), guard);

	expect(posts()).toEqual([]);
	expect(items).toEqual([
		{
			json: {
				outcome: 'skipped',
				accepted: false,
				phone_number: phone(0),
				assistant_id: 'assistant-mara',
				variables: {},
				skippedBy: 'skipIfCalledWithin',
				reason: expect.stringMatching(
					/^\+12025551000 was called 2 hours ago \(\d\d? [A-Z][a-z]{2}.*, \d\d:\d\d\)$/,
				),
				lastCall: {
					Id: 'call-2',
					StartedAt: expect.any(String),
					Status: 'unread',
					AssistantName: 'Mara',
				},
			},
			pairedItem: { item: 0 },
		},
	]);
});

test('a number that was called before that is called, after one look-up', async () => {
	has(record(phone(0), 25));
	const { items } = await dial(people(1), guard);

	expect(placed()).toEqual(phones(0));
	expect(items).toEqual([placedItem(0)]);
	expect(methods()).toEqual(['GET', 'POST']);
});

test.each([
	['half an hour', 0.5, 0.4, true],
	['half an hour', 0.5, 0.6, false],
	['three days', 72, 71.9, true],
	['off', 0, 0.1, false],
	['hours as text', '={{ "24" }}', 1, true],
	['hours as text with blanks', '={{ " 24 " }}', 1, true],
])('%s (%j): a call %d h ago', async (_, skipIfCalledWithin, hours, isSkipped) => {
	has(record(phone(0), hours));
	await dial(people(1), { skipIfCalledWithin });

	expect(posts()).toHaveLength(isSkipped ? 0 : 1);
});

test('the number is asked for as it is dialled', async () => {
	await dial([{ phone: '+1 (202) 555-1000' }], guard);

	const [{ query }] = sandbox().log;
	expect(query).toContainEqual(['filter', `PhoneNumber:==:${phone(0)}`]);
	expect(query).toContainEqual(['sort', 'StartedAt:desc']);
});

test.each(['={{ $json.nowhere }}', '={{ null }}', '={{ "" }}', '={{ [24] }}', 'soon', -1])(
	'hours such as %j are not taken for "off"',
	async (skipIfCalledWithin) => {
		has(record(phone(0), 1));
		const { error } = await dial(people(1), { skipIfCalledWithin });

		expect(posts()).toEqual([]);
		expect(error?.message).toContain("'Skip If Called Within'");
	},
);

test('a number that was called earlier in the run is skipped, though the list is late', async () => {
	sandbox().settings.listDelaySeconds = 3600;
	const { items } = await dial([...people(2), { phone: phone(0) }], {
		...guard,
		requestsAtOnce: 3,
	});

	expect(placed().sort()).toEqual(phones(0, 1));
	expect(items[2].json).toEqual({
		outcome: 'skipped',
		accepted: false,
		phone_number: phone(0),
		assistant_id: 'assistant-mara',
		variables: {},
		skippedBy: 'skipIfCalledWithin',
		reason: `${phone(0)} was called just now, by item 0 of this run`,
	});
});

describe('a record with this number and no readable start counts as just called', () => {
	test.each([
		['empty', ''],
		['missing', undefined],
		['null', null],
		['unreadable', 'soon'],
		['a list', []],
		['an object', {}],
		['blanks', '  '],
	])('the start is %s', async (_, StartedAt) => {
		has({ ...record(phone(0), 0, 'ringing'), StartedAt } as IDataObject);
		const { items } = await dial(people(2), guard);

		expect(posted()).toEqual(phones(1));
		expect(items[0].json).toMatchObject({
			outcome: 'skipped',
			reason: `${phone(0)} counts as just called: the service lists a call without a start time`,
			lastCall: { Id: 'ringing' },
		});
	});

	test('also behind calls that are long over, in a service that sorts it last', async () => {
		const ringing = { ...record(phone(0), 0, 'ringing'), StartedAt: '' };
		has(record(phone(0), 30), record(phone(0), 31), ringing);
		sandbox().fault({ method: 'GET', fault: { kind: 'ignoreSort', order: 'held' } });
		await dial(people(1), guard);

		expect(posts()).toEqual([]);
	});

	test('the same of somebody else does not', async () => {
		has({ ...record(phone(1), 0), StartedAt: '' });
		sandbox().fault({
			method: 'GET',
			fault: { kind: 'json', body: { data: sandbox().calls, hasMore: false } },
		});
		await dial(people(1), guard);

		expect(placed()).toEqual(phones(0));
	});
});

test.each<[string, FaultRule['fault']]>([
	['rejects newest first with 400', { kind: 'refuseSort' }],
	['ignores the sort', { kind: 'ignoreSort' }],
	['keeps its own order', { kind: 'ignoreSort', order: 'held' }],
])('a service that %s: the call is found', async (_, fault) => {
	const others = Array.from({ length: 150 }, (__, index) => record(phone(0), 180 - index));
	// In the order of the service, the oldest is the first.
	has(...others, record(phone(0), 5, 'recent'));
	sandbox().fault({ method: 'GET', fault });
	const { items } = await dial(people(2), guard);

	expect(posted()).toEqual(phones(1));
	expect(items[0].json).toMatchObject({ outcome: 'skipped', lastCall: { Id: 'recent' } });
});

test('a service that rejects newest first with 422 is asked again without an order', async () => {
	has(record(phone(0), 5, 'recent'));
	sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 422 } });
	const { items } = await dial(people(1), guard);

	expect(posts()).toEqual([]);
	expect(items[0].json).toMatchObject({ outcome: 'skipped', lastCall: { Id: 'recent' } });
	expect(sandbox().log.map(({ query }) => query.filter(([name]) => name === 'sort'))).toEqual([
		[['sort', 'StartedAt:desc']],
		[],
	]);
});

describe('a service that ignores the filter', () => {
	/** Pages of everybody's calls, whatever was asked for. */
	const everybody = (...pages: IDataObject[][]) =>
		pages.forEach((data, index) => {
			const hasMore = index < pages.length - 1;
			const body = { data, hasMore, nextCursor: hasMore ? `page ${index + 1}` : '' };
			sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'json', body } });
		});

	test('a call to somebody else does not count', async () => {
		everybody([record(phone(1), 1), record(phone(2), 2)]);
		await dial(people(1), guard);

		expect(placed()).toEqual(phones(0));
	});

	test('the call is found on a later page', async () => {
		everybody(
			[record(phone(1), 1), record(phone(2), 2)],
			[record(phone(3), 3), record(phone(0), 4, 'found')],
		);
		const { items } = await dial(people(1), guard);

		expect(posts()).toEqual([]);
		expect(items[0].json).toMatchObject({ lastCall: { Id: 'found' } });
	});

	test('it is not read beyond the hours that count', async () => {
		everybody([record(phone(1), 30), record(phone(2), 31)], [record(phone(0), 32)]);
		await dial(people(1), guard);

		expect(methods()).toEqual(['GET', 'POST']);
	});
});

describe('a look-up that fails', () => {
	/** A look-up is repeated after a pause. */
	const dialByClock: typeof dial = async (...args) =>
		await withClock(async (clock) => await clock.finish(dial(...args)));

	test.each<[string, FaultRule['fault'], string]>([
		['500', { kind: 'status', status: 500 }, TITLES.failed(500, sandboxWords(500))],
		['401', { kind: 'status', status: 401 }, TITLES.unauthorized(401, sandboxWords(401))],
		['a web page', { kind: 'html' }, TITLES.webPage(200)],
		['no list', { kind: 'json', body: {} }, TITLES.noList('missing')],
		['a lost connection', { kind: 'drop' }, TITLES.connectionLost],
	])('with %s: nobody is called, and the item says why', async (_, fault, why) => {
		sandbox().fault({ method: 'GET', fault });
		const { error } = await dialByClock(people(2), guard);

		expect(posts()).toEqual([]);
		expect(error?.message).toBe(`${TITLES.lookUpFailed(why)}. Nobody was called${at(0, 2)}`);
		expect(error?.description).toContain(
			"Options such as 'Skip If Called Within' ask the service first.",
		);
		expect(error?.description).toContain(
			'Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
		);
	});

	test('once is repeated, and the call is placed', async () => {
		sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 503 } });
		const { error } = await dialByClock(people(1), guard);

		expect(error).toBeUndefined();
		expect(placed()).toEqual(phones(0));
	});

	test('where the node continues, leaves out its item alone', async () => {
		sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 500 } });
		const { items } = await dial(people(2), guard, { settings: regularOutput });

		expect(placed()).toEqual(phones(1));
		expect(items[0].json).toMatchObject({
			outcome: 'notPlaced',
			error: expect.stringContaining('could not check whether the number was called before'),
		});
	});
});

/** The words of the sandbox for a status that it was told to respond with. */
function sandboxWords(status: number) {
	return `The sandbox was told to answer with ${status}.`;
}
