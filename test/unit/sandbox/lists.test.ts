import type { Call, SandboxOptions } from '../../../sandbox';
import {
	get,
	idsOf,
	messageOf,
	minute,
	newest,
	pageOf,
	post,
	readAll,
	someCall,
	type Query,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

const newestFirst: Query = [['sort', 'StartedAt:desc']];

describe('Calls List', () => {
	const record = (Id: string, fields: Partial<Call>) => ({
		Id,
		Keywords: [],
		Flags: [],
		...fields,
	});
	const records = [
		record('a', { Status: 'unread', Keywords: ['Offer', 'Callback'], Flags: ['green, phone'] }),
		record('b', {
			Status: 'archive',
			Keywords: ['Invoice'],
			StartedAt: '2026-03-10T12:00:00.000Z',
		}),
		record('c', { Status: 'unread', Summary: 'AI: one\nUser: two:three' }),
		record('d', { Status: '', PhoneNumber: '+12025550123', StartedAt: '2026-03-09T12:00:00.000Z' }),
	];

	test.each<[string[], string]>([
		[[], 'abcd'],
		[['Status:==:unread'], 'ac'],
		[['Status:==:'], 'd'],
		[['Status:not:archive'], 'acd'],
		[['Status:==:Unread'], ''],
		[['PhoneNumber:==:+12025550123'], 'd'],
		[['Summary:==:AI: one\nUser: two:three'], 'c'],
		[['Keywords:array-contains-any:Callback,Invoice'], 'ab'],
		[['Flags:array-contains-any:phone'], 'a'],
		[['Status:==:unread', 'Keywords:array-contains-any:Callback'], 'a'],
	])('with the filters %j finds "%s"', async (filters, found) => {
		const { data } = await pageOf(
			await start({ records }),
			filters.map((filter) => ['filter', filter]),
		);
		expect(idsOf(data as Call[]).join('')).toBe(found);
	});

	test.each([
		['filter', 'Status:unread', '<Field>:<operator>:<value>'],
		['filter', 'status:==:unread', '"status"'],
		['filter', 'Status:>=:unread', '">="'],
		['filter', 'Status:array-contains-any:unread', 'needs a list'],
		['filter', 'Keywords:==:Offer', 'needs a text'],
		['filter', 'Keywords:array-contains-any:a,,b', 'empty value'],
		['sort', 'StartedAt:down', '"down"'],
		['sort', 'startedAt:asc', '"startedAt"'],
		['limit', '10', '"limit" is not known'],
		['cursor', 'wrong', 'cursor'],
	])('rejects %s=%s', async (name, value, words) => {
		const response = await get(await start(), '/public/calls', [[name, value]]);
		expect([response.status, await messageOf(response)]).toEqual([
			400,
			expect.stringContaining(words),
		]);
	});
});

describe('pages', () => {
	test('take names for cursor and page size, and any characters in a cursor', async () => {
		const sandbox = await start({
			cursorParameter: 'after',
			cursorPrefix: 'c-100/+= &#%ü',
			pageSizeParameter: 'per_page',
			maxPageSize: 50,
		});
		const read = await readAll(sandbox, [['per_page', '7']], { parameter: 'after' });
		expect(idsOf(read)).toEqual(idsOf(sandbox.calls));
		expect(sandbox.log).toHaveLength(Math.ceil(250 / 7));
		expect((await get(sandbox, '/public/calls', [['cursor', 'x']])).status).toBe(400);
		for (const size of ['0', '-1', '1.5', 'many', '', '51']) {
			expect((await get(sandbox, '/public/calls', [['per_page', size]])).status).toBe(400);
		}
	});

	test.each<[string, Query]>([
		['unsorted', []],
		['newest first', newestFirst],
		['by a filter that stops matching meanwhile', [['filter', 'Status:==:unread']]],
	])('lose and double nothing while records change, %s', async (_how, query) => {
		let time = newest.getTime() + minute;
		const sandbox = await start({ calls: 60, pageSize: 7, now: () => time });
		await post(sandbox, someCall);
		const due = await readAll(sandbox, query);
		const read = await readAll(sandbox, query, {
			between: async () => {
				time += 5000;
				await post(sandbox, someCall);
				sandbox.calls[30].Status = 'archive';
			},
		});
		expect(idsOf(read)).toEqual(idsOf(due));
	});
});

describe('cursors of the kind', () => {
	/** Reads everything while a call comes in after each page. */
	const readWhileCallsComeIn = async (options: SandboxOptions) => {
		let time = newest.getTime() + minute;
		const sandbox = await start({ calls: 20, pageSize: 5, now: () => time, ...options });
		const due = idsOf(sandbox.calls);
		const read = await readAll(sandbox, newestFirst, {
			between: async () => {
				if (sandbox.log.length > 3) return;
				time += 1000;
				sandbox.receive();
			},
		});
		return { due, read: idsOf(read) };
	};

	test.each(['snapshot', 'key'] as const)('%s show the list as it was', async (cursorKind) => {
		const { due, read } = await readWhileCallsComeIn({ cursorKind });
		expect(read).toEqual(due);
	});

	test.each(['snapshot', 'offset', 'key'] as const)('%s expire', async (cursorKind) => {
		let time = newest.getTime();
		const sandbox = await start({ cursorKind, cursorSeconds: 60, now: () => time });
		const next: Query = [['cursor', (await pageOf(sandbox)).nextCursor]];
		time += minute;
		expect((await pageOf(sandbox, next)).data).toHaveLength(100);
		time += 1;
		expect(await messageOf(await get(sandbox, '/public/calls', next))).toContain('has expired');
	});
});
