import assert from 'node:assert/strict';
import { anHour, itemsNode, runChain, until } from '../rig.mjs';
import { mayHaveBeenPlaced, TITLES, wasCalled, wrongNumber } from '../sentences.mjs';
import {
	endCalls,
	parametersOf,
	readTable,
	readTemplate,
	tableNode,
	triggerOf,
} from '../templates.mjs';

export const title = 'The template "Call list from a table"';

const anyRow = { filters: { conditions: [{ keyName: 'id', condition: 'isNotEmpty' }] } };
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const statuses = (rows) => rows.map(({ status }) => status ?? '');

export async function run(step, rig) {
	const { sandbox } = rig;
	const template = readTemplate(rig, 'call-list-from-a-table');
	const trigger = triggerOf(template);
	const { options } = parametersOf(template, 'Call the People');
	/** Changes the options of the call, as the template's user does. */
	const change = async ({ hours = { from: '00:00', to: '24:00', days: everyDay }, ...changes }) => {
		Object.assign(options.callingHours.window, hours);
		Object.assign(options, changes);
		await rig.api.updateWorkflow(template.id, { nodes: template.nodes });
	};
	const start = async () => await rig.api.begin(template.id, trigger);
	const finish = async () => {
		const result = await rig.api.execute(template.id, trigger);
		assert.equal(result.status, 'success', result.error?.message);
	};
	const called = () => sandbox.placed.map(({ phone_number }) => phone_number);
	const readRows = async () => await readTable(rig, 'call_list');
	const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
	/** Empties the table and fills it, as somebody does who has a list of their own. */
	const fill = async (rows) => {
		const { status, error } = await runChain(rig, 'Fill call_list', [
			{ ...tableNode('call_list', 'Empty', 'deleteRows', anyRow), alwaysOutputData: true },
			{ ...itemsNode('New Rows', rows), executeOnce: true },
			tableNode('call_list', 'Fill', 'insert', { columns }),
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
			await finish();
			const rows = await readRows();
			assert.deepEqual(
				rows.map(({ name, phone, status, detail }) => [name, phone, status, detail]),
				[['Ada', '+13035550101', 'dryRun', null]],
			);
			assert.deepEqual(called(), []);
		},
	);

	await step('with the dry run off, calls its rows and writes what became of each', async () => {
		delete options.dryRun;
		await change({ pauseBetweenCalls: 0 });
		const [fay, eve] = people(100, 2);
		const { status } = await runChain(rig, 'Add rows', [
			itemsNode('Rows', [
				{ name: 'Cleo', phone: '0303 555 0103', topic: 'the contract', time_zone: 'UTC' },
				{ name: 'Dan', phone: '+1 (303) 555-0101', topic: 'the invoice', time_zone: 'UTC' },
				fay,
				{ ...eve, status: 'do not call' },
			]),
			tableNode('call_list', 'Fill', 'insert', { columns }),
		]);
		assert.equal(status, 'success');
		sandbox.fault({ method: 'POST', skip: 1, times: 1, fault: { kind: 'drop', at: 'answer' } });
		await finish();
		const rows = await readRows();
		const wanted = ['placed', 'notPlaced', 'skipped', 'unconfirmed', 'do not call'];
		assert.deepEqual(statuses(rows), wanted);
		assert.deepEqual(called(), ['+13035550101', fay.phone]);
		assert.deepEqual(
			{ ...sandbox.placed[0].variables },
			{ first_name: 'Ada', company: 'Example Ltd', topic: 'the invoice of March' },
		);
		assert.ok(rows[1].detail.startsWith(wrongNumber('0303 555 0103')), rows[1].detail);
		assert.ok(rows[2].detail);
		const lost = mayHaveBeenPlaced(TITLES.connectionLost);
		assert.ok(rows[3].detail.startsWith(lost), rows[3].detail);
	});

	await step('started again, calls nobody, adds no example, and changes nothing', async () => {
		sandbox.clear();
		const before = await readRows();
		await finish();
		assert.deepEqual(sandbox.log, []);
		assert.deepEqual(await readRows(), before);
	});

	await step(
		'outside of the calling hours rows wait; without a time zone nobody is called',
		async () => {
			const [first, second] = people(110, 2);
			await fill([first, { ...second, time_zone: '' }]);
			const hour = new Date().getUTCHours();
			const clock = (later) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
			await change({ hours: { from: clock(2), to: clock(4), days: everyDay } });
			await finish();
			const rows = await readRows();
			assert.deepEqual(statuses(rows), ['later', 'notPlaced']);
			assert.match(rows[1].detail, /time zone/i);
			assert.deepEqual(called(), []);
			await change({});
			await finish();
			assert.deepEqual(called(), [first.phone]);
		},
	);

	await step('stopped in the middle and started again, calls nobody twice', async () => {
		const list = people(130, 5);
		await fill(list);
		// The call is placed, but the workflow never hears of it.
		sandbox.fault({ method: 'POST', skip: 2, times: 1, fault: { kind: 'never', accepted: true } });
		const executionId = await start();
		await until('3 calls are placed', () => sandbox.placed.length >= 3);
		await rig.api.stop(executionId);
		assert.equal((await rig.api.executionResult(executionId)).status, 'canceled');
		const numbers = list.map(({ phone }) => phone);
		assert.deepEqual(called(), numbers.slice(0, 3));
		await finish();
		assert.deepEqual(called(), numbers);
		const rows = await readRows();
		assert.deepEqual(statuses(rows), ['skipped', 'skipped', 'skipped', 'placed', 'placed']);
		assert.ok(rows[2].detail.startsWith(wasCalled(numbers[2])), rows[2].detail);
	});

	await step(
		'published, what was said comes back into the rows, also while the list goes on',
		async () => {
			const { turnSeconds } = sandbox.settings;
			// Answered, and never answered.
			const list = [160, 180].map((number) => people(number, 1)[0]);
			await rig.api.publish(template.id);
			await fill(list);
			sandbox.settings.turnSeconds = anHour;
			// The first call ends before the second is placed.
			sandbox.fault({ method: 'POST', skip: 1, times: 1, fault: { kind: 'hold' } });
			const id = await start();
			await until('the first call is placed', () => sandbox.placed.length >= 1);
			endCalls(rig);
			await until('its row says so', async () => (await readRows())[0].result === 'answered');
			sandbox.release();
			assert.equal((await rig.api.executionResult(id)).status, 'success');
			endCalls(rig);
			const rows = await until('both rows say so', async () => {
				const read = await readRows();
				return read.every(({ result }) => result) && read;
			});
			assert.deepEqual(
				rows.map(({ status, result }) => [status, result]),
				[
					['placed', 'answered'],
					['placed', 'not answered'],
				],
			);
			const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === list[0].phone);
			assert.deepEqual(
				[rows[0].summary, rows[0].keywords],
				[call.Summary, call.Keywords.join(', ')],
			);
			await rig.api.unpublish(template.id);
			sandbox.settings.turnSeconds = turnSeconds;
		},
	);
}
