import assert from 'node:assert/strict';
import { itemsNode, manualTrigger, ourNode, saveChain } from '../../e2e/rig.mjs';
import { triggerOf, readTemplate } from '../../e2e/templates.mjs';
import { hasRun, haveWorkers, leadsNode, placeNode, post, webhookNode } from '../rig.mjs';
import { settled } from '../rig.mjs';

export const title = 'Executions on two workers';

const path = 'two-workers';

export async function run(step, rig) {
	const { api, sandbox, credential } = rig;
	const dialled = () => sandbox.placed.map(({ phone_number: number }) => number).sort();
	const onAWorker = (id) => {
		assert.equal([...rig.workers.values()].filter((worker) => hasRun(worker, id)).length, 1);
		assert.equal(hasRun(rig.n8n, id), false);
	};

	await step('both start at once, with the package', async () => {
		await haveWorkers(rig, ['worker-1', 'worker-2']);
	});

	await step('what a webhook starts in production runs on them, each call once', async () => {
		const id = await saveChain(rig, 'Two workers', [
			webhookNode(path),
			leadsNode,
			placeNode(rig, { duplicateNumbers: 'callOnce' }),
		]);
		await api.publish(id);
		sandbox.clear();
		const numbers = Array.from({ length: 12 }, (_, index) => `+120255502${10 + index}`);
		const answers = await Promise.all(
			numbers.map(async (phone) => await post(rig, path, { leads: [{ phone }] })),
		);
		assert.ok(answers.every(({ status }) => status === 200));
		const executions = await settled(rig, id, numbers.length);
		assert.equal(executions.length, numbers.length);
		for (const execution of executions) {
			assert.equal(execution.status, 'success');
			onAWorker(execution.id);
		}
		assert.deepEqual(dialled(), numbers);
		await api.unpublish(id);
	});

	await step('so does what is started by hand', async () => {
		const id = await saveChain(rig, 'By hand', [
			manualTrigger,
			itemsNode('People', [{ phone: '+12025550230' }, { phone: '+12025550231' }]),
			placeNode(rig),
		]);
		sandbox.clear();
		const { id: execution, status, error, items } = await api.execute(id, manualTrigger.name);
		assert.equal(status, 'success', error?.message);
		onAWorker(execution);
		assert.deepEqual(
			items('Place').map(({ json }) => json.outcome),
			['placed', 'placed'],
		);
		assert.deepEqual(dialled(), ['+12025550230', '+12025550231']);
	});

	await step('Get Outcome waits on a worker for the calls that Create placed there', async () => {
		const id = await saveChain(rig, 'Outcome', [
			manualTrigger,
			itemsNode('People', [{ phone: '+12025550240' }, { phone: '+12025550241' }]),
			placeNode(rig),
			ourNode(rig, 'Outcome', {
				resource: 'call',
				operation: 'getOutcome',
				options: { pollInterval: 1 },
			}),
		]);
		const { id: execution, status, error, items } = await api.execute(id, manualTrigger.name);
		assert.equal(status, 'success', error?.message);
		onAWorker(execution);
		assert.deepEqual(
			items('Outcome').map(({ json }) => [json.outcome, json.PhoneNumber]),
			[
				['ended', '+12025550240'],
				['ended', '+12025550241'],
			],
		);
	});

	await step('the credential can be tested, with a right key and a wrong one', async () => {
		const test = async (apiKey) =>
			await api.testCredential({
				name: 'Tried in queue mode',
				type: credential.type,
				data: { apiKey, baseUrl: sandbox.url },
			});
		assert.equal((await test(sandbox.apiKey)).status, 'OK');
		assert.equal((await test('wrong')).status, 'Error');
	});

	for (const [name, type] of [
		['place-a-call-and-read-it-back', 'manualTrigger'],
		['daily-call-report', 'scheduleTrigger'],
	]) {
		await step(`the template ${name} runs on a worker`, async () => {
			const template = readTemplate(rig, name);
			await api.createWorkflow(template);
			const { id, status, error } = await api.execute(template.id, triggerOf(template, type));
			assert.equal(status, 'success', error?.message);
			onAWorker(id);
		});
	}
}
