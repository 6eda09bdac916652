import { generateCalls, type Call, type Fault, type Page } from '../../../sandbox';
import {
	get,
	idsOf,
	list,
	messageOf,
	newest,
	pageOf,
	post,
	readAll,
	someCall,
	type Query,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

const during = async (fault: Fault) => {
	const sandbox = await start();
	sandbox.fault({ fault });
	return sandbox;
};

describe('faults of lists', () => {
	const sorted: Query = [['sort', 'StartedAt:desc']];
	const startedAt = (page: Page) => (page.data as Call[]).map((call) => call.StartedAt);

	test('repeatCursor gives the cursor that was sent', async () => {
		const sandbox = await during({ kind: 'repeatCursor' });
		const first = await pageOf(sandbox);
		const second = await pageOf(sandbox, [['cursor', first.nextCursor]]);
		expect(second.nextCursor).toBe(first.nextCursor);
		expect(second.data).toEqual(sandbox.calls.slice(100, 200));
	});

	test('ignoreCursor gives the first page again', async () => {
		const sandbox = await during({ kind: 'ignoreCursor' });
		const first = await pageOf(sandbox);
		expect(await pageOf(sandbox, [['cursor', first.nextCursor]])).toEqual(first);
		expect(await pageOf(sandbox, [['cursor', 'anything']])).toEqual(first);
	});

	test('emptyPage puts empty pages, each with a new cursor, before the page that was due', async () => {
		const sandbox = await start();
		sandbox.fault({ skip: 1, times: 3, fault: { kind: 'emptyPage' } });
		expect(idsOf(await readAll(sandbox))).toEqual(idsOf(sandbox.calls));
		expect(sandbox.log).toHaveLength(6);
		const cursors = sandbox.log.slice(1).map(({ query }) => query[0][1]);
		expect(new Set(cursors).size).toBe(5);
	});

	test('emptyPage works for the first page of a short list as well', async () => {
		const sandbox = await start({ calls: 3 });
		sandbox.fault({ times: 2, fault: { kind: 'emptyPage' } });
		const first = await pageOf(sandbox);
		expect(first).toMatchObject({ data: [], hasMore: true });
		expect(idsOf(await readAll(sandbox, []))).toHaveLength(3);
	});

	test('ignoreSort mixes the records, or leaves them as held, on every page', async () => {
		const records = generateCalls({ count: 250, seed: 1, newest, everyMinutes: 10 }).reverse();
		const sandbox = await start({ records });
		sandbox.fault({ when: 'first-page', fault: { kind: 'ignoreSort' } });
		const mixed = await readAll(sandbox, sorted);
		expect(idsOf(mixed).sort()).toEqual(idsOf(sandbox.calls).sort());
		const times = startedAt({ data: mixed.slice(0, 100), hasMore: true, nextCursor: '' });
		expect(times).not.toEqual([...times].sort());
		expect(times).not.toEqual([...times].sort().reverse());
		expect(idsOf(mixed)).not.toEqual(idsOf(sandbox.calls));

		sandbox.clear();
		sandbox.fault({ fault: { kind: 'ignoreSort', order: 'held' } });
		expect(idsOf(await readAll(sandbox, sorted))).toEqual(idsOf(sandbox.calls));
	});

	test('refuseSort rejects the sort and only that', async () => {
		const sandbox = await start();
		sandbox.fault({ times: 1, fault: { kind: 'refuseSort' } });
		expect((await list(sandbox)).status).toBe(200);
		const refused = await get(sandbox, '/public/calls', sorted);
		expect(refused.status).toBe(400);
		expect(await messageOf(refused)).toContain('StartedAt:desc');
		expect((await get(sandbox, '/public/calls', sorted)).status).toBe(200);
	});

	test('leave other operations alone and do not count them', async () => {
		const sandbox = await start();
		sandbox.fault({ times: 1, fault: { kind: 'delay', ms: 1, then: { kind: 'emptyPage' } } });
		expect((await get(sandbox, '/public/company')).status).toBe(200);
		expect((await post(sandbox, someCall)).status).toBe(200);
		expect((await pageOf(sandbox)).data).toEqual([]);
	});
});
