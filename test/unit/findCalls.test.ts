import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import type { Call } from '../../nodes/service/call';
import { callPages, findCalls, type CallSearch, type TimeRange } from '../../nodes/service/calls';
import { cases } from '../support/deep';
import { json, page, pagedClient, scriptedClient, type Script } from '../support/scriptedClient';
import { rejection, TOO_MANY_RECORDS } from '../support/sentences';
import { rejectionOf } from '../support/userError';

/** Calls named after the hour of 20 November in which they started. */
const at = (...hours: number[]): IDataObject[] =>
	hours.map((hour) => ({
		Id: `call ${hour}`,
		StartedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`,
	}));

const hour = (number: number) => Date.parse('2026-11-20T00:00:00Z') + number * 3_600_000;

const from10to12 = { after: hour(10), before: hour(12) };

const SEARCH: CallSearch = { path: '/public/calls', filters: [], limit: Infinity };

async function find(script: Script[], search: Partial<CallSearch> = {}) {
	const { client, requests } = scriptedClient(script);
	const finding = findCalls(client, { ...SEARCH, ...search });
	const found = await finding.then(
		(calls) => calls.map(({ raw }) => raw),
		(error: Error) => error,
	);
	const queries = requests.map(({ query }) => query);
	return { found, finding, queries, cost: queries.length };
}

const REJECTED = json({ message: 'Only asc' }, 400);

it('a service that rejects the order is not asked without it, where the user chose it', async () => {
	const { finding, cost } = await find([REJECTED], { sort: 'StartedAt:desc' });
	expect(await rejectionOf(finding)).toEqual(rejection(400, 'Only asc'));
	expect(cost).toBe(1);
});

it.each([{}, { range: {} }])('a condition holds beside %j', async (search) => {
	const { found } = await find([page(at(12, 11))], {
		...search,
		keep: ({ id }) => id === 'call 11',
	});
	expect(found).toEqual(at(11));
});

it.each([{ before: hour(12) }, { after: hour(10) }, {}])(
	'a call without a start is in no range, unless the caller says so: %j',
	async (range) => {
		const odd = { Id: 'odd', StartedAt: '0001-01-01T00:00:00Z' };
		const responses = [page([odd, ...at(11)])];
		expect((await find(responses, { range })).found).toEqual(at(11));
		const { found } = await find(responses, { range, keepsUndated: true });
		expect(found).toEqual([odd, ...at(11)]);
	},
);

describe('with a date range and a limit', () => {
	it('the limit counts the calls within the range, and no page is read for nothing', async () => {
		const responses = [page(at(14, 13), 'x'), page(at(11, 10), 'y'), page(at(9))];
		const { found, cost } = await find(responses, { range: from10to12, limit: 1 });
		expect([found, cost]).toEqual([at(11), 2]);
	});

	const sameTime = ['a', 'b', 'c'].map((Id) => ({ ...at(10)[0], Id }));

	it.each<[string, Script[]]>([
		[
			'rejects the order',
			[REJECTED, page(at(10, 9), 'x'), page(at(12, 11), 'y'), page(at(14, 13))],
		],
		['sends one time only', [page(sameTime, 'x'), page(at(14, 13, 12))]],
	])('the newest calls are returned where the service %s', async (_, responses) => {
		const { found } = await find(responses, { range: { after: hour(10) }, limit: 3 });
		expect(found).toEqual(at(14, 13, 12));
	});

	it('calls without a readable start count as the newest, and do not break the order', async () => {
		const ringing = { Id: 'ringing', StartedAt: '' };
		const search = { range: { after: hour(10) }, keepsUndated: true, limit: 2 };
		const newest = await find([page(at(11, 12), 'x'), page([...at(13), ringing])], search);
		expect(newest.found).toEqual([ringing, ...at(13)]);
		const before = [page([...at(9), ringing, ...at(8)], 'x'), page(at(7))];
		const { found, cost } = await find(before, { ...search, limit: Infinity });
		expect([found, cost]).toEqual([[ringing], 1]);
	});
});

describe('reading ends', () => {
	it.each<[string, string | undefined, number[], number, Script[]]>([
		[
			'after a page that lies wholly behind it, oldest first',
			'StartedAt:asc',
			[10, 11],
			3,
			[page(at(9, 10), 'x'), page(at(11, 12), 'y'), page(at(13, 14), 'z'), page(at(15))],
		],
		[
			'also where some started at the very end of the range, oldest first',
			'StartedAt:asc',
			[11],
			2,
			[page(at(11), 'x'), page(at(12, 13), 'y'), page(at(14))],
		],
		[
			'also where calls without a time, or with the same one, are among them',
			undefined,
			[],
			1,
			[page([...at(9), { Id: 'odd' }, ...at(9, 8)], 'x'), page(at(7))],
		],
	])('%s', async (_, sort, hours, pagesRead, responses) => {
		const { found, cost } = await find(responses, { range: from10to12, sort });
		expect([found, cost]).toEqual([at(...hours), pagesRead]);
	});

	it('for a call without a start by its end, if it has one', async () => {
		const ended = at(9, 10, 11, 12).map(({ Id, StartedAt }) => ({ Id, EndedAt: StartedAt }));
		const ringing = { Id: 'ringing', StartedAt: '0001-01-01' };
		const search = { range: from10to12, keepsUndated: true };
		const { found } = await find([page([...ended, ringing])], search);
		expect(found).toEqual([...ended.slice(1, 3), ringing]);
	});

	it.each<[string, string, Partial<CallSearch>, number]>([
		['where it ends before them', 'y', {}, 4],
		['unless it came there', '', {}, 2],
		['unless they are not asked for', 'y', { readsOtherEnd: false }, 2],
	])('calls without a start are read at the other end, %s', async (_, next, more, cost) => {
		const [ringing, unanswered, other] = ['ringing', 'unanswered', 'other'].map((Id) => ({ Id }));
		const script = [
			...[page([...at(11), ringing], 'x'), page(at(9, 8), next)],
			...[page([unanswered, ringing, other], 'z'), page([{ Status: 'unread' }, ...at(7)], 'w')],
		];
		const keep = ({ id }: Call) => id !== 'other';
		const search = { range: { after: hour(10) }, keepsUndated: true, readsOtherEnd: true, keep };
		const { found, queries } = await find(script, { ...search, ...more });
		const others = cost > 2 ? [unanswered, { Status: 'unread' }] : [];
		expect(found).toEqual([...at(11), ringing, ...others]);
		const [down, up] = ['StartedAt:desc', 'StartedAt:asc'];
		expect(queries.map((query) => query?.sort)).toEqual([down, down, up, up].slice(0, cost));
	});
});

it.each<[string, Script, number]>([
	['ignores the order', page(at(11, 10), 'x'), 4],
	['rejects it', json({ message: 'Only desc' }, 400), 4],
])(
	'for calls without a start, the list of a service that %s is read to its end',
	async (...row) => {
		const [, upwards, cost] = row;
		const unanswered = { Id: 'unanswered', EndedAt: at(11)[0].StartedAt };
		const longAgo = { Id: 'long ago', EndedAt: at(8)[0].StartedAt };
		const script = [
			...[page(at(11, 10), 'x'), page(at(9, 8), 'y'), upwards],
			page([unanswered, longAgo, { Id: 'ringing' }]),
		];
		const search = { range: { after: () => hour(10) }, keepsUndated: true, readsOtherEnd: true };
		const { found, queries } = await find(script, search);
		expect(queries).toHaveLength(cost);
		expect(found).toEqual([...at(11, 10), unanswered, { Id: 'ringing' }]);
	},
);

it('a beginning that moves while the list is read is asked for at every page', async () => {
	let after = hour(0);
	const range = { after: () => (after += 9 * 3_600_000) };
	const script = [page(at(14, 13), 'x'), page(at(12, 11), 'y'), page(at(10))];
	expect(await find(script, { range })).toMatchObject({ found: at(14, 13), cost: 2 });
});

it('a start that is no time is an error, and none where nothing depends on it', async () => {
	const odd = { Id: 'odd', StartedAt: 'soon' };
	const { finding } = await find([page([...at(11), odd])], { range: from10to12 });
	expect((await rejectionOf(finding)).message).toBe(
		'\'StartedAt\' of call "odd" is "soon", which is not a time',
	);
	expect((await find([page([odd])])).found).toEqual([odd]);
});

describe('reading goes on', () => {
	const last = page(at(11));

	it.each([
		['a page is empty', [page(at(14), 'w'), page([], 'x')], {}],
		['calls sort by another field', [page(at(9, 8), 'x')], { sort: 'PhoneNumber:asc' }],
		['the direction is none that is known', [page(at(13, 14), 'x')], { sort: 'StartedAt:newest' }],
	])('where %s', async (_, responses, search: Partial<CallSearch>) => {
		const { found, cost } = await find([...responses, last], { range: from10to12, ...search });
		expect(found).toEqual(expect.arrayContaining(at(11)));
		expect(cost).toBe(responses.length + 1);
	});
});

describe('a service that rejects newest first', () => {
	it('is asked again without an order, to the end', async () => {
		// Sorted by something else, so that the first page looks as if it were newest first.
		const responses = [json({}, 422), page(at(9, 8), 'x'), page(at(11, 10))];
		const { found, queries } = await find(responses, { range: from10to12 });
		expect(found).toEqual(at(11, 10));
		expect(queries).toEqual([
			{ filter: [], sort: 'StartedAt:desc' },
			{ filter: [], sort: undefined },
			{ filter: [], sort: undefined, cursor: 'x' },
		]);
	});

	it('tells in its own words what else it rejects', async () => {
		const { finding } = await find([REJECTED, json({ message: 'Bad filter' }, 400)], {
			range: from10to12,
			advice: { query: 'Correct the filter.' },
		});
		const expected = { ...rejection(400, 'Bad filter'), advice: 'Correct the filter.' };
		expect(await rejectionOf(finding)).toEqual(expected);
	});

	it.each<[string, Script[], number]>([
		['with another status', [json({}, 401)], 401],
		['where it rejects a later page', [page(at(12), 'x'), REJECTED], 400],
	])('is not asked again %s', async (_, responses, status) => {
		const { finding, cost } = await find(responses, { range: from10to12 });
		expect([(await rejectionOf(finding)).status, cost]).toEqual([status, responses.length]);
	});
});

it('the pages of calls can be begun at a cursor, newest first or as the service likes', async () => {
	const { client, requests } = scriptedClient([REJECTED, page(at(2), 'y'), page(at(1))]);
	const cursors: string[] = [];
	for await (const { nextCursor } of callPages(client, { ...SEARCH, range: {}, resumeAt: 'x' })) {
		cursors.push(nextCursor);
	}
	expect(cursors).toEqual(['y', '']);
	expect(requests.map(({ query }) => [query?.sort, query?.cursor])).toEqual([
		['StartedAt:desc', 'x'],
		[undefined, 'x'],
		[undefined, 'y'],
	]);
});

it('more calls than n8n can take are an error, unless the limit is lower', async () => {
	const all = Array.from({ length: 100_001 }, (_, n) => ({
		Id: `call ${n}`,
		StartedAt: new Date(hour(0) - n * 3_600_000).toISOString(),
	}));
	const { finding } = await find([page(all)], { range: {}, limit: 200_000 });
	expect(await rejectionOf(finding)).toEqual(TOO_MANY_RECORDS);
	expect((await find([page(all)], { range: {}, limit: 100_000 })).found).toHaveLength(100_000);
});

describe('of any list', () => {
	const MINUTE = 60_000;
	const START = hour(0);
	const startOf = ({ StartedAt }: IDataObject) => Date.parse(String(StartedAt));
	const upwards = (a: number, b: number) => a - b;

	/** Minutes after midnight at which calls started; few, so that many are the same. */
	const minutes = fc.array(fc.nat(12), { maxLength: 30 });
	const size = fc.integer({ min: 1, max: 6 });
	const range = fc.tuple(fc.option(fc.nat(13)), fc.option(fc.nat(13))).map(
		([after, before]): TimeRange => ({
			...(after !== null && { after: START + after * MINUTE }),
			...(before !== null && { before: START + before * MINUTE }),
		}),
	);

	const callsAt = (times: number[]): IDataObject[] =>
		times.map((minute, index) => ({
			Id: `call ${index}`,
			StartedAt: new Date(START + minute * MINUTE).toISOString(),
		}));

	const within = (list: IDataObject[], { after = -Infinity, before = Infinity }: TimeRange) =>
		list.filter((record) => startOf(record) >= after && startOf(record) < before);

	async function findIn(list: IDataObject[], each: number, search: Partial<CallSearch>) {
		const count = Math.max(1, Math.ceil(list.length / each));
		const cut = Array.from({ length: count }, (_, n) => list.slice(n * each, (n + 1) * each));
		const { client, requests } = pagedClient(cut);
		const calls = await findCalls(client, { ...SEARCH, ...search });
		const found = calls.map(({ raw }) => raw);
		return { found, cost: requests.length, seen: list.slice(0, requests.length * each) };
	}

	it('that is sorted all calls of the range are found, as if all of it were read', async () => {
		const limits = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 }));
		const sorts = fc.constantFrom(undefined, 'StartedAt:desc', 'StartedAt:asc');
		await fc.assert(
			fc.asyncProperty(
				minutes,
				size,
				range,
				limits,
				sorts,
				async (times, each, dates, limit, sort) => {
					const ascending = [...times].sort(upwards);
					const list = callsAt(sort === 'StartedAt:asc' ? ascending : ascending.reverse());
					const { found } = await findIn(list, each, { range: dates, limit, sort });
					expect(found).toEqual(within(list, dates).slice(0, limit));
				},
			),
			{ numRuns: cases(1500) },
		);
	});

	it('in any order they are found, unless its beginning looked sorted', async () => {
		await fc.assert(
			fc.asyncProperty(minutes, size, range, async (times, each, dates) => {
				const list = callsAt(times);
				const { found, cost, seen } = await findIn(list, each, { range: dates });
				expect(found).toEqual(within(seen, dates));
				if (seen.length >= list.length) return;
				// It stopped early: then every page that was read was in order, and the last one beyond the range.
				const starts = seen.map(startOf);
				expect(starts).toEqual([...starts].sort(upwards).reverse());
				const lastPage = starts.slice((cost - 1) * each);
				expect(Math.max(...lastPage)).toBeLessThan(dates.after ?? -Infinity);
				expect(new Set(lastPage).size).toBeGreaterThan(1);
			}),
			{ numRuns: cases(1500) },
		);
	});

	it('a limit gives the newest of the range, where a service ignores the order', async () => {
		const few = fc.integer({ min: 1, max: 12 });
		await fc.assert(
			fc.asyncProperty(minutes, size, range, few, async (times, each, dates, limit) => {
				const list = callsAt(times);
				const { found, seen } = await findIn(list, each, { range: dates, limit });
				const newest = within(seen, dates).map(startOf).sort(upwards).reverse().slice(0, limit);
				expect(found.map(startOf)).toEqual(newest);
				if (seen.length >= list.length) return;
				// It stopped early: then everything that was read was in order, and showed that there is one.
				const starts = seen.map(startOf);
				expect(starts).toEqual([...starts].sort(upwards).reverse());
				expect(new Set(starts).size).toBeGreaterThan(1);
			}),
			{ numRuns: cases(1500) },
		);
	});
});
