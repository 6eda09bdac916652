import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import type { ApiResponse } from '../../nodes/shared/response';
import { ApiClient } from '../../nodes/shared/client';
import { collect, pages } from '../../nodes/shared/pagination';
import { BASE_URL, listing, page, PAGING } from './scripted';

const LIST = { path: '/public/calls', query: {} };

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

const records = fc
	.nat(60)
	.map((count) =>
		Array.from({ length: count }, (_, index): IDataObject => ({ Id: `call ${index}` })),
	);

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

it('nothing is lost, doubled or read for nothing, however a list is cut into pages', async () => {
	await fc.assert(
		fc.asyncProperty(records, sizes, limit, async (all, each, most) => {
			const list = cut(all, each);
			const { service, requests } = listing(list);
			const read = await collect(pages(service, LIST, PAGING), { limit: most });
			expect(read).toEqual(all.slice(0, most));
			expect(requests).toHaveLength(needed(list, most));
		}),
		{ numRuns: 500 },
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
				let newest: IDataObject[] = [];
				let asked = 0;
				const service = new ApiClient(async ({ query }): Promise<ApiResponse> => {
					const now = [...newest, ...all];
					const position = Number(query?.cursor ?? 0);
					const next = position + size;
					// Fewer calls than a page holds begin before the next one is asked for.
					const more = begun[asked++ % begun.length];
					newest = [
						...Array.from({ length: more }, (_, index) => ({ Id: `new ${asked}.${index}` })),
						...newest,
					];
					return page(now.slice(position, next), next < now.length ? String(next) : '');
				}, BASE_URL);
				const read = await collect(pages(service, LIST, PAGING), { limit: most });
				expect(read).toEqual(all.slice(0, most));
			},
		),
		{ numRuns: 500 },
	);
});

it('a service that ignores the cursor never makes records double or reading endless', async () => {
	await fc.assert(
		fc.asyncProperty(
			records.filter((all) => all.length > 0),
			fc.boolean(),
			async (all, newCursor) => {
				let asked = 0;
				const service = new ApiClient(async () => {
					asked++;
					return page(all, newCursor ? `next ${asked}` : 'next');
				}, BASE_URL);
				const reading = collect(pages(service, LIST, PAGING), { limit: Infinity });
				await expect(reading).rejects.toThrow(
					'The service ignored the cursor and sent the same page again',
				);
				expect(asked).toBe(2);
			},
		),
	);
});
