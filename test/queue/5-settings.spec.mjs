import { exampleFiles, readExample } from '../../scripts/n8n/examples.mjs';
import { manualTrigger, publishCampaign, saveChain, sendList } from '../e2e/workflows.mjs';
import { expect, test } from './fixtures.mjs';
import { settled, stopWorkers } from './rig.mjs';

test('where private addresses are blocked, the error says so', async ({ api, rig, sandbox }) => {
	await stopWorkers(rig);
	const env = { N8N_SSRF_PROTECTION_ENABLED: 'true' };
	const worker = await rig.queue.startWorker('blocked', env);
	const id = await publishCampaign(rig, 'Blocked', 'blocked', {});
	await sendList(rig, 'blocked', ['+12025550177']);
	const [execution] = await settled(rig, id);
	const { status, error } = await api.executionResult(execution.id);
	expect(status).toBe('error');
	expect(error.message).toMatch(/^The call was not placed/);
	expect(error.message).toContain(new URL(sandbox.url).host);
	expect(`${error.message} ${error.description}`).toContain('This n8n does not allow requests to');
	expect(error.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(sandbox.log).toEqual([]);
	await api.unpublish(id);
	await worker.stop();
});

/*
 * What n8n 3 changes: n8n's own report on the workflows that are in it, the one that it shows to an
 * administrator before an update. Its Code nodes end after 60 seconds here, as they will there.
 */
test("n8n's rules for n8n 3 find nothing in the templates", async ({ api, rig }) => {
	const affected = async () => {
		const { report } = await api.request('POST', '/breaking-changes/report/refresh?version=v3', {});
		const rules = report.workflowResults.map(
			async ({ ruleId }) => await api.request('GET', `/breaking-changes/report/${ruleId}`),
		);
		return (await Promise.all(rules)).flatMap((rule) => rule.affectedWorkflows.map(({ id }) => id));
	};
	const type = 'n8n-nodes-base.aiTransform';
	const removed = { name: 'Removed', type, typeVersion: 1, parameters: {} };
	const gone = await saveChain(rig, 'Not in n8n 3', [manualTrigger, removed]);
	const templates = exampleFiles().map((file) => readExample(file, rig.credentials));
	for (const template of templates) await api.createWorkflow(template);
	const found = await affected();
	expect(found).toContain(gone);
	expect(templates.filter(({ id }) => found.includes(id))).toEqual([]);
});
