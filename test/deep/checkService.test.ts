import {
	dialects,
	startSandbox,
	type DialectName,
	type FaultRule,
	type SandboxOptions,
} from '../../sandbox';
import { CREDENTIALS } from '../support/dialects';
import { runScript } from '../shape/process';

/* `npm run check-service`, as somebody with an account runs it. */

const names = Object.keys(dialects) as DialectName[];

async function check(
	options: SandboxOptions,
	args: string[] = [],
	{ faults = [] as FaultRule[], below = '', keyPrefix = '' } = {},
) {
	const sandbox = await startSandbox({ calls: 120, turnSeconds: 60, ...options });
	for (const fault of faults) sandbox.fault(fault);
	const { dialect = 'documented' } = options;
	try {
		const { status, stdout, output } = await runScript('scripts/check-service.mjs', args, {
			VOICE_ASSISTANT_CALLS_URL: `${String(CREDENTIALS[dialect](sandbox).baseUrl)}${below}`,
			VOICE_ASSISTANT_CALLS_KEY: keyPrefix + sandbox.apiKey,
		});
		expect(output).not.toContain(sandbox.apiKey);
		// No record is printed, and no number of one.
		expect(output).not.toMatch(/\+\d{7}/);
		expect(sandbox.placed).toEqual([]);
		const lines = [...stdout.matchAll(/^(?: {2})?(\S.*?) {2,}(\S.*?)(?: {2,}.*)?$/gm)];
		const said = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
		return { status, output, said, log: sandbox.log };
	} finally {
		await sandbox.close();
	}
}

/** The settings as they are called in the credential, from those that make the service work. */
function labelled(dialect: DialectName) {
	const sandbox = { apiKey: 'key', url: '' } as never;
	const { apiKey, createPath, callsPath, keyHeader } = CREDENTIALS[dialect](sandbox);
	const headers: Record<string, string> = {
		authentication: 'Authentication',
		authorization: 'Authorization',
	};
	return {
		'API Key': apiKey === 'key' ? 'your key' : 'your key, with "Bearer " in front',
		'Create Path': createPath ?? '/calls',
		'Calls Path': callsPath ?? '/public/calls',
		'Key Header':
			headers[String(keyHeader)] ??
			'As Documented (Authentication for Place Call, Authorization Otherwise)',
	};
}

test.each(names)('prints the settings that make a service of the kind %s work', async (dialect) => {
	const withPrefix = {
		'API Key':
			dialect === 'bearer' ? 'your key, as you gave it' : 'your key, without "Bearer " in front',
	};
	for (const keyPrefix of ['', 'Bearer ']) {
		const args = keyPrefix ? ['--create'] : [];
		const { status, said, output, log } = await check({ dialect }, args, { keyPrefix });
		expect(said).toMatchObject({
			...labelled(dialect),
			...(keyPrefix && withPrefix),
			'Cursor Parameter': '(empty: the node finds it)',
		});
		expect(output).not.toContain('Run the check again');
		expect(status).toBe(0);
		expect(log.length).toBeLessThan(100);
		const posts = log.filter(({ method }) => method !== 'GET');
		expect(posts.map(({ rawBody }) => rawBody)).toEqual(args.length > 0 ? ['{}'] : []);
	}
});

test('says that Create is not below the address', async () => {
	for (const args of [[], ['--create']]) {
		const { output } = await check({}, args, { below: '/public' });
		expect(output).toContain('Run the check again with a shorter address, without /public.');
	}
});

test('says what the service does at the points that are not documented', async () => {
	const { said } = await check({
		...{ cursorParameter: 'page_token', pageSizeParameter: 'per_page', ignoreUnknown: true },
		...{ newestFirst: false, clockSkewSeconds: 90 },
	});
	expect(said).toMatchObject({
		'Page Size Parameter': 'per_page',
		Cursor: 'page_token',
		Clock: expect.stringMatching(/^(89|90|91) s ahead$/),
		'Sort StartedAt:desc': expect.stringMatching(/^rejected with 400/),
		'Sort StartedAt:asc': 'oldest first',
		'Filter PhoneNumber:==': 'only calls that match',
		'Unknown query parameter': 'ignored',
		'Error of a wrong key': '401: Invalid API key.',
	});
});

test('says what it tried where there is no list', async () => {
	const { status, output } = await check({ dialect: 'bearer', apiKey: 'with a blank' });
	expect(status).toBe(1);
	expect(output).toContain('No list of calls was found.');
	expect(output).toContain('GET /public/calls with Authorization: <key>: 401 Invalid API key.');
});

test.each([
	['null', 0, null],
	['a text', 1, 'calls'],
	['no list', 0, { data: { a: 1 } }],
	['what are no records', 1, { data: [null, 7, 'x', []] }],
	[
		'fields of another kind',
		0,
		{ data: [{ Id: { a: 1 }, StartedAt: 5, Keywords: 'a, b', Flags: { a: 1 }, EndedAt: 'KEY' }] },
	],
])('reports %s in the place of a list, after %d lists, and goes on', async (_, skip, answer) => {
	const apiKey = 'key-of-the-test';
	const body = JSON.parse(JSON.stringify(answer).replace('KEY', apiKey)) as unknown;
	const fault = { skip, times: 999, fault: { kind: 'json' as const, body } };
	const { status, output } = await check({ apiKey }, [], { faults: [fault] });
	expect(output).toMatch(/^No list of calls was found\.$|Enter in the credential:/m);
	expect(output).not.toMatch(/Error:/);
	expect(status).toBe(output.includes('Enter in') ? 0 : 1);
});

test.each([
	['is cut off', 0, '{"data":[{"Id":"call-1","PhoneNumber":"+12025550100"'],
	['is CSV', 0, 'Id,PhoneNumber\ncall-1,+12025550100'],
	['is CSV later on', 9, 'Id,PhoneNumber\ncall-1,+12025550100'],
])('prints no record of a success that %s', async (_, skip, body) => {
	const fault = { skip, times: 999, fault: { kind: 'status' as const, status: 200, body } };
	const { output } = await check({}, [], { faults: [fault] });
	expect(output).not.toContain('call-1');
});

test.each([
	[{ Data: null, HasMore: false }, '0', 'false'],
	[{ data: null, meta: { hasMore: false } }, '0', 'false'],
	[{ Data: [{ Id: 'a' }], paging: { has_more: true }, NextCursor: 'x' }, '1', 'true'],
])('reads a list that is spelled like %j', async (body, count, hasMore) => {
	const fault = { times: 999, fault: { kind: 'json' as const, body } };
	const { said } = await check({}, [], { faults: [fault] });
	expect(said).toMatchObject({ 'Records on a page': count, hasMore });
});

test('is told of a failure that has no list', async () => {
	const fault = { times: 999, fault: { kind: 'json' as const, body: { ok: false, data: null } } };
	expect((await check({}, [], { faults: [fault] })).output).toContain(
		'No list of calls was found.',
	);
});

test('a response that is cut off ends it with a sentence', async () => {
	const cut = { skip: 8, fault: { kind: 'cutOff' as const, bytes: 10 } };
	const { status, output } = await check({}, [], { faults: [cut] });
	expect(status).toBe(1);
	expect(output).toMatch(/^127\.0\.0\.1:\d+ sent no whole response: /m);
});
