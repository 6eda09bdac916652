import assert from 'node:assert/strict';
import { endedCalls } from '../rig.mjs';
import {
	callElsewhere,
	executionAfter,
	readTable,
	readTemplate,
	triggerOf,
} from '../templates.mjs';

export const title = 'The template "Calls into a data table"';

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const template = readTemplate(rig, 'calls-into-a-data-table');
	const runByHand = async () => {
		const trigger = triggerOf(template, 'voiceAssistantCallsTrigger');
		const { status, error } = await api.execute(template.id, trigger);
		assert.equal(status, 'success', error?.message);
	};
	const rows = async () => await readTable(rig, 'call_log');
	const rowOf = async ({ Id }) => (await rows()).filter((row) => row.call_id === Id);

	await step('run by hand, it makes the table and saves the newest calls', async () => {
		await api.createWorkflow(template);
		await runByHand();
		const newest = endedCalls(rig).slice(0, 5);
		const saved = (await rows()).map((row) => row.call_id);
		assert.deepEqual(saved.sort(), newest.map(({ Id }) => Id).sort());
	});

	await step('run again, it updates the rows and adds none', async () => {
		const [first, ...others] = await rows();
		const call = sandbox.calls.find(({ Id }) => Id === first.call_id);
		call.Summary = 'Corrected by hand.';
		await runByHand();
		assert.equal((await rowOf(call))[0].summary, 'Corrected by hand.');
		assert.equal((await rows()).length, others.length + 1);
	});

	await step('published, it saves each call that ends, with what people want to read', async () => {
		await api.publish(template.id);
		let call;
		const { status, error } = await executionAfter(rig, template.id, async () => {
			call = await callElsewhere(rig, '+12025550195', { first_name: 'Ada' });
		});
		assert.equal(status, 'success', error?.message);
		const [row, ...others] = await rowOf(call);
		assert.deepEqual(others, []);
		assert.deepEqual(
			[row.phone_number, row.assistant, row.summary, row.keywords],
			[call.PhoneNumber, call.AssistantName, call.Summary, 'Callback'],
		);
		assert.match(row.started_at, /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
		assert.match(row.transcript, /^AI: Hello Ada/);
		const seconds = (Date.parse(call.EndedAt) - Date.parse(call.StartedAt)) / 1000;
		assert.equal(row.minutes, Math.round(Math.round(seconds) / 6) / 10);
		await api.unpublish(template.id);
	});
}
