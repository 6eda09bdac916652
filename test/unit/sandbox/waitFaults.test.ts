import type { Fault } from '../../../sandbox';
import { splitWaits } from '../../../sandbox/faults/faultRules';
import { list, post, someCall, until, withKey, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

const during = async (fault: Fault) => {
	const sandbox = await start();
	sandbox.fault({ fault });
	return sandbox;
};

test.each<Fault>([{ kind: 'never' }, { kind: 'delay', ms: 3_600_000 }, { kind: 'hold' }])(
	'%j waits until the client gives up',
	async (fault) => {
		const sandbox = await during(fault);
		const client = new AbortController();
		const answer = fetch(`${sandbox.url}/public/calls`, {
			headers: withKey(sandbox),
			signal: client.signal,
		});
		const failed = expect(answer).rejects.toThrow();
		await until(() => sandbox.log.length === 1);
		expect(sandbox.inFlight).toEqual({ now: 1, max: 1 });
		client.abort();
		await failed;
		await until(() => sandbox.inFlight.now === 0);
		expect(sandbox.log[0].status).toBeNull();
	},
);

test.each<Fault>([{ kind: 'never' }, { kind: 'delay', ms: 3_600_000 }, { kind: 'hold' }])(
	'%j does not keep the sandbox from closing',
	async (fault) => {
		const sandbox = await during(fault);
		const failed = expect(list(sandbox)).rejects.toThrow();
		await until(() => sandbox.log.length === 1);
		await sandbox.close();
		await failed;
		expect(sandbox.log[0].status).toBeNull();
	},
);

test('never with accepted places the call', async () => {
	const sandbox = await during({ kind: 'never', accepted: true });
	const failed = expect(post(sandbox, someCall)).rejects.toThrow();
	await until(() => sandbox.placed.length === 1);
	await sandbox.close();
	await failed;
});

test('delays add up, and what comes after them is kept', () => {
	const then: Fault = { kind: 'delay', ms: 3, then: { kind: 'html' } };
	const after = { fault: { kind: 'html' }, gates: [] };
	expect(splitWaits({ kind: 'delay', ms: 4, then })).toEqual({ delayMs: 7, ...after });
	expect(splitWaits(undefined)).toEqual({ delayMs: 0, gates: [], fault: undefined });
});

test('delay carries out at once and answers a client that gave up with nothing', async () => {
	const sandbox = await during({ kind: 'delay', ms: 1000 });
	const client = new AbortController();
	const answer = fetch(`${sandbox.url}/calls`, {
		method: 'POST',
		headers: { Authentication: sandbox.apiKey, 'Content-Type': 'application/json' },
		body: JSON.stringify(someCall),
		signal: client.signal,
	});
	const failed = expect(answer).rejects.toThrow();
	await until(() => sandbox.placed.length === 1);
	client.abort();
	await failed;
	await until(() => sandbox.inFlight.now === 0);
	expect(sandbox.log[0].status).toBeNull();
});

describe('hold', () => {
	const statusesOf = async (responses: Array<Promise<Response>>) =>
		(await Promise.all(responses)).map(({ status }) => status);

	test('waits until so many requests are there, and then holds nobody any more', async () => {
		const sandbox = await during({ kind: 'hold', count: 3 });
		const two = [list(sandbox), list(sandbox)];
		await until(() => sandbox.inFlight.now === 2);
		expect(await statusesOf([...two, list(sandbox)])).toEqual([200, 200, 200]);
		expect(sandbox.inFlight).toEqual({ now: 0, max: 3 });
		expect((await list(sandbox)).status).toBe(200);
	});

	test('counts only the requests of its rule', async () => {
		const sandbox = await start();
		sandbox.fault({ method: 'POST', fault: { kind: 'hold', count: 2 } });
		const held = post(sandbox, someCall);
		await until(() => sandbox.placed.length === 1);
		expect((await list(sandbox)).status).toBe(200);
		expect(sandbox.inFlight.now).toBe(1);
		expect(await statusesOf([held, post(sandbox, someCall)])).toEqual([200, 200]);
	});

	test('without a count waits until released, and the call is placed meanwhile', async () => {
		const sandbox = await during({ kind: 'hold', then: { kind: 'status', status: 202 } });
		const held = [1, 2, 3].map(async () => await post(sandbox, someCall));
		await until(() => sandbox.inFlight.now === 3);
		expect(sandbox.placed).toHaveLength(3);
		expect(sandbox.log.map(({ status }) => status)).toEqual([null, null, null]);
		sandbox.release();
		expect(await statusesOf([...held, post(sandbox, someCall)])).toEqual([202, 202, 202, 202]);
	});

	test('lets go when faults are cleared', async () => {
		const sandbox = await during({ kind: 'hold' });
		const held = list(sandbox);
		await until(() => sandbox.inFlight.now === 1);
		sandbox.clear();
		expect((await held).status).toBe(200);
	});

	test('two rules with the same fault hold apart from each other', async () => {
		const sandbox = await start();
		const fault: Fault = { kind: 'hold', count: 2 };
		sandbox.fault({ method: 'GET', fault });
		sandbox.fault({ method: 'POST', fault });
		const held = [list(sandbox), post(sandbox, someCall)];
		await until(() => sandbox.inFlight.now === 2);
		expect(sandbox.log.map(({ status }) => status)).toEqual([null, null]);
		sandbox.clear();
		expect(await statusesOf(held)).toEqual([200, 200]);
	});
});
