import { againstSandbox, createParameters } from '../support/againstSandbox';
import { at } from '../support/engineSentences';
import { KEY_CANNOT_BE_SENT, NO_KEY, NO_URL, notEncrypted } from '../support/sentences';

/* A credential that cannot be used gets a sentence in every operation, and nothing is sent. */

const { sandbox, run } = againstSandbox({ calls: 3 });

const PLAIN_HTTP = 'http://api.example.com';

test.each([
	['an empty base URL', { baseUrl: ' ' }, NO_URL.message],
	['plain http on the internet', { baseUrl: PLAIN_HTTP }, notEncrypted(PLAIN_HTTP).message],
	['an empty key', { apiKey: '  ' }, NO_KEY.message],
	['a key with a line break inside', { apiKey: 'a\nb' }, KEY_CANNOT_BE_SENT.message],
	['an unknown header', { keyHeader: 'X-Key' }, '\'Key Header\' is "X-Key", which is not valid'],
	['a path that is none', { createPath: 7, callsPath: 7 }, / Path' in the credential is "7"/],
])('a credential with %s gets a sentence and sends nothing', async (_, fields, title) => {
	const credential = { apiKey: sandbox().apiKey, baseUrl: sandbox().url, ...fields } as never;
	const create = await run(createParameters(), { credential });
	const list = await run({ operation: 'getAll' }, { credential });

	for (const { error } of [create, list]) {
		expect(error?.message).toMatch(title);
		expect(error?.description?.length).toBeGreaterThan(20);
	}
	expect(create.error?.message).toContain(`. Nobody was called${at(0)}`);
	expect(sandbox().log).toEqual([]);
});
