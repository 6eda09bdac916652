import type { Call } from '../../../sandbox';
import {
	control,
	get,
	list,
	messageOf,
	post,
	someCall,
	until,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

describe('control over HTTP', () => {
	test('switches faults and shows log and placed calls, without a key or a trace', async () => {
		const sandbox = await start();
		const rule = { path: '^/public/', times: 2, fault: { kind: 'status', status: 503 } };
		expect((await control(sandbox, 'POST', 'faults', rule)).status).toBe(200);
		expect((await get(sandbox, '/public/company')).status).toBe(503);
		await control(sandbox, 'DELETE', 'faults');
		expect((await get(sandbox, '/public/company')).status).toBe(200);
		await post(sandbox, someCall);

		const log = (await (await control(sandbox, 'GET', 'log')).json()) as unknown[];
		expect(log).toEqual(JSON.parse(JSON.stringify(sandbox.log)));
		expect(log).toHaveLength(3);
		expect(await (await control(sandbox, 'GET', 'placed')).json()).toEqual(sandbox.placed);
		expect((await control(sandbox, 'GET', 'nothing')).status).toBe(404);
		expect(sandbox.log).toHaveLength(3);
		expect(sandbox.inFlight.max).toBe(1);
	});

	test('is not subject to faults and delays', async () => {
		const sandbox = await start({ delayMs: 3_600_000 });
		sandbox.fault({ fault: { kind: 'drop', at: 'arrival' } });
		expect((await control(sandbox, 'GET', 'log')).status).toBe(200);
		expect((await control(sandbox, 'GET', 'nothing')).status).toBe(404);
	});

	test.each<[unknown, string]>([
		['{', 'JSON'],
		[[], 'JSON object'],
		[{}, '"fault"'],
		[{ fault: { kind: 'toString' } }, 'one of status'],
		[{ fault: { kind: 'status' } }, '"status" (number)'],
		[{ fault: { kind: 'redirect', status: 302 } }, '"location"'],
		[{ fault: { kind: 'json' } }, '"body"'],
		[{ fault: { kind: 'delay', ms: 1, then: { kind: 'x' } } }, 'one of status'],
		[{ fault: { kind: 'hold', count: 0 } }, '"count"'],
		[{ fault: { kind: 'hold', then: { kind: 'x' } } }, 'one of status'],
		[{ fault: { kind: 'html' }, path: 'public' }, '"path"'],
		[{ fault: { kind: 'html' }, path: '^(' }, 'pattern'],
		[{ fault: { kind: 'html' }, method: 'get' }, '"method"'],
		[{ fault: { kind: 'html' }, when: 'now' }, '"when"'],
		[{ fault: { kind: 'html' }, times: -1 }, '"times"'],
		[{ fault: { kind: 'html' }, skip: '1' }, '"skip"'],
	])('rejects the fault %j', async (rule, words) => {
		const sandbox = await start();
		const response = await control(sandbox, 'POST', 'faults', rule);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
		expect((await get(sandbox, '/public/calls')).status).toBe(200);
	});

	test('lets held responses go', async () => {
		const sandbox = await start();
		await control(sandbox, 'POST', 'faults', { fault: { kind: 'hold' } });
		const held = list(sandbox);
		await until(() => sandbox.inFlight.now === 1);
		expect((await control(sandbox, 'POST', 'release')).status).toBe(200);
		expect((await held).status).toBe(200);
	});

	test('shows the settings, and changes those that are named', async () => {
		const sandbox = await start({ pageSize: 7 });
		const changed = { listDelaySeconds: 30, cursorKind: 'key' };
		const response = await control(sandbox, 'PATCH', 'settings', changed);
		expect(response.status).toBe(200);
		const expected = {
			dialect: 'documented',
			cursorParameter: 'cursor',
			pageSizeParameter: '',
			ignoreUnknown: false,
			newestFirst: true,
			pageSize: 7,
			maxPageSize: 1000,
			cursorKind: 'key',
			cursorSeconds: 0,
			listDelaySeconds: 30,
			clockSkewSeconds: 0,
			turnSeconds: 2,
			delayMs: 0,
		};
		expect(await response.json()).toEqual(expected);
		expect(await (await control(sandbox, 'GET', 'settings')).json()).toEqual(expected);
		expect(sandbox.settings).toEqual(expected);
	});

	test.each<[object, string]>([
		[{ pageSize: 0 }, '"pageSize" must be a whole number from 1'],
		[{ maxPageSize: 1.5 }, '"maxPageSize" must be a whole number from 1'],
		[{ cursorKind: 'page' }, 'one of snapshot, offset, key'],
		[{ cursorSeconds: -1 }, '"cursorSeconds" must be a number from 0'],
		[{ listDelaySeconds: '5' }, '"listDelaySeconds" must be a number from 0'],
		[{ clockSkewSeconds: null }, '"clockSkewSeconds" must be a number'],
		[{ dialect: 'none' }, '"dialect" must be one of documented, bearer, authentication'],
		[{ cursorParameter: '' }, '"cursorParameter" must be a text'],
		[{ newestFirst: 1 }, '"newestFirst" must be true or false'],
		[{ toString: 1 }, '"toString" is not known. Use dialect, '],
		[{ delayMs: 5, everyMinutes: 5 }, '"everyMinutes" is not known'],
	])('rejects the settings %j, and changes nothing', async (settings, words) => {
		const sandbox = await start();
		const before = { ...sandbox.settings };
		const response = await control(sandbox, 'PATCH', 'settings', settings);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
		expect(sandbox.settings).toEqual(before);
	});

	test('lets calls come in, ends them and deletes their records', async () => {
		const sandbox = await start({ turnSeconds: 3600 });
		const incoming = { count: 2, keyword: 'wrong number', durationSeconds: 60 };
		const response = await control(sandbox, 'POST', 'calls', incoming);
		const received = (await response.json()) as Call[];
		expect(received).toEqual(sandbox.calls.slice(0, 2));

		const [{ Id }] = received;
		const ended = await control(sandbox, 'POST', `calls/${Id}/end`);
		expect(await ended.json()).toMatchObject({ Id, Keywords: ['WrongNumber'] });
		expect((await control(sandbox, 'POST', `calls/${Id}/end`)).status).toBe(404);
		expect((await control(sandbox, 'DELETE', `calls/${Id}`)).status).toBe(200);
		expect((await control(sandbox, 'DELETE', `calls/${Id}`)).status).toBe(404);
		expect(sandbox.calls).toHaveLength(251);
	});

	test.each<[object, string]>([
		[{ count: 0 }, '"count" must be a whole number from 1 to 10000'],
		[{ count: 10_001 }, '"count"'],
		[{ assistantId: ' ' }, '"assistantId" must be a text'],
		[{ phoneNumber: 49 }, '"phoneNumber" must be a text'],
		[{ keyword: 'Pizza' }, '"keyword" must be a keyword'],
		[{ keyword: 'no answer' }, '"keyword" must be a keyword'],
		[{ durationSeconds: -1 }, '"durationSeconds"'],
		[{ startedSecondsAgo: 'x' }, '"startedSecondsAgo"'],
		[{ assistant_id: 'x' }, '"assistant_id" is not known'],
	])('rejects incoming calls %j', async (incoming, words) => {
		const sandbox = await start();
		const response = await control(sandbox, 'POST', 'calls', incoming);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
		expect(sandbox.calls).toHaveLength(250);
	});
});
