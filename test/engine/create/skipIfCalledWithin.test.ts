import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../../../sandbox';
import {
	earlierCall,
	people,
	phone,
	phones,
	placedItem,
	skippedItem,
	useDialing,
} from '../../support/dialing';
import { testFailingLookUps } from '../../support/guardTests';

const dialing = useDialing();
const { sandbox, dial, posts, posted, placed, has } = dialing;

const guard = { skipIfCalledWithin: 24 };

const methods = () => sandbox().log.map(({ method }) => method);

test('a number that was called is skipped, and the last call is named', async () => {
	has(earlierCall(phone(1), 1), earlierCall(phone(0), 2), earlierCall(phone(0), 3));
	const { items } = await dial(people(1), guard);

	expect(posts()).toEqual([]);
	expect(items).toEqual([
		skippedItem(0, 'skipIfCalledWithin', {
			reason: expect.stringMatching(
				/^\+12025551000 was called 2 hours ago \(\d\d? [A-Z][a-z]{2}.*, \d\d:\d\d\)$/,
			),
			lastCall: {
				Id: 'call-2',
				StartedAt: expect.any(String),
				Status: 'unread',
				AssistantName: 'Mara',
			},
		}),
	]);
});

test('a number that was called before that is called, after one look-up', async () => {
	has(earlierCall(phone(0), 25));
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
	has(earlierCall(phone(0), hours));
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
		has(earlierCall(phone(0), 1));
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
	expect(items[2]).toEqual(
		skippedItem(2, 'skipIfCalledWithin', {
			phone_number: phone(0),
			reason: `Item 0 of this run has the same number, ${phone(0)}`,
		}),
	);
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
		has(earlierCall(phone(0), 0, { Id: 'ringing', StartedAt } as IDataObject));
		const { items } = await dial(people(2), guard);

		expect(posted()).toEqual(phones(1));
		expect(items[0].json).toMatchObject({
			outcome: 'skipped',
			reason: `${phone(0)} counts as just called: the service lists a call without a start time`,
			lastCall: { Id: 'ringing' },
		});
	});

	test('also behind calls that are long over, in a service that sorts it last', async () => {
		const ringing = earlierCall(phone(0), 0, { Id: 'ringing', StartedAt: '' });
		has(earlierCall(phone(0), 30), earlierCall(phone(0), 31), ringing);
		sandbox().fault({ method: 'GET', fault: { kind: 'ignoreSort', order: 'held' } });
		await dial(people(1), guard);

		expect(posts()).toEqual([]);
	});

	test('the same of somebody else does not', async () => {
		has(earlierCall(phone(1), 0, { StartedAt: '' }));
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
	const others = Array.from({ length: 150 }, (__, index) => earlierCall(phone(0), 180 - index));
	// In the order of the service, the oldest is the first.
	has(...others, earlierCall(phone(0), 5, { Id: 'recent' }));
	sandbox().fault({ method: 'GET', fault });
	const { items } = await dial(people(2), guard);

	expect(posted()).toEqual(phones(1));
	expect(items[0].json).toMatchObject({ outcome: 'skipped', lastCall: { Id: 'recent' } });
});

test('a service that rejects newest first with 422 is asked again without an order', async () => {
	has(earlierCall(phone(0), 5, { Id: 'recent' }));
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
		everybody([earlierCall(phone(1), 1), earlierCall(phone(2), 2)]);
		await dial(people(1), guard);

		expect(placed()).toEqual(phones(0));
	});

	test('the call is found on a later page', async () => {
		everybody(
			[earlierCall(phone(1), 1), earlierCall(phone(2), 2)],
			[earlierCall(phone(3), 3), earlierCall(phone(0), 4, { Id: 'found' })],
		);
		const { items } = await dial(people(1), guard);

		expect(posts()).toEqual([]);
		expect(items[0].json).toMatchObject({ lastCall: { Id: 'found' } });
	});

	test('it is not read beyond the hours that count', async () => {
		everybody([earlierCall(phone(1), 30), earlierCall(phone(2), 31)], [earlierCall(phone(0), 32)]);
		await dial(people(1), guard);

		expect(methods()).toEqual(['GET', 'POST']);
	});
});

testFailingLookUps(dialing, guard);
