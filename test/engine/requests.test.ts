import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readRequestOptions } from '../../nodes/shared/http/requestOptions';
import { connect } from '../support/built';
import { againstSandbox, byId, createParameters } from '../support/againstSandbox';
import { ADVICE, at, TITLES } from '../support/engineSentences';

/* How a request is made, and what of its answer and its failure reaches n8n. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

const get = (id: string) => ({ resource: 'call', operation: 'get', ...byId(id) });

test('a failure leads to its item, has the status, and no further texts', async () => {
	const id = sandbox().calls[0].Id;
	const { error } = await run(get('={{ $json.id }}'), { items: [{ id }, { id: 'nobody' }] });

	expect(error).toEqual({
		message: `${TITLES.notFound(404, 'There is no call "nobody".')}${at(1)}`,
		description: ADVICE.checkId('nobody'),
		httpCode: '404',
		itemIndex: 1,
		details: [],
	});
});

test('the key is taken out of the answer to a call', async () => {
	const { apiKey } = sandbox();
	sandbox().fault({ fault: { kind: 'json', body: { with: [apiKey] } } });
	const { items, stored } = await run(createParameters());

	expect(items.map(({ json }) => json.response)).toEqual([{ with: ['[API key]'] }]);
	expect(stored).not.toContain(apiKey);
});

test('the key is taken out of what Create says of an earlier call, and changes no record', async () => {
	const { apiKey, calls } = sandbox();
	Object.assign(calls[0], { AssistantName: `With ${apiKey}`, PhoneNumber: '+12025550100' });
	const options = { skipIfCalledWithin: 24 };
	const { items, stored } = await run(createParameters({ options }));
	expect(items[0].json.lastCall).toMatchObject({ AssistantName: 'With [API key]' });
	expect(stored).not.toContain(apiKey);

	const record = await run({ ...get(calls[0].Id), output: 'raw' });
	expect(record.items[0].json).toEqual(calls[0]);
});

// Without n8n: nobody waits a minute for a test.
describe('what n8n is told about a request', () => {
	const requests: IHttpRequestOptions[] = [];
	const clientWith = async (requestOptions: object) => {
		const context = {
			getCredentials: async () => ({ apiKey: 'sk-live-1', baseUrl: 'http://127.0.0.1:9/v1' }),
			helpers: {
				async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
					requests.push(request);
					return { statusCode: 200, headers: {}, body: {} };
				},
			},
		};
		const transport = await connect(context as unknown as IAllExecuteFunctions);
		return transport.client({ requestOptions });
	};
	beforeEach(() => requests.splice(0));

	test('to wait half a minute for data and a minute for a call, or as long as the user says', async () => {
		for (const requestOptions of [{}, { timeout: 1234 }]) {
			const client = await clientWith(requestOptions);
			await client.get('/x');
			await client.sendOnce({ method: 'POST', path: '/x', body: '{}' });
		}
		expect(requests.map((request) => request.timeout)).toEqual([30_000, 60_000, 1234, 1234]);
	});

	test('the proxy, and whether any certificate is accepted, as the user says', async () => {
		const proxy = 'http://127.0.0.1:3128';
		const client = await clientWith(readRequestOptions({ proxy, allowUnauthorizedCerts: true }));
		await client.get('/x');
		await client.sendOnce({ method: 'POST', path: '/x', body: '{}' });
		const told = {
			proxy: { host: '127.0.0.1', port: 3128, protocol: 'http' },
			skipSslCertificateValidation: true,
		};
		expect(requests).toEqual([expect.objectContaining(told), expect.objectContaining(told)]);

		requests.splice(0);
		await (await clientWith(readRequestOptions({ allowUnauthorizedCerts: false }))).get('/x');
		expect(requests[0].proxy).toBeUndefined();
		expect(requests[0].skipSslCertificateValidation ?? false).toBe(false);
	});
});
