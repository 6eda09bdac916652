import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { ids, LIST, readingFails, readPages } from '../support/readPages';
import {
	json,
	page,
	scriptedClient,
	pagedClient,
	respondingClient,
} from '../support/scriptedClient';
import { cursorIgnored, rejection, TOO_MANY_RECORDS } from '../support/sentences';
import { collect, pages } from '../../nodes/shared/lists/pagination';
import { resultOf } from '../support/userError';
import { cases } from '../support/deep';

describe('a list', () => {
	it('of one page costs one request, without a cursor', async () => {
		const { records, requests } = await readPages([page(ids('a', 'b'))]);
		expect(records).toEqual(ids('a', 'b'));
		expect(requests).toEqual([
			{ method: 'GET', path: '/public/calls', query: { filter: ['Status:==:unread'] } },
		]);
	});

	it('is followed by its cursors, with the same query on every page', async () => {
		const { records, queries } = await readPages([
			page(ids('a', 'b'), 'next 1'),
			page(ids('c'), 'next/2'),
			page(ids('d')),
		]);
		expect(records).toEqual(ids('a', 'b', 'c', 'd'));
		expect(queries).toEqual([
			{ filter: ['Status:==:unread'] },
			{ filter: ['Status:==:unread'], cursor: 'next 1' },
			{ filter: ['Status:==:unread'], cursor: 'next/2' },
		]);
	});

	it('is asked for under the names that the credential gives, on every page', async () => {
		const { queries } = await readPages([page(ids('a'), 'x'), page([])], {
			service: { cursorParameter: 'after', pageSizeParameter: 'take' },
			list: { path: '/x', query: {}, pageSize: 2 },
		});
		expect(queries).toEqual([{ take: 2 }, { take: 2, after: 'x' }]);
	});

	it('is an error with a page size that cannot be sent', async () => {
		expect(await readingFails([page([])], { list: { ...LIST, pageSize: 10 } })).toEqual({
			message: "'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
			advice:
				"Enter the name of the query parameter as 'Page Size Parameter' in the credential, or remove 'Page Size' from 'Options'.",
			after: 0,
		});
	});

	it.each([
		['hasMore is false', { hasMore: false, nextCursor: 'x' }],
		['hasMore is missing', { nextCursor: 'x' }],
		['hasMore is no boolean', { hasMore: 'true', nextCursor: 'x' }],
		['there is nothing but data', {}],
	])('ends where %s', async (_, rest) => {
		const { records, queries } = await readPages([json({ data: ids('a'), ...rest })]);
		expect(records).toEqual(ids('a'));
		expect(queries).toHaveLength(1);
	});

	it('may have a number as cursor, zero included', async () => {
		const first = json({ data: ids('a'), hasMore: true, nextCursor: 0 });
		expect((await readPages([first, page(ids('b'))])).queries[1]).toEqual({
			...LIST.query,
			cursor: '0',
		});
	});

	it('is an error where its cursor is a number that JSON has rounded, since records would be lost', async () => {
		const first = json(JSON.parse('{"data":[],"hasMore":true,"nextCursor":1234567890123456789}'));
		expect(await readingFails([first])).toEqual({
			message: 'The service says that there are more records, but not how to get them',
			advice:
				'"nextCursor" is a number with too many digits, so it is not exact. No partial list was returned. Ask the service\'s support to send it as text.',
			after: 1,
		});
	});

	it.each([undefined, null, '', {}, true])(
		'is an error where there is more but the cursor is %j, since records would be lost',
		async (nextCursor) => {
			const first = page(ids('a'), 'x');
			const second = json({ data: ids('b'), hasMore: true, nextCursor });
			expect(await readingFails([first, second])).toEqual({
				message: 'The service says that there are more records, but not how to get them',
				advice:
					'"hasMore" is true, but "nextCursor" is empty. No partial list was returned. Narrow \'Filters\', or ask the service\'s support.',
				after: 2,
			});
		},
	);

	it.each([
		['the same page', [page(ids('a', 'b'), 'x'), page(ids('a', 'b'), 'x')]],
		['another page with the same cursor', [page(ids('a'), 'x'), page(ids('b'), 'x')]],
		['an empty page with the same cursor', [page(ids('a'), 'x'), page([], 'x')]],
		[
			'a cursor of two pages before',
			[page(ids('a'), 'x'), page(ids('b'), 'y'), page(ids('c'), 'x')],
		],
	])(
		'is an error where %s comes again, instead of going round in circles',
		async (_, responses) => {
			expect(await readingFails(responses)).toEqual({
				...cursorIgnored(),
				after: responses.length,
			});
		},
	);

	it('is an error where the same records come again and again, each time with a new cursor', async () => {
		const same = Array.from({ length: 20 }, (_, n) => page(ids('a', 'b'), `x${n}`));
		expect(await readingFails(same)).toEqual({ ...cursorIgnored(), after: 7 });
	});

	it('may send known records again for up to five pages, after a burst of new calls', async () => {
		const again = Array.from({ length: 5 }, (_, n) => page(ids('b', 'a'), `x${n}`));
		const { records } = await readPages([page(ids('b', 'a'), 'x'), ...again, page(ids('z'))]);
		expect(records).toEqual(ids('b', 'a', 'z'));
	});

	it('may have fifty empty pages one after another', async () => {
		const empty = Array.from({ length: 50 }, (_, index) => page([], `after ${index}`));
		expect((await readPages([...empty, page(ids('a'))])).records).toEqual(ids('a'));
	});

	it('is given up where empty pages go on and on', async () => {
		const empty = Array.from({ length: 60 }, (_, index) => page([], `after ${index}`));
		expect(await readingFails(empty)).toEqual({
			message: 'The service sent 50 empty pages in a row and says that there are more',
			advice: "Narrow 'Filters', or ask the service's support.",
			after: 51,
		});
	});

	it('may have any number of empty pages that are not in a row', async () => {
		const responses = Array.from({ length: 120 }, (_, index) =>
			page(index % 40 === 0 ? ids(`record ${index}`) : [], `after ${index}`),
		);
		expect((await readPages([...responses, page([])])).records).toHaveLength(3);
	});

	it.each([
		['a text instead of data', { data: 'none' }, '"data" is not a list'],
		['null instead of data', { data: null }, '"data" is not a list'],
		['an object instead of data', { data: {} }, '"data" is not a list'],
		['no data', { items: [] }, '"data" is missing'],
		['a bare list', [], '"data" is missing'],
		['nothing', null, '"data" is missing'],
	])('is an error where the response is %s', async (_, body, reason) => {
		expect(await readingFails([json(body)])).toEqual({
			message: `The response contains no list: ${reason}`,
			advice:
				"Check 'Base URL' in the credential. If it is right, the API may have changed. Ask the service's support.",
			after: 1,
		});
	});

	it.each([[['a']], [[null]], [[{ Id: 'a' }, 7]], [[[]]]])(
		'is an error where it contains something that is not a record: %j',
		async (data) => {
			expect(await readingFails([page(data)])).toEqual({
				message: 'The list contains something that is not a record',
				advice: "No partial list was returned. Ask the service's support.",
				after: 1,
			});
		},
	);

	it('says what the operation knows better about a status', async () => {
		const list = { ...LIST, advice: { 400: 'Correct the filter.' } };
		expect(await readingFails([page(ids('a'), 'x'), json({}, 400)], { list })).toEqual({
			...rejection(400),
			advice: 'Correct the filter.',
			after: 2,
		});
	});

	it('can be begun at a cursor', async () => {
		const { records, queries } = await readPages([page(ids('c'), 'y'), page(ids('d'))], {
			resumeAt: 'x',
			list: { path: '/x', query: {} },
		});
		expect(records).toEqual(ids('c', 'd'));
		expect(queries).toEqual([{ cursor: 'x' }, { cursor: 'y' }]);
	});

	it('that was begun at a cursor is an error where the same cursor comes back', async () => {
		expect(await readingFails([page(ids('c'), 'x')], { resumeAt: 'x' })).toMatchObject({
			...cursorIgnored(),
			after: 1,
		});
	});
});

