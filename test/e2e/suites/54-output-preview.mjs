import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/setup/paths.mjs';
import { byTestId, closeNode, openNode, openWorkflow } from '../browser.mjs';
import { manualTrigger, ourNode, saveChain } from '../rig.mjs';

export const title = 'The fields of the output, before the first run';

const schemas = join(root, 'nodes', 'VoiceAssistantCalls', '__schema__', 'v1.0.0');
const operations = [
	['calendar', 'get'],
	['calendar', 'getAll'],
	['call', 'create'],
	['call', 'get'],
	['call', 'getAll'],
	['call', 'getOutcome'],
	['company', 'get'],
	['event', 'get'],
	['event', 'getAll'],
];

export async function run(step, rig) {
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const nodes = operations.map(([resource, operation]) =>
		ourNode(rig, `${resource} ${operation}.`, { resource, operation }),
	);
	let page;

	await step('n8n shows a workflow of all operations', async () => {
		page = await openWorkflow(
			rig,
			await saveChain(rig, 'All operations', [manualTrigger, ...nodes, next]),
		);
	});

	for (const [index, [resource, operation]] of operations.entries()) {
		await step(`the node after ${resource} ${operation} is shown its fields`, async () => {
			await openNode(page, [...nodes, next][index + 1].name);
			const input = page.locator(byTestId('ndv-input-panel'));
			await input.locator(byTestId('schema-preview-warning')).first().waitFor();
			const file = join(schemas, resource, `${operation}.json`);
			const { properties } = JSON.parse(readFileSync(file, 'utf8'));
			const shown = await input.locator(byTestId('run-data-schema-node-name')).allInnerTexts();
			assert.deepEqual(
				Object.keys(properties).filter((field) => !shown.includes(field)),
				[],
			);
			await closeNode(page);
		});
	}
}
