import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import * as transport from '../../nodes/service/transport';

/* What n8n is told about a request, and what of its response is kept. n8n itself is in the engine tests. */

const KEY = 'sk-live-1';

const requests: IHttpRequestOptions[] = [];

beforeEach(() => requests.splice(0));

const credentialWith = (fields: IDataObject) => ({
	apiKey: KEY,
	baseUrl: 'https://api.example.com/v1',
	...fields,
});

/** What connects, with a credential, through a request helper that gives this response. */
const contextWith = (credential: IDataObject, response: object = {}) =>
	({
		getNode: () => ({ name: 'Calls' }),
		getCredentials: async () => credentialWith(credential),
		helpers: {
			async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
				requests.push(request);
				return { statusCode: 200, headers: {}, body: {}, ...response };
			},
		},
	}) as unknown as IAllExecuteFunctions;

async function clientWith(settings: transport.ClientSettings = {}, response = {}) {
	return (await transport.connect(contextWith({}, response))).client(settings);
}

const CALL = { method: 'POST', path: '/calls', body: '{}' } as const;

it('a request has all of this, and nothing else', async () => {
	const client = await clientWith();
	await client.get('/public/calls', { limit: 2 });
	await client.sendOnce(CALL);
	const both = {
		baseURL: 'https://api.example.com/v1',
		arrayFormat: 'repeat',
		encoding: 'text',
		ignoreHttpStatusErrors: { ignore: true, except: expect.any(Array) as number[] },
		returnFullResponse: true,
	};
	const json = { accept: 'application/json' };
	expect(requests).toEqual([
		{
			...{ ...both, method: 'GET', url: '/public/calls', qs: { limit: 2 }, timeout: 30_000 },
			headers: json,
		},
		{
			...{ ...both, method: 'POST', url: '/calls', body: '{}', timeout: 60_000 },
			headers: { ...json, 'content-type': 'application/json' },
		},
	]);
});

it.each([
	['https://api.example.com', 299],
	['http://localhost:4010', 0],
])(
	'n8n throws all failures of %s but 401, which it would send again: %i',
	async (baseUrl, count) => {
		const client = (await transport.connect(contextWith({ baseUrl }))).client({});
		await client.sendOnce(CALL);
		const { except = [] } = requests[0].ignoreHttpStatusErrors as { except?: number[] };
		expect(except).not.toContain(401);
		expect(new Set(except).size).toBe(count);
		expect([Math.min(300, ...except), Math.max(599, ...except)]).toEqual([300, 599]);
	},
);

const PROXY = { host: '127.0.0.1', port: 3128, protocol: 'http' };

it('n8n is told what is set by the node, and by the user of a proxy and certificates', async () => {
	const settings = { timeout: 10, proxy: PROXY, skipSslCertificateValidation: true };
	const client = await clientWith(settings);
	await client.get('/x');
	await client.sendOnce(CALL);
	expect(requests).toEqual(Array(2).fill(expect.objectContaining(settings)));
});

it('nothing is sent to a path that leads elsewhere', async () => {
	const failure = await (await clientWith()).sendOnce({ ...CALL, path: '//other.example' });
	expect(failure).toMatchObject({ neverSent: true, message: expect.stringMatching(/leads away/) });
	expect(requests).toEqual([]);
});

describe('the body of a response', () => {
	it.each<[what: string, status: number, method: 'GET' | 'POST', body: unknown, kept: unknown]>([
		['records, as they came', 200, 'GET', JSON.stringify([{ a: KEY }]), [{ a: KEY }]],
		['records that n8n has read', 299, 'GET', { a: KEY }, { a: KEY }],
		['a text, without the key', 200, 'GET', `no ${KEY}`, 'no [API key]'],
		['what a call is answered with, without the key', 200, 'POST', { a: KEY }, { a: '[API key]' }],
		['what is not found, without the key', 300, 'GET', `{"a":"${KEY}"}`, { a: '[API key]' }],
	])('is %s', async (_, statusCode, method, body, kept) => {
		const headers = { www: KEY };
		const client = await clientWith({}, { statusCode, body, headers });
		const response = await client.sendOnce({ method, path: '/x' });
		const areRecords = JSON.stringify(kept).includes(KEY);
		expect(response).toEqual({
			...{ status: statusCode, body: kept },
			headers: areRecords ? headers : { www: '[API key]' },
		});
	});
});

