import assert from 'node:assert/strict';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { byTestId, cutOffLabels, openPage, takePicture } from '../browser.mjs';

export const title = 'The credential and its test';

const typeName = 'Voice Assistant Calls API';
const wrongKey = 'wrong-key';
const isTest = (answer) => new URL(answer.url()).pathname === '/rest/credentials/test';

/** What n8n shows in green when the test passes, and above the sentence when it does not. */
const passed = 'Connection tested successfully';
const failed = 'Couldn’t connect with these settings';

const notAccepted =
	"Check 'API Key', with a prefix such as \"Bearer \" if the API expects one, and 'Key Header' under 'Advanced'. The service did not accept the key.";

/** What stands below a field without anybody asking for it. */
const hints = [
	'Include a prefix such as "Bearer " if the API expects one',
	'Without endpoint paths such as /public/calls',
];

const formOf = (page) => page.locator(byTestId('editCredential-modal'));
const inputOf = (page, field) =>
	formOf(page)
		.locator(`${byTestId(`parameter-input-${field}`)} input`)
		.first();

/** Fills the form, presses Save, and waits for the test that n8n makes then. */
async function save(page, fields) {
	for (const [name, value] of Object.entries(fields)) await inputOf(page, name).fill(value);
	const tested = page.waitForResponse(isTest);
	await page.click(`${byTestId('credential-save-button')} button`);
	await tested;
}

export async function run(step, rig) {
	const { api, sandbox } = rig;
	let id;

	await step('n8n offers it under its name, with its fields', async () => {
		const page = await openPage(rig, '/home/credentials/create');
		await page.locator(`${byTestId('new-credential-type-select')} input`).fill('voice');
		await page
			.locator(byTestId('new-credential-type-select-option'))
			.filter({ hasText: typeName })
			.click();
		await page.click(byTestId('new-credential-type-button'));
		await inputOf(page, 'apiKey').waitFor();
		const labels = await formOf(page).locator('label').allInnerTexts();
		assert.deepEqual(
			labels.map((text) => text.split('\n')[0]),
			['API Key *', 'Base URL *', 'Advanced', 'Allowed HTTP Request Domains'],
		);
		for (const hint of hints) await formOf(page).getByText(hint, { exact: true }).waitFor();
		assert.equal(await inputOf(page, 'apiKey').getAttribute('type'), 'password');
		await takePicture(rig, 'credential empty');
	});

	await step('key and base URL are all that the test needs to pass', async () => {
		sandbox.clear();
		const { page } = rig;
		await save(page, { apiKey: sandbox.apiKey, baseUrl: sandbox.url });
		await formOf(page).getByText(passed).filter({ visible: true }).waitFor();
		assert.deepEqual(
			sandbox.log.map(({ method, path }) => `${method} ${path}`),
			['GET /public/calls'],
		);
		await takePicture(rig, 'credential passed');
		const known = Object.values(rig.credentials).map((credential) => credential.id);
		const all = await api.request('GET', '/credentials');
		const saved = all.filter((credential) => !known.includes(credential.id));
		assert.deepEqual(
			saved.map(({ type }) => type),
			[credentialType],
		);
		id = saved[0].id;
	});

	await step('a wrong key fails it, with a sentence', async () => {
		const { page } = rig;
		await save(page, { apiKey: wrongKey });
		const form = formOf(page);
		await form.getByText(failed, { exact: true }).filter({ visible: true }).waitFor();
		await form.getByText('More details', { exact: true }).filter({ visible: true }).click();
		await form.getByText(notAccepted, { exact: true }).filter({ visible: true }).waitFor();
		assert.equal(await form.getByText(passed).filter({ visible: true }).count(), 0);
		await takePicture(rig, 'credential wrong key');
	});

	await step('Advanced has the parameters of lists, and the test uses them', async () => {
		const { page } = rig;
		await formOf(page)
			.locator(`${byTestId('parameter-input-advanced')} .el-switch`)
			.click();
		await inputOf(page, 'cursorParameter').waitFor();
		assert.deepEqual(await cutOffLabels(page, byTestId('editCredential-modal')), []);
		sandbox.clear();
		await save(page, { apiKey: sandbox.apiKey, pageSizeParameter: 'limit' });
		await formOf(page).getByText(passed).filter({ visible: true }).waitFor();
		await takePicture(rig, 'credential advanced');
		// The test asks for the smallest page, so it shows what n8n hands to the node.
		assert.deepEqual(sandbox.log[0].query, [['limit', '1']]);
	});

	await step('the key cannot be read back', async () => {
		const stored = await api.request('GET', `/credentials/${id}?includeData=true`);
		assert.equal(stored.data.baseUrl, sandbox.url);
		for (const text of [JSON.stringify(stored), rig.n8n.log()]) {
			assert.ok(!text.includes(sandbox.apiKey));
			assert.ok(!text.includes(wrongKey));
		}
	});

	await api.request('DELETE', `/credentials/${id}`);
}
