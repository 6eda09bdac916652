import { get, messageOf, pageOf, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

test.each(['/', '/calls', '/public/calls/', '//public/calls', '/v1/public/calls'])(
	'an unknown route, GET %s, is answered with 404 in JSON',
	async (path) => {
		const response = await get(await start(), path);
		const expected = path === '/public/calls/' ? 'no call ""' : `There is no GET ${path} here.`;
		expect(response.status).toBe(404);
		expect(await messageOf(response)).toContain(expected);
	},
);

describe('starting and closing', () => {
	test('rejects where the port is taken', async () => {
		const port = Number(new URL((await start()).url).port);
		await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});

	test('without options offers 250 calls that end before now', async () => {
		const sandbox = await start({ newest: undefined, now: undefined });
		expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(sandbox.apiKey).toBe('sandbox-key');
		expect(sandbox.calls).toHaveLength(250);
		expect(sandbox.calls.every(({ EndedAt }) => Date.parse(EndedAt) < Date.now())).toBe(true);
	});

	test('may be closed twice', async () => {
		const sandbox = await start();
		await pageOf(sandbox);
		await sandbox.close();
		await sandbox.close();
	});
});
