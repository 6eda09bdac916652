import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
	executionAfter,
	parametersOf,
	readTemplate,
	submitForm,
	triggerOf,
} from '../templates.mjs';

export const title = 'The template "Call and continue"';

const name = 'call-and-continue';
const outputs = ['Answered', 'No Answer', 'Not Called', 'Unknown'];
const product = 'a phone system';

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const posts = () => sandbox.log.filter(({ method }) => method === 'POST');
	/** The workflow as it is delivered, but that it looks each second, with a form of its own. */
	const publish = async (change = () => {}) => {
		const template = readTemplate(rig, name, randomUUID().slice(0, 16));
		const { options } = parametersOf(template, triggerOf(template, 'formTrigger'));
		options.path = template.id;
		parametersOf(template, 'Get Outcome').options = { pollInterval: 1 };
		change(template);
		await api.createWorkflow(template);
		await api.publish(template.id);
		return template;
	};
	/** Fills the form in, and gives the one item that came out, with the output it came out of. */
	const submit = async (template, phone) => {
		const result = await executionAfter(rig, template.id, async () => {
			await submitForm(rig, template, ['Ada', phone, product, '["Yes"]']);
		});
		assert.equal(result.status, 'success', result.error?.message);
		const found = outputs.flatMap((output, index) =>
			result.items('What Happened?', index).map(({ json }) => ({ output, json })),
		);
		assert.equal(found.length, 1);
		const [lead] = result.items('Call the Lead').map(({ json }) => json);
		return { ...found[0], lead };
	};
	let template;

	await step('answered: goes on with the transcript', async () => {
		template = await publish();
		sandbox.clear();
		const { output, json } = await submit(template, '+1 (202) 555-0161');
		assert.equal(output, 'Answered');
		assert.deepEqual([json.outcome, json.PhoneNumber], ['ended', '+12025550161']);
		assert.match(json.TranscriptText, /^AI: Hi Ada, this is Lena from Example Ltd\./);
		assert.ok(json.TranscriptText.includes(product), json.TranscriptText);
		assert.match(json.TranscriptText, /^User: /m);
		assert.equal(posts().length, 1);
	});

	await step('nobody answers', async () => {
		const { output, json } = await submit(template, '+12025550180');
		assert.equal(output, 'No Answer');
		assert.equal(json.answered, false);
	});

	await step('the form sent twice: one call, and the second time says why', async () => {
		sandbox.clear();
		const { output, lead } = await submit(template, '+12025550161');
		assert.equal(output, 'Not Called');
		assert.match(lead.reason, /\+12025550161 was called/);
		assert.deepEqual(posts(), []);
	});

	await step('a number that cannot be called: nobody is called, and it says why', async () => {
		sandbox.clear();
		const { output, lead } = await submit(template, '030 123456');
		assert.equal(output, 'Not Called');
		assert.match(`${lead.error} ${lead.message}`, /030 123456.*international/s);
		assert.deepEqual(sandbox.log, []);
	});

	await step('may have been placed: finds the call, and goes on', async () => {
		sandbox.clear();
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop', at: 'answer' } });
		const { output, lead } = await submit(template, '+12025550163');
		assert.equal(lead.outcome, 'unconfirmed');
		assert.equal(output, 'Answered');
		assert.equal(posts().length, 1);
	});

	await step('the time is up before the end: unknown, and no second call', async () => {
		await api.unpublish(template.id);
		template = await publish((copy) => (parametersOf(copy, 'Get Outcome').waitUpTo = 0));
		sandbox.clear();
		const { output, json } = await submit(template, '+12025550165');
		assert.equal(output, 'Unknown');
		assert.equal(json.ended, false);
		assert.equal(posts().length, 1);
		await api.unpublish(template.id);
	});
}