describe('a limit', () => {
	const responses = [page(ids('a', 'b'), 'x'), page(ids('c', 'd'), 'y'), page(ids('e'))];

	it.each([
		[1, ['a'], 1],
		[2, ['a', 'b'], 1],
		[3, ['a', 'b', 'c'], 2],
		[4, ['a', 'b', 'c', 'd'], 2],
		[5, ['a', 'b', 'c', 'd', 'e'], 3],
		[6, ['a', 'b', 'c', 'd', 'e'], 3],
	])(
		'of %d gives that many at most, and no page is read for nothing',
		async (limit, names, cost) => {
			const { records, queries } = await readPages(responses, { limit });
			expect(records).toEqual(ids(...names));
			expect(queries).toHaveLength(cost);
		},
	);

	it('counts the records that are kept', async () => {
		const { client, requests } = scriptedClient(responses);
		const records = await collect(pages(client, LIST), {
			limit: 2,
			keep: ({ Id }) => Id !== 'a' && Id !== 'b',
		});
		expect(records).toEqual(ids('c', 'd'));
		expect(requests).toHaveLength(2);
	});

	it('is not needed where a page proves that nothing more is to be kept', async () => {
		const { client, requests } = scriptedClient(responses);
		const records = await collect(pages(client, LIST), {
			limit: Infinity,
			isLast: ({ records: page2 }) => page2.some(({ Id }) => Id === 'c'),
		});
		expect(records).toEqual(ids('a', 'b', 'c', 'd'));
		expect(requests).toHaveLength(2);
	});
});

