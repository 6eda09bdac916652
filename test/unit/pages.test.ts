import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { pages, readRecords } from '../../nodes/service/pages';
import { cases } from '../support/deep';
import { ids, LIST, readingFails, readPages } from '../support/readPages';
import { json, page, respondingClient } from '../support/scriptedClient';
import { cursorIgnored, TOO_MANY_RECORDS } from '../support/sentences';

const KEY = 'sk-live-1';

const SUPPORT = "Ask the service's support.";

const noList = (reason: string) => ({
	message: `The response contains no list: ${reason}`,
	advice: `Check 'Base URL' in the credential. If it is right, the API may have changed. ${SUPPORT}`,
	after: 1,
});

describe('a list', () => {
	it('is an error with a page size that cannot be sent', async () => {
		expect(await readingFails([page([])], { list: { ...LIST, pageSize: 10 } })).toEqual({
			message: "'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
			advice:
				"Enter the name of the query parameter as 'Page Size Parameter' under 'Advanced' in the credential, or remove 'Page Size' from the node.",
			after: 0,
		});
	});

	it.each([
		['Cursor Parameter', { cursorParameter: 'filter' }],
		['Cursor Parameter', { cursorParameter: 'take', pageSizeParameter: 'take' }],
		['Cursor Parameter', { cursorParameter: 'in_path' }],
		['Page Size Parameter', { pageSizeParameter: 'filter' }],
	])(
		'is an error where %s would take the place of another parameter: %j',
		async (field, service) => {
			const responses = [page(ids('a'), 'x'), page(ids('b'))];
			const sized = 'pageSizeParameter' in service && { pageSize: 5 };
			const list = { ...LIST, path: '/public/calls?in_path=1', ...sized };
			const [name] = Object.values(service);
			expect(await readingFails(responses, { service, list })).toMatchObject({
				message: `'${field}' in the credential is "${name}", a parameter that the request has already`,
				advice:
					"Enter the name that the service expects, or clear the field. It is under 'Advanced'. No partial list was returned.",
			});
		},
	);

	it.each<[fields: object, cursor: string]>([
		[{ hasMore: false, nextCursor: 'x' }, ''],
		[{ hasMore: 'NO', nextCursor: 'x' }, ''],
		[{ hasMore: 0, nextCursor: 'x' }, ''],
		[{}, ''],
		[{ nextCursor: null }, ''],
		[{ nextCursor: false, meta: { nextCursor: 'x' } }, 'x'],
		[{ nextCursor: 0 }, ''],
		[{ next: null, has_next: 'false' }, ''],
		[{ cursor: '', truncated: false }, ''],
		[{ nextCursor: 'x' }, 'x'],
		[{ hasMore: null, nextCursor: 'x' }, 'x'],
		[{ hasMore: 'True ', nextCursor: 'x' }, 'x'],
		[{ hasMore: 'yes', nextCursor: 'x' }, 'x'],
		[{ hasMore: 1, nextCursor: 'x' }, 'x'],
		[{ hasMore: true, nextCursor: 0 }, '0'],
		[{ 'Has More': true, 'next.cursor': 'x' }, 'x'],
		[{ meta: { paging: { hasMore: true, nextCursor: 'x' } } }, 'x'],
		[{ hasMore: false, meta: { hasMore: true }, nextCursor: 'x' }, 'x'],
	])('with %j beside data goes on at the cursor %j', async (fields, cursor) => {
		const responses = [json({ data: ids('a'), ...fields }), page(ids('b'))];
		const { records, queries } = await readPages(responses);
		expect(records).toEqual(cursor ? ids('a', 'b') : ids('a'));
		expect(queries.slice(1)).toEqual(cursor ? [{ ...LIST.query, cursor }] : []);
	});

	it('may write that it is empty as null', async () => {
		const empty = json({ Data: null, has_more: 'true', nextCursor: 'x' });
		expect((await readPages([empty, page(ids('a'))])).records).toEqual(ids('a'));
	});

	it.each([['null'], [2], [{}], [['true']]])(
		'is an error where "hasMore" is %j, since records could be lost',
		async (hasMore: unknown) => {
			expect(await readingFails([json({ data: ids('a'), hasMore })])).toMatchObject({
				message: expect.stringMatching(
					/^The service says "hasMore" is .*, which is neither true nor false$/,
				),
				advice: expect.stringContaining('No partial list was returned.'),
			});
		},
	);

	it.each<[object, string]>([
		[{ data: ids('a'), hasMore: false, errors: [{ detail: 'Half of it' }] }, 'Half of it'],
		[{ ok: 'false', reason: `No ${KEY}` }, 'No [API key]'],
		[{ Success: false, Message: 'No credit' }, 'No credit'],
		[{ Error: { Message: 'Key expired' } }, 'Key expired'],
		[{ status: 'error', message: 'No credit' }, 'No credit'],
		[{ statusCode: 500, message: 'Oops' }, 'Oops'],
		[{ data: { success: 0, message: 'No credit' } }, 'No credit'],
		[{ accepted: 'no', detail: 'No credit' }, 'No credit'],
		[{ is_error: true, err_msg: 'No credit' }, 'No credit'],
		[{ errorCode: 12, error_message: 'No credit' }, 'No credit'],
		[{ code: 'ERR_CREDIT', message: 'No credit' }, 'No credit'],
		[{ status: 'rejected', reason: 'No credit' }, 'No credit'],
		[{ status: { code: 402, message: 'No credit' } }, 'No credit'],
		[{ fault: { faultstring: 'No credit' } }, 'No credit'],
	])('is an error in the words of the service where it reports one: %j', async (body, words) => {
		expect(await readingFails([json(body)])).toEqual({
			message: `The service reported a failure: ${words}`,
			advice: 'Correct what the service reports.',
			after: 1,
		});
	});

	it.each([[null], [''], [false], [0], [[]], [{}], ['none']])(
		'may have the fields of an error without one: %j',
		async (error: unknown) => {
			const fields = { success: true, status: 'ok', code: 200, error, errors: error };
			const { records } = await readPages([json({ data: ids('a'), ...fields })]);
			expect(records).toEqual(ids('a'));
		},
	);

	const rounded = JSON.parse('1234567890123456789') as unknown;

	it.each([[undefined], [null], [''], [{}], [rounded], ['\ud83d']])(
		'is an error where there is more but the cursor is %j, since records would be lost',
		async (nextCursor: unknown) => {
			const reason = nextCursor ? 'is not a text, or a number of up to 15 digits' : 'is empty';
			const second = json({ data: ids('b'), hasMore: true, nextCursor });
			expect(await readingFails([page(ids('a'), 'x'), second])).toEqual({
				message: 'The service says that there are more records, but not how to get them',
				advice: `"nextCursor" ${reason}. No partial list was returned. ${SUPPORT}`,
				after: 2,
			});
		},
	);

	it.each([
		{ next: '/2' },
		{ hasNextPage: true },
		{ links: { next_page_token: 'x' } },
		{ more: 1 },
		{ more_results: true },
		{ moreAvailable: true },
		{ cursor: 'x' },
		{ continuationToken: 'x' },
		{ truncated: true },
		{ isTruncated: true },
	])('is an error where it goes on in another way than docs/api.md says: %j', async (fields) => {
		expect(await readingFails([json({ data: ids('a'), ...fields })])).toMatchObject({
			message: 'The service says that there are more records, but not how to get them',
		});
	});

	it.each([
		['an empty page with the same cursor', [page(ids('a'), 'x'), page([], 'x')], LIST],
		['a cursor of before', [page(ids('a'), 'x'), page([], 'y'), page(ids('c'), 'x')], LIST],
		['the cursor to begin with', [page(ids('c'), 'x')], { ...LIST, resumeAt: 'x' }],
	])('is an error where %s comes again: it would go round in circles', async (...row) => {
		const [, responses, list] = row;
		const fails = { ...cursorIgnored('after'), after: responses.length };
		const service = { cursorParameter: 'after' };
		expect(await readingFails(responses, { list, service })).toEqual(fails);
	});

	it('may send known records again for fifty pages, after a burst of new calls', async () => {
		const pagesOf = (count: number) =>
			Array.from({ length: count }, (_, n) => page(ids(...(n % 2 ? ['b'] : ['a', 'b'])), `x${n}`));
		const { records } = await readPages([...pagesOf(51), page(ids('z'))]);
		expect(records).toEqual(ids('a', 'b', 'z'));
		expect(await readingFails(pagesOf(60))).toEqual({ ...cursorIgnored(), after: 52 });
	});

	it('may have a record at the end of each page, as long as each leads on', async () => {
		const pinned = Array.from({ length: 20 }, (_, n) => page(ids(`${n}`, 'pinned'), `x${n}`));
		expect((await readPages([...pinned, page([])])).records).toHaveLength(21);
	});

	it('may have fifty empty pages one after another, and is given up after that', async () => {
		const empty = Array.from({ length: 60 }, (_, index) => page([], `after ${index}`));
		const fifty = empty.slice(0, 50);
		const later = fifty.map((_, index) => page([], `later ${index}`));
		const { records } = await readPages([...fifty, page(ids('a'), 'x'), ...later, page(ids('b'))]);
		expect(records).toEqual(ids('a', 'b'));
		expect((await readPages([...fifty, page([])])).records).toEqual([]);
		expect(await readingFails(empty)).toEqual({
			message: 'The service sent 50 empty pages in a row and says that there are more',
			advice: cursorIgnored().advice,
			after: 51,
		});
	});

	it.each([
		[{ data: 'none' }, '"data" is not a list'],
		[{ items: [] }, '"data" is missing'],
		[[], '"data" is missing'],
		[null, '"data" is missing'],
		[{ data: null }, '"data" is not a list'],
		[{ message: `For ${KEY}` }, '"data" is missing. The service says: For [API key]'],
	])('is an error where the response is %j', async (body, reason) => {
		expect(await readingFails([json(body)])).toEqual(noList(reason));
	});

	it.each([[['a']], [[null]], [[{ Id: 'a' }, 7]], [[[]]]])(
		'is an error where it contains something that is not a record: %j',
		async (data) => {
			expect(await readingFails([page(data)])).toEqual({
				message: 'The list contains something that is not a record',
				advice: `No partial list was returned. ${SUPPORT}`,
				after: 1,
			});
		},
	);
});

