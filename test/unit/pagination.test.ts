import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../../nodes/shared/response';
import { collect, pages, type ListRequest, type Paging } from '../../nodes/shared/pagination';
import { json, page, PAGING, scripted } from './scripted';
import { saidAfter } from './said';

const LIST: ListRequest = { path: '/public/calls', query: { filter: ['Status:==:unread'] } };

const ids = (...names: string[]): IDataObject[] => names.map((Id) => ({ Id }));

/** Reads a list from a script of answers: what came out, and with which queries. */
async function read(
	answers: Array<ApiResponse | Error>,
	{
		list = LIST,
		paging = PAGING,
		limit = Infinity,
		resumeAt,
	}: { list?: ListRequest; paging?: Paging; limit?: number; resumeAt?: string } = {},
) {
	const { service, requests } = scripted(answers);
	const reading = collect(pages(service, list, paging, resumeAt), { limit });
	const records = await reading.catch((error: Error) => error);
	return { records, reading, queries: requests.map(({ query }) => query), requests };
}

const refusal = async (answers: ApiResponse[], options = {}) => {
	const { reading, requests } = await read(answers, options);
	return { ...(await saidAfter(reading)), after: requests.length };
};

describe('a list', () => {
	it('of one page costs one request, without a cursor', async () => {
		const { records, requests } = await read([page(ids('a', 'b'))]);
		expect(records).toEqual(ids('a', 'b'));
		expect(requests).toEqual([
			{ method: 'GET', path: '/public/calls', query: { filter: ['Status:==:unread'] } },
		]);
	});

	it('is followed by its cursors, with the same query on every page', async () => {
		const { records, queries } = await read([
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
		const paging = { cursorParameter: 'after', pageSizeParameter: 'take', pageSize: 2 };
		const { queries } = await read([page(ids('a'), 'x'), page([])], {
			paging,
			list: { path: '/x', query: {} },
		});
		expect(queries).toEqual([{ take: 2 }, { take: 2, after: 'x' }]);
	});

	it('is not asked for with a page size where none was chosen', async () => {
		const paging = { cursorParameter: 'cursor', pageSizeParameter: 'take' };
		const { queries } = await read([page([])], { paging, list: { path: '/x', query: {} } });
		expect(queries).toEqual([{}]);
	});

	it('is refused with a page size that cannot be sent', async () => {
		expect(await refusal([page([])], { paging: { ...PAGING, pageSize: 10 } })).toEqual({
			title: 'Page Size is set, but the name of its parameter is not known',
			advice:
				'Enter the name of the parameter under Page Size Parameter in the credential, or remove Page Size from Options.',
			after: 0,
		});
	});

	it.each([
		['hasMore is false', { hasMore: false, nextCursor: 'x' }],
		['hasMore is missing', { nextCursor: 'x' }],
		['hasMore is no boolean', { hasMore: 'true', nextCursor: 'x' }],
		['there is nothing but data', {}],
	])('ends where %s', async (_, rest) => {
		const { records, queries } = await read([json({ data: ids('a'), ...rest })]);
		expect(records).toEqual(ids('a'));
		expect(queries).toHaveLength(1);
	});

	it('may be empty', async () => {
		expect((await read([page([])])).records).toEqual([]);
	});

	it('may have a number as cursor, zero included', async () => {
		const first = json({ data: ids('a'), hasMore: true, nextCursor: 0 });
		expect((await read([first, page(ids('b'))])).queries[1]).toEqual({
			...LIST.query,
			cursor: '0',
		});
	});

	it.each([undefined, null, '', {}, true])(
		'is refused where there is more but the cursor is %j, since records would be lost',
		async (nextCursor) => {
			const first = page(ids('a'), 'x');
			const second = json({ data: ids('b'), hasMore: true, nextCursor });
			expect(await refusal([first, second])).toEqual({
				title: 'The service says that there are more records, but not how to get them',
				advice:
					'"hasMore" is true while "nextCursor" is empty. Going on would lose records, so nothing was returned. Narrow the Filters, or ask the service about it.',
				after: 2,
			});
		},
	);

	it.each([
		['the same page', [page(ids('a', 'b'), 'x'), page(ids('a', 'b'), 'y')]],
		['the same first record', [page(ids('a', 'b'), 'x'), page(ids('a', 'c'), 'y')]],
		['the same first record at the end', [page(ids('a'), 'x'), page(ids('a'))]],
		[
			'the same first record after an empty page',
			[page(ids('a'), 'x'), page([], 'y'), page(ids('a'))],
		],
		['the same cursor', [page(ids('a'), 'x'), page(ids('b'), 'x')]],
		['an empty page with the same cursor', [page(ids('a'), 'x'), page([], 'x')]],
		[
			'a cursor of two pages before',
			[page(ids('a'), 'x'), page(ids('b'), 'y'), page(ids('c'), 'x')],
		],
	])('is refused where %s comes again, instead of going round in circles', async (_, answers) => {
		expect(await refusal(answers)).toEqual({
			title: 'The service ignored the cursor and sent the same page again',
			advice:
				'The cursor was sent as "cursor". Enter the name that the service expects under Cursor Parameter in the credential. Nothing was returned, so that nothing is doubled or lost.',
			after: answers.length,
		});
	});

	it('may be told by the name of the parameter what to correct', async () => {
		const paging = { cursorParameter: 'after', pageSizeParameter: '' };
		const answers = [page(ids('a'), 'x'), page(ids('a'), 'x')];
		expect((await refusal(answers, { paging })).advice).toContain(
			'The cursor was sent as "after".',
		);
	});

	it('goes on after empty pages', async () => {
		const { records } = await read([page([], 'x'), page([], 'y'), page(ids('a'), 'z'), page([])]);
		expect(records).toEqual(ids('a'));
	});

	it('may have fifty empty pages one after another', async () => {
		const empty = Array.from({ length: 50 }, (_, index) => page([], `after ${index}`));
		expect((await read([...empty, page(ids('a'))])).records).toEqual(ids('a'));
	});

	it('may end with the empty page after them', async () => {
		const empty = Array.from({ length: 50 }, (_, index) => page([], `after ${index}`));
		expect((await read([...empty, page([])])).records).toEqual([]);
	});

	it('is given up where empty pages go on and on', async () => {
		const empty = Array.from({ length: 60 }, (_, index) => page([], `after ${index}`));
		expect(await refusal(empty)).toEqual({
			title: 'The service sent 50 empty pages one after another and promises more',
			advice: 'Narrow the Filters, or ask the service about it.',
			after: 51,
		});
	});

	it('may have any number of empty pages that are not in a row', async () => {
		const answers = Array.from({ length: 120 }, (_, index) =>
			page(index % 40 === 0 ? ids(`record ${index}`) : [], `after ${index}`),
		);
		expect((await read([...answers, page([])])).records).toHaveLength(3);
	});

	it.each([
		['a text instead of data', { data: 'none' }, '"data" is not a list'],
		['null instead of data', { data: null }, '"data" is not a list'],
		['an object instead of data', { data: {} }, '"data" is not a list'],
		['no data', { items: [] }, '"data" is missing'],
		['a bare list', [], '"data" is missing'],
		['nothing', null, '"data" is missing'],
		['a number', 7, '"data" is missing'],
	])('is refused where the answer is %s', async (_, body, reason) => {
		expect(await refusal([json(body)])).toEqual({
			title: `The answer of the service holds no list: ${reason}`,
			advice:
				'Check Base URL in the credential. If it is right, the service has changed the form of its answers.',
			after: 1,
		});
	});

	it.each([[['a']], [[null]], [[{ Id: 'a' }, 7]], [[[]]]])(
		'is refused where it holds something that is not a record: %j',
		async (data) => {
			expect(await refusal([page(data)])).toEqual({
				title: 'The list of the service holds something that is not a record',
				advice:
					'Nothing was returned, so that nothing is lost in silence. Ask the service about it.',
				after: 1,
			});
		},
	);

	it('says what the operation knows better about a refusal', async () => {
		const list = { ...LIST, advice: { 400: 'Correct the filter.' } };
		expect(await refusal([page(ids('a'), 'x'), json({}, 400)], { list })).toEqual({
			title: 'The service refused the request (400)',
			advice: 'Correct the filter.',
			status: 400,
			after: 2,
		});
	});

	it('can be begun at a cursor', async () => {
		const { records, queries } = await read([page(ids('c'), 'y'), page(ids('d'))], {
			resumeAt: 'x',
			list: { path: '/x', query: {} },
		});
		expect(records).toEqual(ids('c', 'd'));
		expect(queries).toEqual([{ cursor: 'x' }, { cursor: 'y' }]);
	});

	it('that was begun at a cursor is refused where the same cursor comes back', async () => {
		expect(await refusal([page(ids('c'), 'x')], { resumeAt: 'x' })).toMatchObject({
			title: 'The service ignored the cursor and sent the same page again',
			after: 1,
		});
	});

	it('asks for nothing before it is taken', async () => {
		const { service, requests } = scripted([page(ids('a'), 'x'), page(ids('b'))]);
		const reading = pages(service, LIST, PAGING);
		expect(requests).toHaveLength(0);
		expect(await reading.next()).toEqual({
			done: false,
			value: { records: ids('a'), nextCursor: 'x' },
		});
		expect(requests).toHaveLength(1);
		expect(await reading.next()).toEqual({
			done: false,
			value: { records: ids('b'), nextCursor: '' },
		});
		expect(await reading.next()).toEqual({ done: true, value: undefined });
		expect(requests).toHaveLength(2);
	});
});

describe('a list whose form is not documented', () => {
	const list = { path: '/public/events', query: {}, anyShape: true };

	it.each([
		['a list in data', { data: [{ id: 'e1' }], hasMore: false, nextCursor: '' }, [{ id: 'e1' }]],
		['a list in data alone', { data: [{ id: 'e1' }] }, [{ id: 'e1' }]],
		['a bare list', [{ id: 'e1' }, { id: 'e2' }], [{ id: 'e1' }, { id: 'e2' }]],
		['an empty list', [], []],
		['a single object', { id: 'e1', name: 'x' }, [{ id: 'e1', name: 'x' }]],
		['an empty object', {}, [{}]],
	])('may be %s', async (_, body, records) => {
		expect((await read([json(body)], { list })).records).toEqual(records);
	});

	it.each([
		['an object', { id: 'e1', type: 'call.ended', data: { call: 'call-1' } }],
		['null', { id: 'e1', type: 'call.ended', data: null }],
		['a text', { id: 'e1', type: 'call.ended', data: 'x' }],
	])('may be a record with a field data of its own that is %s', async (_, record) => {
		expect((await read([json(record)], { list })).records).toEqual([record]);
	});

	it('is followed by its cursors like calls', async () => {
		const { records, queries } = await read([page([{ id: 1 }], 'x'), page([{ id: 2 }])], { list });
		expect(records).toEqual([{ id: 1 }, { id: 2 }]);
		expect(queries).toEqual([{}, { cursor: 'x' }]);
	});

	it.each([
		['nothing', null, '"data" is missing'],
		['a number', 7, '"data" is missing'],
		[
			'a page without a list',
			{ data: null, hasMore: false, nextCursor: '' },
			'"data" is not a list',
		],
	])('is refused where the answer is %s', async (_, body, reason) => {
		expect(await refusal([json(body)], { list })).toMatchObject({
			title: `The answer of the service holds no list: ${reason}`,
			advice: 'Check Endpoint Path, and Base URL in the credential.',
		});
	});

	it.each([
		['does not end', Array.from({ length: 52 }, (_, n) => page([], `x${n}`))],
		['says no cursor', [json({ data: [], hasMore: true })]],
	])('is refused where it %s, without a word of fields that there are not', async (_, answers) => {
		const { advice } = await refusal(answers, { list });
		expect(advice).toMatch(/Ask the service about it\.$/);
		expect(advice).not.toContain('Filters');
	});

	it('is refused where the cursor is ignored, in their spelling of the identifier', async () => {
		const answers = [page([{ id: 1 }], 'x'), page([{ id: 1 }], 'y')];
		expect((await refusal(answers, { list })).title).toBe(
			'The service ignored the cursor and sent the same page again',
		);
	});

	it.each([[{}], [{ id: null }], [{ id: '' }], [{ Id: null, id: undefined }]])(
		'may hold records without an identifier, none of which is taken for another: %j',
		async (nameless) => {
			const records = [1, 2, 3, 4].map((n) => ({ ...nameless, n }));
			const answers = [page(records.slice(0, 2), 'x'), page(records.slice(2))];
			expect((await read(answers, { list })).records).toEqual(records);
		},
	);
});

describe('a limit', () => {
	const answers = [page(ids('a', 'b'), 'x'), page(ids('c', 'd'), 'y'), page(ids('e'))];

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
			const { records, queries } = await read(answers, { limit });
			expect(records).toEqual(ids(...names));
			expect(queries).toHaveLength(cost);
		},
	);

	it('counts the records that are kept', async () => {
		const { service, requests } = scripted(answers);
		const records = await collect(pages(service, LIST, PAGING), {
			limit: 2,
			keep: ({ Id }) => Id !== 'a' && Id !== 'b',
		});
		expect(records).toEqual(ids('c', 'd'));
		expect(requests).toHaveLength(2);
	});

	it('is not needed where a page proves that nothing more is to be kept', async () => {
		const { service, requests } = scripted(answers);
		const records = await collect(pages(service, LIST, PAGING), {
			limit: Infinity,
			isLast: ({ records: page2 }) => page2.some(({ Id }) => Id === 'c'),
		});
		expect(records).toEqual(ids('a', 'b', 'c', 'd'));
		expect(requests).toHaveLength(2);
	});
});

