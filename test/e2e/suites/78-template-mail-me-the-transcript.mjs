import assert from 'node:assert/strict';
import { endedCalls } from '../rig.mjs';
import { callElsewhere, executionAfter, readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "Mail me the transcript"';

/** What somebody may say on the phone. */
const evil = '<img src=x onerror=alert(1)> {{ 7*7 }} ={{ $json }}';
const linesOf = ({ Transcript }) => Transcript.map(({ Role, Text }) => `${Role}: ${Text}`);

export async function run(step, rig) {
	const { api, sandbox, mailbox } = rig;
	const template = readTemplate(rig, 'mail-me-the-transcript');
	let before = 0;
	const fresh = () => mailbox.mails.slice(before);
	const isAbout =
		({ Id }) =>
		({ text }) =>
			text.includes(`Call ID: ${Id}`);

	await step('run by hand, it mails the newest transcripts', async () => {
		before = mailbox.mails.length;
		await api.createWorkflow(template);
		const trigger = triggerOf(template, 'voiceAssistantCallsTrigger');
		const { status, error } = await api.execute(template.id, trigger);
		assert.equal(status, 'success', error?.message);
		const wanted = endedCalls(rig)
			.filter(({ Transcript }) => Transcript.length > 0)
			.slice(0, 5);
		assert.equal(fresh().length, 5);
		for (const call of wanted) assert.equal(fresh().filter(isAbout(call)).length, 1, call.Id);
	});

	await step('published, it mails each new transcript once, as text and nothing else', async () => {
		await api.publish(template.id);
		before = mailbox.mails.length;
		const phone = '+12025550142';
		let call;
		const { status, error } = await executionAfter(rig, template.id, async () => {
			// Nobody answers the second one: there is no transcript.
			call = await callElsewhere(rig, phone, { first_name: evil, company: 'Example Ltd' });
			await callElsewhere(rig, '+12025550180');
		});
		assert.equal(status, 'success', error?.message);
		assert.equal(fresh().length, 1);
		const [mail] = fresh();
		assert.deepEqual([mail.from, mail.to], ['calls@example.com', ['you@example.com']]);
		assert.ok(mail.subject.startsWith(`Call with ${phone}, `), mail.subject);
		assert.match(
			mail.text,
			new RegExp(
				`^${call.AssistantName} talked with \\${phone} for (?:\\d+ s|\\d+:\\d\\d minutes)\\.`,
			),
		);
		for (const line of [...linesOf(call), call.Summary, call.Keywords.join(', ')]) {
			assert.ok(mail.text.includes(line), `${line}\n---\n${mail.text}`);
		}
		assert.ok(mail.text.includes(`AI: Hello ${evil}`), mail.text);
		assert.equal(mail.html, '');
	});
	await api.unpublish(template.id);
}
