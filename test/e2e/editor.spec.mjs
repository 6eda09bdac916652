import { nodeType } from '../../scripts/n8n/stage.mjs';
import { expect, test } from './fixtures.mjs';
import { told } from './rig.mjs';
import { parametersOf, readTemplate } from './templates.mjs';

/** What people type who look for such a node, or for what may start a workflow. */
const wordsForNode = ['phone', 'make a call', 'voicemail', 'campaign', 'call report'];
const wordsForTrigger = ['voice', 'missed call', 'transcript'];
const events = ['On call ended', 'On call started', 'On transcript ready'];

test('a new workflow may begin with the trigger', async ({ editor, page }) => {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-add-button').click();
	expect(await editor.searchPanel(wordsForTrigger, events[0])).toEqual(
		expect.arrayContaining(events),
	);
	await page.getByTestId('item-iterator-item').filter({ hasText: events[2] }).click();
	await expect(editor.field('event').locator('input')).toHaveValue('Transcript Ready');
});

test('the example workflow on the canvas', async ({ api, editor, page, rig, sandbox }) => {
	const example = readTemplate(rig, 'place-a-call-and-read-it-back');
	await api.createWorkflow(example);

	await test.step('its nodes say what they do', async () => {
		await editor.openWorkflow(example.id);
		for (const [name, subtitle] of [
			['Place the Call', 'Place Call'],
			['Get Outcome', 'Get Outcome: Call'],
		]) {
			const node = editor.canvasNodes.filter({ hasText: name });
			await node.getByText(subtitle, { exact: true }).waitFor();
		}
	});

	await test.step('"Execute workflow" places one call and reads it back', async () => {
		await page.getByTestId('execute-workflow-button').click();
		const last = editor.canvasNodes.filter({ hasText: 'Get Outcome' });
		await last.getByTestId('canvas-node-status-success').waitFor();
		const { assignments } = parametersOf(example, 'Lead').assignments;
		const { phone: number, ...lead } = Object.fromEntries(
			assignments.map(({ name, value }) => [name, value]),
		);
		expect(told(sandbox)).toEqual([{ number, ...lead }]);
	});

	await test.step('the node is found by what people type, with its actions in words', async () => {
		const { properties } = await api.nodeType(nodeType);
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => options)
			.filter(({ value }) => !value.startsWith('__CUSTOM'))
			.map(({ action }) => action);
		await page.getByTestId('node-creator-plus-button').click();
		const shown = await editor.searchPanel(wordsForNode, 'Get many calls');
		expect(shown.filter((text) => actions.includes(text))).toEqual(actions);
	});
});
