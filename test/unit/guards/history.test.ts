import type { IDataObject } from 'n8n-workflow';

import { LookUps } from '../../../nodes/create/guards/history';
import { mayBeSamePhone } from '../../../nodes/phone';
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

const NOW = Date.parse('2026-11-20T20:00:00Z');
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
	it.each([200, 400, 422])(
		'are in order where the service has none, and says so with %d',
		async (status) => {
			const undated = ['', null].map((StartedAt, Id) => hoursAgo(0, { Id, StartedAt }));
			const calls = [hoursAgo(20), undated[0], hoursAgo(2), undated[1], hoursAgo(3), hoursAgo(30)];
			const pages = [page(calls.slice(0, 3), '1'), page(calls.slice(3), '')];
			const service = respondingClient(({ query = {} }) =>
				query.sort && status !== 200 ? json({}, status) : pages[Number(query.cursor ?? 0)],
			);
			expect(names(await historyOf(service))).toEqual([0, 1, 'call 2', 'call 3', 'call 20']);
		},
	);

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
		const service = scriptedClient([
			page([hoursAgo(1), hoursAgo(23)], 'x'),
			page([hoursAgo(25), hoursAgo(26)], 'y'),
			page([hoursAgo(27)], 'z'),
		]);
		expect(names(await historyOf(service))).toEqual(['call 1', 'call 23']);
		const sorts = service.requests.map(({ query }) => query?.sort);
		expect(sorts).toEqual(['StartedAt:desc', 'StartedAt:desc', 'StartedAt:asc']);
	});

	it.each([
		...['+49 30 123456', '4930123456', 4930123456, '004930123456', 'tel:+49-30-123456'],
		...['030 123456', 30123456, '+49 030 123456', '+49 30 123456 ext. 7', 'whatsapp:+4930123456'],
		...['sip:+4930123456@example.com', '011 49 30 123456', '+49\u200f30 123456'],
		...['+49030123456', '49030123456'],
	])(
		'are those of this number, and those that may be, however the service writes it: %j',
		async (PhoneNumber) => {
			const service = pagedClient([[hoursAgo(1, { PhoneNumber })]]);
			expect(names(await historyOf(service))).toEqual(['call 1']);
		},
	);

	it('are those of the same phone, where a country has two numbers for it, and of no other', () => {
		expect(mayBeSamePhone('+541123456789', '+5491123456789')).toBe(true);
		expect(mayBeSamePhone('54 9 11 2345 6789', '+541123456789')).toBe(true);
		expect(mayBeSamePhone('+541123456780', '+5491123456789')).toBe(false);
		expect(mayBeSamePhone('4000', '+6834000')).toBe(true);
		expect(mayBeSamePhone('sip:+6834000@host1', '+6834000')).toBe(true);
		expect(mayBeSamePhone('+54 11 15 2345-6789', '+5491123456789')).toBe(true);
		// Another country, a call within the company, and none.
		for (const other of ['+4923456789', 'sip:+49456789@host', '6789', 'Web', '', null]) {
			expect(mayBeSamePhone(other, '+5491123456789')).toBe(false);
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
