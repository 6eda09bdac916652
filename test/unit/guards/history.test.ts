import type { IDataObject } from 'n8n-workflow';

import { LookUps } from '../../../nodes/create/guards/history';
import { Call } from '../../../nodes/service/call';
import { ADVICE, TITLES } from '../../support/engineSentences';
import { PHONE_NUMBER } from '../../support/guarded';
import { json, page, pagedClient, respondingClient } from '../../support/scriptedClient';
import { scriptedClient, type Recorded } from '../../support/scriptedClient';
import { rejection } from '../../support/sentences';
import { rejectionOf } from '../../support/userError';

const NOW = Date.parse('2026-11-20T20:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const setNow = (now: number) => jest.spyOn(Date, 'now').mockReturnValue(now);

beforeEach(() => void setNow(NOW));
afterEach(() => {
	jest.restoreAllMocks();
});

const hoursAgo = (hours: number, more: IDataObject = {}): IDataObject => ({
	Id: `call ${hours}`,
	PhoneNumber: PHONE_NUMBER,
	StartedAt: new Date(NOW - hours * HOUR).toISOString(),
	...more,
});

interface Question {
	lookBackMs?: number;
	lookUps?: LookUps;
	number?: string;
	hasCalled?: boolean;
}

async function historyOf({ client }: Recorded, question: Question = {}) {
	const { lookBackMs = DAY, lookUps = new LookUps(), hasCalled = false } = question;
	const { number = PHONE_NUMBER } = question;
	return await lookUps.callsWith(client, number, lookBackMs, hasCalled);
}

/** The Ids of these calls. */
const namesIn = async (service: Recorded, question?: Question) =>
	(await historyOf(service, question)).map(({ raw }) => raw.Id);

describe('the calls with a number', () => {
	it.each([200, 400])(
		'are in order where the service has none, and says so with %d',
		async (status) => {
			const undated = ['', null].map((StartedAt, Id) => hoursAgo(0, { Id, StartedAt }));
			// Nobody answered: it ended, and had no start.
			const EndedAt = new Date(NOW - 2.5 * HOUR).toISOString();
			const ended = hoursAgo(0, { Id: 'ended', StartedAt: '', EndedAt });
			const calls = [hoursAgo(20), undated[0], hoursAgo(2), undated[1], hoursAgo(3), hoursAgo(30)];
			const pages = [page([...calls.slice(0, 3), ended], '1'), page(calls.slice(3), '')];
			const service = respondingClient(({ query = {} }) =>
				query.sort && status !== 200 ? json({}, status) : pages[Number(query.cursor ?? 0)],
			);
			const inOrder = [0, 1, 'call 2', 'ended', 'call 3', 'call 20'];
			expect(await namesIn(service)).toEqual(inOrder);
		},
	);

	it('are asked for by the number, newest first, and no further back than needed', async () => {
		const service = scriptedClient([
			page([hoursAgo(1), hoursAgo(23)], 'x'),
			page([hoursAgo(25), hoursAgo(26)], 'y'),
			page([hoursAgo(27)], 'z'),
		]);
		expect(await namesIn(service)).toEqual(['call 1', 'call 23']);
		const filter = ['PhoneNumber:==:+4930123456'];
		expect(service.requests.map(({ path, query }) => [path, query])).toMatchObject(
			['desc', 'desc', 'asc'].map((order) => [
				'/public/calls',
				{ filter, sort: `StartedAt:${order}` },
			]),
		);
	});

	it('are those that may be with it, however the service writes it', async () => {
		// It ignores the filter.
		const other = hoursAgo(1, { Id: 'other', PhoneNumber: '+49 30 123457' });
		const written = ['+49 30 123456', 30123456, 'whatsapp:+4930123456'];
		const same = written.map((PhoneNumber, index) => hoursAgo(2 + index, { PhoneNumber }));
		expect(await namesIn(pagedClient([[other, ...same]]))).toEqual(['call 2', 'call 3', 'call 4']);
	});

	const asRows = (numbers: unknown[], fromIt: boolean, fromAll: boolean) =>
		numbers.map((PhoneNumber): [unknown, boolean, boolean] => [PhoneNumber, fromIt, fromAll]);

	it.each<[unknown, fromIt: boolean, fromAll: boolean]>([
		// What can be seen of it fits.
		...asRows(['+49301234**', '+4930****56', '+49-30-12-XX', '•••• 56'], true, true),
		...asRows(
			['+4930...56', '+49 30 - - - 56', '030(...)456', '+49301234__', '＊＊56'],
			true,
			true,
		),
		// Nothing can be compared.
		...asRows(
			[
				'[redacted]',
				'9a7f6c',
				'#4930123457',
				'4930123457/a1f',
				'',
				null,
				undefined,
				['+4930123456'],
				{},
			],
			true,
			false,
		),
		...asRows(['+4930123457', '030 123457', 30123457, 'sip:+4930123457@host'], false, false),
		...asRows(['(030) 12-34-57'], false, false),
	])(
		'are those that may be with it: %j, where a service finds it: %j, where it lists all: %j',
		async (PhoneNumber, fromIt, fromAll) => {
			const listed = hoursAgo(1, { PhoneNumber } as IDataObject);
			expect(await namesIn(pagedClient([[listed]]))).toEqual(fromIt ? ['call 1'] : []);
			const other = hoursAgo(2, { PhoneNumber: '+12025550100' });
			expect(await namesIn(pagedClient([[listed, other]]))).toEqual(fromAll ? ['call 1'] : []);
		},
	);

	it.each([
		['+5491123456789', ['+5491123456789', '+541123456789']],
		['+551123456789', ['+551123456789']],
	])('are looked up under all numbers of the phone: %s', async (number, asked) => {
		const service = respondingClient(({ query }) => {
			const PhoneNumber = String(query?.filter).split(':==:')[1];
			return page([hoursAgo(PhoneNumber.length, { PhoneNumber })]);
		});
		const lookUps = new LookUps();
		const found = await historyOf(service, { number, lookUps });
		expect(found.map((call) => call.number).sort()).toEqual([...asked].sort());
		// It is one look-up, whichever number an item has.
		await historyOf(service, { number: asked.at(-1), lookUps });
		expect(service.requests).toHaveLength(asked.length);
	});

	it('have those without a readable start also where the service sorts them last', async () => {
		const ringing = (Id: string, more = {}) => hoursAgo(0, { Id, StartedAt: null, ...more });
		const service = respondingClient(({ query }) => {
			if (query?.sort === 'StartedAt:desc') return page([hoursAgo(30), hoursAgo(31)], 'more');
			return query?.cursor
				? page([ringing('third'), hoursAgo(90)], 'more')
				: page([ringing('first'), ringing('second', { PhoneNumber: '+12025550100' })], 'next');
		});
		expect(await namesIn(service)).toEqual(['first', 'third']);
		expect(service.requests).toHaveLength(3);
	});

	it('are those of the time by the clock of the service, where that is behind', async () => {
		const date = new Date(NOW - 3 * HOUR).toUTCString();
		const body = { data: [hoursAgo(3.5), hoursAgo(27.5)], hasMore: false };
		const lookUps = new LookUps();
		const service = scriptedClient([json(body, 200, { date })]);
		expect(await namesIn(service, { lookUps })).toEqual(['call 3.5']);
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

	it('is made again the next time', async () => {
		const service = scriptedClient([json({}, 403), page([hoursAgo(1)])]);
		const lookUps = new LookUps();
		await rejectionOf(historyOf(service, { lookUps }));
		expect(await namesIn(service, { lookUps })).toEqual(['call 1']);
	});
});

describe('the look-ups of a run', () => {
	it('are one for a number, unless an item sees further back', async () => {
		const service = pagedClient([[hoursAgo(1), hoursAgo(30), hoursAgo(50), hoursAgo(51)]]);
		const lookUps = new LookUps();
		const both = await Promise.all([DAY, DAY].map(() => namesIn(service, { lookUps })));
		setNow(NOW + HOUR);
		expect([...both, await namesIn(service, { lookUps })]).toEqual(Array(3).fill(['call 1']));
		expect(service.requests).toHaveLength(1);
		const further = await namesIn(service, { lookUps, lookBackMs: 2 * DAY });
		expect(further).toEqual(['call 1', 'call 30']);
		expect(await namesIn(service, { lookUps })).toEqual(further);
		expect(service.requests).toHaveLength(2);
	});

	it('tell the own calls of the run also where the first is made after them', async () => {
		const lookUps = new LookUps();
		setNow(NOW + MINUTE);
		const service = pagedClient([[hoursAgo(0, { Id: 'own' }), hoursAgo(1)]]);
		const calls = await historyOf(service, { lookUps, hasCalled: true });
		expect(calls.map((call) => lookUps.wasBefore(PHONE_NUMBER, call))).toEqual([false, true]);
	});

	it.each([0, 180])(
		'tell what was listed before it, with a clock %d minutes behind',
		async (behind) => {
			const call = (Id: string, minutes: number) => hoursAgo((behind - minutes) / 60, { Id });
			const headers = { date: new Date(NOW - behind * MINUTE).toUTCString() };
			const body = { data: [call('new, listed', 1), call('old', -1)], hasMore: false };
			const service = scriptedClient([json(body, 200, headers)]);
			const lookUps = new LookUps();
			const isBefore = (raw: IDataObject) => lookUps.wasBefore(PHONE_NUMBER, new Call(raw));
			expect(isBefore(call('new', 1))).toBe(true);
			await historyOf(service, { lookUps });
			expect(
				[...body.data, call('new', 1), call('just', 0), call('old', -1)].map(isBefore),
			).toEqual([true, true, false, false, true]);
		},
	);

	it('are made again where the run called the number, and tell which calls may be its own', async () => {
		let listed = [hoursAgo(1), hoursAgo(23)];
		const service = respondingClient(() => page(listed));
		const lookUps = new LookUps();
		expect(await namesIn(service, { lookUps })).toEqual(['call 1', 'call 23']);

		const late = hoursAgo(0.5, { Id: 'late' });
		// The service's clock is a little behind, by less than its header tells.
		const own = hoursAgo(0.9 / 3600, { Id: 'own' });
		listed = [own, hoursAgo(0, { Id: 'ringing', StartedAt: null }), late, ...listed];
		setNow(NOW + MINUTE);
		expect(await namesIn(service, { lookUps, hasCalled: true })).toHaveLength(2);
		setNow(NOW + 8 * MINUTE);
		expect(await namesIn(service, { lookUps })).toHaveLength(2);
		const calls = await historyOf(service, { lookUps, hasCalled: true });
		expect(calls.map((call) => [call.raw.Id, lookUps.wasBefore(PHONE_NUMBER, call)])).toEqual([
			['ringing', false],
			['own', false],
			['late', true],
			['call 1', true],
			['call 23', true],
		]);
		expect(service.requests).toHaveLength(2);
		// Another retry, which sees back further.
		listed = [...listed, hoursAgo(30)];
		const further = await historyOf(service, { lookUps, lookBackMs: 2 * DAY });
		expect(lookUps.wasBefore(PHONE_NUMBER, further.at(-1)!)).toBe(true);
		expect(further).toHaveLength(6);
	});
});
