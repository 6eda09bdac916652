import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ourNode, restartN8n, saveChain, until } from '../rig.mjs';

export const title = 'Published workflows, before and after a restart';

const path = 'place-a-call';
const webhook = {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: randomUUID(),
	parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
};
const everySecond = {
	name: 'Schedule Trigger',
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
};
const callTo = (phoneNumber) => ({
	resource: 'call',
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber,
});
/** Every execution of the schedule calls a number of its own, which tells who placed the call. */
const scheduled = /^\+4930(\d{7})$/;
const numberOf = ({ id }) => `+4930${id.padStart(7, '0')}`;

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const ring = async (phone) => {
		const answer = await fetch(`${rig.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ phone }),
		});
		assert.equal(answer.status, 200);
		return await answer.json();
	};
	const dialled = () => sandbox.placed.map(({ phone_number }) => phone_number);
	const byWebhook = () => dialled().filter((number) => !scheduled.test(number));
	const bySchedule = () => dialled().filter((number) => scheduled.test(number));
	const untilScheduled = async (count) =>
		await until(`the schedule has placed ${count} calls`, () => bySchedule().length >= count);
	let hooked;
	let timed;

	await step('once published, a webhook places one call for each request', async () => {
		sandbox.clear();
		const place = ourNode(rig, 'Place', callTo('={{ $json.body.phone }}'));
		hooked = await saveChain(rig, 'Call on request', [webhook, place]);
		await api.publish(hooked);
		assert.equal((await ring('+12025550101')).outcome, 'placed');
		assert.deepEqual(byWebhook(), ['+12025550101']);
	});

	await step('once published, a schedule places calls', async () => {
		const number = `={{ "+4930" + $execution.id.padStart(7, "0") }}`;
		timed = await saveChain(rig, 'Call every second', [
			everySecond,
			ourNode(rig, 'Place', callTo(number)),
		]);
		await api.publish(timed);
		await untilScheduled(2);
	});

	await step('after a restart of n8n both go on', async () => {
		await restartN8n(rig);
		assert.equal((await ring('+12025550102')).outcome, 'placed');
		await untilScheduled(bySchedule().length + 2);
	});

	await step('each event has placed exactly one call, the restart none', async () => {
		await api.unpublish(timed);
		await api.unpublish(hooked);
		const executions = await until('no execution runs', async () => {
			const all = await api.executions(timed);
			return all.every(({ status }) => status !== 'new' && status !== 'running') && all;
		});
		assert.deepEqual(
			executions.filter(({ status }) => status !== 'success'),
			[],
		);
		assert.deepEqual(bySchedule().sort(), executions.map(numberOf).sort());
		assert.deepEqual(byWebhook(), ['+12025550101', '+12025550102']);
		assert.equal((await api.executions(hooked)).length, 2);
	});

	await step('unpublished, neither listens', async () => {
		for (const id of [hooked, timed]) assert.equal((await api.workflow(id)).activeVersionId, null);
		const answer = await fetch(`${rig.n8n.url}/webhook/${path}`, { method: 'POST' });
		assert.equal(answer.status, 404);
	});
}
