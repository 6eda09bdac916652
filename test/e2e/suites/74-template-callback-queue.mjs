import assert from 'node:assert/strict';
import { DateTime } from 'luxon';
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

	await step('run again, it adds nothing', async () => {
		assert.deepEqual(added(succeeded(await addThePast())), []);
		assert.deepEqual(idsOf(await rows()), wanted());
	});

	let call;
	await step('published, it adds each new callback once, with who is to be called', async () => {
		await api.publish(template.id);
		const before = (await rows()).length;
		const result = await executionAfter(rig, template.id, async () => {
			await callElsewhere(rig, '+16025550142', { outcome: 'offer' });
			call = await callElsewhere(rig, '+16025550195', { first_name: 'Ada' });
		});
		assert.deepEqual(idsOf(added(succeeded(result))), [call.Id]);
		const after = await rows();
		assert.equal(after.length, before + 1);
		const row = after.find(({ call_id }) => call_id === call.Id);
		assert.deepEqual(
			[row.phone_number, row.assistant, row.summary, row.done],
			[call.PhoneNumber, call.AssistantName, call.Summary, false],
		);
		const start = DateTime.fromISO(call.StartedAt, { zone: rig.timezone });
		assert.equal(row.called_at, start.toFormat('yyyy-MM-dd HH:mm'));
	});

	await step('what is done stays done, and does not come back', async () => {
		const filters = { conditions: [{ keyName: 'call_id', condition: 'eq', keyValue: call.Id }] };
		const columns = { mappingMode: 'defineBelow', value: { done: true } };
		const tick = tableNode('callback_queue', 'Tick', 'update', { filters, columns });
		succeeded(await runChain(rig, 'Tick done', [tick]));
		assert.deepEqual(added(succeeded(await addThePast())), []);
		assert.equal((await rows()).find(({ call_id }) => call_id === call.Id).done, true);
	});
	await api.unpublish(template.id);
}
