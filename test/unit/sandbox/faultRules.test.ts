import type { Fault, FaultRule } from '../../../sandbox';
import { get, list, pageOf, post, someCall, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('a fault meets the requests that its rule names', () => {
	const status = (code: number): Fault => ({ kind: 'status', status: code });
	const statuses = async (rules: FaultRule[], requests: Array<() => Promise<Response>>) => {
		const seen: number[] = [];
		for (const request of requests) seen.push((await request()).status);
		return [rules.length, ...seen].slice(1);
	};

	test.each<[string, Omit<FaultRule, 'fault'>, number[]]>([
		['no condition', {}, [503, 503, 503, 503]],
		['a method', { method: 'POST' }, [200, 503, 200, 200]],
		['a path', { path: '/public/calls' }, [503, 200, 503, 200]],
		['a path that is only the beginning', { path: '/public' }, [200, 200, 200, 200]],
		['a pattern', { path: /^\/public\/c.+/g }, [503, 200, 503, 503]],
		['a pattern as text', { path: '^/public/c.+y$' }, [200, 200, 200, 503]],
		['skip', { skip: 2 }, [200, 200, 503, 503]],
		['times', { times: 2 }, [503, 503, 200, 200]],
		['skip and times', { skip: 1, times: 1, method: 'GET' }, [200, 200, 503, 200]],
		['first-page', { when: 'first-page' }, [503, 200, 200, 200]],
		['later-page', { when: 'later-page' }, [200, 200, 503, 200]],
	])('%s', async (_what, rule, expected) => {
		const sandbox = await start();
		const { nextCursor } = await pageOf(sandbox);
		const rules = [{ ...rule, fault: status(503) }];
		rules.forEach((each) => sandbox.fault(each));
		const requests = [
			async () => await get(sandbox, '/public/calls'),
			async () => await post(sandbox, someCall),
			async () => await get(sandbox, '/public/calls', [['cursor', nextCursor]]),
			async () => await get(sandbox, '/public/company'),
		];
		expect(await statuses(rules, requests)).toEqual(expected);
	});

	test('one after the other, and no longer once cleared', async () => {
		const sandbox = await start();
		await post(sandbox, someCall);
		expect(sandbox.placed).toHaveLength(1);
		sandbox.fault({ times: 1, fault: status(429) });
		sandbox.fault({ times: 1, fault: status(502) });
		sandbox.fault({ fault: status(500) });
		const seen = [];
		for (let count = 0; count < 4; count++) seen.push((await list(sandbox)).status);
		expect(seen).toEqual([429, 502, 500, 500]);
		sandbox.clear();
		expect([sandbox.log, sandbox.placed, sandbox.inFlight.max]).toEqual([[], [], 0]);
		expect((await list(sandbox)).status).toBe(200);
	});
});
