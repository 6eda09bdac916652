import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { startSandbox } from '../../sandbox';
import { connect } from '../support/built';
import { againstSandbox, createParameters } from '../support/againstSandbox';

/* How a request is made, and what of its answer and its failure reaches n8n. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

const get = (id: string) => ({
	resource: 'call',
	operation: 'get',
	callId: { __rl: true, mode: 'id', value: id } as never,
});
const getMany = { resource: 'call', operation: 'getAll' };

test('JSON is asked for, and said to be sent where it is', async () => {
	await run(getMany);
	await run(createParameters());

	expect(
		sandbox().log.map(({ headers }) => [headers.accept, headers['content-type'] ?? 'nothing sent']),
	).toEqual([
		['application/json', 'nothing sent'],
		['application/json', 'application/json'],
	]);
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is told and not followed', async (status) => {
	const other = await startSandbox();
	try {
		const location = `${other.url}/public/calls`;
		sandbox().fault({ fault: { kind: 'redirect', status, location } });
		const { error } = await run(getMany);

		expect(error?.message).toBe(
			`The service redirected the request to ${location} (${status}) [item 0]`,
		);
		expect(other.log).toEqual([]);
	} finally {
		await other.close();
	}
});

test('a failure leads to its item, has the status, and no further texts', async () => {
	const id = sandbox().calls[0].Id;
	const { error } = await run(get('={{ $json.id }}'), { items: [{ id }, { id: 'nobody' }] });

	expect(error).toEqual({
		message: 'The service has nothing at this address: There is no call "nobody". (404) [item 1]',
		description:
			'There is no call with the ID "nobody", or Base URL in the credential is wrong. Check the field Call.',
		httpCode: '404',
		itemIndex: 1,
		details: [],
	});
});

describe('the key, where the service sends it back', () => {
	const apiKey = () => sandbox().apiKey;

	test('is taken out of the words of a refusal', async () => {
		const body = { message: `No such key: ${apiKey()}` };
		sandbox().fault({ fault: { kind: 'status', status: 400, body } });
		const { error, stored } = await run(getMany);

		expect(error?.message).toContain('No such key: [API key] (400)');
		expect(stored).not.toContain(apiKey());
	});

	test('is taken out of what is no data', async () => {
		sandbox().fault({ fault: { kind: 'json', body: `Hello ${apiKey()}` } });
		const { error, stored } = await run(getMany);

		expect(error?.message).toContain('it begins with: Hello [API key]');
		expect(stored).not.toContain(apiKey());
	});

	test('is taken out of the address of a redirect', async () => {
		const location = `/login?key=${apiKey()}`;
		sandbox().fault({ fault: { kind: 'redirect', status: 302, location } });
		const { error, stored } = await run(getMany);

		expect(error?.message).toContain('to /login?key=[API key] (302)');
		expect(stored).not.toContain(apiKey());
	});

	test('is taken out of the answer to a call', async () => {
		sandbox().fault({ fault: { kind: 'json', body: { with: [apiKey()] } } });
		const { items, stored } = await run(createParameters());

		expect(items.map(({ json }) => json.response)).toEqual([{ with: ['[API key]'] }]);
		expect(stored).not.toContain(apiKey());
	});

	test('changes no record', async () => {
		const record = { Id: 'x', Summary: `The caller spelled ${apiKey()}` };
		sandbox().fault({ fault: { kind: 'json', body: record } });

		expect((await run(get('x'))).items.map(({ json }) => json)).toEqual([record]);
	});
});

// Without n8n: nobody waits a minute for a test, and no field lets such a path through.
describe('what n8n is told about a request', () => {
	const base = 'http://127.0.0.1:9/v1';
	const requests: IHttpRequestOptions[] = [];
	const service = (timeout?: number) => {
		const context = {
			getCredentials: async () => ({ apiKey: 'sk-live-1' }),
			helpers: {
				async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
					requests.push(request);
					return { statusCode: 200, headers: {}, body: {} };
				},
			},
		};
		return connect(context as unknown as IAllExecuteFunctions, base, { timeout });
	};
	beforeEach(() => requests.splice(0));

	test('to wait half a minute for data and a minute for a call, or as long as the user says', async () => {
		for (const timeout of [undefined, 1234]) {
			await service(timeout).get('/x');
			await service(timeout).once({ method: 'POST', path: '/x', body: '{}' });
		}
		expect(requests.map((request) => request.timeout)).toEqual([30_000, 60_000, 1234, 1234]);
	});

	test.each(['/..', '/../v2', '/../v1x', '/%2e%2e/v2', '@example.com/x', '.example.com', '1/x'])(
		'nothing, where the path %j leads away from the base URL',
		async (path) => {
			await expect(service().get(path)).rejects.toMatchObject({
				message: `The path "${path}" leads away from the Base URL`,
				advice:
					'Nothing was sent, since the API key would have left with the request. Correct the path.',
			});
			expect(requests).toEqual([]);
		},
	);
});
