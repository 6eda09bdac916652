import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { collect, pages } from '../../nodes/shared/lists/pagination';
import { page, pagedClient, respondingClient } from '../support/scriptedClient';
import { cursorIgnored } from '../support/sentences';
import { resultOf } from '../support/userError';
import { cases } from '../support/deep';

const LIST = { path: '/public/calls', query: {} };

const EVENTS = { path: '/public/events', query: {}, isUndocumented: true };

/** Cuts a list into pages of these sizes, over and over; a size of 0 is an empty page. */
function cut<T>(list: T[], sizes: number[]): T[][] {
	const result: T[][] = [];
	let rest = list;
	for (let index = 0; rest.length > 0; index++) {
		const size = sizes[index % sizes.length];
		result.push(rest.slice(0, size));
		rest = rest.slice(size);
	}
	return result.length > 0 ? result : [[]];
}

const calls = (count: number, name = 'call'): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ Id: `${name} ${index}` }));

const records = fc.nat(60).map((count) => calls(count));

const sizes = fc
	.array(fc.nat(7), { minLength: 1, maxLength: 6 })
	.filter((list) => list.some((size) => size > 0));

const limit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 70 }));

/** How many pages have to be read until there are enough records. */
function needed(list: unknown[][], most: number): number {
	let count = 0;
	for (const [index, each] of list.entries()) {
		count += each.length;
		if (count >= most) return index + 1;
	}
	return list.length;
}

/**
 * A service that counts positions, newest first, while calls begin: `begun(n)` of them before the n-th
 * request.
 */
function shiftingClient(all: IDataObject[], size: number, begun: (request: number) => number) {
	let newest: IDataObject[] = [];
	let asked = 0;
	return respondingClient(({ query }) => {
		const more = asked === 0 ? 0 : begun(asked);
		newest = [...calls(more, `new ${asked++}`), ...newest];
		const now = [...newest, ...all];
		const position = Number(query?.cursor ?? 0);
		const next = position + size;
		return page(now.slice(position, next), next < now.length ? String(next) : '');
	});
}

it('nothing is lost, doubled or read for nothing, however a list is cut into pages', async () => {
	await fc.assert(
		fc.asyncProperty(records, sizes, limit, async (all, each, most) => {
			const list = cut(all, each);
			const { client, requests } = pagedClient(list);
			const read = await collect(pages(client, LIST), { limit: most });
			expect(read).toEqual(all.slice(0, most));
			expect(requests).toHaveLength(needed(list, most));
		}),
		{ numRuns: cases(500) },
	);
});

it('nothing is lost of records of which nothing is known, but what an earlier page had in every field', async () => {
	const field = fc.constantFrom(1, 2, '1', null);
	const record = fc.record({ id: field, Id: field, name: field }, { requiredKeys: [] });
	await fc.assert(
		fc.asyncProperty(fc.array(record, { maxLength: 20 }), sizes, async (all, each) => {
			const list = cut(all as IDataObject[], each);
			const { client } = pagedClient(list);
			const known = new Set<string>();
			const expected = list.flatMap((one) => {
				const isNew = one.map((entry, index) => {
					const text = JSON.stringify(entry);
					const hasId = [entry.id, entry.Id].some((id) => id !== undefined && id !== null);
					const isTwin = hasId && one.findIndex((each) => JSON.stringify(each) === text) < index;
					return !known.has(text) && !isTwin;
				});
				for (const entry of one) known.add(JSON.stringify(entry));
				return one.filter((_, index) => isNew[index]);
			});
			// Five pages of nothing new may come in a row; more of them are an error.
			const read = await collect(pages(client, EVENTS), { limit: Infinity }).catch(
				(error: Error) => error.message,
			);
			if (typeof read === 'string') return expect(read).toBe(cursorIgnored().message);
			expect(read).toEqual(expected);
		}),
		{ numRuns: cases(500) },
	);
});

it('nothing is lost or doubled where calls begin while a list is read by position', async () => {
	const pace = fc.array(fc.nat(2), { minLength: 1, maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(
			records,
			fc.integer({ min: 3, max: 7 }),
			pace,
			limit,
			async (all, size, begun, most) => {
				// Fewer calls than a page has begin before the next one is asked for.
				const { client } = shiftingClient(all, size, (request) => begun[request % begun.length]);
				const read = await collect(pages(client, LIST), { limit: most });
				expect(read).toEqual(all.slice(0, most));
			},
		),
		{ numRuns: cases(500) },
	);
});

it('nothing is lost or doubled where a burst shifts the list by up to five pages', async () => {
	await fc.assert(
		fc.asyncProperty(
			records,
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 1, max: 10 }),
			fc.nat(5),
			async (all, size, when, pagesOfBurst) => {
				const { client } = shiftingClient(all, size, (request) =>
					request === when ? pagesOfBurst * size : 0,
				);
				const read = await collect(pages(client, LIST), { limit: Infinity });
				const names = read.map(({ Id }) => String(Id));
				expect(names).toEqual([...new Set(names)]);
				// A burst that is longer than what was read before it can be seen in part.
				expect(read.filter(({ Id }) => !String(Id).startsWith('new'))).toEqual(all);
			},
		),
		{ numRuns: cases(500) },
	);
});

it('a service that ignores the cursor never makes records double or reading endless', async () => {
	await fc.assert(
		fc.asyncProperty(
			records.filter((all) => all.length > 0),
			fc.boolean(),
			async (all, isNewCursor) => {
				const { client, requests } = respondingClient(() =>
					page(all, isNewCursor ? `next ${requests.length}` : 'next'),
				);
				const reading = collect(pages(client, LIST), { limit: Infinity });
				await expect(reading).rejects.toThrow(cursorIgnored().message);
				// With a cursor that is new each time, it may have been a burst of calls.
				expect(requests).toHaveLength(isNewCursor ? 7 : 2);
			},
		),
	);
});

it('reading ends, and doubles nothing, whatever a service does', async () => {
	const MOST_REQUESTS = 1500;
	const one = fc.record({
		data: fc.array(fc.nat(8), { maxLength: 4 }),
		cursor: fc.option(fc.nat(5), { freq: 3 }),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (script) => {
			const { client, requests } = respondingClient(() => {
				const asked = requests.length;
				if (asked > MOST_REQUESTS) return page([]);
				const { data, cursor } = script[asked % script.length];
				// The same few pages over and over; no cursor means one that was not there before.
				return page(
					[...new Set(data)].map((Id) => ({ Id })),
					cursor === null ? `new ${asked}` : `old ${cursor}`,
				);
			});
			const kept: unknown[] = [];
			const reading = async () => {
				for await (const { records: found } of pages(client, LIST)) {
					kept.push(...found.map(({ Id }) => Id));
				}
			};
			await reading().catch((error: unknown) =>
				resultOf(() => {
					throw error;
				}),
			);
			expect(requests.length).toBeLessThan(MOST_REQUESTS);
			expect(kept).toEqual([...new Set(kept)]);
		}),
		{ numRuns: cases(500) },
	);
});
