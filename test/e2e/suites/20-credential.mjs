import assert from 'node:assert/strict';
import { credentialType } from '../../../scripts/lib/stage.mjs';

export const title = 'The credential and its test';

export async function run(step, { api, sandbox, credential, n8n }) {
	const right = { apiKey: sandbox.apiKey, baseUrl: sandbox.url, cursorParameter: 'cursor' };
	const testWith = async (changes) =>
		await api.testCredential({
			name: 'Tested',
			type: credentialType,
			data: { ...right, ...changes },
		});
	const fails = async (changes, sentence) => {
		const { status, message } = await testWith(changes);
		assert.equal(status, 'Error');
		assert.match(message, sentence);
	};

	await step('the right key passes', async () => {
		sandbox.clear();
		assert.deepEqual(await testWith({}), { status: 'OK', message: 'Connection successful!' });
		assert.deepEqual(
			sandbox.log.map(({ method, path }) => `${method} ${path}`),
			['GET /public/calls'],
		);
	});
	await step('the stored credential passes', async () => {
		const { id, name } = credential;
		const { status } = await api.testCredential({ id, name, type: credentialType, data: right });
		assert.equal(status, 'OK');
	});
	await step('a wrong key fails with a sentence about the key', async () => {
		await fails({ apiKey: 'wrong-key' }, /did not accept the API key/);
	});
	await step('a wrong path fails with a sentence about the base URL', async () => {
		await fails({ baseUrl: `${sandbox.url}/elsewhere` }, /Check Base URL/);
	});
	await step('a web page that answers 200 fails with a sentence about the base URL', async () => {
		sandbox.fault({ method: 'GET', times: 1, fault: { kind: 'html' } });
		await fails({}, /Base URL/);
	});
	await step('n8n never shows the key again', async () => {
		const shown = await api.request('GET', `/credentials/${credential.id}?includeData=true`);
		assert.ok(!JSON.stringify(shown).includes(sandbox.apiKey));
		assert.ok(!n8n.log().includes(sandbox.apiKey));
	});
}
