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
const numbers = numbersOf('+4930150', people);

export async function run(step, rig) {
	const { api, sandbox, queue } = rig;
	const placed = () => sandbox.placed.map(({ phone_number: number }) => number);
	let workflow;

	/**
	 * Sends the list, and stops the only worker when so many people have been called.
	 * @returns {Promise<string>} The id of the execution.
	 */
	const stopAfter = async (count, worker) => {
		const leads = numbers.map((phone) => ({ phone }));
		assert.equal((await post(rig, path, { leads })).status, 200);
		await until('the list is in its middle', () => placed().length >= count);
		const ids = (await api.executions(workflow)).map(({ id }) => Number(id));
		assert.equal(await worker.stop(), true);
		return String(Math.max(...ids));
	};

	await step(
		'with less time than the list needs: it is cut, and nobody is called twice',
		async () => {
			await haveNoWorkersBut(rig, []);
			workflow = await publishCampaign(rig, 'Stop', path, { skipIfCalledWithin: 24 });
			const worker = await queue.startWorker('hurried', { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' });
			sandbox.clear();
			sandbox.fault({ method: 'POST', fault: { kind: 'delay', ms: callMs } });
			await stopAfter(some, worker);
			assert.ok(placed().length < people, `${placed().length} calls`);
			assert.match(worker.log(), /Shutdown timed out after 1 seconds/);
		},
	);

	await step(
		'with enough time, the list sent again ends, and calls exactly the others',
		async () => {
			await haveWorkers(rig, ['worker-1']);
			const worker = rig.workers.get('worker-1');
			rig.workers.delete('worker-1');
			const called = placed().length;
			const id = await stopAfter(people - some, worker);
			assert.doesNotMatch(worker.log(), /Shutdown timed out/);
			assert.deepEqual(placed().sort(), numbers);
			const { status, items } = await api.executionResult(id);
			assert.equal(status, 'success');
			const outcomes = items('Place').map(({ json }) => json.outcome);
			assert.equal(outcomes.length, people);
			assert.equal(outcomes.filter((outcome) => outcome === 'placed').length, people - called);
			await api.unpublish(workflow);
		},
	);
}
