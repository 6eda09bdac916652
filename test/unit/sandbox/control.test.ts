import { control, get, messageOf, post, someCall, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

test('switches faults and shows log and placed calls, without a key or a trace', async () => {
	const sandbox = await start();
	const rule = { path: '^/public/', times: 2, fault: { kind: 'status', status: 503 } };
	expect((await control(sandbox, 'POST', 'faults', rule)).status).toBe(200);
	expect((await get(sandbox, '/public/company')).status).toBe(503);
	await control(sandbox, 'DELETE', 'faults');
	expect((await get(sandbox, '/public/company')).status).toBe(200);
	await post(sandbox, someCall);

	const log: unknown = await (await control(sandbox, 'GET', 'log')).json();
	expect(log).toEqual(JSON.parse(JSON.stringify(sandbox.log)));
	expect(await (await control(sandbox, 'GET', 'placed')).json()).toEqual(sandbox.placed);
	expect((await control(sandbox, 'GET', 'nothing')).status).toBe(404);
	expect([sandbox.log.length, sandbox.inFlight.max]).toEqual([3, 1]);
});

test('changes the settings that are named', async () => {
	const sandbox = await start({ pageSize: 7 });
	const changed = { listDelaySeconds: 30, cursorKind: 'key' };
	const response = await control(sandbox, 'PATCH', 'settings', changed);
	expect(await response.json()).toMatchObject({ pageSize: 7, ...changed });
	expect(await (await control(sandbox, 'GET', 'settings')).json()).toEqual(sandbox.settings);
});

test.each<[string, string, unknown, string]>([
	['POST', 'faults', '{', 'JSON'],
	['POST', 'faults', { fault: { kind: 'toString' } }, 'one of status'],
	['POST', 'faults', { fault: { kind: 'delay', ms: 1, then: { kind: 'x' } } }, 'one of status'],
	['POST', 'faults', { fault: { kind: 'html' }, path: 'public' }, '"path"'],
	['PATCH', 'settings', { pageSize: 0 }, '"pageSize" must be a whole number from 1'],
	['PATCH', 'settings', { cursorKind: 'page' }, 'one of snapshot, offset, key'],
	['PATCH', 'settings', { newestFirst: 1 }, '"newestFirst" must be true or false'],
	['POST', 'calls', { assistantId: ' ' }, '"assistantId" must be a text'],
	['POST', 'calls', { assistant_id: 'x' }, '"assistant_id" is not known'],
])('rejects %s %s with %j, and changes nothing', async (method, what, body, words) => {
	const sandbox = await start();
	const settings = { ...sandbox.settings };
	const response = await control(sandbox, method, what, body);
	expect([response.status, await messageOf(response)]).toEqual([
		400,
		expect.stringContaining(words),
	]);
	expect([sandbox.settings, sandbox.calls.length]).toEqual([settings, 250]);
	expect((await get(sandbox, '/public/calls')).status).toBe(200);
});
