import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readExample } from '../../../scripts/n8n/examples.mjs';
import { root } from '../../../scripts/setup/paths.mjs';
import {
	byTestId,
	openEditor,
	openNode,
	openWorkflow,
	searchPanel,
	takePicture,
} from '../browser.mjs';
import { CREATE_ACTION } from '../sentences.mjs';

export const title = 'In the editor';

const file = join(root, 'examples', 'workflows', 'place-a-call-and-read-it-back.json');
const runMs = 60_000;
/** What people type who look for such a node. */
const words = [
	'voice',
	'call',
	'phone',
	'phone call',
	'outbound call',
	'ai phone',
	'make a call',
	'call a number',
	'call a person',
	'cold call',
	'voicemail',
	'campaign',
	'get outcome',
	'get calls',
	'call report',
	'daily report',
	'call list',
];
const actions = [
	CREATE_ACTION,
	'Get call',
	'Get many calls',
	'Get outcome of placed call',
	'Get call report',
	'Get calendar',
	'Get many calendars',
	'Get company',
	'Get event',
	'Get many events',
];
const isNote = ({ type }) => type.endsWith('.stickyNote');

export async function run(step, rig) {
	const { api, sandbox, credential, credentials } = rig;
	const example = { ...readExample(file, credentials), id: 'editorE2eExample' };

	await step('the owner logs in', async () => await openEditor(rig));

	await step('the example workflow shows on the canvas', async () => {
		await api.createWorkflow(example);
		const page = await openWorkflow(rig, example.id);
		const nodes = page.locator(`${byTestId('canvas-node')} ${byTestId('canvas-default-node')}`);
		assert.equal(await nodes.count(), example.nodes.filter((node) => !isNote(node)).length - 1);
		assert.equal(await page.locator('text=Install this node').count(), 0);
		for (const [name, subtitle] of [
			['Place the Call', 'Create: Call'],
			['Get Outcome', 'Get Outcome: Call'],
		]) {
			const node = nodes.filter({ hasText: name });
			await node.getByText(subtitle, { exact: true }).waitFor();
		}
		await takePicture(rig, 'canvas');
	});

	await step('the form of Create shows credential, assistant, number and variables', async () => {
		const page = await openWorkflow(rig, example.id);
		await openNode(page, 'Place the Call');
		const form = page.locator(byTestId('node-parameters'));
		for (const label of ['Assistant', 'Phone Number', 'Variables']) {
			await form.getByText(label, { exact: true }).first().waitFor();
		}
		const valueOf = async (id) =>
			await page
				.locator(`${byTestId(id)} :is(input, textarea)`)
				.first()
				.inputValue();
		assert.equal(await valueOf('node-credentials-select'), credential.name);
		assert.equal(await valueOf('parameter-input-name'), 'first_name');
		await takePicture(rig, 'form of create');
	});

	await step('"Execute workflow" places one call and reads it back', async () => {
		sandbox.clear();
		const page = await openWorkflow(rig, example.id);
		await page.click(byTestId('execute-workflow-button'));
		const last = page.locator(byTestId('canvas-node')).filter({ hasText: 'Get Outcome' });
		await last.locator(byTestId('canvas-node-status-success')).waitFor({ timeout: runMs });
		assert.equal(sandbox.placed.length, 1);
		const counts = page.getByText('1 item', { exact: true });
		await counts.nth(example.nodes.filter((node) => !isNote(node)).length - 1).waitFor();
		await page.locator(`${byTestId('execute-workflow-button')}:not([aria-busy="true"])`).waitFor();
		await takePicture(rig, 'canvas after the run');
	});

	await step('the node is found by what people type, with its actions in words', async () => {
		const page = await openWorkflow(rig, example.id);
		await page.click(byTestId('node-creator-plus-button'));
		const shown = await searchPanel(rig, page, words, 'Get many calls');
		assert.deepEqual(
			shown.filter((text) => actions.includes(text)),
			actions,
		);
		await takePicture(rig, 'actions');
	});
}
