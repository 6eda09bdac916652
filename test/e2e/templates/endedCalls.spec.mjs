/* The templates whose trigger waits for calls that have ended. */
import { DateTime } from 'luxon';
import { expect, test } from '../fixtures.mjs';
import { endedCalls, idsOf } from '../rig.mjs';
import { callElsewhere, readTable, readTemplate, tableNode, triggerOf } from '../templates.mjs';
import { executionAfter, outputOf, runChain } from '../workflows.mjs';

const dayMs = 86_400_000;
const isCallback = ({ Keywords, Status, StartedAt, PhoneNumber }) =>
	Keywords.includes('Callback') &&
	Status !== 'archive' &&
	PhoneNumber !== 'Web' &&
	Date.parse(StartedAt) >= Date.now() - 30 * dayMs;
/** The rows of a table about a call. */
const rowsOf = (rows, { Id }) => rows.filter(({ call_id: id }) => id === Id);
/** What the tables say of a call. */
const partOf = ({ PhoneNumber, AssistantName, Summary }) => ({
	phone_number: PhoneNumber,
	assistant: AssistantName,
	summary: Summary,
});
const callIds = (rows) => rows.map((row) => row.call_id).sort();

test('Callback queue', async ({ api, rig, sandbox }) => {
	const template = readTemplate(rig, 'callback-queue');
	const added = (result) => callIds(outputOf(result, 'Add to the Queue'));
	const trigger = triggerOf(template, 'voiceAssistantCallsTrigger');
	const addThePast = async () => added(await api.execute(template.id, trigger));
	const rows = async () => await readTable(rig, 'callback_queue');

	await test.step('run by hand, it makes the table and adds the callbacks of the last days', async () => {
		const wanted = idsOf(sandbox.calls.filter(isCallback)).sort();
		expect(wanted.length).toBeGreaterThan(10);
		await api.createWorkflow(template);
		expect(await addThePast()).toEqual(wanted);
		expect(callIds(await rows())).toEqual(wanted);
		expect(await addThePast()).toEqual([]);
	});

	await test.step('published, it adds each new callback once, and what is done stays done', async () => {
		await api.publish(template.id);
		let call;
		const result = await executionAfter(rig, template.id, async () => {
			await callElsewhere(sandbox, '+16025550142', { outcome: 'offer' });
			call = await callElsewhere(sandbox, '+16025550195', { first_name: 'Ada' });
		});
		expect(added(result)).toEqual([call.Id]);
		const start = DateTime.fromISO(call.StartedAt, { zone: rig.timezone });
		const called_at = start.toFormat('yyyy-MM-dd HH:mm');
		const row = { ...partOf(call), called_at, done: false };
		expect(rowsOf(await rows(), call)).toMatchObject([row]);
		const filters = { conditions: [{ keyName: 'call_id', condition: 'eq', keyValue: call.Id }] };
		const columns = { mappingMode: 'defineBelow', value: { done: true } };
		const tick = tableNode('callback_queue', 'Tick', 'update', { filters, columns });
		outputOf(await runChain(rig, 'Tick done', [tick]), 'Tick');
		expect(await addThePast()).toEqual([]);
		expect(rowsOf(await rows(), call)).toMatchObject([{ done: true }]);
	});
	await api.unpublish(template.id);
});

test('Calls into a data table', async ({ api, rig, sandbox }) => {
	const template = readTemplate(rig, 'calls-into-a-data-table');
	const trigger = triggerOf(template, 'voiceAssistantCallsTrigger');
	const runByHand = async () => outputOf(await api.execute(template.id, trigger), trigger);
	const rows = async () => await readTable(rig, 'call_log');

	await test.step('run by hand, it makes the table and saves the newest calls, each once', async () => {
		await api.createWorkflow(template);
		await runByHand();
		expect(callIds(await rows())).toEqual(idsOf(endedCalls(sandbox).slice(0, 5)).sort());
		const [{ call_id: id }] = await rows();
		sandbox.calls.find(({ Id }) => Id === id).Summary = 'Corrected by hand.';
		await runByHand();
		expect(await rows()).toHaveLength(5);
		expect((await rows()).find((row) => row.call_id === id).summary).toBe('Corrected by hand.');
	});

	await test.step('published, it saves each call that ends, with what people want to read', async () => {
		await api.publish(template.id);
		let call;
		const result = await executionAfter(rig, template.id, async () => {
			call = await callElsewhere(sandbox, '+12025550195', { first_name: 'Ada' });
		});
		outputOf(result, trigger);
		const seconds = (Date.parse(call.EndedAt) - Date.parse(call.StartedAt)) / 1000;
		const row = {
			...partOf(call),
			keywords: 'Callback',
			started_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
			transcript: expect.stringMatching(/^AI: Hello Ada/),
			minutes: Math.round(Math.round(seconds) / 6) / 10,
		};
		expect(rowsOf(await rows(), call)).toMatchObject([row]);
		await api.unpublish(template.id);
	});
});

test('Mail me the transcript', async ({ api, rig, sandbox }) => {
	const template = readTemplate(rig, 'mail-me-the-transcript');
	const trigger = triggerOf(template, 'voiceAssistantCallsTrigger');
	const { mails } = rig.mailbox;
	let before = mails.length;

	await test.step('run by hand, it mails the newest transcripts', async () => {
		await api.createWorkflow(template);
		outputOf(await api.execute(template.id, trigger), trigger);
		const wanted = endedCalls(sandbox).filter(({ Transcript }) => Transcript.length > 0);
		const sent = mails.slice(before).map(({ text }) => /^Call ID: (\S+)$/m.exec(text)[1]);
		expect(sent.sort()).toEqual(idsOf(wanted.slice(0, 5)).sort());
	});

	await test.step('published, it mails each new transcript once, as text and nothing else', async () => {
		/** What somebody may say on the phone. */
		const evil = '<img src=x onerror=alert(1)> {{ 7*7 }} ={{ $json }}';
		await api.publish(template.id);
		before = mails.length;
		let call;
		const result = await executionAfter(rig, template.id, async () => {
			const variables = { first_name: evil, company: 'Example Ltd' };
			call = await callElsewhere(sandbox, '+12025550142', variables);
			// Nobody answers: there is no transcript.
			await callElsewhere(sandbox, '+12025550180');
		});
		outputOf(result, trigger);
		expect(mails.slice(before)).toMatchObject([
			{
				to: ['you@example.com'],
				subject: expect.stringMatching(/^Call with \+12025550142, /),
				text: expect.stringMatching(
					/^\w+ talked with \+12025550142 for (\d+ s|\d+:\d\d minutes)\./,
				),
				html: '',
			},
		]);
		const said = call.Transcript.map(({ Role, Text }) => `${Role}: ${Text}`);
		for (const line of [...said, `AI: Hello ${evil}`, call.Summary, call.Keywords.join(', ')]) {
			expect(mails.at(-1).text).toContain(line);
		}
	});
	await api.unpublish(template.id);
});
