import assert from 'node:assert/strict';
import { nodeType } from '../../../scripts/n8n/stage.mjs';
import {
	byTestId,
	closeNode,
	openNode,
	openWorkflow,
	searchPanel,
	takePicture,
} from '../browser.mjs';
import { parametersOf, readTemplate } from '../templates.mjs';

export const title = 'In the editor';

const runMs = 60_000;
/** What people type who look for such a node. */
const words = ['phone', 'make a call', 'voicemail', 'campaign', 'call report', 'daily report'];

export async function run(step, rig) {
	const { api, sandbox, credential } = rig;
	const example = readTemplate(rig, 'place-a-call-and-read-it-back');
	const nodes = example.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	let page;

	await step('the example workflow shows on the canvas', async () => {
		await api.createWorkflow(example);
		page = await openWorkflow(rig, example.id);
		const drawn = page.locator(`${byTestId('canvas-node')} ${byTestId('canvas-default-node')}`);
		assert.equal(await drawn.count(), nodes.length - 1);
		for (const [name, subtitle] of [
			['Place the Call', 'Create: Call'],
			['Get Outcome', 'Get Outcome: Call'],
		]) {
			const node = drawn.filter({ hasText: name });
			await node.getByText(subtitle, { exact: true }).waitFor();
		}
		await takePicture(rig, 'canvas');
	});

	await step('the saved form of Create shows its credential, number and variables', async () => {
		await openNode(page, 'Place the Call');
		const valueOf = async (id) =>
			await page
				.locator(`${byTestId(id)} :is(input, textarea)`)
				.first()
				.inputValue();
		assert.equal(await valueOf('node-credentials-select'), credential.name);
		assert.equal(await valueOf('parameter-input-name'), 'first_name');
		await takePicture(rig, 'form of create');
		await closeNode(page);
	});

	await step('"Execute workflow" places one call and reads it back', async () => {
		sandbox.clear();
		await page.click(byTestId('execute-workflow-button'));
		const last = page.locator(byTestId('canvas-node')).filter({ hasText: 'Get Outcome' });
		await last.locator(byTestId('canvas-node-status-success')).waitFor({ timeout: runMs });
		const { assignments } = parametersOf(example, 'Lead').assignments;
		const lead = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
		const placed = sandbox.placed.map(({ phone_number: phone, variables }) => ({
			phone,
			...variables,
		}));
		assert.deepEqual(placed, [lead]);
		const counts = page.getByText('1 item', { exact: true });
		await counts.nth(nodes.length - 1).waitFor();
		await page.locator(`${byTestId('execute-workflow-button')}:not([aria-busy="true"])`).waitFor();
		await takePicture(rig, 'canvas after the run');
	});

	await step('the node is found by what people type, with its actions in words', async () => {
		const { properties } = await api.nodeType(nodeType);
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => options)
			.filter(({ value }) => !value.startsWith('__CUSTOM'))
			.map(({ action }) => action);
		await page.click(byTestId('node-creator-plus-button'));
		const shown = await searchPanel(rig, page, words, 'Get many calls');
		assert.deepEqual(
			shown.filter((text) => actions.includes(text)),
			actions,
		);
		await takePicture(rig, 'actions');
	});
}
