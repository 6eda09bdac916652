import type { ICredentialTestRequest, IDataObject, INodeType } from 'n8n-workflow';

import { dialects, startSandbox, type DialectName, type Sandbox } from '../../sandbox';
import { core, isOlderN8n, VoiceAssistantCallsApi } from '../support/built';
import { someOf } from '../support/deep';
import { CREDENTIALS } from '../support/dialects';
import { EVIL_PATHS } from '../support/evilPaths';
import { additionalDataOf, callsNode, workflowOf } from '../support/engine';
import { NO_KEY, NO_URL, notEncrypted } from '../support/sentences';

const names = Object.keys(dialects) as DialectName[];

const credentialType = new VoiceAssistantCallsApi();
const test_ = credentialType.test as ICredentialTestRequest;

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ calls: 30, pageSizeParameter: 'limit' });
});
afterEach(async () => await sandbox.close());

/**
 * Tests a credential as n8n's CLI does (credentials-tester.service.js of n8n 2.41.1): a node made for
 * the occasion sends the request of the credential type, and its rules are compared with what comes.
 *
 * @returns what n8n shows
 */
async function testCredential(fields: IDataObject): Promise<string> {
	const credential = { apiKey: sandbox.apiKey, baseUrl: sandbox.url, ...fields } as never;
	const routing = { request: test_.request };
	const property = { displayName: 'Temp', name: 'temp', type: 'string', default: '', routing };
	const nodeType = {
		description: {
			...{ name: 'temp', version: 1, inputs: ['main'], outputs: ['main'] },
			credentials: [{ name: credentialType.name, required: true }],
			properties: [property],
		},
	} as unknown as INodeType;
	const node = callsNode('temp', {});
	const workflow = workflowOf({ nodes: [node], types: { temp: nodeType } });
	const context = new core.ExecuteContext(
		workflow,
		node,
		additionalDataOf(credential, workflow),
		'internal',
		{ resultData: { runData: {} } } as never,
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const rules = (test_.rules ?? []) as Array<{
		type: string;
		properties: { value: unknown; key?: string; message: string };
	}>;
	await workflow.expression.acquireIsolate?.();
	try {
		const [[{ json }]] = (await new core.RoutingNode(context as never, nodeType, {
			id: '1',
			name: 'x',
			type: credentialType.name,
			data: credential,
		}).runNode()) as Array<Array<{ json: IDataObject }>>;
		const broken = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' && json[properties.key as string] === properties.value,
		);
		return broken?.properties.message ?? 'Connection successful!';
	} catch (error) {
		const { cause, message } = error as Error & {
			cause?: { response?: { status: number; statusText: string }; code?: string };
		};
		if (!cause?.response) return cause?.code ?? message;
		const { status, statusText } = cause.response;
		const rule = rules.find(
			({ type, properties }) => type === 'responseCode' && properties.value === status,
		);
		return rule?.properties.message ?? statusText;
	} finally {
		await workflow.expression.releaseIsolate?.();
	}
}

/**
 * What is shown for a status of the service. The errors of n8n-core 2.0.2 and 2.20.6 do not carry the
 * answer, so that n8n cannot find the sentence of the credential and shows words of its own.
 */
const told = (sentence: RegExp, ownWords: RegExp) =>
	isOlderN8n ? new RegExp(`${sentence.source}|^${ownWords.source}$`) : sentence;

const passes = 'Connection successful!';

test('a right key and address pass, with one request for the smallest page', async () => {
	expect(await testCredential({ pageSizeParameter: ' ' })).toBe(passes);
	const { apiKey, url } = sandbox;
	const written = { apiKey: ` ${apiKey} `, baseUrl: ` ${url}/ `, callsPath: ' public/calls/ ' };
	expect(await testCredential({ ...written, pageSizeParameter: ' limit ' })).toBe(passes);
	expect(sandbox.log.map(({ method, url }) => `${method} ${url}`)).toEqual([
		'GET /public/calls',
		'GET /public/calls?limit=1',
	]);
	for (const { headers } of sandbox.log) {
		expect([headers.authorization, headers.authentication]).toEqual(['present', undefined]);
	}
});

test.each(names)('a service of the kind %s passes with what is entered for it', async (name) => {
	sandbox.settings.dialect = name;
	expect(await testCredential(CREDENTIALS[name](sandbox))).toBe(passes);
	expect(sandbox.log.map(({ path }) => path)).toEqual(['/public/calls']);
});

test.each([
	['an empty key', { apiKey: ' ' }, NO_KEY],
	['an empty address', { baseUrl: '' }, NO_URL],
	['plain http', { baseUrl: 'http://example.com' }, notEncrypted('http://example.com')],
])('%s is told with a sentence of its own', async (_, fields, { message }) => {
	expect(await testCredential(fields)).toBe(message);
	expect(sandbox.log).toEqual([]);
});

test('a wrong key is told as such', async () => {
	const sentence = /^Check 'API Key' .* The service did not accept the API key\.$/;
	const ownWords = /Authorization failed - please check your credentials/;
	expect(await testCredential({ apiKey: 'wrong' })).toMatch(told(sentence, ownWords));
});

test.each([
	[400, /^Check 'Base URL' and, under 'Advanced', 'Page Size Parameter'\. The service rejected/],
	[404, /^Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path'/],
	[405, /^Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path'/],
	[403, /^Check what this API key is allowed .* The API key is not allowed to do this\.$/],
	[429, /^Test again in a minute\. /],
	[409, /^Conflict$/],
])('a refusal with %i is told as %s', async (status, sentence) => {
	sandbox.fault({ fault: { kind: 'status', status } });

	expect(await testCredential({})).toMatch(told(sentence, /(?!Connection successful).+/));
});

test.each([
	['a web page', { kind: 'html' }],
	['other JSON', { kind: 'json', body: { status: 'up' } }],
	['nothing', { kind: 'empty' }],
] as const)('an address that answers with %s does not pass', async (_, fault) => {
	sandbox.fault({ fault });

	expect(await testCredential({})).toMatch(
		/^Check 'Base URL'\. This address responds, but not as the Voice Assistant Calls API\.$/,
	);
});

describe('another host', () => {
	let elsewhere: Sandbox;
	beforeEach(async () => (elsewhere = await startSandbox({ calls: 1 })));
	afterEach(async () => {
		expect(elsewhere.log).toEqual([]);
		await elsewhere.close();
	});

	test.each(someOf(EVIL_PATHS, 4))('is not where Calls Path leads: %j', async (typed) => {
		const callsPath = typed.replace('{host}', new URL(elsewhere.url).host);
		expect(await testCredential({ callsPath })).toMatch(
			/^'Calls Path' in the credential is ".*", which is not a path below 'Base URL'$/,
		);
		expect(sandbox.log).toEqual([]);
	});

	test.each([301, 307])('is not where a redirect (%d) leads', async (status) => {
		const location = `${elsewhere.url}/public/calls`;
		sandbox.fault({ fault: { kind: 'redirect', status, location } });
		const sentence =
			/^Enter the final address as 'Base URL' .* The service redirected .* another address\.$/;
		const ownWords = /Request failed with status code 30\d/;
		expect(await testCredential({})).toMatch(told(sentence, ownWords));
	});
});