describe('what is kept', () => {
	it('is a record once that comes twice, though it has changed meanwhile', async () => {
		const [ringing, ended] = ['ringing', 'unread'].map((Status) => ({ Id: 'b', Status }));
		const shifted = [page([{ Id: 'c' }, ringing], 'x'), page([ended, { Id: 'a' }], 'y'), page([])];
		expect((await readPages(shifted)).records).toEqual([{ Id: 'c' }, ringing, { Id: 'a' }]);
	});

	it.each([
		['has no Id', { Id: '', PhoneNumber: '+4930123456' }],
		['has a number that JSON has rounded', JSON.parse('{"Id":1234567890123456789}') as IDataObject],
	])('is a record twice that %s and is not the same in every field', async (_, call) => {
		const [first, second] = [1, 2].map((n) => ({ ...call, n }));
		const { records } = await readPages([page([first], 'x'), page([{ ...first }, second])]);
		expect(records).toEqual([first, second]);
	});

	it('are 100,000 records for one item, and one more is an error', async () => {
		const thousand = (start: number) =>
			ids(...Array.from({ length: 1000 }, (_, n) => `${start + n}`));
		const hundred = Array.from({ length: 100 }, (_, n) => page(thousand(n * 1000), String(n + 1)));
		const { records } = await readPages([...hundred, page([])]);
		expect(records).toHaveLength(100_000);
		const extra = [...hundred, page(ids('one more'))];
		expect(await readingFails(extra)).toEqual({ ...TOO_MANY_RECORDS, after: 101 });
		expect((await readPages(extra, { limit: 100_000 })).queries).toHaveLength(100);
	});
});

