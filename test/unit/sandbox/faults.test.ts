import { type Fault, type FaultRule } from '../../../sandbox';
import {
	get,
	idsOf,
	list,
	pageOf,
	post,
	readAll,
	someCall,
	until,
	useSandboxes,
	withKey,
} from '../../support/sandboxClient';

const start = useSandboxes();

const during = async (fault: Fault) => {
	const sandbox = await start();
	sandbox.fault({ fault });
	return sandbox;
};

describe('a fault meets the requests that its rule names', () => {
	const status = (code: number): Fault => ({ kind: 'status', status: code });

	test.each<[string, Omit<FaultRule, 'fault'>, number[]]>([
		['no condition', {}, [503, 503, 503, 503]],
		['a method', { method: 'POST' }, [200, 503, 200, 200]],
		['a path', { path: '/public/calls' }, [503, 200, 503, 200]],
		['skip and times', { skip: 1, times: 1, method: 'GET' }, [200, 200, 503, 200]],
		['first-page', { when: 'first-page' }, [503, 200, 200, 200]],
		['later-page', { when: 'later-page' }, [200, 200, 503, 200]],
	])('%s', async (_what, rule, expected) => {
		const sandbox = await start();
		const { nextCursor } = await pageOf(sandbox);
		sandbox.fault({ ...rule, fault: status(503) });
		const seen = [
			await get(sandbox, '/public/calls'),
			await post(sandbox, someCall),
			await get(sandbox, '/public/calls', [['cursor', nextCursor]]),
			await get(sandbox, '/public/company'),
		];
		expect(seen.map((response) => response.status)).toEqual(expected);
	});
});

const busy: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '7' } };

test.each<[Fault, number, string, string]>([
	[busy, 429, 'json', '"The sandbox was told to answer with 429."'],
	[{ kind: 'status', status: 500, body: 'oh' }, 500, 'text/plain', 'oh'],
	[{ kind: 'json', body: null }, 200, 'json', 'null'],
	[{ kind: 'html', status: 404 }, 404, 'text/html', '<!DOCTYPE html>'],
	[{ kind: 'invalidJson' }, 200, 'json', '{"data": [{'],
	[{ kind: 'empty', status: 204 }, 204, '', ''],
	[{ kind: 'redirect', status: 307, location: 'http://x.test/' }, 307, '', ''],
	[{ kind: 'echoKey', status: 200 }, 200, 'json', 'sandbox-key'],
])('the response to %j has the status %d', async (fault, status, type, words) => {
	const sandbox = await during(fault);
	for (const response of [await list(sandbox), await post(sandbox, someCall)]) {
		expect(response.status).toBe(status);
		expect(response.headers.get('content-type') ?? '').toContain(type);
		expect(response.headers.get('retry-after')).toBe(fault === busy ? '7' : null);
		expect(response.headers.get('location')).toBe(status === 307 ? 'http://x.test/' : null);
		const text = await response.text();
		if (words === '') expect(text).toBe('');
		expect(text).toContain(words);
		if (fault.kind === 'invalidJson') expect(() => JSON.parse(text) as unknown).toThrow();
	}
	expect(JSON.stringify(sandbox.log)).not.toContain('sandbox-key');
});

test.each<[Fault, number]>([
	[{ kind: 'status', status: 502 }, 0],
	[{ kind: 'status', status: 502, accepted: true }, 1],
	[{ kind: 'status', status: 202 }, 1],
	[{ kind: 'html' }, 1],
	[{ kind: 'html', accepted: false }, 0],
	[{ kind: 'redirect', status: 302, location: '/' }, 0],
	[{ kind: 'drop', at: 'arrival' }, 0],
	[{ kind: 'drop', at: 'read' }, 0],
	[{ kind: 'drop', at: 'answer' }, 1],
	[{ kind: 'drop' }, 1],
	[{ kind: 'cutOff' }, 1],
	[{ kind: 'delay', ms: 1 }, 1],
	[{ kind: 'delay', ms: 1, then: { kind: 'status', status: 429 } }, 0],
	[{ kind: 'emptyPage' }, 1],
])('%j: calls placed %d', async (fault, placed) => {
	const sandbox = await during(fault);
	for (const call of [someCall, { ...someCall, phone_number: '1' }]) {
		await post(sandbox, call)
			.then(async (response) => await response.text())
			.catch(() => 'dropped');
		expect(sandbox.placed).toHaveLength(placed);
	}
	expect(sandbox.log).toHaveLength(2);
});

describe('a response that is kept back', () => {
	const waits: Fault[] = [{ kind: 'never' }, { kind: 'delay', ms: 3_600_000 }, { kind: 'hold' }];

	test.each(waits)('waits until the client gives up: %j', async (fault) => {
		const sandbox = await during(fault);
		const client = new AbortController();
		const { signal } = client;
		const answer = fetch(`${sandbox.url}/public/calls`, { headers: withKey(sandbox), signal });
		const failed = expect(answer).rejects.toThrow();
		await until(() => sandbox.inFlight.now === 1);
		client.abort();
		await failed;
		await until(() => sandbox.inFlight.now === 0);
		expect(sandbox.log[0].status).toBeNull();
	});
});

describe('hold', () => {
	const statusesOf = async (responses: Array<Promise<Response>>) =>
		(await Promise.all(responses)).map(({ status }) => status);

	test('waits for so many requests of its rule, and then holds nobody any more', async () => {
		const sandbox = await start();
		sandbox.fault({ method: 'POST', fault: { kind: 'hold', count: 2 } });
		const held = post(sandbox, someCall);
		await until(() => sandbox.placed.length === 1);
		expect((await list(sandbox)).status).toBe(200);
		expect(await statusesOf([held, post(sandbox, someCall)])).toEqual([200, 200]);
		expect(sandbox.inFlight).toEqual({ now: 0, max: 2 });
		expect((await post(sandbox, someCall)).status).toBe(200);
	});
});

describe('faults of lists', () => {
	test('emptyPage puts empty pages, each with a new cursor, before the page that was due', async () => {
		const sandbox = await start();
		sandbox.fault({ skip: 1, times: 3, fault: { kind: 'emptyPage' } });
		expect(idsOf(await readAll(sandbox))).toEqual(idsOf(sandbox.calls));
		const cursors = sandbox.log.slice(1).map(({ query }) => query[0][1]);
		expect([cursors.length, new Set(cursors).size]).toEqual([5, 5]);
	});
});
