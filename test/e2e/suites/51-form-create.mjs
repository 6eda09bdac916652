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
import { publishNode } from '../pictures.mjs';
import { at, wasCalled, wrongNumber } from '../sentences.mjs';

export const title = 'The form of Call: Create';

const written = '+49 (0)30 23125 042';
const number = '+493023125042';
const person = {
	phone_number: number,
	assistant_id: 'assistant-mara',
	variables: { first_name: 'Ada' },
};
const body = { assistant_id: 'assistant-mara', phone_number: number, first_name: 'Ada' };

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
		sandbox.clear();
		const known = new Set(
			sandbox.calls.map(({ Assistant, AssistantName }) => `${AssistantName} (${Assistant})`),
		);
		assert.deepEqual(await openList(page, 'assistantId'), [...known].sort());
		assert.deepEqual(await searchList(page, 'mar'), ['Mara (assistant-mara)']);
		await pickFromList(page, 'Mara (assistant-mara)');
		const box = page.locator(`${byTestId('parameter-input-assistantId')} ${byTestId('rlc-input')}`);
		assert.equal(await box.inputValue(), 'Mara (assistant-mara)');
		assert.ok(sandbox.log.length > 0);
		assert.ok(sandbox.log.every(({ method, path }) => `${method} ${path}` === 'GET /public/calls'));
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
		assert.deepEqual(await executed(), {
			outcome: 'dryRun',
			accepted: false,
			reason: null,
			...person,
			request: { method: 'POST', url: `${sandbox.url}/calls`, body },
		});
		assert.deepEqual(sandbox.log, []);
		await showOutputAs(page, 'JSON');
		await publishNode(rig, 'create-dry-run');
	});

	await step('switched off, the call is placed once, and a hint says how to go on', async () => {
		sandbox.clear();
		await turn(page, 'dryRun');
		const { requestedAt, ...placed } = await executed();
		assert.ok(Math.abs(Date.parse(requestedAt) - Date.now()) < 60_000, requestedAt);
		assert.deepEqual(placed, {
			outcome: 'placed',
			accepted: true,
			reason: null,
			...person,
			response: {},
		});
		await page
			.locator(outputPanel)
			.getByText(/'Get outcome of placed call'/)
			.waitFor();
		assert.deepEqual(
			sandbox.log.map(({ method, path, body: sent }) => [method, path, sent]),
			[['POST', '/calls', body]],
		);
	});

	await step('Skip If Called Within finds that call and leaves the number alone', async () => {
		sandbox.clear();
		await addOption(page, 'Skip If Called Within (Hours)');
		const { reason, lastCall, ...skipped } = await executed();
		assert.deepEqual(skipped, {
			outcome: 'skipped',
			accepted: false,
			...person,
			skippedBy: 'skipIfCalledWithin',
		});
		assert.ok(reason.startsWith(wasCalled(number)), reason);
		assert.equal(lastCall.AssistantName, 'Mara');
		assert.deepEqual(sandbox.placed, []);
	});

	await step('every option can be added, and no label is cut off on a small screen', async () => {
		page = await openNewNode(rig, 'Call', 'Create');
		const form = page.locator(byTestId('node-parameters'));
		const { properties } = await rig.api.nodeType(nodeType);
		const { options } = properties.find(
			({ name, displayOptions }) =>
				name === 'options' && displayOptions.show.operation.includes('create'),
		);
		for (const { displayName } of options) {
			await addOption(page, displayName);
			await form.getByText(displayName, { exact: true }).first().waitFor();
		}
		await takePicture(rig, 'all options of create');
		assert.deepEqual(await cutOffLabels(page), []);
	});
}
