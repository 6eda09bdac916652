import type { SandboxOptions } from '../../../sandbox';
import {
	get,
	idsOf,
	minute,
	newest,
	messageOf,
	pageOf,
	post,
	readAll,
	someCall,
	type Query,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

describe('pages', () => {
	test('hands out 100 records a page, a cursor, and none at the end', async () => {
		const sandbox = await start();
		const first = await pageOf(sandbox);
		expect(first.data).toHaveLength(100);
		expect(first.hasMore).toBe(true);
		expect(first.nextCursor).toMatch(/^c\/\+=./);
		await readAll(sandbox);
		expect(sandbox.log).toHaveLength(4);
		expect((await pageOf(await start({ calls: 100 }))).nextCursor).toBe('');
		expect(await pageOf(await start({ calls: 0 }))).toEqual({
			data: [],
			hasMore: false,
			nextCursor: '',
		});
	});

	test('takes names for cursor and page size, and any characters in a cursor', async () => {
		const sandbox = await start({
			cursorParameter: 'after',
			cursorPrefix: 'c-100/+= &#%ü',
			pageSizeParameter: 'per_page',
		});
		const query: Query = [['per_page', '7']];
		const read = await readAll(sandbox, query, { parameter: 'after' });
		expect(idsOf(read)).toEqual(idsOf(sandbox.calls));
		expect(sandbox.log).toHaveLength(Math.ceil(250 / 7));
		expect((await get(sandbox, '/public/calls', [['cursor', 'x']])).status).toBe(400);
		for (const size of ['0', '-1', '1.5', 'many', '', '1001']) {
			expect((await get(sandbox, '/public/calls', [['per_page', size]])).status).toBe(400);
		}
	});

	test('rejects a cursor under other filters or another sort', async () => {
		const sandbox = await start({ pageSize: 5 });
		const query: Query = [
			['filter', 'Status:==:unread'],
			['sort', 'StartedAt:asc'],
		];
		const { nextCursor } = await pageOf(sandbox, query);
		for (const other of [[], query.slice(0, 1), query.slice(1)]) {
			const wrong: Query = [...other, ['cursor', nextCursor]];
			expect((await get(sandbox, '/public/calls', wrong)).status).toBe(400);
		}
		const misspelt: Query = [...query, ['cursor', `C${nextCursor.slice(1)}`]];
		expect((await get(sandbox, '/public/calls', misspelt)).status).toBe(400);
		expect((await pageOf(sandbox, [...query, ['cursor', nextCursor]])).data).toHaveLength(5);
	});

	test.each<[string, Query]>([
		['unsorted', []],
		['newest first', [['sort', 'StartedAt:desc']]],
		['oldest first', [['sort', 'StartedAt:asc']]],
		['by a field that changes meanwhile', [['sort', 'EndedAt:asc']]],
		['by a filter that stops matching meanwhile', [['filter', 'Status:==:unread']]],
	])('loses and doubles nothing while records change, %s', async (_how, query) => {
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

	test('notices records that a test changes by hand', async () => {
		const sandbox = await start({ calls: 5 });
		await pageOf(sandbox, [['filter', 'Status:==:new']]);
		sandbox.calls[3].Status = 'new';
		sandbox.calls.pop();
		expect((await pageOf(sandbox, [['filter', 'Status:==:new']])).data).toEqual([sandbox.calls[3]]);
	});

	test('notices records that a test adds by hand', async () => {
		const sandbox = await start({ calls: 5, pageSize: 2 });
		expect(await readAll(sandbox)).toHaveLength(5);
		sandbox.calls.push({ ...sandbox.calls[0], Id: 'added' });
		expect(idsOf(await readAll(sandbox)).at(-1)).toBe('added');
	});

	test('keeps a cursor that is in use while many other lists are begun', async () => {
		const sandbox = await start({ calls: 30, pageSize: 10 });
		let number = 0;
		const read = await readAll(sandbox, [], {
			between: async () => {
				for (let count = 0; count < 60; count++) {
					await pageOf(sandbox, [['filter', `Id:not:${number++}`]]);
				}
			},
		});
		expect(read).toHaveLength(30);
	});
});

describe('cursors of the kind', () => {
	const newestFirst: Query = [['sort', 'StartedAt:desc']];
	/** Reads everything while a call comes in after each page. */
	const readWhileCallsComeIn = async (options: SandboxOptions, query = newestFirst) => {
		let time = newest.getTime() + minute;
		const sandbox = await start({ calls: 20, pageSize: 5, now: () => time, ...options });
		const due = idsOf(sandbox.calls);
		const read = await readAll(sandbox, query, {
			between: async () => {
				if (sandbox.log.length > 3) return;
				time += 1000;
				sandbox.receive();
			},
		});
		return { due, read: idsOf(read) };
	};

	test('snapshot show the list as it was', async () => {
		const { due, read } = await readWhileCallsComeIn({ cursorKind: 'snapshot' });
		expect(read).toEqual(due);
	});

	test('offset show records twice, since new ones shift the pages', async () => {
		const { due, read } = await readWhileCallsComeIn({ cursorKind: 'offset' });
		expect(new Set(read)).toEqual(new Set(due));
		expect(read).toHaveLength(due.length + 3);
	});

	test('offset lose records where others are deleted', async () => {
		const sandbox = await start({ calls: 20, pageSize: 5, cursorKind: 'offset' });
		const due = idsOf(sandbox.calls);
		const read = await readAll(sandbox, newestFirst, {
			between: async () => {
				if (sandbox.log.length === 1) sandbox.remove(due[0]);
			},
		});
		expect(due.filter((id) => !idsOf(read).includes(id))).toEqual([due[5]]);
	});

	test.each<[string, Query]>([
		['newest first', newestFirst],
		['unsorted', []],
	])('key go on after the last record, %s', async (_how, query) => {
		const { due, read } = await readWhileCallsComeIn({ cursorKind: 'key' }, query);
		expect(read).toEqual(due);
	});

	test('key go on after a record that was deleted, within one second of a burst as well', async () => {
		const sandbox = await start({ calls: 2, pageSize: 4, cursorKind: 'key' });
		sandbox.receive({ count: 12 });
		const due = idsOf(await readAll(sandbox, newestFirst));
		expect(new Set(due).size).toBe(14);
		sandbox.log.length = 0;
		const read = await readAll(sandbox, newestFirst, {
			between: async () => {
				if (sandbox.log.length === 1) sandbox.remove(due[3]);
			},
		});
		expect(idsOf(read)).toEqual(due);
	});

	test('key follow the place where the service ignores the sort', async () => {
		const sandbox = await start({ calls: 20, pageSize: 5, cursorKind: 'key' });
		sandbox.fault({ fault: { kind: 'ignoreSort' } });
		const read = await readAll(sandbox, newestFirst);
		expect(new Set(idsOf(read))).toEqual(new Set(idsOf(sandbox.calls)));
	});

	test.each(['snapshot', 'offset', 'key'] as const)('%s expire', async (cursorKind) => {
		let time = newest.getTime();
		const sandbox = await start({ cursorKind, cursorSeconds: 60, now: () => time });
		const { nextCursor } = await pageOf(sandbox);
		const next: Query = [['cursor', nextCursor]];
		time += minute;
		expect((await pageOf(sandbox, next)).data).toHaveLength(100);
		time += 1;
		const expired = await get(sandbox, '/public/calls', next);
		expect(expired.status).toBe(400);
		expect(await messageOf(expired)).toContain('has expired');
	});
});

test('a page size above the largest is rejected', async () => {
	const sandbox = await start({ pageSizeParameter: 'limit', maxPageSize: 50, pageSize: 20 });
	expect((await pageOf(sandbox, [['limit', '50']])).data).toHaveLength(50);
	expect((await pageOf(sandbox)).data).toHaveLength(20);
	const rejected = await get(sandbox, '/public/calls', [['limit', '51']]);
	expect(rejected.status).toBe(400);
	expect(await messageOf(rejected)).toContain('from 1 to 50');
});
