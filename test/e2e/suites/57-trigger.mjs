import assert from 'node:assert/strict';
import { triggerType } from '../../../scripts/n8n/stage.mjs';
import {
	addRow,
	byTestId,
	choose,
	closeNode,
	cutOffLabels,
	executeStep,
	openEditor,
	openNode,
	openWorkflow,
	searchPanel,
	takePicture,
} from '../browser.mjs';
import { endedCalls, ourNode, saveChain } from '../rig.mjs';

export const title = 'The form of the trigger';

const name = 'Voice Assistant Calls Trigger';
/** What people type who look for what may start a workflow. */
const words = ['voice', 'missed call', 'transcript'];
const events = ['On call ended', 'On call started', 'On transcript ready'];

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;

	await step('the panel of a new workflow offers it, with its events', async () => {
		page = await openEditor(rig);
		await page.goto(`${rig.n8n.url}/workflow/new`);
		await page.click(byTestId('canvas-add-button'));
		const shown = await searchPanel(rig, page, words, events[0]);
		await takePicture(rig, 'trigger actions');
		assert.deepEqual(
			shown.filter((text) => events.includes(text)),
			events,
		);
		const offered = page.locator(byTestId('item-iterator-item'));
		await offered.filter({ hasText: 'On transcript ready' }).click();
		await page.locator(byTestId('ndv')).waitFor();
		await takePicture(rig, 'trigger added');
		const event = page.locator(`div${byTestId('parameter-input-event')} input`);
		assert.equal(await event.inputValue(), 'Transcript Ready');
		await closeNode(page);
	});

	await step('Fetch Test Event shows the five newest calls, the oldest first', async () => {
		const node = { ...ourNode(rig, name, {}), type: triggerType };
		page = await openWorkflow(rig, await saveChain(rig, 'Told of calls', [node]));
		await openNode(page, name);
		sandbox.clear();
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		assert.deepEqual(
			items(name).map(({ json }) => json.CallId),
			endedCalls(rig)
				.slice(0, 5)
				.reverse()
				.map(({ Id }) => Id),
		);
		assert.equal(sandbox.log.length, 1);
		await takePicture(rig, 'trigger fetched');
	});

	await step('no label is cut off on a small screen', async () => {
		await addRow(page, 'filters');
		await choose(page, 'output', 'Selected Fields');
		assert.deepEqual(await cutOffLabels(page), []);
	});
}
