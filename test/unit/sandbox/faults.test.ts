import { type Fault } from '../../../sandbox';
import { get, post, someCall, useSandboxes } from '../../support/sandboxClient';

/* What a response looks like is what the engine tests and the fault matrix are made of. */

const start = useSandboxes();

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
	const sandbox = await start();
	sandbox.fault({ fault });
	for (const call of [someCall, { ...someCall, phone_number: '1' }]) {
		await post(sandbox, call)
			.then(async (response) => await response.text())
			.catch(() => 'dropped');
		expect(sandbox.placed).toHaveLength(placed);
	}
	expect(sandbox.log).toHaveLength(2);
});

test('of several rules the first that matches applies, and a number of requests passes first', async () => {
	const sandbox = await start();
	const status = (code: number): Fault => ({ kind: 'status', status: code });
	sandbox.fault({ skip: 1, times: 1, method: 'GET', fault: status(503) });
	sandbox.fault({ path: '^/public/comp', fault: status(404) });
	const statuses = [];
	for (const path of ['/public/calls', '/public/company', '/public/company', '/public/calls']) {
		statuses.push((await get(sandbox, path)).status);
	}
	expect(statuses).toEqual([200, 503, 404, 200]);
});
