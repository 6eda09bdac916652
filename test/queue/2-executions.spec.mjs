import { dialled, until } from '../e2e/rig.mjs';
import { itemsNode, ourNode, outputOf, placeNode, runChain } from '../e2e/workflows.mjs';
import { expect, test } from './fixtures.mjs';
import { hasRun, haveWorkers, settled } from './rig.mjs';
import { deliveries, publishTrigger } from './trigger.mjs';

test('what is started by hand and by the trigger runs on workers', async ({
	api,
	rig,
	sandbox,
}) => {
	await haveWorkers(rig, ['worker-1', 'worker-2']);
	const numbers = ['+12025550240', '+12025550241'];
	const workflow = await publishTrigger(rig, 'Calls that ended');

	const people = itemsNode(
		'People',
		numbers.map((phone) => ({ phone })),
	);
	const parameters = { resource: 'call', operation: 'getOutcome', options: { pollInterval: 1 } };
	const nodes = [people, placeNode(rig), ourNode(rig, 'Outcome', parameters)];
	const byHand = await runChain(rig, 'By hand', nodes);
	const outcomes = outputOf(byHand, 'Outcome');
	expect(dialled(sandbox)).toEqual(numbers);
	expect(outcomes).toMatchObject(
		numbers.map((number) => ({ outcome: 'ended', PhoneNumber: number })),
	);

	const delivered = async () => await deliveries(rig, workflow);
	await until('both calls are delivered', async () => (await delivered()).length >= 2);
	const byTrigger = await settled(rig, workflow);
	for (const { status, mode } of byTrigger) expect([status, mode]).toEqual(['success', 'trigger']);
	for (const { id } of [byHand, ...byTrigger]) {
		const ran = [...rig.workers.values()].filter((worker) => hasRun(worker, id));
		expect(ran).toHaveLength(1);
		expect(hasRun(rig.n8n, id)).toBe(false);
	}
	await api.unpublish(workflow);
	expect((await delivered()).sort()).toEqual(outcomes.map(({ CallId }) => CallId).sort());
});
