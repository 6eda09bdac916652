import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { callPages, findCalls, type CallSearch } from '../../nodes/shared/calls/findCalls';
import { json, page, scriptedClient, type Script, pagedClient } from '../support/scriptedClient';
import { rejection, TOO_MANY_RECORDS } from '../support/sentences';
import { rejectionOf } from '../support/userError';
import type { TimeRange } from '../../nodes/shared/calls/dateRange';
import { cases } from '../support/deep';

/** Calls named after the hour of 20 November in which they started. */
const at = (...hours: number[]): IDataObject[] =>
	hours.map((hour) => ({
		Id: `call ${hour}`,
		StartedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`,
	}));

const hour = (number: number) => Date.parse('2026-11-20T00:00:00Z') + number * 3_600_000;

const from10to12 = { after: hour(10), before: hour(12) };

async function find(script: Script[], search: Partial<CallSearch> = {}) {
	const { client, requests } = scriptedClient(script);
	const finding = findCalls(client, {
		path: '/public/calls',
		filters: [],
		limit: Infinity,
		...search,
	});
	const found = await finding.catch((error: Error) => error);
	return { found, finding, queries: requests.map(({ query }) => query), requests };
}

const REJECTED = json({ message: 'Only asc' }, 400);

describe('without a date range', () => {
	it('filters and the sort are sent with every page, and no sort where none was chosen', async () => {
		const filters = ['Status:==:unread', 'Assistant:==:asst-1'];
		const responses = [page(at(1), 'x'), page(at(2))];
		expect((await find(responses, { filters, sort: 'PhoneNumber:asc' })).queries).toEqual([
			{ filter: filters, sort: 'PhoneNumber:asc' },
			{ filter: filters, sort: 'PhoneNumber:asc', cursor: 'x' },
		]);
		expect((await find(responses)).queries).toEqual([
			{ filter: [], sort: undefined },
			{ filter: [], sort: undefined, cursor: 'x' },
		]);
	});

	it('a service that rejects the order is not asked without it, where the user chose it', async () => {
		const { finding, queries } = await find([REJECTED], { sort: 'StartedAt:desc' });
		expect(await rejectionOf(finding)).toEqual(rejection(400, 'Only asc'));
		expect(queries).toHaveLength(1);
	});
});

describe('with a date range', () => {
	it('its beginning belongs to it and its end does not', async () => {
		const edges = [hour(12), hour(12) - 1, hour(10), hour(10) - 1].map((time) => ({
			Id: String(time),
			StartedAt: new Date(time).toISOString(),
		}));
		expect((await find([page(edges)], { range: from10to12 })).found).toEqual(edges.slice(1, 3));
	});

	it.each([undefined, null, '', 'soon', 1795161600000, {}])(
		'a call that started at %j never matches',
		async (StartedAt) => {
			const odd = { Id: 'odd', StartedAt } as IDataObject;
			for (const range of [{ before: hour(12) }, { after: hour(10) }, {}]) {
				expect((await find([page([odd, ...at(11)])], { range })).found).toEqual(at(11));
			}
		},
	);
});

describe('with a date range and a limit', () => {
	it('the limit counts the calls within the range, and no page is read for nothing', async () => {
		const responses = [page(at(14, 13), 'x'), page(at(11, 10), 'y'), page(at(9))];
		const { found, queries } = await find(responses, { range: from10to12, limit: 1 });
		expect(found).toEqual(at(11));
		expect(queries).toHaveLength(2);
	});

	it.each([
		['ignores the order', [page(at(9, 10), 'x'), page(at(11, 12), 'y'), page(at(13, 14))]],
		[
			'rejects the order',
			[REJECTED, page(at(10, 9), 'x'), page(at(12, 11), 'y'), page(at(14, 13))],
		],
		['ignores it after some pages', [page(at(10), 'x'), page(at(11, 12), 'y'), page(at(14, 13))]],
	])('the newest calls are returned where the service %s', async (_, responses) => {
		const search = { range: { after: hour(10) }, limit: 3 };
		const { found, queries } = await find(responses, search);
		expect(found).toEqual(at(14, 13, 12));
		expect(queries).toHaveLength(responses.length);
	});

	it('calls that started at the same time prove no order either', async () => {
		const [call] = at(10);
		const same = ['a', 'b'].map((Id) => ({ ...call, Id }));
		const { found } = await find([page(same, 'x'), page(at(12))], { range: {}, limit: 1 });
		expect(found).toEqual(at(12));
	});

	it('the order that the user chose decides which calls are returned', async () => {
		const responses = [page(at(10, 11), 'x'), page(at(12))];
		const search = { range: { after: hour(10) }, limit: 2, sort: 'StartedAt:asc' };
		const { found, queries } = await find(responses, search);
		expect(found).toEqual(at(10, 11));
		expect(queries).toHaveLength(1);
	});
});

describe('calls without a readable start', () => {
	const [ringing, odd] = [
		{ Id: 'ringing', StartedAt: '' },
		{ Id: 'odd', StartedAt: 'soon' },
	];

	it('are in the range where the caller says so', async () => {
		const responses = [page([ringing, ...at(11), odd, ...at(9)])];
		const { found } = await find(responses, { range: { after: hour(10) }, keepsUndated: true });
		expect(found).toEqual([ringing, ...at(11), odd]);
	});

	it('count as the newest', async () => {
		const search = { range: { after: hour(10) }, keepsUndated: true, limit: 2 };
		const { found } = await find([page(at(11, 12), 'x'), page([...at(13), ringing])], search);
		expect(found).toEqual([ringing, ...at(13)]);
	});

	it('are not found by a further condition that they do not meet', async () => {
		const search = { range: {}, keepsUndated: true, keep: ({ Id }: IDataObject) => Id === 'odd' };
		expect((await find([page([ringing, odd])], search)).found).toEqual([odd]);
	});
});

describe('reading ends', () => {
	it('after a page that lies wholly before the range, newest first', async () => {
		const responses = [
			page(at(14, 11), 'x'),
			page(at(10, 9), 'y'),
			page(at(8, 7), 'z'),
			page(at(6)),
		];
		const { found, queries } = await find(responses, { range: from10to12 });
		expect(found).toEqual(at(11, 10));
		expect(queries).toHaveLength(3);
	});

	it('after a page that lies wholly behind the range, oldest first', async () => {
		const responses = [
			page(at(9, 10), 'x'),
			page(at(11, 12), 'y'),
			page(at(13, 14), 'z'),
			page(at(15)),
		];
		const { found, queries } = await find(responses, { range: from10to12, sort: 'StartedAt:asc' });
		expect(found).toEqual(at(10, 11));
		expect(queries).toHaveLength(3);
	});

	it('also where calls without a time are among them', async () => {
		const responses = [page([...at(9), { Id: 'odd' }, ...at(8)], 'x'), page(at(7))];
		expect((await find(responses, { range: from10to12 })).queries).toHaveLength(1);
	});

	it('also where some calls started at the same time', async () => {
		const responses = [page([...at(9, 9), ...at(8)], 'x'), page(at(7))];
		expect((await find(responses, { range: from10to12 })).queries).toHaveLength(1);
	});

	it('also where some started at the very end of the range, oldest first', async () => {
		const search = { range: from10to12, sort: 'StartedAt:asc' };
		const atTheEnd = { ...at(12)[0], Id: 'at the end' };
		const responses = [
			page([...at(11, 12), atTheEnd], 'x'),
			page([{ ...atTheEnd, Id: 'at the end, too' }, ...at(13)], 'y'),
			page(at(14)),
		];
		const { found, queries } = await find(responses, search);
		expect(found).toEqual(at(11));
		expect(queries).toHaveLength(2);
	});
});

describe('reading goes on', () => {
	const last = page(at(11));

	it.each([
		['a page before the range has one time only', [page(at(9, 9), 'x')], {}],
		['a page before the range has one call only', [page(at(9), 'x')], {}],
		['a page is empty', [page(at(14), 'w'), page([], 'x')], {}],
		['a page has no times', [page([{ Id: 'a' }, { Id: 'b' }], 'x')], {}],
		['a part of the page is in the range', [page(at(10, 9, 8), 'x')], {}],
		['a part of the page is newer than the range', [page(at(12, 9, 8), 'x')], {}],
		['a pair on the page is out of order', [page(at(8, 9), 'x')], {}],
		['a pair on an earlier page was', [page(at(13, 14), 'w'), page(at(9, 8), 'x')], {}],
		['calls sort by another field', [page(at(9, 8), 'x')], { sort: 'PhoneNumber:asc' }],
		['calls sort by another field, downwards', [page(at(9, 8), 'x')], { sort: 'EndedAt:desc' }],
		['the direction is none that is known', [page(at(9, 8), 'x')], { sort: 'StartedAt:newest' }],
		['oldest first is before the range', [page(at(8, 9), 'x')], { sort: 'StartedAt:asc' }],
	])('where %s', async (_, responses, search: Partial<CallSearch>) => {
		const { found, queries } = await find([...responses, last], { range: from10to12, ...search });
		expect(found).toEqual(expect.arrayContaining(at(11)));
		expect(queries).toHaveLength(responses.length + 1);
	});

	it('where the range is open at the end that reading moves to', async () => {
		const newest = await find([page(at(9, 8), 'x'), last], { range: { before: hour(12) } });
		expect(newest.queries).toHaveLength(2);
		const oldest = { range: { after: hour(1) }, sort: 'StartedAt:asc' };
		expect((await find([page(at(8, 9), 'x'), last], oldest)).queries).toHaveLength(2);
	});
});

describe('a service that rejects newest first', () => {
	it('is asked again without an order, on every page', async () => {
		const { found, queries } = await find([REJECTED, page(at(9, 10), 'x'), page(at(11))], {
			range: from10to12,
		});
		expect(found).toEqual(at(10, 11));
		expect(queries).toEqual([
			{ filter: [], sort: 'StartedAt:desc' },
			{ filter: [], sort: undefined },
			{ filter: [], sort: undefined, cursor: 'x' },
		]);
	});

	it('is read to its end, since no order was promised', async () => {
		// Sorted by something else, so that the first page looks as if it were newest first.
		const responses = [REJECTED, page(at(9, 8), 'x'), page(at(11, 10))];
		expect((await find(responses, { range: from10to12 })).found).toEqual(at(11, 10));
	});

	it('tells in its own words what else it rejects', async () => {
		const { finding, queries } = await find([REJECTED, json({ message: 'Bad filter' }, 400)], {
			range: from10to12,
			advice: { 400: 'Correct the filter.' },
		});
		expect(await rejectionOf(finding)).toEqual({
			...rejection(400, 'Bad filter'),
			advice: 'Correct the filter.',
		});
		expect(queries).toHaveLength(2);
	});

	it('is not asked again with another status', async () => {
		const { finding, queries } = await find([json({}, 401)], { range: from10to12 });
		expect((await rejectionOf(finding)).status).toBe(401);
		expect(queries).toHaveLength(1);
	});

	it('is not asked again where it rejects a later page', async () => {
		const { finding, queries } = await find([page(at(12), 'x'), REJECTED], { range: from10to12 });
		expect((await rejectionOf(finding)).status).toBe(400);
		expect(queries).toHaveLength(2);
	});
});

describe('the pages of calls', () => {
	it('can be begun at a cursor, newest first or as the service likes', async () => {
		const { client, requests } = scriptedClient([REJECTED, page(at(2), 'y'), page(at(1))]);
		const cursors: string[] = [];
		const search = { path: '/public/calls', filters: [], range: {}, limit: Infinity };
		for await (const { nextCursor } of callPages(client, search, 'x')) {
			cursors.push(nextCursor);
		}
		expect(cursors).toEqual(['y', '']);
		expect(requests.map(({ query }) => [query?.sort, query?.cursor])).toEqual([
			['StartedAt:desc', 'x'],
			[undefined, 'x'],
			[undefined, 'y'],
		]);
	});
});

describe('more calls than n8n can take', () => {
	const PAGES = 101;
	const day = (number: number) => new Date(Date.UTC(2026, 10, 20) - number * 86_400_000);

	/** A thousand calls a page, newest first. */
	const history = Array.from({ length: PAGES }, (_, index) =>
		page(
			Array.from({ length: 1000 }, (__, call) => ({
				Id: `call ${index}.${call}`,
				StartedAt: day(index * 1000 + call).toISOString(),
			})),
			index === PAGES - 1 ? '' : String(index + 1),
		),
	);

	it.each([
		['without a limit', Infinity],
		['with a limit beyond it', 200_000],
	])('are an error %s, before any of them is lost', async (_, limit) => {
		const { finding } = await find(history, { range: {}, limit });
		expect(await rejectionOf(finding)).toEqual(TOO_MANY_RECORDS);
	});
});

describe('any list', () => {
	const MINUTE = 60_000;
	const START = Date.parse('2026-11-20T00:00:00Z');

	/** Minutes after midnight at which calls started; few, so that many are the same. */
	const minutes = fc.array(fc.nat(12), { maxLength: 30 });

	const range = fc.tuple(fc.option(fc.nat(13)), fc.option(fc.nat(13))).map(
		([after, before]): TimeRange => ({
			...(after !== null && { after: START + after * MINUTE }),
			...(before !== null && { before: START + before * MINUTE }),
		}),
	);

	const size = fc.integer({ min: 1, max: 6 });

	const limit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 }));

	const callsAt = (times: number[]): IDataObject[] =>
		times.map((minute, index) => ({
			Id: `call ${index}`,
			StartedAt: new Date(START + minute * MINUTE).toISOString(),
		}));

	const cut = (list: IDataObject[], each: number): IDataObject[][] =>
		Array.from({ length: Math.max(1, Math.ceil(list.length / each)) }, (_, index) =>
			list.slice(index * each, (index + 1) * each),
		);

	const within = ({ after = -Infinity, before = Infinity }: TimeRange, record: IDataObject) => {
		const time = Date.parse(String(record.StartedAt));
		return time >= after && time < before;
	};

	const naive = (list: IDataObject[], dates: TimeRange, most: number) =>
		list.filter((record) => within(dates, record)).slice(0, most);

	const find = async (
		list: IDataObject[],
		each: number,
		dates: TimeRange,
		most: number,
		sort?: string,
	) => {
		const { client, requests } = pagedClient(cut(list, each));
		const search = { path: '/public/calls', filters: [], range: dates, limit: most, sort };
		return { found: await findCalls(client, search), cost: requests.length };
	};

	const upwards = (a: number, b: number) => a - b;

	it('a sorted list gives what reading all of it would give', async () => {
		await fc.assert(
			fc.asyncProperty(
				minutes,
				size,
				range,
				limit,
				fc.constantFrom(undefined, 'StartedAt:desc', 'StartedAt:asc'),
				async (times, each, dates, most, sort) => {
					const ascending = [...times].sort(upwards);
					const list = callsAt(sort === 'StartedAt:asc' ? ascending : ascending.reverse());
					const { found, cost } = await find(list, each, dates, most, sort);
					expect(found).toEqual(naive(list, dates, most));
					expect(cost).toBeLessThanOrEqual(cut(list, each).length);
				},
			),
			{ numRuns: cases(1500) },
		);
	});

	it('a list in any order gives what reading all of it would give, unless its beginning looked sorted', async () => {
		await fc.assert(
			fc.asyncProperty(minutes, size, range, async (times, each, dates) => {
				const list = callsAt(times);
				const pagesOfTimes = cut(list, each).map((one) =>
					one.map(({ StartedAt }) => Date.parse(String(StartedAt))),
				);
				const { found, cost } = await find(list, each, dates, Infinity);
				if (cost === pagesOfTimes.length) {
					return expect(found).toEqual(naive(list, dates, Infinity));
				}
				// It stopped early: then every page that was read was in order, and the last one beyond the range.
				const seen = pagesOfTimes.slice(0, cost).flat();
				expect(seen).toEqual([...seen].sort(upwards).reverse());
				const last = pagesOfTimes[cost - 1];
				expect(Math.max(...last)).toBeLessThan(dates.after ?? -Infinity);
				expect(new Set(last).size).toBeGreaterThan(1);
				expect(found).toEqual(naive(list.slice(0, cost * each), dates, Infinity));
			}),
			{ numRuns: cases(1500) },
		);
	});

	/** The times of the newest calls in a range. */
	const newestTimes = (list: IDataObject[], dates: TimeRange, most: number) =>
		naive(list, dates, Infinity).map(startOf).sort(upwards).reverse().slice(0, most);

	const startOf = ({ StartedAt }: IDataObject) => Date.parse(String(StartedAt));

	const few = fc.integer({ min: 1, max: 12 });

	it('a limit gives the newest calls of the range, where a service ignores the order', async () => {
		await fc.assert(
			fc.asyncProperty(minutes, size, range, few, async (times, each, dates, most) => {
				const list = callsAt(times);
				const { found, cost } = await find(list, each, dates, most);
				const seen = list.slice(0, cost * each);
				expect(found.map(startOf)).toEqual(newestTimes(seen, dates, most));
				if (seen.length >= list.length) return;
				// It stopped early: then everything that was read was in order, and showed that there is one.
				const starts = seen.map(startOf);
				expect(starts).toEqual([...starts].sort(upwards).reverse());
				expect(new Set(starts).size).toBeGreaterThan(1);
			}),
			{ numRuns: cases(1500) },
		);
	});

	it('calls without a readable start are never lost where they count, and never found where they do not', async () => {
		const start = fc.oneof(fc.nat(12), fc.constantFrom('', 'soon', null));
		await fc.assert(
			fc.asyncProperty(
				fc.array(start, { maxLength: 30 }),
				size,
				fc.boolean(),
				async (starts, each, keepsUndated) => {
					const list = starts.map((any, index) => ({
						...callsAt([typeof any === 'number' ? any : 0])[0],
						...(typeof any !== 'number' && { StartedAt: any }),
						Id: `call ${index}`,
					}));
					const { client } = pagedClient(cut(list, each));
					const search = {
						path: '/public/calls',
						filters: [],
						range: {},
						limit: Infinity,
						keepsUndated,
					};
					const found = await findCalls(client, search);
					const isDated = ({ StartedAt }: IDataObject) =>
						!Number.isNaN(Date.parse(String(StartedAt)));
					expect(found).toEqual(list.filter((record) => keepsUndated || isDated(record)));
				},
			),
			{ numRuns: cases(300) },
		);
	});
});
