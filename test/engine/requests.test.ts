import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

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

// Without n8n: nobody waits a minute for a test, and no field lets such a path through.
describe('what n8n is told about a request', () => {
	const requests: IHttpRequestOptions[] = [];
	const clientWith = async (timeout?: number) => {
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
		return transport.client({ requestOptions: timeout === undefined ? {} : { timeout } });
	};
	beforeEach(() => requests.splice(0));

	test('to wait half a minute for data and a minute for a call, or as long as the user says', async () => {
		for (const timeout of [undefined, 1234]) {
			const client = await clientWith(timeout);
			await client.get('/x');
			await client.sendOnce({ method: 'POST', path: '/x', body: '{}' });
		}
		expect(requests.map((request) => request.timeout)).toEqual([30_000, 60_000, 1234, 1234]);
	});

	test.each(['/../v1x', '/%2e%2e/v2', '@example.com/x', '1/x'])(
		'nothing, where the path %j leads away from the base URL',
		async (path) => {
			const client = await clientWith();
			await expect(client.get(path)).rejects.toMatchObject({
				message: `The path "${path}" leads away from 'Base URL'`,
				advice:
					'Nothing was sent, because the API key would have been sent along. Correct the path.',
			});
			expect(requests).toEqual([]);
		},
	);
});
