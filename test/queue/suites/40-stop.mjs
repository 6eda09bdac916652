/*
 * A worker is told to stop in the middle of a list, as an update of n8n or a deployment does: in
 * time for the list, and too early. n8n tells no node that its process is to end.
 */
import assert from 'node:assert/strict';
import { until } from '../../e2e/rig.mjs';
import { haveNoWorkersBut, haveWorkers, numbersOf, post, publishCampaign } from '../rig.mjs';

export const title = 'A worker is stopped in the middle of a list';

const path = 'stop';
const people = 100;
const some = 20;
/** How long the service takes for a call: the list takes 5 seconds. */
const callMs = 50;

export async function run(step, rig) {
	const { api, sandbox, queue } = rig;
	const placed = () => sandbox.placed.map(({ phone_number: number }) => number);
	let workflow;

	/**
	 * Sends a list, and stops the only worker when so many people have been called.
	 * @returns {Promise<string>} The id of the execution.
	 */
	const stopAfter = async (count, numbers, worker) => {
		sandbox.clear();
		sandbox.fault({ method: 'POST', fault: { kind: 'delay', ms: callMs } });
		const leads = numbers.map((phone) => ({ phone }));
		assert.equal((await post(rig, path, { leads })).status, 200);
		await until('the list is in its middle', () => placed().length >= count);
		const ids = (await api.executions(workflow)).map(({ id }) => Number(id));
		assert.equal(await worker.stop(), true);
		return String(Math.max(...ids));
	};

	await step('with enough time for the list, it calls all of it', async () => {
		const [name = 'worker-1'] = rig.workers.keys();
		await haveNoWorkersBut(rig, [name]);
		await haveWorkers(rig, [name]);
		const worker = rig.workers.get(name);
		rig.workers.delete(name);
		workflow = await publishCampaign(rig, 'Stop', path, { skipIfCalledWithin: 24 });
		const numbers = numbersOf('+49301501', people);
		const id = await stopAfter(people - some, numbers, worker);
		assert.doesNotMatch(worker.log(), /Shutdown timed out/);
		assert.deepEqual(placed(), numbers);
		const { status, items } = await api.executionResult(id);
		assert.equal(status, 'success');
		assert.equal(items('Place').length, people);
	});

	await step('with less time the list is cut, and nobody is called twice', async () => {
		const worker = await queue.startWorker('hurried', { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' });
		const numbers = numbersOf('+49301502', people);
		await stopAfter(some, numbers, worker);
		const called = placed();
		assert.ok(called.length < people, `${called.length} calls`);
		assert.deepEqual(called, numbers.slice(0, called.length));
		assert.match(worker.log(), /Shutdown timed out after 1 seconds/);
		await api.unpublish(workflow);
	});
}
