import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "Callback queue for an operations team"';

const dayMs = 86_400_000;
const isCallback = ({ Keywords, Status, StartedAt }) =>
	Keywords.includes('Callback') &&
	Status !== 'archive' &&
	Date.parse(StartedAt) >= Date.now() - 30 * dayMs;

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const template = readTemplate(rig, 'callback-queue');
	const execute = async (type) => {
		const result = await api.execute(template.id, triggerOf(template, type));
		assert.equal(result.status, 'success', result.error?.message);
		const added = result.items('Add to the Table').map(({ json }) => json);
		const open = result.items('List Open Callbacks').map(({ json }) => json);
		return { added, open };
	};
	const idsOf = (rows) => rows.map((row) => row.call_id).sort();
	const wanted = () =>
		sandbox.calls
			.filter(isCallback)
			.map(({ Id }) => Id)
			.sort();
	/** A call that somebody ends with the wish to be called back. */
	const askForCallback = async (phone) => {
		const answer = await fetch(`${sandbox.url}/calls`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', Authentication: sandbox.apiKey },
			body: JSON.stringify({
				assistant_id: 'assistant-theo',
				phone_number: phone,
				first_name: 'Ada',
				outcome: 'callback',
			}),
		});
		assert.equal(answer.status, 200);
		const isOver = () => sandbox.calls.every(({ EndedAt }) => EndedAt !== '');
		while (!isOver()) await wait(100);
		return sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === phone);
	};

	await step('makes its table, and puts every callback into it', async () => {
		sandbox.clear();
		await api.createWorkflow(template);
		await askForCallback('+12025550147');
		const { added, open } = await execute();
		assert.ok(wanted().length > 10, `${wanted().length} callbacks`);
		assert.deepEqual(idsOf(added), wanted());
		assert.deepEqual(idsOf(open), wanted());
		const times = open.map((row) => Date.parse(row.called_at));
		assert.deepEqual(
			times,
			[...times].sort((a, b) => a - b),
		);
	});

	await step('says in each row who is to be called, and why', async () => {
		const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === '+12025550147');
		const { open } = await execute();
		const row = open.find((candidate) => candidate.call_id === call.Id);
		assert.equal(row.phone_number, call.PhoneNumber);
		assert.equal(row.assistant, call.AssistantName);
		assert.equal(row.summary, call.Summary);
		assert.equal(Date.parse(row.called_at), Date.parse(call.StartedAt));
		assert.equal(row.done, false);
	});

	await step('run again, by hand or by its schedule, adds nothing', async () => {
		for (const trigger of ['manualTrigger', 'scheduleTrigger']) {
			const { added, open } = await execute(trigger);
			assert.deepEqual(added, []);
			assert.deepEqual(idsOf(open), wanted());
		}
	});

	await step('adds a new callback once, and leaves out one in the archive', async () => {
		const archived = await askForCallback('+12025550148');
		archived.Status = 'archive';
		const fresh = await askForCallback('+12025550149');
		assert.deepEqual(idsOf((await execute()).added), [fresh.Id]);
		const { added, open } = await execute();
		assert.deepEqual(added, []);
		assert.deepEqual(idsOf(open), wanted());
		assert.ok(!idsOf(open).includes(archived.Id));
	});

	await step('a callback that is done leaves the list and does not come back', async () => {
		const [{ id, projectId }] = (
			await api.request('GET', '/data-tables-global?filter={"name":"open callbacks"}')
		).data;
		const [first, ...others] = (await execute()).open;
		await api.request('PATCH', `/projects/${projectId}/data-tables/${id}/rows`, {
			filter: {
				type: 'and',
				filters: [{ columnName: 'call_id', condition: 'eq', value: first.call_id }],
			},
			data: { done: true },
		});
		const { added, open } = await execute();
		assert.deepEqual(added, []);
		assert.deepEqual(idsOf(open), idsOf(others));
	});

	await step('without callbacks it ends, and still lists the open ones', async () => {
		const before = idsOf((await execute()).open);
		sandbox.fault({
			method: 'GET',
			times: 1,
			fault: { kind: 'json', body: { data: [], hasMore: false, nextCursor: '' } },
		});
		const { added, open } = await execute();
		assert.deepEqual(added, []);
		assert.deepEqual(idsOf(open), before);
	});

	await step('a service that refuses ends it with its words, and nothing is lost', async () => {
		const missed = await askForCallback('+12025550151');
		const body = { message: 'Closed for maintenance.' };
		sandbox.fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 403, body } });
		const { status, error } = await api.execute(template.id, triggerOf(template));
		assert.equal(status, 'error');
		assert.match(`${error.message} ${error.description}`, /Closed for maintenance/);
		assert.deepEqual(idsOf((await execute()).added), [missed.Id]);
	});

	await step('calls nobody', () => {
		// The calls of this suite itself.
		assert.deepEqual(
			sandbox.placed.map((call) => call.phone_number.slice(-2)),
			['47', '48', '49', '51'],
		);
	});
}