describe('a list whose form is not documented', () => {
	const list = { path: '/public/events', query: {}, isUndocumented: true };
	const event = { id: 'e1' };

	it.each<[unknown, object[]]>([
		[{ data: [event], hasMore: false, nextCursor: '' }, [event]],
		[{ data: [event] }, [event]],
		[
			[event, { id: 'e2' }],
			[event, { id: 'e2' }],
		],
		[[], []],
		[{ data: null, hasMore: false }, []],
		[event, [event]],
		[{ ...event, error: 'of the record' }, [{ ...event, error: 'of the record' }]],
		[{}, [{}]],
		...[{ call: 'call-1' }, null, 'x'].map((data): [object, object[]] => [
			{ ...event, data },
			[{ ...event, data }],
		]),
	])('may be %j', async (body, records) => {
		expect((await readPages([json(body)], { list })).records).toEqual(records);
	});

	it.each([
		[null, '"data" is missing'],
		[7, '"data" is missing'],
		[{ data: 7, hasMore: false, nextCursor: '' }, '"data" is not a list'],
	])('is an error where the response is %j', async (body, reason) => {
		const address = 'The path is an assumption.';
		expect(await readingFails([json(body)], { list: { ...list, advice: { address } } })).toEqual({
			...noList(reason),
			advice: address,
		});
	});

	it('may have records with the same identifier, none of which is taken for another', async () => {
		const [first, second, third] = [1, 2, 3].map((n) => ({ id: 1, Id: 'same', n }));
		const responses = [page([first, second], 'x'), page([{ ...second }, third])];
		expect((await readPages(responses, { list })).records).toEqual([first, second, third]);
	});

	it.each([{ slot: '10:00' }, { id: '' }, { id: null, Id: {} }])(
		'keeps all records without an identifier, on one page or on several: %j',
		async (record) => {
			const other = { slot: '11:00' };
			const responses = [page([other, record, { ...record }], 'x'), page([{ ...record }])];
			const { records } = await readPages(responses, { list });
			expect(records).toEqual([other, record, record, record]);
		},
	);

	it('without identifiers may have some of the page before again, also where the cursor has no name', async () => {
		const [one, two, three] = ['10:00', '11:00', '12:00'].map((slot) => ({ slot }));
		const script = [page([one, two], 'x'), page([one, three], 'y'), page([two])];
		const { records } = await readPages(script, { list, service: { cursorParameter: '' } });
		expect(records).toEqual([one, two, one, three, two]);
	});

	it('is given up where pages without identifiers come again and again', async () => {
		const same = Array.from({ length: 60 }, (_, n) => page([{ slot: '10:00' }, { n: 1 }], `x${n}`));
		expect(await readingFails(same, { list })).toEqual({ ...cursorIgnored(), after: 52 });
	});

	it.each([{ id: 1 }, { Id: 'e1' }])('keeps one of two that are %j', async (record) => {
		const { records } = await readPages([page([record, { ...record }])], { list });
		expect(records).toHaveLength(1);
	});
});

