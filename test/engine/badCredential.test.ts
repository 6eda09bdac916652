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

test('blanks and slashes around key and base URL do no harm', async () => {
	const result = await run(
		{ operation: 'getAll' },
		{ credential: { apiKey: ` ${sandbox().apiKey}\n`, baseUrl: ` ${sandbox().url}// ` } },
	);

	expect(result.items).toHaveLength(3);
	expect(sandbox().log.map(({ path }) => path)).toEqual(['/public/calls']);
});
