/*
 * What n8n 3 changes: n8n's own report on the workflows that are in it, the one that it shows to an
 * administrator before an update. Its Code nodes end after 60 seconds here, as they will there.
 */
import assert from 'node:assert/strict';
import { exampleFiles, readExample } from '../../../scripts/n8n/examples.mjs';
import { manualTrigger, saveChain } from '../../e2e/rig.mjs';

export const title = 'The templates and n8n 3';

const removed = {
	name: 'Removed',
	type: 'n8n-nodes-base.aiTransform',
	typeVersion: 1,
	parameters: {},
};

export async function run(step, rig) {
	const { api, credentials } = rig;
	const affected = async () => {
		const { report } = await api.request('POST', '/breaking-changes/report/refresh?version=v3', {});
		const details = report.workflowResults.map(
			async ({ ruleId }) => await api.request('GET', `/breaking-changes/report/${ruleId}`),
		);
		return (await Promise.all(details)).flatMap(({ ruleId, affectedWorkflows }) =>
			affectedWorkflows.map(({ id }) => ({ ruleId, id })),
		);
	};
	await step("n8n's rules find a workflow that will not work any more", async () => {
		const id = await saveChain(rig, 'With a node that n8n 3 does not have', [
			manualTrigger,
			removed,
		]);
		const found = await affected();
		assert.ok(found.some((entry) => entry.id === id));
	});

	await step('they find nothing in the templates', async () => {
		for (const file of exampleFiles()) {
			const template = readExample(file, credentials);
			if ((await api.workflow(template.id)) === undefined) await api.createWorkflow(template);
		}
		const ids = exampleFiles().map((file) => readExample(file, credentials).id);
		assert.deepEqual(
			(await affected()).filter(({ id }) => ids.includes(id)),
			[],
		);
	});
}
