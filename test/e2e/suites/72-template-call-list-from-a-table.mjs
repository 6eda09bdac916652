import assert from 'node:assert/strict';
import { anHour, itemsNode, restartN8n, runChain, until } from '../rig.mjs';
import { mayHaveBeenPlaced, notPlaced, TITLES, wasCalled, wrongNumber } from '../sentences.mjs';
import {
	endCalls,
	parametersOf,
	readTable,
	readTemplate,
	tableNode,
	triggerOf,
} from '../templates.mjs';

export const title = 'The template "Call list from a table"';

const dayMs = 86_400_000;
const anyRow = { filters: { conditions: [{ keyName: 'id', condition: 'isNotEmpty' }] } };
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const inAnotherRow = 'The number is in another row as well';
const statuses = (rows) => rows.map(({ status }) => status ?? '');

export async function run(step, rig) {
	const { sandbox } = rig;
	const template = readTemplate(rig, 'call-list-from-a-table');
	const trigger = triggerOf(template);
	const { window } = parametersOf(template, 'Call the Number').options.callingHours;
	/** Changes the workflow as its user does: settings, and when people may be called. */
	const change = async (changes, hours = { from: '00:00', to: '24:00', days: everyDay }) => {
		for (const field of parametersOf(template, 'Settings').assignments.assignments) {
			if (field.name in changes) field.value = changes[field.name];
		}
		Object.assign(window, hours);
		await rig.api.updateWorkflow(template.id, { nodes: template.nodes });
	};
	const start = async () => await rig.api.begin(template.id, trigger);
	const finish = async () => {
		const result = await rig.api.execute(template.id, trigger);
		assert.equal(result.status, 'success', result.error?.message);
		return result.items('Count')[0].json.result;
	};
	const called = () => sandbox.placed.map(({ phone_number }) => phone_number);
	const untilCalled = async (count) =>
		await until(`${count} calls are placed`, () => sandbox.placed.length >= count);
	const readRows = async () => await readTable(rig, 'call_list');
	const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
	/** Empties a table and fills it, as somebody does who has a list of their own. */
	const fill = async (rows, table = 'call_list') => {
		const { status, error } = await runChain(rig, `Fill ${table}`, [
			{ ...tableNode(table, 'Empty', 'deleteRows', anyRow), alwaysOutputData: true },
			{ ...itemsNode('New Rows', rows), executeOnce: true },
			tableNode(table, 'Fill', 'insert', { columns }),
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
			time_zone: 'UTC',
		}));

	await step(
		'delivered as a dry run: makes the table, calls nobody, says who would be',
		async () => {
			sandbox.clear();
			await rig.api.createWorkflow(template);
			await change({});
			const result = await finish();
			assert.match(result, /^5 rows: 5 not tried yet\. Dry run: nobody was called\. 2 rows would/);
			const rows = await readRows();
			assert.deepEqual(statuses(rows), ['', '', '', '', '']);
			const [ada, ben, cleo, dan, eve] = rows.map(({ detail }) => detail);
			assert.deepEqual([ada, ben], Array(2).fill('Dry run: would be called now'));
			assert.ok(cleo.startsWith(`Dry run: ${wrongNumber('0303 555 0103')}`), cleo);
			assert.equal(dan, `Dry run: ${inAnotherRow}`);
			assert.match(eve, /^Dry run: .*Do Not Call/i);
			assert.deepEqual(called(), []);
		},
	);

	await step('with the dry run off, calls its rows and writes what became of each', async () => {
		await change({ dry_run: false, pause_seconds: 0 });
		const result = await finish();
		const rows = await readRows();
		assert.deepEqual(statuses(rows), ['called', 'called', 'not called', 'skipped', 'do not call']);
		assert.match(result, /^5 rows: 2 called, .*Nothing left to call now\.$/);
		assert.deepEqual(called(), ['+13035550101', '+13035550102']);
		assert.deepEqual(
			{ ...sandbox.placed[0].variables },
			{ first_name: 'Ada', company: 'Example Ltd', topic: 'the invoice of March' },
		);
		assert.ok(rows[2].detail.startsWith(wrongNumber('0303 555 0103')), rows[2].detail);
		assert.equal(rows[3].detail, inAnotherRow);
		const [{ called_at: at, attempts, dialled }] = rows;
		assert.ok(Math.abs(Date.parse(at) - Date.now()) < dayMs);
		assert.deepEqual([attempts, dialled], [1, '+13035550101']);
	});

	await step('started again, calls nobody, adds no examples, and says so', async () => {
		sandbox.clear();
		const before = await readRows();
		assert.match(await finish(), /Nothing left to call now\.$/);
		assert.deepEqual(sandbox.log, []);
		assert.deepEqual(await readRows(), before);
	});

	await step('outside of the calling hours, or without a time zone, nobody is called', async () => {
		const [first, second] = people(100, 2);
		await fill([first, { ...second, time_zone: '' }]);
		const hour = new Date().getUTCHours();
		const clock = (later) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
		await change({}, { from: clock(2), to: clock(4) });
		const result = await finish();
		const rows = await readRows();
		assert.deepEqual(statuses(rows), ['later', 'not called']);
		assert.ok(Date.parse(rows[0].call_again_from) > Date.now(), rows[0].call_again_from);
		assert.match(rows[1].detail, /time zone/i);
		assert.match(result, /The next row can be called from /);
		assert.deepEqual(called(), []);
		await change({ time_zone: 'UTC' });
		await fill([{ ...second, time_zone: '' }]);
		await finish();
		assert.deepEqual(called(), [second.phone]);
	});

	await step('paused in the middle, it ends before the next row, and goes on later', async () => {
		const list = people(105, 3);
		await fill(list);
		// The switch is turned while the first call is being answered.
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'hold' } });
		const id = await start();
		await untilCalled(1);
		const { placed } = sandbox;
		await runChain(rig, 'Pause', [
			itemsNode('Row', [{ paused: true }]),
			tableNode('call_switch', 'Pause', 'insert', { columns }),
		]);
		sandbox.release();
		const { status, items } = await rig.api.executionResult(id);
		assert.equal(status, 'success');
		assert.match(items('Count')[0].json.result, /2 not tried yet\. Paused: /);
		assert.equal(placed.length, 1);
		assert.match(await finish(), /2 not tried yet\. Paused: /);
		await runChain(rig, 'Go on', [tableNode('call_switch', 'Go on', 'deleteRows', anyRow)]);
		await finish();
		assert.deepEqual(
			called(),
			list.map(({ phone }) => phone),
		);
	});

	await step('writes down what the service refused, and what nobody knows', async () => {
		await fill(people(110, 3));
		const refused = { kind: 'status', status: 403, body: { message: 'Not at this hour.' } };
		sandbox.fault({ method: 'POST', times: 1, fault: refused });
		sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop', at: 'answer' } });
		await finish();
		const rows = await readRows();
		assert.deepEqual(statuses(rows), ['not called', 'check', 'called']);
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
		assert.deepEqual(statuses(await readRows()), ['called', 'called', 'calling', '', '']);
		await finish();
		assert.deepEqual(called(), numbers);
		const rows = await readRows();
		assert.deepEqual(statuses(rows), ['called', 'called', 'skipped', 'called', 'called']);
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
		assert.deepEqual(statuses(await readRows()), ['skipped', 'called']);
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
		assert.ok(statuses(await readRows()).every((status) => ['called', 'skipped'].includes(status)));
	});

	const { turnSeconds } = sandbox.settings;
	/** Ends all calls, and waits for the trigger. */
	const settled = async (...wanted) => {
		endCalls(rig);
		return await until(`the rows are ${wanted}`, async () => {
			const rows = await readRows();
			return String(statuses(rows)) === String(wanted) && rows;
		});
	};
	// Answered; never answered, at the last attempt; answered at the second call.
	const [answers, never, second] = [160, 180, 184].map((number) => people(number, 1)[0]);

	await step('published, outcomes come back into the rows', async () => {
		await change({ hours_between_attempts: 0 });
		await rig.api.publish(template.id);
		await fill([answers, { ...never, attempts: 2 }, second]);
		// So that none is over before its row says that it was placed.
		sandbox.settings.turnSeconds = anHour;
		await finish();
		const [row] = await settled('answered', 'not answered', 'later');
		const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === answers.phone);
		assert.deepEqual(
			[row.summary, row.keywords, row.call_id],
			[call.Summary, call.Keywords.join(', '), call.Id],
		);
		const seconds = (Date.parse(call.EndedAt) - Date.parse(call.StartedAt)) / 1000;
		assert.equal(row.minutes, Math.round(Math.round(seconds) / 6) / 10);
	});

	await step('who did not answer is called again, and nobody else', async () => {
		sandbox.clear();
		await finish();
		assert.deepEqual(called(), [second.phone]);
		const rows = await settled('answered', 'not answered', 'answered');
		assert.deepEqual([rows[1].attempts, rows[2].attempts], [3, 2]);
		await rig.api.unpublish(template.id);
	});
	sandbox.settings.turnSeconds = turnSeconds;
}
