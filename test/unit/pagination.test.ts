import { pages } from '../../nodes/shared/lists/pagination';
import { ids, LIST, readingFails, readPages } from '../support/readPages';
import { json, page, scriptedClient } from '../support/scriptedClient';
import { cursorIgnored, rejection } from '../support/sentences';

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

	it('is not asked for with a page size where none was chosen', async () => {
		const service = { pageSizeParameter: 'take' };
		const { queries } = await readPages([page([])], { service, list: { path: '/x', query: {} } });
		expect(queries).toEqual([{}]);
	});

	it('is an error with a page size that cannot be sent', async () => {
		expect(await readingFails([page([])], { list: { ...LIST, pageSize: 10 } })).toEqual({
			message: "'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
			advice:
				"Enter the name of the query parameter as 'Page Size Parameter' under 'Advanced' in the credential, or remove 'Page Size' from 'Options'.",
			after: 0,
		});
	});

	it.each([
		['Cursor Parameter', { cursorParameter: 'filter' }],
		['Cursor Parameter', { cursorParameter: 'take', pageSizeParameter: 'take' }],
		['Page Size Parameter', { pageSizeParameter: 'filter' }],
	])(
		'is an error where %s would take the place of another parameter: %j',
		async (field, service) => {
			const responses = [page(ids('a'), 'x'), page(ids('b'))];
			const list = { ...LIST, ...('pageSizeParameter' in service && { pageSize: 5 }) };
			const [name] = Object.values(service);
			expect(await readingFails(responses, { service, list })).toMatchObject({
				message: `'${field}' in the credential is "${name}", a parameter that the request has already`,
				advice:
					"Enter the name that the service expects, or clear the field. It is under 'Advanced'. No partial list was returned.",
			});
		},
	);

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

	it('may be empty', async () => {
		expect((await readPages([page([])])).records).toEqual([]);
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

	it.each([[undefined], [null], [''], [{}], [['x']], [true], ['\ud83d']])(
		'is an error where there is more but the cursor is %j, since records would be lost',
		async (nextCursor: unknown) => {
			const reason = nextCursor ? 'is not a text that can be sent back' : 'is empty';
			const first = page(ids('a'), 'x');
			const second = json({ data: ids('b'), hasMore: true, nextCursor });
			expect(await readingFails([first, second])).toEqual({
				message: 'The service says that there are more records, but not how to get them',
				advice: `"hasMore" is true, but "nextCursor" ${reason}. No partial list was returned. Narrow 'Filters', or ask the service's support.`,
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

	it('may end with known records', async () => {
		expect((await readPages([page(ids('a'), 'x'), page(ids('a'))])).records).toEqual(ids('a'));
	});

	it('names the parameter under which the cursor was sent', async () => {
		const service = { cursorParameter: 'after' };
		const responses = [page(ids('a'), 'x'), page(ids('a'), 'x')];
		expect(await readingFails(responses, { service })).toMatchObject(cursorIgnored('after'));
	});

	it('goes on after empty pages', async () => {
		const { records } = await readPages([
			page([], 'x'),
			page([], 'y'),
			page(ids('a'), 'z'),
			page([]),
		]);
		expect(records).toEqual(ids('a'));
	});

	it('may have fifty empty pages one after another', async () => {
		const empty = Array.from({ length: 50 }, (_, index) => page([], `after ${index}`));
		expect((await readPages([...empty, page(ids('a'))])).records).toEqual(ids('a'));
	});

	it('may end with the empty page after them', async () => {
		const empty = Array.from({ length: 50 }, (_, index) => page([], `after ${index}`));
		expect((await readPages([...empty, page([])])).records).toEqual([]);
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
		['a number', 7, '"data" is missing'],
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

	it('asks for nothing before it is taken', async () => {
		const { client, requests } = scriptedClient([page(ids('a'), 'x'), page(ids('b'))]);
		const reading = pages(client, LIST);
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
