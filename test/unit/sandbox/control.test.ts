import { control, get, post, someCall, useSandboxes } from '../../support/sandboxClient';

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
