import assert from 'node:assert/strict';
import { itemsNode, manualTrigger, ourNode, saveChain, until } from '../../e2e/rig.mjs';
import { hasRun, haveWorkers, placeNode, settled } from '../rig.mjs';
import { deliveries, publishTrigger } from '../trigger.mjs';

export const title = 'Executions on two workers';

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const onAWorker = (id) => {
		assert.equal([...rig.workers.values()].filter((worker) => hasRun(worker, id)).length, 1);
		assert.equal(hasRun(rig.n8n, id), false);
	};
	await haveWorkers(rig, ['worker-1', 'worker-2']);

	await step('what is started by hand runs on one: Create, and Get Outcome behind it', async () => {
		const numbers = ['+12025550240', '+12025550241'];
		const id = await saveChain(rig, 'By hand', [
			manualTrigger,
			itemsNode(
				'People',
				numbers.map((phone) => ({ phone })),
			),
			placeNode(rig),
			ourNode(rig, 'Outcome', {
				resource: 'call',
				operation: 'getOutcome',
				options: { pollInterval: 1 },
			}),
		]);
		sandbox.clear();
		const { id: execution, status, error, items } = await api.execute(id, manualTrigger.name);
		assert.equal(status, 'success', error?.message);
		onAWorker(execution);
		assert.deepEqual(
			sandbox.placed.map(({ phone_number: number }) => number),
			numbers,
		);
		assert.deepEqual(
			items('Outcome').map(({ json }) => [json.outcome, json.PhoneNumber]),
			numbers.map((number) => ['ended', number]),
		);
	});

	await step('the trigger polls on the main, and what it starts runs on them', async () => {
		const workflow = await publishTrigger(rig, 'Calls that ended');
		const calls = sandbox.receive({ count: 7 });
		await until('all calls are delivered', async () => {
			const all = await deliveries(rig, workflow);
			return all.length >= calls.length;
		});
		for (const { id, status, mode } of await settled(rig, workflow, 1)) {
			assert.deepEqual([status, mode], ['success', 'trigger']);
			onAWorker(id);
		}
		await api.unpublish(workflow);
		const delivered = await deliveries(rig, workflow);
		assert.deepEqual(delivered.sort(), calls.map(({ Id }) => Id).sort());
	});
}
