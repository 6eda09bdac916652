import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { restartN8n } from '../rig.mjs';
import { parametersOf, readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "Call, wait, continue with the transcript"';

const name = 'call-and-continue';
const phone = '+12025550142';
const ends = [
	'Confirm the Appointment',
	'Plan a Callback',
	'Correct the Number',
	'Read the Transcript',
	'Try Another Time',
	'Give Up Waiting',
	'Look for It Yourself',
	'Decide Which Call It Is',
	'Read It Later',
	'Leave It Alone',
	'Nobody Was Called',
];

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const posts = () => sandbox.log.filter(({ method }) => method === 'POST');
	const looks = () => sandbox.log.filter(({ method }) => method === 'GET');

	/** The workflow with a shorter wait and fewer checks, and with these leads in place of its own. */
	const quick = async (leads = [{}], checks = 20) => {
		const template = readTemplate(rig, name, randomUUID().slice(0, 16));
		Object.assign(parametersOf(template, 'Wait for the Conversation'), { amount: 0.5 });
		const fields = parametersOf(template, 'What to Look For').assignments.assignments;
		fields.find((field) => field.name === 'checks_at_most').value = checks;
		const lead = template.nodes.find((node) => node.name === 'Lead');
		const own = parametersOf(template, 'Lead').assignments.assignments.map((field) => [
			field.name,
			field.value,
		]);
		const items = leads.map((changes) => ({
			...Object.fromEntries(own),
			...changes,
			asked_at: new Date().toISOString(),
		}));
		Object.assign(lead, {
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}` },
		});
		const place = parametersOf(template, 'Place the Call');
		place.variables.variable.push({ name: 'outcome', value: '={{ $json.outcome }}' });
		sandbox.clear();
		return template;
	};
	const execute = async (template) => {
		await api.createWorkflow(template);
		const result = await api.execute(template.id, triggerOf(template));
		assert.equal(result.status, 'success', result.error?.message);
		return reached(result);
	};
	/** What came out of each end, all runs of it. */
	const reached = ({ runData }) =>
		Object.fromEntries(
			ends
				.map((end) => [
					end,
					(runData[end] ?? []).flatMap((run) => run.data.main[0].map(({ json }) => json)),
				])
				.filter(([, items]) => items.length > 0),
		);
	const only = (result, end) => {
		assert.deepEqual(Object.keys(result), [end]);
		assert.equal(result[end].length, 1);
		return result[end][0];
	};
	/** A call to the same number that this workflow knows nothing of. */
	const callFromElsewhere = async (number) => {
		const { status } = await fetch(`${sandbox.url}/calls`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', Authentication: sandbox.apiKey },
			body: JSON.stringify({ assistant_id: 'assistant-mara', phone_number: number }),
		});
		assert.equal(status, 200);
	};
	/** What the service lists from the first look on. */
	const listing = (...records) => {
		const data = records.map((changes, index) => ({
			Id: `listed-${index}`,
			Status: 'unread',
			Assistant: 'assistant-mara',
			AssistantName: 'Mara',
			PhoneNumber: phone,
			StartedAt: new Date().toISOString(),
			EndedAt: '',
			Transcript: [],
			Keywords: [],
			Flags: [],
			...changes,
		}));
		const body = { data, hasMore: false, nextCursor: '' };
		sandbox.fault({ method: 'GET', fault: { kind: 'json', body } });
	};
	const over = { EndedAt: new Date().toISOString() };
	const spoken = [
		{ Sorting: 0, Role: 'AI', Text: 'Hello Ada.' },
		{ Sorting: 1, Role: 'User', Text: 'Hello.' },
	];

	for (const [outcome, end] of [
		['appointment', 'Confirm the Appointment'],
		['callback', 'Plan a Callback'],
		['wrong number', 'Correct the Number'],
		['offer', 'Read the Transcript'],
	]) {
		await step(`${outcome}: goes on with the transcript`, async () => {
			const number = `+120255501${60 + ends.indexOf(end)}`;
			const item = only(await execute(await quick([{ phone: number, outcome }])), end);
			assert.equal(posts().length, 1);
			const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === number);
			assert.equal(item.call_id, call.Id);
			assert.equal(
				item.transcript,
				call.Transcript.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n'),
			);
			assert.match(item.transcript, /Hello Ada/);
			assert.deepEqual(item.keywords, call.Keywords);
			assert.ok(looks().length > 1, 'it looked again while the call went on');
		});
	}

	await step('several leads end each in its own way', async () => {
		const leads = [
			{ phone: '+12025550171', outcome: 'callback' },
			{ phone: '030 123456' },
			{ phone: '+12025550177' },
			{ phone: '+12025550172', outcome: 'appointment' },
		];
		const template = await quick(leads);
		await callFromElsewhere(leads[2].phone);
		const result = await execute(template);
		assert.deepEqual(
			Object.fromEntries(Object.entries(result).map(([end, items]) => [end, items[0].phone])),
			{
				'Confirm the Appointment': leads[3].phone,
				'Plan a Callback': leads[0].phone,
				'Decide Which Call It Is': leads[2].phone,
				'Nobody Was Called': leads[1].phone,
			},
		);
		for (const end of ['Confirm the Appointment', 'Plan a Callback']) {
			const [item, ...others] = result[end];
			assert.deepEqual(others, []);
			const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === item.phone);
			assert.equal(item.call_id, call.Id);
		}
		assert.equal(posts().length, 1 + 3);
	});

	await step('ended without keywords', async () => {
		const template = await quick();
		listing({ ...over, Transcript: spoken });
		const item = only(await execute(template), 'Read the Transcript');
		assert.deepEqual(item.keywords, []);
		assert.equal(item.transcript, 'AI: Hello Ada.\nUser: Hello.');
	});

	await step('not answered: ended without a word of the other side', async () => {
		const template = await quick();
		listing({ ...over, Transcript: spoken.slice(0, 1), Keywords: ['Callback'] });
		only(await execute(template), 'Try Another Time');
	});

	await step('never ended: gives up after the checks that are allowed', async () => {
		const template = await quick([{}], 3);
		listing({});
		const item = only(await execute(template), 'Give Up Waiting');
		assert.equal(looks().length, 3);
		assert.match(item.next_step, /after 3 checks.*listed-0/);
	});

	await step('not found: says that the call was accepted', async () => {
		const template = await quick([{}], 2);
		listing();
		const item = only(await execute(template), 'Look for It Yourself');
		assert.match(item.next_step, /^The service accepted the call, but lists none/);
		assert.equal(item.call_id, null);
	});

	await step('two calls fit: does not guess', async () => {
		const template = await quick();
		const ended = { ...over, Transcript: spoken, Keywords: ['Appointment'] };
		listing(ended, { ...ended, Id: 'another' });
		const item = only(await execute(template), 'Decide Which Call It Is');
		assert.deepEqual(item.call_ids, ['listed-0', 'another']);
		assert.equal(item.call_id, null);
		assert.equal(item.transcript, null);
		assert.match(item.next_step, /^2 calls fit/);
	});

	await step('the same number called by somebody else at once: does not guess either', async () => {
		const number = '+12025550173';
		const template = await quick([{ phone: number }]);
		await callFromElsewhere(number);
		const item = only(await execute(template), 'Decide Which Call It Is');
		assert.equal(item.call_ids.length, 2);
	});

	await step('a call to the number before that is not taken for ours', async () => {
		const number = '+12025550174';
		const template = await quick([{ phone: number, outcome: 'appointment' }]);
		const before = { ...sandbox.calls[0], Id: 'before', PhoneNumber: number };
		const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
		sandbox.calls.push({ ...before, Assistant: 'assistant-mara', StartedAt: hourAgo });
		const item = only(await execute(template), 'Confirm the Appointment');
		assert.notEqual(item.call_id, 'before');
	});

	await step('refused: says why, and looks for nothing', async () => {
		const template = await quick();
		const body = { message: 'This assistant is asleep.' };
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 400, body } });
		const item = only(await execute(template), 'Nobody Was Called');
		assert.match(item.next_step, /This assistant is asleep/);
		assert.equal(item.phone, phone);
		assert.deepEqual(looks(), []);
		assert.deepEqual(sandbox.placed, []);
	});

	await step('skipped, since the lead was called not long ago: waits for nothing', async () => {
		const number = '+12025550178';
		const template = await quick([{ phone: number }]);
		parametersOf(template, 'Place the Call').options = { skipIfCalledWithin: 1 };
		await callFromElsewhere(number);
		const item = only(await execute(template), 'Leave It Alone');
		assert.equal(item.outcome, 'skipped');
		assert.equal(item.next_step, item.reason);
		assert.equal(sandbox.placed.length, 1);
	});

	await step('may have been placed: finds it, and goes on', async () => {
		const number = '+1 (202) 555-0175';
		const template = await quick([{ phone: number, outcome: 'callback' }]);
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
		const item = only(await execute(template), 'Plan a Callback');
		assert.equal(item.is_certain, false);
		assert.equal(item.phone, '+12025550175');
		assert.equal(posts().length, 1);
	});

	await step('may have been placed, and is not listed: warns before another call', async () => {
		const template = await quick([{ phone: '+12025550176' }], 2);
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop', at: 'read' } });
		const item = only(await execute(template), 'Look for It Yourself');
		assert.match(
			item.next_step,
			/^The call may have been placed.*Look there before you call again/,
		);
		assert.deepEqual(sandbox.placed, []);
		assert.equal(posts().length, 1);
	});

	await step('a service that cannot be read: waits for it, and says so in the end', async () => {
		const template = await quick([{}], 2);
		const body = { message: 'Closed for maintenance.' };
		sandbox.fault({ method: 'GET', fault: { kind: 'status', status: 403, body } });
		const item = only(await execute(template), 'Read It Later');
		assert.match(item.problem, /Closed for maintenance/);
		assert.equal(looks().length, 2);
	});

	await step('as it is delivered, it survives a restart of n8n while it waits', async () => {
		sandbox.clear();
		const template = readTemplate(rig, name);
		const [number] = parametersOf(template, 'Lead')
			.assignments.assignments.filter((field) => field.name === 'phone')
			.map(({ value }) => value);
		// Earlier steps of this suite have called it as well; their calls are in the time that counts.
		for (const call of sandbox.calls) if (call.PhoneNumber === number) call.PhoneNumber = 'Web';
		await api.createWorkflow(template);
		const { executionId } = await api.request('POST', `/workflows/${template.id}/run`, {
			triggerToStartFrom: { name: triggerOf(template) },
		});
		const stateOf = async () => (await api.request('GET', `/executions/${executionId}`)).status;
		while ((await stateOf()) !== 'waiting') await wait(250);
		assert.equal(posts().length, 1);
		await restartN8n(rig, () => assert.deepEqual(looks(), []));
		const result = await api.executionResult(executionId);
		assert.equal(result.status, 'success', result.error?.message);
		const item = only(reached(result), 'Confirm the Appointment');
		assert.match(item.transcript, /Hello Ada/);
		assert.equal(posts().length, 1);
	});
}
