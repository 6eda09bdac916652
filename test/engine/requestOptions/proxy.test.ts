import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, createParameters } from '../../support/againstSandbox';
import { at, notPlaced, TITLES } from '../../support/engineSentences';
import { startProxy } from '../../support/proxy';

/* Request Options > Proxy: requests go through it, or not at all. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeEach(async () => (proxy = await startProxy()));
afterEach(async () => await proxy.close());

const OPERATIONS: Array<[string, INodeParameters, string]> = [
	['Create', createParameters(), '/calls'],
	['Get Many', { operation: 'getAll' }, '/public/calls'],
];

describe.each(OPERATIONS)('of %s', (name, parameters, path) => {
	const through = async (url: unknown) =>
		await run({ ...parameters, requestOptions: { proxy: url } } as INodeParameters);

	test.each([
		['a host and a port', (host: string) => `http://${host}`, ''],
		['blanks around it', (host: string) => `={{ " http://${host}/ " }}`, ''],
		['a user and a password', (host: string) => `http://a%40b:p%3As%2F@${host}`, 'a@b:p:s/'],
	])('with %s it gets the request', async (_, urlOf, credentials) => {
		const { error } = await through(urlOf(`127.0.0.1:${proxy.port}`));

		expect(error).toBeUndefined();
		expect(sandbox().log.map((request) => request.path)).toEqual([path]);
		expect(proxy.requests).toHaveLength(1);
		const [{ method, target }] = proxy.requests;
		const { host } = new URL(sandbox().url);
		// n8n-core asks some proxies for the address and others for a tunnel.
		expect([`${sandbox().url}${path}`, host]).toContain(method === 'CONNECT' ? host : target);
		expect(proxy.requests[0].credentials).toBe(credentials);
	});

	test.each(['proxy.example.com:3128', 'http://127.0.0.1:99999', '={{ 3128 }}', '={{ {} }}'])(
		'%j sends nothing',
		async (url) => {
			const { error } = await through(url);

			expect(sandbox().log).toEqual([]);
			expect(proxy.requests).toEqual([]);
			// RoutingNode reads it before the operations that it carries out.
			expect(error?.message).toMatch(/'Proxy' is |proxy is not val|must be of type string/);
			expect(error?.message).not.toContain('may have been placed');
		},
	);

	test('that does not listen: nothing reaches the service', async () => {
		const { port } = proxy;
		await proxy.close();
		const { error } = await through(`http://127.0.0.1:${port}`);

		expect(sandbox().log).toEqual([]);
		// The errors of n8n-core 2.0.2 and 2.20.6 do not carry the address that refused.
		const addresses = [`127.0.0.1:${port}`, new URL(sandbox().url).host];
		const messages = addresses.map((address) => {
			const title = TITLES.refused(address);
			return name === 'Create' ? `${notPlaced(title)}. Nobody was called` : title;
		});
		expect(messages.map((message) => `${message}${at(0)}`)).toContain(error?.message);
		proxy = await startProxy();
	});
});
