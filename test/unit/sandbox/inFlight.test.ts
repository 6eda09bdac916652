import { pageOf, until, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('what is in flight', () => {
	test('is counted, and never more than one for a client that waits', async () => {
		const sandbox = await start({ delayMs: 1 });
		for (let count = 0; count < 20; count++) await pageOf(sandbox);
		expect(sandbox.inFlight).toEqual({ now: 0, max: 1 });
		sandbox.inFlight.max = 0;
		await pageOf(sandbox);
		expect(sandbox.inFlight).toEqual({ now: 0, max: 1 });
	});

	test('is counted up to the most at once', async () => {
		const sandbox = await start();
		sandbox.fault({ fault: { kind: 'never' } });
		const answers = Promise.allSettled([1, 2, 3].map(async () => await pageOf(sandbox)));
		await until(() => sandbox.inFlight.now === 3);
		expect(sandbox.inFlight).toEqual({ now: 3, max: 3 });
		await sandbox.close();
		await answers;
		await until(() => sandbox.inFlight.now === 0);
		expect(sandbox.inFlight.max).toBe(3);
	});
});
