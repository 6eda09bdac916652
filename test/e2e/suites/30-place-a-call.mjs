import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readExample } from '../../../scripts/n8n/examples.mjs';
import { root } from '../../../scripts/setup/paths.mjs';

export const title = 'The example "Place a call and read it back"';

const file = join(root, 'examples', 'workflows', 'place-a-call-and-read-it-back.json');

export async function run(step, { api, sandbox, credentials }) {
	const example = readExample(file, credentials);
	const trigger = example.nodes.find(({ type }) => type.endsWith('.manualTrigger'));

	await step('is imported and runs', async () => {
		sandbox.clear();
		await api.createWorkflow(example);
		const { status, error, items } = await api.execute(example.id, trigger.name);
		assert.equal(status, 'success', error?.message);
		const [lead] = items('Lead').map(({ json }) => json);
		const [placed] = items('Place the Call').map(({ json }) => json);
		const [read, ...others] = items('Get Outcome').map(({ json }) => json);
		assert.equal(placed.outcome, 'placed');
		assert.equal(placed.accepted, true);
		assert.deepEqual(others, []);
		assert.deepEqual([read.outcome, read.answered], ['ended', true]);
		assert.equal(read.PhoneNumber, lead.phone);
		assert.ok(read.TranscriptText.includes(lead.first_name), read.TranscriptText);
		assert.ok(!read.TranscriptText.includes('{'), read.TranscriptText);
	});

	await step('has called the lead exactly once', () => {
		const lead = example.nodes.find(({ name }) => name === 'Lead');
		const values = lead.parameters.assignments.assignments.map(({ name, value }) => [name, value]);
		const { phone, ...variables } = Object.fromEntries(values);
		assert.equal(sandbox.placed.length, 1);
		assert.equal(sandbox.placed[0].phone_number, phone);
		assert.deepEqual({ ...sandbox.placed[0].variables }, variables);
	});
}
