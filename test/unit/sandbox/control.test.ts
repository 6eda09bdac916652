import { messageOf, useSandboxes } from '../../support/sandboxClient';

/* What people switch with curl, which sends JSON as a form. */

const start = useSandboxes();

async function control(url: string, method: string, path: string, body?: unknown) {
	const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return await fetch(`${url}/__sandbox/${path}`, { method, headers, body: text });
}

test('a person can do what a test can, and none of it is logged', async () => {
	const sandbox = await start();
	const send = async (...request: [method: string, path: string, body?: unknown]) =>
		(await (await control(sandbox.url, ...request)).json()) as unknown;

	await send('POST', 'calls', { keyword: 'Offer', durationSeconds: 60 });
	const [{ Id, EndedAt }] = sandbox.calls;
	expect([EndedAt, sandbox.calls.length]).toEqual(['', 251]);
	expect(await send('POST', `calls/${Id}/end`)).toMatchObject({ Keywords: ['Offer'] });
	expect(await send('DELETE', `calls/${Id}`)).toEqual({ removed: Id });
	await send('PATCH', 'settings', { pageSize: 7 });
	expect(await send('GET', 'settings')).toMatchObject({ pageSize: 7, turnSeconds: 2 });

	const wait = { kind: 'hold', then: { kind: 'status', status: 418 } };
	await send('POST', 'faults', { path: '^/public/', fault: wait });
	const held = fetch(`${sandbox.url}/public/company`);
	while (sandbox.inFlight.now === 0) await send('GET', 'log');
	await send('POST', 'release');
	expect((await held).status).toBe(418);
	await send('DELETE', 'faults');
	expect((await fetch(`${sandbox.url}/public/company`)).status).toBe(401);
	expect(await send('GET', 'log')).toHaveLength(2);
	expect(await send('GET', 'placed')).toEqual([]);
});

test.each<[method: string, path: string, body: unknown, words: string]>([
	['POST', 'faults', '{', 'not valid JSON'],
	['POST', 'faults', {}, "'fault'"],
	['POST', 'faults', { fault: { kind: 'storm' } }, 'refuseSort'],
	['POST', 'faults', { fault: { kind: 'delay', ms: 1, then: { kind: 'redirect' } } }, "'status'"],
	['POST', 'faults', { fault: { kind: 'html' }, path: 'calls' }, 'path'],
	['POST', 'faults', { fault: { kind: 'html' }, path: '^(' }, 'path'],
	['POST', 'calls', { keyword: 'Weather' }, 'Callback'],
	['POST', 'calls', { assistantId: 'Mara' }, 'assistant-mara'],
	['PATCH', 'settings', { dialect: 'klingon' }, 'documented'],
	['PATCH', 'settings', { pagesize: 7 }, 'pagesize'],
	['PATCH', 'settings', { pageSize: '7' }, 'pageSize'],
	['DELETE', 'calls/nobody', {}, 'nobody'],
])('%s %s refuses %j and says what is wrong', async (method, path, body, words) => {
	const response = await control((await start()).url, method, path, body);
	expect(response.ok).toBe(false);
	expect(await messageOf(response)).toContain(words);
});