describe('a record that comes twice, since a call began while the list was read', () => {
	it('is kept once', async () => {
		const { records } = await readPages([
			page(ids('c', 'b'), 'x'),
			page(ids('b', 'a'), 'y'),
			page(ids('a')),
		]);
		expect(records).toEqual(ids('c', 'b', 'a'));
	});

	it('is kept twice where it has no Id and is not the same in every field', async () => {
		const nameless = [1, 2].map((n) => ({ Id: '', PhoneNumber: '+4930123456', n }));
		const [first, second] = nameless;
		const { records } = await readPages([page([first], 'x'), page([{ ...first }, second])]);
		expect(records).toEqual(nameless);
	});

	it('is another one where its Id is a number that JSON has rounded', async () => {
		const [first, second] = [1, 2].map((n) => ({ ...JSON.parse('{"Id":1234567890123456789}'), n }));
		const { records } = await readPages([page([first], 'x'), page([second, { ...first }])]);
		expect(records).toEqual([first, second]);
	});
});

describe('more records than n8n can take', () => {
	const thousand = (start: number) =>
		Array.from({ length: 1000 }, (_, index) => ({ Id: `call ${start + index}` }));

	const list = (count: number) =>
		Array.from({ length: count }, (_, index) =>
			page(thousand(index * 1000), index === count - 1 ? '' : String(index + 1)),
		);

	it('are 100 001 for one item', async () => {
		const extra = [
			...list(100).slice(0, -1),
			page(thousand(99_000), 'last'),
			page(ids('one more')),
		];
		expect(await readingFails(extra)).toEqual({
			...TOO_MANY_RECORDS,
			after: 101,
		});
	});

	it('are not 100 000', async () => {
		expect((await readPages(list(100))).records).toHaveLength(100_000);
	});
});

describe('a list whose form is not documented', () => {
	const list = { path: '/public/events', query: {}, isUndocumented: true };

	it.each([
		['a list in data', { data: [{ id: 'e1' }], hasMore: false, nextCursor: '' }, [{ id: 'e1' }]],
		['a list in data alone', { data: [{ id: 'e1' }] }, [{ id: 'e1' }]],
		['a bare list', [{ id: 'e1' }, { id: 'e2' }], [{ id: 'e1' }, { id: 'e2' }]],
		['an empty list', [], []],
		['a single object', { id: 'e1', name: 'x' }, [{ id: 'e1', name: 'x' }]],
		['an empty object', {}, [{}]],
	])('may be %s', async (_, body, records) => {
		expect((await readPages([json(body)], { list })).records).toEqual(records);
	});

	it.each([
		['nothing', null, '"data" is missing'],
		['a number', 7, '"data" is missing'],
		[
			'a page without a list',
			{ data: null, hasMore: false, nextCursor: '' },
			'"data" is not a list',
		],
	])('is an error where the response is %s', async (_, body, reason) => {
		expect(await readingFails([json(body)], { list })).toMatchObject({
			message: `The response contains no list: ${reason}`,
			advice: "Check 'Endpoint Path', and 'Base URL' in the credential.",
		});
	});

	it.each([
		['does not end', Array.from({ length: 52 }, (_, n) => page([], `x${n}`))],
		['says no cursor', [json({ data: [], hasMore: true })]],
	])(
		'is an error where it %s, without a word of fields that there are not',
		async (_, responses) => {
			const { advice } = await readingFails(responses, { list });
			expect(advice).toMatch(/Ask the service's support\.$/);
			expect(advice).not.toContain('Filters');
		},
	);

	it.each([
		['no identifier', (n: number) => ({ n })],
		['an empty identifier', (n: number) => ({ id: '', n })],
		['the same identifier', (n: number) => ({ id: 1, Id: 'same', n })],
	])('may hold different records with %s, none of which is taken for another', async (_, make) => {
		const records = [1, 2, 3, 4].map(make);
		const responses = [page(records.slice(0, 2), 'x'), page(records.slice(2))];
		expect((await readPages(responses, { list })).records).toEqual(records);
	});

	it('has a record once that comes again on a later page, in every field the same', async () => {
		const [first, second, third] = [1, 2, 3].map((n) => ({ id: 'same', n }));
		const responses = [page([first, second], 'x'), page([{ ...second }, third])];
		expect((await readPages(responses, { list })).records).toEqual([first, second, third]);
	});

	it('keeps records that are the same where they stand on one page', async () => {
		const twins = [{ slot: '10:00' }, { slot: '10:00' }];
		expect((await readPages([page(twins)], { list })).records).toEqual(twins);
	});
});

describe('with any list', () => {
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
});
