import assert from 'node:assert/strict';
import { itemsNode, ourNode, restartN8n, saveChain, until, webhookNode } from '../rig.mjs';

export const title = 'n8n killed in the middle of a list';

const path = 'call-the-list';
const numbers = [1, 2, 3, 4, 5].map((last) => `+1202555020${last}`);
const place = {
	resource: 'call',
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber: '={{ $json.phone }}',
	options: { skipIfCalledWithin: 24 },
};
const killedAfter = 3;

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const start = async () => {
		const answer = await fetch(`${rig.n8n.url}/webhook/${path}`, { method: 'POST' });
		assert.equal(answer.status, 200);
	};
	const dialled = () => sandbox.placed.map(({ phone_number }) => phone_number);
	const sent = () => sandbox.log.filter(({ method }) => method === 'POST').length;
	let id;

	await step('it is killed while the third of five calls is being placed', async () => {
		const leads = numbers.map((phone) => ({ phone }));
		const nodes = [webhookNode(path), itemsNode('List', leads), ourNode(rig, 'Place', place)];
		id = await saveChain(rig, 'Call a list', nodes);
		await api.publish(id);
		sandbox.clear();
		sandbox.fault({
			method: 'POST',
			skip: killedAfter - 1,
			times: 1,
			fault: { kind: 'never', accepted: true },
		});
		await start();
		await until('the third call is placed', () => sandbox.placed.length >= killedAfter);
		await rig.n8n.kill();
		assert.deepEqual(dialled(), numbers.slice(0, killedAfter));
	});

	await step('started again, n8n gives the execution up and calls nobody', async () => {
		const before = sandbox.log.length;
		await restartN8n(rig);
		const [execution, ...others] = await api.executions(id);
		assert.deepEqual(others, []);
		// n8n serves before it has looked at what it left behind.
		assert.equal((await api.executionResult(execution.id)).status, 'crashed');
		assert.equal(sandbox.log.length, before);
	});

	await step('run again, it calls only those who were not called yet', async () => {
		await start();
		const second = await until('it has begun', async () => {
			const [last, ...before] = await api.executions(id);
			return before.length > 0 && last;
		});
		const { status, error, items } = await api.executionResult(second.id);
		assert.equal(status, 'success', error?.message);
		assert.deepEqual(
			items('Place').map(({ json }) => json.outcome),
			numbers.map((_number, index) => (index < killedAfter ? 'skipped' : 'placed')),
		);
		assert.deepEqual(dialled(), numbers);
		assert.equal(sent(), numbers.length);
	});
	await api.unpublish(id);
}
