import { dialled, idsOf, until } from '../e2e/rig.mjs';
import { itemsNode, ourNode, outputOf, placeNode, runChain } from '../e2e/workflows.mjs';
import { expect, test } from './fixtures.mjs';
import { hasRun, haveWorkers, settled } from './rig.mjs';
import { deliveries, publishTrigger } from './trigger.mjs';

/** Expects that one of the workers has run an execution, and not the main. */
function expectOnAWorker({ n8n, workers }, id) {
	expect([...workers.values()].filter((worker) => hasRun(worker, id))).toHaveLength(1);
	expect(hasRun(n8n, id)).toBe(false);
}

test.beforeEach(async ({ rig }) => await haveWorkers(rig, ['worker-1', 'worker-2']));

test('what is started by hand runs on a worker', async ({ rig, sandbox }) => {
	const numbers = ['+12025550240', '+12025550241'];
	const people = numbers.map((phone) => ({ phone }));
	const parameters = { resource: 'call', operation: 'getOutcome', options: { pollInterval: 1 } };
	const outcome = ourNode(rig, 'Outcome', parameters);
	const nodes = [itemsNode('People', people), placeNode(rig), outcome];
	const result = await runChain(rig, 'By hand', nodes);
	const outcomes = outputOf(result, 'Outcome');
	expectOnAWorker(rig, result.id);
	expect(dialled(sandbox)).toEqual(numbers);
	expect(outcomes).toMatchObject(
		numbers.map((number) => ({ outcome: 'ended', PhoneNumber: number })),
	);
});

test('the trigger starts executions on workers', async ({ api, rig, sandbox }) => {
	const workflow = await publishTrigger(rig, 'Calls that ended');
	const calls = sandbox.receive({ count: 7 });
	await until('all calls are delivered', async () => {
		return (await deliveries(rig, workflow)).length >= calls.length;
	});
	for (const { id, status, mode } of await settled(rig, workflow)) {
		expect([status, mode]).toEqual(['success', 'trigger']);
		expectOnAWorker(rig, id);
	}
	await api.unpublish(workflow);
	expect((await deliveries(rig, workflow)).sort()).toEqual(idsOf(calls).sort());
});
