import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { LookUps } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/history';
import { mayBeNumber } from '../../../nodes/shared/phoneNumber/numberList';
import { PHONE_NUMBER } from '../../support/guarded';
import {
	json,
	page,
	pagedClient,
	scriptedClient,
	type Recorded,
	respondingClient,
} from '../../support/scriptedClient';
import { ADVICE, TITLES } from '../../support/engineSentences';
import { rejection } from '../../support/sentences';
import { rejectionOf } from '../../support/userError';
import type { ApiRequest } from '../../../nodes/shared/http/client';
import { anyStart, isWithin, NOW, type Start } from '../../support/anyHistory';
import { cases } from '../../support/deep';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

afterEach(() => {
	jest.restoreAllMocks();
});

const hoursAgo = (hours: number, more: IDataObject = {}): IDataObject => ({
	Id: `call ${hours}`,
	PhoneNumber: PHONE_NUMBER,
	StartedAt: new Date(NOW - hours * HOUR).toISOString(),
	...more,
});

async function historyOf(
	{ client }: Pick<Recorded, 'client'>,
	lookBackMs = DAY,
	lookUps = new LookUps(),
) {
	lookUps.expect(PHONE_NUMBER, lookBackMs);
	return await lookUps.callsWith(client, PHONE_NUMBER);
}

const names = (records: IDataObject[]) => records.map(({ Id }) => Id);

describe('the calls with a number', () => {
	it('are asked for by the number, newest first', async () => {
		const service = scriptedClient([page([])]);
		expect(await historyOf(service)).toEqual([]);
		expect(service.requests).toEqual([
			{
				method: 'GET',
				path: '/public/calls',
				query: { filter: ['PhoneNumber:==:+4930123456'], sort: 'StartedAt:desc' },
			},
		]);
	});

	it('are read no further back than needed', async () => {
		const service = pagedClient([
			[hoursAgo(1), hoursAgo(23)],
			[hoursAgo(25), hoursAgo(26)],
			[hoursAgo(27)],
		]);
		expect(names(await historyOf(service))).toEqual(['call 1', 'call 23']);
		const sorts = service.requests.map(({ query }) => query?.sort);
		expect(sorts).toEqual(['StartedAt:desc', 'StartedAt:desc', 'StartedAt:asc']);
	});

	it.each([
		...['+49 30 123456', '4930123456', 4930123456, '004930123456', 'tel:+49-30-123456'],
		...['030 123456', 30123456, '+49 030 123456', '+49 30 123456 ext. 7', 'whatsapp:+4930123456'],
		...['sip:+4930123456@example.com', '011 49 30 123456', '+49\u200f30 123456'],
	])(
		'are those of this number, and those that may be, however the service writes it: %j',
		async (PhoneNumber) => {
			const service = pagedClient([[hoursAgo(1, { PhoneNumber })]]);
			expect(names(await historyOf(service))).toEqual(['call 1']);
		},
	);

	it('are those of the same phone, where a country has two numbers for it, and of no other', () => {
		expect(mayBeNumber('+541123456789', '+5491123456789')).toBe(true);
		expect(mayBeNumber('54 9 11 2345 6789', '+541123456789')).toBe(true);
		expect(mayBeNumber('+541123456780', '+5491123456789')).toBe(false);
		// A call within the company, and none.
		for (const other of ['6789', 'Web', '', null]) {
			expect(mayBeNumber(other, '+5491123456789')).toBe(false);
		}
	});

	it('have those without a readable start also where the service sorts them last', async () => {
		const ringing = (Id: string, more = {}) => hoursAgo(0, { Id, StartedAt: null, ...more });
		const service = respondingClient(({ query }) => {
			if (query?.sort === 'StartedAt:desc') {
				return query.cursor
					? page([hoursAgo(40), hoursAgo(41)], 'more')
					: page([hoursAgo(30), hoursAgo(31)], 'more');
			}
			return query?.cursor
				? page([ringing('third'), hoursAgo(90)], 'more')
				: page([ringing('first'), ringing('second', { PhoneNumber: 'Web' })], 'next');
		});
		expect(names(await historyOf(service))).toEqual(['first', 'third']);
		expect(service.requests).toHaveLength(3);
	});

	it('are those of the time by the clock of the service, where that is behind', async () => {
		const date = new Date(NOW - 3 * HOUR).toUTCString();
		const body = { data: [hoursAgo(3.5), hoursAgo(27.5)], hasMore: false };
		const lookUps = new LookUps();
		const found = await historyOf(scriptedClient([json(body, 200, { date })]), DAY, lookUps);
		expect(names(found)).toEqual(['call 3.5']);
		const later = hoursAgo(26.5);
		const again = scriptedClient([json({ ...body, data: [later] }, 200, { date })]);
		expect(names(await historyOf(again))).toEqual(['call 26.5']);
		expect(lookUps.now()).toBe(NOW - 3 * HOUR + 1000);
	});
});

