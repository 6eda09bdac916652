import { startSandbox, type Sandbox } from '../../sandbox';
import { EVIL_PATHS } from '../support/evilPaths';
import { againstSandbox, createParameters } from '../support/againstSandbox';
import { at } from '../support/engineSentences';
import { KEY_CANNOT_BE_SENT, NO_KEY, NO_URL, notEncrypted, noUrl } from '../support/sentences';

/* A credential that cannot be used gets a sentence in every operation, and nothing is sent. */

const { sandbox, run } = againstSandbox({ calls: 3 });

const MORE_THAN_A_URL =
	'\'Base URL\' in the credential contains a user name, a password, "?" or "#"';

/** What stands in the credential, and what the user reads. */
const CASES: Array<[string, { apiKey?: string; baseUrl?: string }, string]> = [
	['an empty base URL', { baseUrl: ' ' }, NO_URL.message],
	['no scheme', { baseUrl: 'api.example.com' }, noUrl('api.example.com').message],
	['another scheme', { baseUrl: 'ftp://api.example.com' }, noUrl('ftp://api.example.com').message],
	['a scheme alone', { baseUrl: 'https://' }, noUrl('https://').message],
	['a query', { baseUrl: 'https://api.example.com/?a=1' }, MORE_THAN_A_URL],
	['a password', { baseUrl: 'https://a:b@api.example.com' }, MORE_THAN_A_URL],
	[
		'plain http on the internet',
		{ baseUrl: 'http://api.example.com' },
		notEncrypted('http://api.example.com').message,
	],
	['an empty key', { apiKey: '  ' }, NO_KEY.message],
	['a key with a line break inside', { apiKey: 'a\nb' }, KEY_CANNOT_BE_SENT.message],
	['a key with a letter that is not ASCII', { apiKey: 'clé' }, KEY_CANNOT_BE_SENT.message],
];

test.each(CASES)(
	'a credential with %s gets a sentence and sends nothing',
	async (_, fields, title) => {
		const credential = { apiKey: sandbox().apiKey, baseUrl: sandbox().url, ...fields };
		const create = await run(createParameters(), { credential });
		const list = await run({ operation: 'getAll' }, { credential });

		expect(create.error?.message).toBe(`${title}. Nobody was called${at(0)}`);
		expect(list.error?.message).toBe(`${title}${at(0)}`);
		for (const { error } of [create, list]) expect(error?.description).toMatch(/credential/);
		expect(sandbox().log).toEqual([]);
	},
);

describe.each([
	['Create Path', 'createPath'],
	['Calls Path', 'callsPath'],
])('%s', (label, field) => {
	let elsewhere: Sandbox;
	beforeAll(async () => (elsewhere = await startSandbox({ calls: 1 })));
	afterAll(async () => await elsewhere.close());

	test.each([...EVIL_PATHS, '/', '/calls?key=1', '/{id}', '/calls//', '/%2e%2e%2fadmin'])(
		'never leads the key elsewhere: %j',
		async (typed) => {
			const path = typed.replace('{host}', new URL(elsewhere.url).host);
			const { apiKey, url } = sandbox();
			const credential = { apiKey, baseUrl: `${url}/deep/down`, [field]: path };
			for (const parameters of [createParameters(), { operation: 'getAll' }]) {
				const { error } = await run(parameters, { credential });
				expect(error?.message).toMatch(
					new RegExp(`^'${label}' in the credential is .*, which is not a path below 'Base URL'`),
				);
				expect(error?.description).toContain('could send the API key elsewhere');
			}
			expect([...sandbox().log, ...elsewhere.log]).toEqual([]);
		},
	);

	test.each([7, ['/calls'], { path: '/calls' }])('is refused where it is %j', async (value) => {
		const { apiKey, url: baseUrl } = sandbox();
		const { error } = await run(createParameters(), {
			credential: { apiKey, baseUrl, [field]: value as never },
		});
		expect(error?.message).toContain(`'${label}' in the credential is `);
		expect(sandbox().log).toEqual([]);
	});

	test.each(['', '  ', null, undefined])('is as documented where it is %j', async (value) => {
		const { apiKey, url: baseUrl } = sandbox();
		const credential = { apiKey, baseUrl, [field]: value as never };
		await run(createParameters(), { credential });
		await run({ operation: 'getAll' }, { credential });
		expect(sandbox().log.map(({ path }) => path)).toEqual(['/calls', '/public/calls']);
	});
});

test('a Key Header that is none of the list gets a sentence', async () => {
	const { apiKey, url: baseUrl } = sandbox();
	const { error } = await run(createParameters(), {
		credential: { apiKey, baseUrl, keyHeader: 'X-Api-Key' },
	});
	expect(error?.message).toContain('\'Key Header\' is "X-Api-Key", which is not valid');
	expect(sandbox().log).toEqual([]);
});

test('blanks and slashes around key and base URL do no harm', async () => {
	const result = await run(
		{ operation: 'getAll' },
		{ credential: { apiKey: ` ${sandbox().apiKey}\n`, baseUrl: ` ${sandbox().url}// ` } },
	);

	expect(result.items).toHaveLength(3);
	expect(sandbox().log.map(({ path }) => path)).toEqual(['/public/calls']);
});