it.each([
	['the service', true, { status: 502, body: 'Oops' }],
	['a proxy that did not connect', undefined, { neverSent: true, mayPass: true }],
])('a status that n8n throws is that of %s', async (_, encrypted, told) => {
	const context = contextWith({});
	const thrown = Object.assign(new Error('502'), {
		request: { protocol: 'https:', socket: { encrypted } },
		response: { status: 502, headers: {}, data: 'Oops' },
	});
	context.helpers.httpRequestWithAuthentication = async () => {
		throw Object.assign(new Error('Bad gateway'), { cause: thrown });
	};
	const response = await (await transport.connect(context)).client().sendOnce(CALL);
	expect(response).toMatchObject(told);
	expect('status' in response && response.status).toBe(encrypted ? 502 : undefined);
});

describe('Allowed HTTP Request Domains', () => {
	/** Loads it with a `n8n-workflow` of another version. */
	function transportWith(n8nWorkflow: object): typeof transport {
		let loaded = transport;
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		jest.isolateModules(() => {
			loaded = jest.requireActual('../../nodes/service/transport');
		});
		jest.dontMock('n8n-workflow');
		return loaded;
	}

	/** What n8n is told. */
	async function toldWith(fields: IDataObject, { connect } = transport): Promise<unknown> {
		const one = (await connect(contextWith(fields))).client();
		await one.sendOnce(CALL);
		return 'allowedDomains' in requests[0] ? requests[0].allowedDomains : 'not set';
	}

	const only = (allowedDomains?: unknown) =>
		({ allowedHttpRequestDomains: 'domains', allowedDomains }) as IDataObject;
	const NONE = { ...only('api.example.com'), allowedHttpRequestDomains: 'none' };

	it.each([
		['all', { allowedHttpRequestDomains: 'all', allowedDomains: 'x.example' }, 'not set'],
		['no other than its own', NONE, 'not set'],
		['others as well', only('x.example'), 'api.example.com, x.example'],
		['its own', only('*.example.com'), '*.example.com'],
		['nothing that is written', only(''), 'api.example.com'],
	])('n8n 2.41 lets the base URL be reached, with %s', async (_, fields, told) => {
		expect(await toldWith(fields)).toBe(told);
	});

	/** As in n8n 2.20.6, where the base URL is not allowed by itself. */
	const older = transportWith({
		getCredentialAllowedDomains: () => undefined,
		isDomainAllowed: (url: string, { allowedDomains }: { allowedDomains: string }) =>
			allowedDomains.split(', ').includes(new URL(url).hostname),
	});
	const oldest = transportWith({});

	it.each([
		['is not restricted by an n8n that cannot do that', only('x.example'), oldest, 'not set'],
		['is one of all', { allowedHttpRequestDomains: 'all' }, older, 'not set'],
		['is allowed', only(' x.example, api.example.com '), older, 'x.example, api.example.com'],
	])('with an older n8n the base URL %s', async (_, fields, version, told) => {
		expect(await toldWith(fields, version)).toBe(told);
	});

	it.each([only('x.example'), only(' '), only(), NONE])(
		'with an older n8n nothing is sent where the credential says otherwise: %j',
		async (fields) => {
			const error = await toldWith(fields, older).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({
				message: 'The credential does not allow requests to api.example.com',
				advice:
					"Open the credential and add this domain under 'Allowed HTTP Request Domains'. Nothing was sent.",
			});
			expect(requests).toEqual([]);
		},
	);
});
