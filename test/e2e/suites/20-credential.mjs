import assert from 'node:assert/strict';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { byTestId, choose, cutOffLabels, openEditor, takePicture } from '../browser.mjs';

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

/** Those that n8n did not have before. */
async function newCredentials({ api, credentials }) {
	const known = Object.values(credentials).map(({ id }) => id);
	return (await api.request('GET', '/credentials')).filter(({ id }) => !known.includes(id));
}

/** Fills the form, presses Save, and waits for the test that n8n makes then. */
async function save(page, fields) {
	for (const [name, value] of Object.entries(fields)) await inputOf(page, name).fill(value);
	const tested = page.waitForResponse(isTest);
	await page.click(`${byTestId('credential-save-button')} button`);
	await tested;
}

/** Saves the fields, and expects the test to fail with this sentence, word for word. */
async function fails(rig, fields, sentence, picture) {
	const { page } = rig;
	await save(page, fields);
	const form = formOf(page);
	await form.getByText(failed, { exact: true }).filter({ visible: true }).waitFor();
	// Once unfolded, it stays so.
	const more = form.getByText('More details', { exact: true }).filter({ visible: true });
	if ((await more.count()) > 0) await more.click();
	await form.getByText(sentence, { exact: true }).filter({ visible: true }).waitFor();
	assert.equal(await form.getByText(passed).filter({ visible: true }).count(), 0);
	await takePicture(rig, `credential ${picture}`);
}

export async function run(step, rig) {
	const { api, sandbox } = rig;
	let id;

	await step('n8n offers it under its name, with its fields', async () => {
		const page = await openEditor(rig);
		await page.goto(`${rig.n8n.url}/home/credentials/create`);
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
		const others = await newCredentials(rig);
		assert.deepEqual(
			others.map(({ type }) => type),
			[credentialType],
		);
		id = others[0].id;
	});

	await step('a wrong key', async () => {
		await fails(rig, { apiKey: wrongKey }, notAccepted, 'wrong key');
	});

	await step('a host that answers 200 with a web page', async () => {
		sandbox.fault({ method: 'GET', times: 1, fault: { kind: 'html' } });
		await fails(
			rig,
			{ apiKey: sandbox.apiKey },
			"Check 'Base URL'. This address responds, but not as the Voice Assistant Calls API.",
			'web page',
		);
	});

	await step('Advanced has the query parameters, and keeps them when it is off', async () => {
		const { page } = rig;
		const advanced = formOf(page).locator(`${byTestId('parameter-input-advanced')} .el-switch`);
		await advanced.click();
		const defaults = { createPath: '/calls', callsPath: '/public/calls', cursorParameter: '' };
		for (const [name, value] of Object.entries(defaults)) {
			assert.equal(await inputOf(page, name).inputValue(), value);
		}
		assert.deepEqual(await cutOffLabels(page, byTestId('editCredential-modal')), []);
		const names = { cursorParameter: 'after', pageSizeParameter: 'limit' };
		await save(page, { ...names, baseUrl: sandbox.url });
		await takePicture(rig, 'credential advanced');
		await advanced.click();
		await inputOf(page, 'cursorParameter').waitFor({ state: 'detached' });
		sandbox.clear();
		await save(page, {});
		await formOf(page).getByText(passed).filter({ visible: true }).waitFor();
		// The test asks for the smallest page, so it shows what n8n hands to the node.
		assert.deepEqual(sandbox.log[0].query, [['limit', '1']]);
		const { data } = await api.request('GET', `/credentials/${id}?includeData=true`);
		assert.deepEqual({ ...names, ...data }, data);
	});

	await step('a service that differs passes with what is entered for it', async () => {
		const { page } = rig;
		Object.assign(sandbox.settings, { dialect: 'bearer', cursorParameter: 'page_token' });
		await formOf(page)
			.locator(`${byTestId('parameter-input-advanced')} .el-switch`)
			.click();
		const names = { cursorParameter: '', pageSizeParameter: '' };
		await fails(rig, names, notAccepted, 'other service');
		await choose(page, 'keyHeader', 'Authorization');
		await save(page, { apiKey: `Bearer ${sandbox.apiKey}`, createPath: '/public/calls' });
		await formOf(page).getByText(passed).filter({ visible: true }).waitFor();
		await takePicture(rig, 'credential other service passed');
	});

	await step('the key cannot be read back', async () => {
		const { page } = rig;
		const told = [];
		const listen = (answer) => {
			if (answer.url().includes('/rest/')) told.push(answer.text());
		};
		page.on('response', listen);
		await page.goto(`${rig.n8n.url}/home/credentials/${id}`);
		await formOf(page).getByText(passed).filter({ visible: true }).waitFor();
		page.off('response', listen);

		assert.equal(await inputOf(page, 'baseUrl').inputValue(), sandbox.url);
		const key = inputOf(page, 'apiKey');
		assert.equal(await key.getAttribute('type'), 'password');
		assert.match(await key.inputValue(), /^__n8n_BLANK_VALUE_/);
		await takePicture(rig, 'credential opened again');
		const stored = await api.request('GET', `/credentials/${id}?includeData=true`);
		assert.equal(stored.data.baseUrl, sandbox.url);
		const shown = {
			page: await page.content(),
			answers: (await Promise.all(told)).join('\n'),
			api: JSON.stringify(stored),
			log: rig.n8n.log(),
		};
		assert.ok(shown.answers.includes(sandbox.url));
		for (const [where, text] of Object.entries(shown)) {
			assert.ok(!text.includes(sandbox.apiKey), where);
			assert.ok(!text.includes(wrongKey), where);
		}
	});

	await step('it is deleted again', async () => {
		Object.assign(sandbox.settings, { dialect: 'documented', cursorParameter: 'cursor' });
		await api.request('DELETE', `/credentials/${id}`);
		assert.deepEqual(await newCredentials(rig), []);
	});
}
