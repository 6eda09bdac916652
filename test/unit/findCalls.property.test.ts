import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import type { TimeRange } from '../../nodes/shared/calls/dateRange';
import { findCalls } from '../../nodes/shared/calls/findCalls';
import { json, page, pagedClient, respondingClient } from '../support/scriptedClient';
import { cases } from '../support/deep';

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

it('a sorted list costs the pages from now back to the range, and one more to see its end', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 2, max: 6 }), range, async (each, dates) => {
			// One call a minute, so that every full page has several times.
			const list = callsAt(Array.from({ length: 24 }, (_, index) => 23 - index));
			const { cost } = await find(list, each, dates, Infinity);
			const { after = -Infinity } = dates;
			const worthReading = list.filter(({ StartedAt }) => Date.parse(String(StartedAt)) >= after);
			expect(cost).toBeLessThanOrEqual(Math.ceil(worthReading.length / each) + 1);
		}),
	);
});

it('a list in any order gives what reading all of it would give, once its order is seen to be broken', async () => {
	await fc.assert(
		fc.asyncProperty(
			minutes,
			size,
			range,
			fc.constantFrom('StartedAt:desc', 'StartedAt:asc'),
			fc.nat(12),
			async (times, each, dates, sort, minute) => {
				// The first two calls are out of the order that is asked for, so no page can prove anything.
				fc.pre(each > 1);
				const first = sort === 'StartedAt:asc' ? [minute + 1, minute] : [minute, minute + 1];
				const list = callsAt([...first, ...times]);
				const { found, cost } = await find(list, each, dates, Infinity, sort);
				expect(found).toEqual(naive(list, dates, Infinity));
				expect(cost).toBe(cut(list, each).length);
			},
		),
		{ numRuns: cases(500) },
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

it('a sort by another field reads everything', async () => {
	await fc.assert(
		fc.asyncProperty(minutes, size, range, async (times, each, dates) => {
			const list = callsAt(times);
			const { found, cost } = await find(list, each, dates, Infinity, 'PhoneNumber:asc');
			expect(found).toEqual(naive(list, dates, Infinity));
			expect(cost).toBe(cut(list, each).length);
		}),
	);
});

/** The times of the newest calls in a range. */
const newestTimes = (list: IDataObject[], dates: TimeRange, most: number) =>
	naive(list, dates, Infinity).map(startOf).sort(upwards).reverse().slice(0, most);

const startOf = ({ StartedAt }: IDataObject) => Date.parse(String(StartedAt));

const few = fc.integer({ min: 1, max: 12 });

it('a limit gives the newest calls of the range, where a service rejects the order', async () => {
	await fc.assert(
		fc.asyncProperty(minutes, size, range, few, async (times, each, dates, most) => {
			const list = callsAt(times);
			const pages = cut(list, each);
			const { client } = respondingClient(({ query }) => {
				if (query?.sort) return json({ message: 'Only asc' }, 400);
				const position = Number(query?.cursor ?? 0);
				const next = position + 1 < pages.length ? String(position + 1) : '';
				return page(pages[position], next);
			});
			const search = { path: '/public/calls', filters: [], range: dates, limit: most };
			const found = await findCalls(client, search);
			expect(found.map(startOf)).toEqual(newestTimes(list, dates, most));
		}),
		{ numRuns: cases(1000) },
	);
});

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
