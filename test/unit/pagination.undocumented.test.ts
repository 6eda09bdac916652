import { readingFails, readPages } from '../support/readPages';
import { json, page } from '../support/scriptedClient';
import { cursorIgnored } from '../support/sentences';

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
		['an object', { id: 'e1', type: 'call.ended', data: { call: 'call-1' } }],
		['null', { id: 'e1', type: 'call.ended', data: null }],
		['a text', { id: 'e1', type: 'call.ended', data: 'x' }],
	])('may be a record with a field data of its own that is %s', async (_, record) => {
		expect((await readPages([json(record)], { list })).records).toEqual([record]);
	});

	it('is followed by its cursors like calls', async () => {
		const { records, queries } = await readPages([page([{ id: 1 }], 'x'), page([{ id: 2 }])], {
			list,
		});
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

	it('is an error where the cursor is ignored', async () => {
		const same = Array.from({ length: 20 }, () => page([{ id: 1 }], 'x'));
		expect(await readingFails(same, { list })).toEqual({ ...cursorIgnored(), after: 2 });
	});

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