describe('a look-up that fails', () => {
	it.each([
		[json({ message: 'No' }, 403), rejection(403, 'No')],
		[json({}), { message: TITLES.noList('missing'), advice: ADVICE.changed }],
	])('says that nobody was called, why, and what asked: %j', async (response, why) => {
		expect(await rejectionOf(historyOf(scriptedClient([response])))).toEqual({
			...why,
			message: TITLES.lookUpFailed(why.message),
			advice: `Options such as 'Skip If Called Within' ask the service first. ${why.advice}`,
		});
	});

	it('is made again the next time, and not told before another item asks', async () => {
		const service = scriptedClient([json({}, 403), json({}, 403), page([hoursAgo(1)])]);
		const lookUps = new LookUps();
		lookUps.expect(PHONE_NUMBER, DAY);
		await lookUps.beforeCall(service.client, PHONE_NUMBER);
		await rejectionOf(historyOf(service, DAY, lookUps));
		expect(names(await historyOf(service, DAY, lookUps))).toEqual(['call 1']);
	});
});

describe('the look-ups of a run', () => {
	it('are made once for a number, also by calls that are on their way together', async () => {
		const service = pagedClient([[hoursAgo(1)]]);
		const lookUps = new LookUps();
		const both = await Promise.all([
			historyOf(service, DAY, lookUps),
			historyOf(service, DAY, lookUps),
		]);
		await historyOf(service, DAY, lookUps);
		expect(both.map(names)).toEqual([['call 1'], ['call 1']]);
		expect(service.requests).toHaveLength(1);
	});

	it('are made once for items that see back differently far: as far as the furthest', async () => {
		const service = pagedClient([[hoursAgo(1), hoursAgo(30), hoursAgo(50), hoursAgo(51)]]);
		const lookUps = new LookUps();
		for (const days of [1, 2]) lookUps.expect(PHONE_NUMBER, days * DAY);
		expect(names(await historyOf(service, DAY, lookUps))).toEqual(['call 1', 'call 30']);
		expect(names(await historyOf(service, 2 * DAY, lookUps))).toEqual(['call 1', 'call 30']);
		expect(service.requests).toHaveLength(1);
	});

	it('are not made where no item asks', async () => {
		const service = pagedClient([[hoursAgo(1)]]);
		const lookUps = new LookUps();
		lookUps.expect(PHONE_NUMBER, 0);
		expect(await lookUps.callsWith(service.client, PHONE_NUMBER)).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('see no call of the run, where a further attempt sees back further', async () => {
		const before = [hoursAgo(1), hoursAgo(23.5), hoursAgo(30)];
		const ofTheRun = hoursAgo(0);
		const listed = page([ofTheRun, ...before]);
		const service = scriptedClient([page(before), listed]);
		const lookUps = new LookUps();
		expect(names(await historyOf(service, DAY, lookUps))).toEqual(['call 1', 'call 23.5']);
		jest.spyOn(Date, 'now').mockReturnValue(NOW + HOUR);
		const all = ['call 1', 'call 23.5', 'call 30'];
		expect(names(await historyOf(service, 2 * DAY, lookUps))).toEqual(all);
	});
});

describe('with any service and any calls', () => {
	const HOURS = 48;

	interface Listed extends Start {
		isOurs: boolean;
		record: IDataObject;
	}

	/** Calls that a service has, with this number and with another one. */
	const anyCalls = fc
		.array(fc.tuple(anyStart(HOURS), fc.boolean()), { maxLength: 20 })
		.map((calls) =>
			calls.map(([start, isOurs], index): Listed => {
				const PhoneNumber = isOurs ? PHONE_NUMBER : '+4930999999';
				const { StartedAt } = start;
				return { ...start, isOurs, record: { Id: `call ${index}`, PhoneNumber, StartedAt } };
			}),
		);

	const idsOf = (records: IDataObject[]) => records.map(({ Id }) => String(Id));

	/** The calls that the guards must know, in any order. */
	const expected = (calls: Listed[], ms: number) =>
		idsOf(calls.filter((call) => call.isOurs && isWithin(call, ms)).map(({ record }) => record));

	const newestFirst = (calls: Listed[]) => {
		const position = ({ ago }: Listed) => (ago === Infinity ? -Infinity : ago);
		return [...calls].sort((a, b) => Math.sign(position(a) - position(b)) || 0);
	};

	/** What a service may make of filter and order. */
	const anyService = fc.record({
		filters: fc.boolean(),
		sort: fc.constantFrom(
			...['newest first', 'oldest first', 'undated last', 'rejected', 'unprocessable'],
		),
		pageSize: fc.integer({ min: 1, max: 6 }),
	});

	type Service = typeof anyService extends fc.Arbitrary<infer T> ? T : never;

	function listOf(calls: Listed[], service: Service) {
		const respond = ({ query }: ApiRequest) => {
			if (query?.sort && service.sort === 'rejected') return json({ message: 'No' }, 400);
			if (query?.sort && service.sort === 'unprocessable') return json({ message: 'No' }, 422);
			const found = newestFirst(calls).filter(({ isOurs }) => isOurs || !service.filters);
			if (service.sort === 'undated last') {
				found.sort((a, b) => Number(a.ago === Infinity) - Number(b.ago === Infinity));
				if (query?.sort === 'StartedAt:asc') found.reverse();
			} else if (service.sort !== 'newest first') found.reverse();
			const from = Number(query?.cursor ?? 0);
			const to = from + service.pageSize;
			return page(
				found.slice(from, to).map(({ record }) => record),
				to < found.length ? String(to) : '',
			);
		};
		return respondingClient(respond);
	}

	const anyLookBack = fc.oneof(
		{ weight: 5, arbitrary: fc.integer({ min: 1, max: HOURS - 2 }) },
		{ weight: 1, arbitrary: fc.constant(Infinity) },
	);

	it('every call of the time is found, whether the service filters and sorts or not', async () => {
		await fc.assert(
			fc.asyncProperty(anyCalls, anyService, anyLookBack, async (calls, service, hours) => {
				const { client } = listOf(calls, service);
				const found = await historyOf({ client }, hours * HOUR);

				expect(idsOf(found).sort()).toEqual(expected(calls, hours * HOUR).sort());
				// Those without a readable start come first, then the newest.
				const order = newestFirst(calls).map(({ ago }) => ago);
				const agoOf = (id: string) => calls[Number(id.split(' ')[1])].ago;
				const positions = idsOf(found).map((id) => order.indexOf(agoOf(id)));
				expect(positions).toEqual([...positions].sort((a, b) => a - b));
			}),
			{ numRuns: cases(1000) },
		);
	});
});
