import { credentialType } from '../../scripts/n8n/stage.mjs';
import { expect, test } from './fixtures.mjs';

const wrongKey = 'wrong-key';
const passed = 'Connection tested successfully';
const notAccepted =
	"Check 'API Key' in the credential, and 'Key Header' under 'Advanced'. Include a prefix such as \"Bearer \" in 'API Key' if the API expects one, and leave it out if not. The service did not accept the API key.";
/** What stands below a field without anybody asking for it. */
const hints = [
	'Include a prefix such as "Bearer " if the API expects one',
	'Without endpoint paths such as /public/calls',
];

test('the credential in its form, and its test', async ({ api, editor, page, rig, sandbox }) => {
	const form = page.getByTestId('editCredential-modal');
	const inputOf = (field) => form.getByTestId(`parameter-input-${field}`).locator('input').first();
	const shown = (text) => form.getByText(text, { exact: true }).filter({ visible: true });
	/** Fills the form, presses Save, and waits for the test that n8n makes then. */
	const save = async (fields) => {
		for (const [name, value] of Object.entries(fields)) await inputOf(name).fill(value);
		sandbox.clear();
		const tested = page.waitForResponse(`${rig.n8n.url}/rest/credentials/test`);
		await page.getByTestId('credential-save-button').getByRole('button').click();
		await tested;
	};

	await test.step('n8n offers it under its name, with its fields', async () => {
		await page.goto('/home/credentials/create');
		await page.getByTestId('new-credential-type-select').locator('input').fill('voice');
		const option = page.getByTestId('new-credential-type-select-option');
		await option.filter({ hasText: 'Voice Assistant Calls API' }).click();
		await page.getByTestId('new-credential-type-button').click();
		await expect(form.locator('label')).toHaveText([
			/^API Key/,
			/^Base URL/,
			/^Advanced/,
			/^Allowed HTTP Request Domains/,
		]);
		for (const hint of hints) await shown(hint).waitFor();
		await expect(inputOf('apiKey')).toHaveAttribute('type', 'password');
	});

	await test.step('key and base URL are all that the test needs to pass', async () => {
		await save({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
		await shown(passed).waitFor();
		expect(sandbox.log).toMatchObject([{ method: 'GET', path: '/public/calls' }]);
	});

	await test.step('a wrong key fails it, with a sentence', async () => {
		await save({ apiKey: wrongKey });
		await shown('Couldn’t connect with these settings').waitFor();
		await shown('More details').click();
		await shown(notAccepted).waitFor();
		await expect(shown(passed)).toHaveCount(0);
	});

	await test.step('Advanced has the parameters of lists, and the test uses them', async () => {
		await form.getByTestId('parameter-input-advanced').locator('.el-switch').click();
		await inputOf('cursorParameter').waitFor();
		await editor.expectWholeLabels(form);
		await save({ apiKey: sandbox.apiKey, pageSizeParameter: 'limit' });
		await shown(passed).waitFor();
		// The test asks for the smallest page, so it shows what n8n hands to the node.
		expect(sandbox.log[0].query).toEqual([['limit', '1']]);
	});

	await test.step('the key cannot be read back', async () => {
		const all = await api.request('GET', '/credentials');
		const mine = ({ id, type }) => type === credentialType && id !== rig.credential.id;
		const { id } = all.find(mine);
		const stored = await api.request('GET', `/credentials/${id}?includeData=true`);
		expect(stored.data.baseUrl).toBe(sandbox.url);
		for (const text of [JSON.stringify(stored), rig.n8n.log()]) {
			expect(text).not.toContain(sandbox.apiKey);
			expect(text).not.toContain(wrongKey);
		}
		await api.request('DELETE', `/credentials/${id}`);
	});
});