describe('with any list', () => {
	const calls = (count: number, name = 'call') =>
		ids(...Array.from({ length: count }, (_, index) => `${name} ${index}`));
	const records = fc.nat(60).map((count) => calls(count));
	const limits = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 70 }));

	it('nothing is lost or doubled where calls begin while it is read by position', async () => {
		const pace = fc.array(fc.nat(2), { minLength: 1, maxLength: 6 });
		const size = fc.integer({ min: 3, max: 7 });
		await fc.assert(
			fc.asyncProperty(records, size, pace, limits, async (all, each, begun, limit) => {
				// Newest first; fewer calls than a page has begin before the next one is asked for.
				let list = all;
				const { client, requests } = respondingClient(({ query }) => {
					const asked = requests.length;
					const more = asked < 2 ? 0 : begun[asked % begun.length];
					list = [...calls(more, `new ${asked}`), ...list];
					const next = Number(query?.cursor ?? 0) + each;
					return page(list.slice(next - each, next), next < list.length ? String(next) : '');
				});
				expect(await readRecords(client, LIST, limit)).toEqual(all.slice(0, limit));
			}),
			{ numRuns: cases(500) },
		);
	});

	it('reading ends, and doubles nothing, whatever a service does', async () => {
		const MAX_REQUESTS = 1500;
		const one = fc.record({
			data: fc.uniqueArray(fc.nat(8), { maxLength: 4 }),
			cursor: fc.option(fc.nat(5), { freq: 3 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (script) => {
				// The same few pages over and over; no cursor means one that was not there before.
				const { client, requests } = respondingClient(() => {
					const asked = requests.length;
					if (asked > MAX_REQUESTS) return page([]);
					const { data, cursor } = script[asked % script.length];
					const mark = cursor === null ? `new ${asked}` : `old ${cursor}`;
					return page(ids(...data.map(String)), mark);
				});
				const kept: unknown[] = [];
				const reading = async () => {
					for await (const each of pages(client, LIST))
						kept.push(...each.records.map(({ Id }) => Id));
				};
				await reading().catch(() => undefined);
				expect(requests.length).toBeLessThan(MAX_REQUESTS);
				expect(kept).toEqual([...new Set(kept)]);
			}),
			{ numRuns: cases(500) },
		);
	});
});
