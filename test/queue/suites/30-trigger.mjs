import assert from 'node:assert/strict';
import { until } from '../../e2e/rig.mjs';
import { hasRun, haveWorkers, settled } from '../rig.mjs';
import { deliveries, publishTrigger } from '../trigger.mjs';

export const title = 'The trigger in queue mode';

export async function run(step, rig) {
	const { api, sandbox } = rig;
	let workflow;
	let calls;

	await step('it polls on the main, and what it starts runs on the workers', async () => {
		await haveWorkers(rig, ['worker-1', 'worker-2']);
		workflow = await publishTrigger(rig, 'Calls that ended');
		calls = sandbox.receive({ count: 7 });
		await until('all calls are delivered', async () => {
			const all = await deliveries(rig, workflow);
			return all.length >= calls.length;
		});
		const executions = await settled(rig, workflow, 1);
		for (const { id, status, mode } of executions) {
			assert.deepEqual([status, mode], ['success', 'trigger']);
			assert.ok([...rig.workers.values()].some((worker) => hasRun(worker, id)));
		}
	});

	await step('each call once, and nothing from before', async () => {
		// One more poll, which finds nothing new.
		const asked = sandbox.log.length;
		await until('it has asked again', () => sandbox.log.length > asked);
		await api.unpublish(workflow);
		const delivered = await deliveries(rig, workflow);
		assert.deepEqual(delivered.sort(), calls.map(({ Id }) => Id).sort());
	});
}
