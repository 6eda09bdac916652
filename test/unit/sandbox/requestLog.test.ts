import { get, post, someCall, withKey, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('the log', () => {
	test('has the requests in order of arrival as they arrived', async () => {
		const sandbox = await start();
		await get(sandbox, '/public/calls', [
			['filter', 'Status:==:unread'],
			['filter', 'Id:not:a b'],
		]);
		await post(sandbox, someCall);
		await post(sandbox, '{"a');
		await get(sandbox, '/nowhere');
		await get(sandbox, '/public/calls', [], {});
		await fetch(`${sandbox.url}/public/calls/%zz`, { headers: withKey(sandbox) });
		expect(sandbox.log.map(({ method, path, status }) => [method, path, status])).toEqual([
			['GET', '/public/calls', 200],
			['POST', '/calls', 200],
			['POST', '/calls', 400],
			['GET', '/nowhere', 404],
			['GET', '/public/calls', 401],
			['GET', '/public/calls/%zz', 400],
		]);
		const [list, created, broken] = sandbox.log;
		expect(list.url).toBe('/public/calls?filter=Status%3A%3D%3D%3Aunread&filter=Id%3Anot%3Aa+b');
		expect(list.query).toEqual([
			['filter', 'Status:==:unread'],
			['filter', 'Id:not:a b'],
		]);
		expect(list.headers.authorization).toBe('present');
		expect(list.headers).not.toHaveProperty('authentication');
		expect(created.headers).toMatchObject({
			authentication: 'present',
			'content-type': 'application/json',
		});
		expect(created.body).toEqual(someCall);
		expect(broken).toMatchObject({ rawBody: '{"a', body: undefined });
	});

	test('never contains the key', async () => {
		const apiKey = 'k"1 +/=\\ä';
		const sandbox = await start({ apiKey });
		const headers = { Authorization: 'k', 'X-Copy': 'k"1 +/=\\', Authentication: 'k' };
		await post(sandbox, { ...someCall, note: `my key is ${apiKey}!` }, { ...headers });
		await get(sandbox, `/public/calls/${encodeURIComponent(apiKey)}`, [[apiKey, apiKey]], headers);
		const plain = await start({ apiKey: 'plain-key' });
		await get(plain, '/public/plain-key', [['a', 'plain-key']], { 'X-Copy': 'plain-key' });

		const [created, read] = sandbox.log;
		expect(created.body).toEqual({ ...someCall, note: 'my key is [key]!' });
		expect(created.rawBody).toContain('my key is [key]!');
		expect(read.query).toEqual([['[key]', '[key]']]);
		expect(read.path).toBe('/public/calls/[key]');
		expect(read.url).toBe('/public/calls/[key]?[key]=[key]');
		expect(plain.log[0].headers['x-copy']).toBe('[key]');
		expect(JSON.stringify(plain.log)).not.toContain('plain-key');
	});
});
