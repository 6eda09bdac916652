/*
 * A worker is told to stop in the middle of a list, as an update of n8n or a deployment does: in
 * time for the list, and too early. n8n tells no node that its process is to end.
 */
import { dialled, until } from '../e2e/rig.mjs';
import { outputOf, publishCampaign, sendList } from '../e2e/workflows.mjs';
import { expect, test } from './fixtures.mjs';
import { numbersOf, stopWorkers } from './rig.mjs';

const people = 100;
const some = 20;
/** How long the service takes for a call: the list takes 5 seconds. */
const callMs = 50;
const numbers = numbersOf('+4930150', people);

test('a worker is stopped in the middle of a list', async ({ api, rig, sandbox }) => {
	await stopWorkers(rig);
	const workflow = await publishCampaign(rig, 'Stop', 'stop', { skipIfCalledWithin: 24 });
	sandbox.fault({ method: 'POST', fault: { kind: 'delay', ms: callMs } });
	/** Sends the list to a new worker, and stops that when so many people have been called. */
	const stopAfter = async (count, name, env) => {
		const worker = await rig.queue.startWorker(name, env);
		expect((await sendList(rig, 'stop', numbers)).status).toBe(200);
		await until('the list is in its middle', () => sandbox.placed.length >= count);
		const ids = (await api.executions(workflow)).map(({ id }) => Number(id));
		expect(await worker.stop()).toBe(true);
		return { worker, id: Math.max(...ids) };
	};

	await test.step('with less time than the list needs: it is cut', async () => {
		const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };
		const { worker } = await stopAfter(some, 'hurried', env);
		expect(dialled(sandbox).length).toBeLessThan(people);
		expect(worker.log()).toContain('Shutdown timed out after 1 seconds');
	});

	await test.step('with enough, the list sent again ends, and calls exactly the others', async () => {
		const called = dialled(sandbox).length;
		const { worker, id } = await stopAfter(people - some, 'patient');
		expect(worker.log()).not.toContain('Shutdown timed out');
		expect(dialled(sandbox).sort()).toEqual(numbers);
		const output = outputOf(await api.executionResult(id), 'Place');
		expect(output).toHaveLength(people);
		const placed = output.filter(({ outcome }) => outcome === 'placed');
		expect(placed).toHaveLength(people - called);
	});
	await api.unpublish(workflow);
});