describe('a record that comes twice, since a call began while the list was read', () => {
	it('is kept once', async () => {
		const { records } = await read([
			page(ids('c', 'b'), 'x'),
			page(ids('b', 'a'), 'y'),
			page(ids('a')),
		]);
		expect(records).toEqual(ids('c', 'b', 'a'));
	});

	it('does not count for the limit', async () => {
		const { records, queries } = await read(
			[page(ids('c', 'b'), 'x'), page(ids('b', 'a'), 'y'), page(ids('z'))],
			{ limit: 3 },
		);
		expect(records).toEqual(ids('c', 'b', 'a'));
		expect(queries).toHaveLength(2);
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
		expect(await refusal(extra)).toEqual({
			title: 'More than 100,000 records match',
			advice:
				'That is more than n8n can take from one item. For calls, narrow the Date Range or the Filters; for any list, switch Return All off and set a lower Limit. Nothing was returned, so that nothing is cut in silence.',
			after: 101,
		});
	});

	it('are not 100 000', async () => {
		expect((await read(list(100))).records).toHaveLength(100_000);
	});

	it('are not those beyond the limit', async () => {
		const { records, queries } = await read(list(101), { limit: 100_000 });
		expect(records).toHaveLength(100_000);
		expect(queries).toHaveLength(100);
	});

	it('are not those that are not kept', async () => {
		const { service } = scripted(list(110));
		const records = await collect(pages(service, LIST, PAGING), {
			limit: Infinity,
			keep: ({ Id }) => Id === 'call 109999',
		});
		expect(records).toEqual(ids('call 109999'));
	});
});
