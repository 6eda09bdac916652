import type { Fault } from '../../../sandbox';
import { list, post, someCall, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

const during = async (fault: Fault) => {
	const sandbox = await start();
	sandbox.fault({ fault });
	return sandbox;
};

test.each(['arrival', 'read', 'answer'] as const)(
	'drop: the connection is dropped, %s',
	async (at) => {
		const sandbox = await during({ kind: 'drop', at });
		await expect(list(sandbox)).rejects.toThrow();
		await expect(post(sandbox, someCall)).rejects.toThrow();
		expect(sandbox.log.map(({ status }) => status)).toEqual([null, null]);
		expect(sandbox.log[1].body).toEqual(at === 'arrival' ? undefined : someCall);
		expect(sandbox.inFlight.now).toBe(0);
	},
);

test.each([{}, { chunked: true }, { bytes: 10 }, { bytes: 10, chunked: true }])(
	'cutOff: the body is cut off, %j',
	async (how) => {
		const sandbox = await during({ kind: 'cutOff', ...how });
		const response = await list(sandbox);
		expect(response.status).toBe(200);
		expect(response.headers.has('content-length')).toBe(!('chunked' in how));
		const reader = response.body?.getReader();
		let received = 0;
		const read = async () => {
			for (;;) {
				const part = await reader?.read();
				if (part?.done !== false) return;
				received += part.value.length;
			}
		};
		await expect(read()).rejects.toThrow();
		const expected = 'bytes' in how ? 10 : 1000;
		expect(received).toBeGreaterThanOrEqual(expected);
		expect(sandbox.log[0].status).toBe(200);
	},
);
