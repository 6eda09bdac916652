import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { itemsNode, restartN8n, runChain } from '../rig.mjs';
import { mayHaveBeenPlaced, notPlaced, TITLES, wasCalled, wrongNumber } from '../sentences.mjs';
import { readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "Call list from a table"';

const name = 'call-list-from-a-table';
const pollMs = 100;
const dayMs = 86_400_000;

/** A node of n8n for the table of the template. */
const tableNode = (nodeName, operation, parameters = {}) => ({
	name: nodeName,
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1,
	parameters: {
		resource: 'row',
		operation,
		dataTableId: { __rl: true, mode: 'name', value: 'call_list' },
		...parameters,
	},
});

const anyRow = { filters: { conditions: [{ keyName: 'id', condition: 'isNotEmpty' }] } };

export async function run(step, rig) {
	const { sandbox } = rig;
	const template = readTemplate(rig, name);
	const trigger = triggerOf(template);
	const start = async () => await rig.api.begin(template.id, trigger);
	const finish = async () => {
		const result = await rig.api.execute(template.id, trigger);
		assert.equal(result.status, 'success', result.error?.message);
		return result;
	};
	const called = () => sandbox.placed.map(({ phone_number }) => phone_number);
	const untilCalled = async (count) => {
		while (sandbox.placed.length < count) await wait(pollMs);
	};

	const readRows = async () => {
		const { items } = await runChain(rig, 'Read the table', [
			tableNode('Rows', 'get', { returnAll: true }),
		]);
		return items('Rows').map(({ json }) => json);
	};
	/** Empties the table and fills it, as somebody does who has a list of their own. */
	const fill = async (rows) => {
		const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
		const { status, error } = await runChain(rig, 'Fill the table', [
			{ ...tableNode('Empty', 'deleteRows', anyRow), alwaysOutputData: true },
			{ ...itemsNode('New Rows', rows), executeOnce: true },
			tableNode('Fill', 'insert', { columns }),
		]);
		assert.equal(status, 'success', error?.message);
		sandbox.clear();
	};
	/** Numbers that the sandbox has no calls with from the start. */
	const people = (first, count) =>
		Array.from({ length: count }, (_, index) => ({
			name: `Person ${index + 1}`,
			phone: `+1505555${String(first + index).padStart(4, '0')}`,
			topic: 'the offer',
		}));

	await step('makes the table, calls its rows and writes the outcomes', async () => {
		sandbox.clear();
		await rig.api.createWorkflow(template);
		const { items } = await finish();
		const rows = items('Read the Finished List').map(({ json }) => json);
		assert.deepEqual(
			rows.map(({ name: person, status }) => [person, status]),
			[
				['Ada', 'called'],
				['Ben', 'called'],
				['Cleo', 'not called'],
				['Dan', 'skipped'],
			],
		);
		assert.deepEqual(called(), ['+13035550101', '+13035550102']);
		assert.deepEqual(
			{ ...sandbox.placed[0].variables },
			{ first_name: 'Ada', company: 'Example Ltd', topic: 'the invoice of March' },
		);
		assert.ok(rows[2].detail.startsWith(wrongNumber('0303 555 0103')), rows[2].detail);
		assert.ok(rows[3].detail.startsWith(wasCalled('+13035550101')), rows[3].detail);
		assert.ok(rows.every(({ called_at: at }) => Math.abs(Date.parse(at) - Date.now()) < dayMs));
	});

	await step('calls nobody when it is started again, and makes no second table', async () => {
		sandbox.clear();
		const before = await readRows();
		const { runData } = await finish();
		assert.deepEqual(sandbox.log, []);
		assert.equal(runData['Make the Table'], undefined);
		assert.deepEqual(await readRows(), before);
	});

	await step('writes down what the service refused, and what nobody knows', async () => {
		await fill(people(110, 3));
		const refused = { kind: 'status', status: 403, body: { message: 'Not at this hour.' } };
		sandbox.fault({ method: 'POST', times: 1, fault: refused });
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop', at: 'answer' } });
		await finish();
		const rows = await readRows();
		assert.deepEqual(
			rows.map(({ status }) => status),
			['not called', 'check', 'called'],
		);
		const forbidden = notPlaced(TITLES.forbidden(403, refused.body.message));
		assert.ok(rows[0].detail.startsWith(forbidden), rows[0].detail);
		const lost = mayHaveBeenPlaced(TITLES.connectionLost);
		assert.ok(rows[1].detail.startsWith(lost), rows[1].detail);
		assert.deepEqual(called(), ['+15055550111', '+15055550112']);
	});

	await step('waits when the service has too much to do', async () => {
		await fill(people(115, 1));
		const fault = { kind: 'status', status: 429, headers: { 'Retry-After': '1' } };
		sandbox.fault({ method: 'POST', times: 1, fault });
		await finish();
		assert.equal((await readRows())[0].status, 'called');
		assert.deepEqual(called(), ['+15055550115']);
	});

	/** Starts a list, ends it by `interrupt` while the third call is being answered, and goes on. */
	const interrupted = async (list, interrupt) => {
		await fill(list);
		// The call is placed, but the workflow never hears of it.
		sandbox.fault({ method: 'POST', skip: 2, times: 1, fault: { kind: 'never', accepted: true } });
		const executionId = await start();
		await untilCalled(3);
		await interrupt(executionId);
		const numbers = list.map(({ phone }) => phone);
		assert.deepEqual(called(), numbers.slice(0, 3));
		const left = await readRows();
		assert.deepEqual(
			left.map(({ status }) => status ?? ''),
			['called', 'called', 'calling', '', ''],
		);
		await finish();
		assert.deepEqual(called(), numbers);
		const rows = await readRows();
		assert.deepEqual(
			rows.map(({ status }) => status),
			['called', 'called', 'skipped', 'called', 'called'],
		);
		assert.ok(rows[2].detail.startsWith(wasCalled(numbers[2])), rows[2].detail);
	};

	await step('stopped in the middle and started again, calls nobody twice', async () => {
		await interrupted(people(120, 5), async (executionId) => {
			await rig.api.stop(executionId);
			const { status } = await rig.api.executionResult(executionId);
			assert.equal(status, 'canceled');
		});
	});

	await step('n8n killed in the middle and started again, calls nobody twice', async () => {
		await interrupted(people(130, 5), async () => {
			await rig.n8n.kill();
			await restartN8n(rig);
		});
	});

	await step('a row that was left days ago is looked up from then on', async () => {
		const threeDays = new Date(Date.now() - 3 * dayMs);
		const [left, other] = people(140, 2);
		await fill([{ ...left, status: 'calling', called_at: threeDays.toISOString() }, other]);
		const startedAt = new Date(threeDays.getTime() + 1000).toISOString();
		const sample = sandbox.calls.find(({ EndedAt }) => EndedAt !== '');
		sandbox.calls.push({ ...sample, Id: 'left', PhoneNumber: left.phone, StartedAt: startedAt });
		await finish();
		assert.deepEqual(
			(await readRows()).map(({ status }) => status),
			['skipped', 'called'],
		);
		assert.deepEqual(called(), [other.phone]);
	});

	await step('two runs at once share the rows', async () => {
		const list = people(150, 4);
		await fill(list);
		// The second run reads the rows while the first waits for the answer to its first call.
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'delay', ms: 5000 } });
		const ids = [await start()];
		await untilCalled(1);
		ids.push(await start());
		for (const id of ids) {
			const { status, error } = await rig.api.executionResult(id);
			assert.equal(status, 'success', error?.message);
		}
		assert.deepEqual(called().sort(), list.map(({ phone }) => phone).sort());
		assert.ok((await readRows()).every(({ status }) => ['called', 'skipped'].includes(status)));
	});
}
