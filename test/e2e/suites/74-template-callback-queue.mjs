import assert from 'node:assert/strict';
import { runChain } from '../rig.mjs';
import {
	callElsewhere,
	executionAfter,
	readTable,
	readTemplate,
	tableNode,
	triggerOf,
} from '../templates.mjs';

export const title = 'The template "Callback queue"';

const dayMs = 86_400_000;
const isCallback = ({ Keywords, Status, StartedAt, PhoneNumber }) =>
	Keywords.includes('Callback') &&
	Status !== 'archive' &&
	PhoneNumber !== 'Web' &&
	Date.parse(StartedAt) >= Date.now() - 30 * dayMs;

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const template = readTemplate(rig, 'callback-queue');
	const addThePast = async () => await api.execute(template.id, triggerOf(template));
	const rows = async () => await readTable(rig, 'callback_queue');
	const idsOf = (found) => found.map((row) => row.call_id).sort();
	const wanted = () =>
		sandbox.calls
			.filter(isCallback)
			.map(({ Id }) => Id)
			.sort();
	const added = (result) => result.items('Add to the Queue').map(({ json }) => json);
	const succeeded = (result) => {
		assert.equal(result.status, 'success', result.error?.message);
		return result;
	};

	await step(
		'run by hand, it makes the table and adds the callbacks of the last days',
		async () => {
			sandbox.clear();
			await api.createWorkflow(template);
			const result = succeeded(await addThePast());
			assert.ok(wanted().length > 10, `${wanted().length} callbacks`);
			assert.deepEqual(idsOf(added(result)), wanted());
			assert.deepEqual(idsOf(await rows()), wanted());
		},
	);

	await step('leaves out calls that nobody can call back', async () => {
		const fromWeb = sandbox.calls.filter(
			({ Keywords, PhoneNumber }) => Keywords.includes('Callback') && PhoneNumber === 'Web',
		);
		assert.ok(fromWeb.length > 0);
		assert.ok((await rows()).every(({ phone_number }) => phone_number.startsWith('+')));
	});

	await step('run again, it adds nothing', async () => {
		assert.deepEqual(added(succeeded(await addThePast())), []);
		assert.deepEqual(idsOf(await rows()), wanted());
	});

	await step('its trigger, fetched by hand, adds none that is there', async () => {
		const trigger = triggerOf(template, 'voiceAssistantCallsTrigger');
		assert.deepEqual(added(succeeded(await api.execute(template.id, trigger))), []);
	});

	let call;
	await step('published, it adds each new callback once, and no other call', async () => {
		await api.publish(template.id);
		const before = (await rows()).length;
		const result = await executionAfter(rig, template.id, async () => {
			await callElsewhere(rig, '+16025550142', { outcome: 'offer' });
			call = await callElsewhere(rig, '+16025550195', { first_name: 'Ada' });
		});
		assert.deepEqual(idsOf(added(succeeded(result))), [call.Id]);
		assert.equal((await rows()).length, before + 1);
	});

	await step('says in each row who is to be called, and why', async () => {
		const row = (await rows()).find(({ call_id }) => call_id === call.Id);
		assert.deepEqual(
			[row.phone_number, row.assistant, row.summary, row.done],
			[call.PhoneNumber, call.AssistantName, call.Summary, false],
		);
		const start = new Intl.DateTimeFormat('sv-SE', {
			timeZone: rig.timezone,
			dateStyle: 'short',
			timeStyle: 'short',
		}).format(Date.parse(call.StartedAt));
		assert.equal(row.called_at, start);
	});

	await step('what is done stays done, and does not come back', async () => {
		const filters = { conditions: [{ keyName: 'call_id', condition: 'eq', keyValue: call.Id }] };
		const columns = { mappingMode: 'defineBelow', value: { done: true } };
		const tick = tableNode('callback_queue', 'Tick', 'update', { filters, columns });
		succeeded(await runChain(rig, 'Tick done', [tick]));
		assert.deepEqual(added(succeeded(await addThePast())), []);
		assert.equal((await rows()).find(({ call_id }) => call_id === call.Id).done, true);
	});

	await step('a service that refuses ends it with its words, and nothing is lost', async () => {
		await api.unpublish(template.id);
		const missed = await callElsewhere(rig, '+16025550196');
		const body = { message: 'Closed for maintenance.' };
		sandbox.fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 403, body } });
		const { status, error } = await addThePast();
		assert.equal(status, 'error');
		assert.match(`${error.message} ${error.description}`, /Closed for maintenance/);
		assert.deepEqual(idsOf(added(succeeded(await addThePast()))), [missed.Id]);
	});

	await step('calls nobody', () => {
		// The calls of this suite itself.
		assert.deepEqual(
			sandbox.placed.map(({ phone_number }) => phone_number.slice(-2)),
			['42', '95', '96'],
		);
	});
}
