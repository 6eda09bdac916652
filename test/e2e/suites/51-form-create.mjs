import assert from 'node:assert/strict';
import { nodeType } from '../../../scripts/n8n/stage.mjs';
import {
	addOption,
	addRow,
	byTestId,
	cutOffLabels,
	executeStep,
	fillIn,
	openList,
	openNewNode,
	outputPanel,
	pickFromList,
	searchList,
	showOutputAs,
	shownError,
	takePicture,
	turn,
} from '../browser.mjs';
import { publishNode } from '../../../scripts/pictures.mjs';
import { at, wrongNumber } from '../sentences.mjs';

export const title = 'The form of Call: Create';

const written = '+49 (0)30 23125 042';
const body = {
	assistant_id: 'assistant-mara',
	phone_number: '+493023125042',
	first_name: 'Ada',
};

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;
	const executed = async () => {
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		assert.equal(items('Call: Create').length, 1);
		return items('Call: Create')[0].json;
	};

	await step('it warns, and marks what has to be filled in', async () => {
		page = await openNewNode(rig, 'Call', 'Create');
		await page.getByText(/Each run places a real phone call/).waitFor();
		const issues = page.locator(`${byTestId('node-parameters')} ${byTestId('parameter-issues')}`);
		assert.equal(await issues.count(), 2);
	});

	await step('Assistant offers the assistants of recent calls, and finds one', async () => {
		assert.ok((await openList(page, 'assistantId')).length > 1);
		assert.deepEqual(await searchList(page, 'mar'), ['Mara (assistant-mara)']);
		await pickFromList(page, 'Mara (assistant-mara)');
		const box = page.locator(`${byTestId('parameter-input-assistantId')} ${byTestId('rlc-input')}`);
		assert.equal(await box.inputValue(), 'Mara (assistant-mara)');
	});

	await step('a national number is refused with a sentence that says what to write', async () => {
		sandbox.clear();
		await fillIn(page, 'phoneNumber', '030 123456');
		assert.equal((await executeStep(rig)).status, 'error');
		const { title: shown, todo } = await shownError(page);
		assert.ok(shown.startsWith(wrongNumber('030 123456')), shown);
		assert.ok(shown.endsWith(`. Nobody was called${at(0)}`), shown);
		assert.match(todo, /country code/);
		assert.deepEqual(sandbox.log, []);
		await publishNode(rig, 'create-error');
	});

	await step('Dry Run, left as it arrives, shows the request and sends nothing', async () => {
		sandbox.clear();
		await fillIn(page, 'phoneNumber', written);
		await addRow(page, 'variables');
		await fillIn(page, 'name', 'first_name');
		await fillIn(page, 'value', 'Ada');
		await addOption(page, 'Dry Run');
		await page.getByText(/Dry Run' is on: nobody is called/).waitFor();
		assert.deepEqual((await executed()).request.body, body);
		assert.deepEqual(sandbox.log, []);
		await showOutputAs(page, 'JSON');
		await publishNode(rig, 'create-dry-run');
	});

	await step('switched off, the call is placed once, and a hint says how to go on', async () => {
		sandbox.clear();
		await turn(page, 'dryRun');
		assert.equal((await executed()).outcome, 'placed');
		await page
			.locator(outputPanel)
			.getByText(/'Get outcome of placed call'/)
			.waitFor();
		assert.deepEqual(
			sandbox.log.map(({ method, path, body: sent }) => [method, path, sent]),
			[['POST', '/calls', body]],
		);
	});

	await step('every option can be added, and no label is cut off on a small screen', async () => {
		const form = page.locator(byTestId('node-parameters'));
		const { properties } = await rig.api.nodeType(nodeType);
		const { options } = properties.find(
			({ name, displayOptions }) =>
				name === 'options' && displayOptions.show.operation.includes('create'),
		);
		for (const { name, displayName } of options) {
			if (name === 'dryRun') continue;
			await addOption(page, displayName);
			await form.getByText(displayName, { exact: true }).first().waitFor();
		}
		await takePicture(rig, 'all options of create');
		assert.deepEqual(await cutOffLabels(page), []);
	});
}
