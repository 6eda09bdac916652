import { type Fault } from '../../../sandbox';
import { post, someCall, useSandboxes } from '../../support/sandboxClient';

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
