import { expect, test } from '../fixtures.mjs';
import { anHour, dialled, told, until } from '../rig.mjs';
import { mayHaveBeenPlaced, TITLES, wrongNumber } from '../sentences.mjs';
import * as templates from '../templates.mjs';
import { itemsNode, outputOf, runChain } from '../workflows.mjs';

const anyRow = { filters: { conditions: [{ keyName: 'id', condition: 'isNotEmpty' }] } };
const columns = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Numbers that the sandbox has no calls with from the start. */
const people = (first, count) =>
	Array.from({ length: count }, (_, index) => ({
		name: `Person ${index + 1}`,
		phone: `+1505555${String(first + index).padStart(4, '0')}`,
		topic: 'the offer',
		time_zone: 'UTC',
	}));

test('Call list from a table', async ({ api, rig, sandbox }) => {
	const template = templates.readTemplate(rig, 'call-list-from-a-table');
	const trigger = templates.triggerOf(template, 'scheduleTrigger');
	const { options } = templates.parametersOf(template, 'Call the People');
	const setHours = async (from, to) => {
		Object.assign(options.callingHours.window[0], { from, to, days: everyDay });
		await api.updateWorkflow(template.id, { nodes: template.nodes });
	};
	const run = async () => outputOf(await api.execute(template.id, trigger), trigger);
	const readRows = async () => await templates.readTable(rig, 'call_list');
	const statuses = async () => (await readRows()).map(({ status }) => status);
	const insert = async (rows, before = []) => {
		const items = { ...itemsNode('New Rows', rows), executeOnce: true };
		const fill = templates.tableNode('call_list', 'Fill', 'insert', { columns });
		outputOf(await runChain(rig, 'Fill call_list', [...before, items, fill]), 'Fill');
	};
	/** Empties the table and fills it, as somebody does who has a list of their own. */
	const replace = async (rows) => {
		const empty = templates.tableNode('call_list', 'Empty', 'deleteRows', anyRow);
		await insert(rows, [{ ...empty, alwaysOutputData: true }]);
		sandbox.clear();
	};

	await test.step('delivered as a dry run: makes the table, and says who would be called', async () => {
		await api.createWorkflow(template);
		await setHours('00:00', '24:00');
		await run();
		const row = { name: 'Ada', phone: '+13035550101', status: 'dryRun', detail: 'would be called' };
		expect(await readRows()).toMatchObject([row]);
		expect(dialled(sandbox)).toEqual([]);
	});

	await test.step('with the dry run off, writes what became of each row', async () => {
		delete options.dryRun;
		options.pauseBetweenCalls = 0;
		await setHours('00:00', '24:00');
		const [fay, eve] = people(100, 2);
		await insert([
			{ name: 'Cleo', phone: '0303 555 0103', topic: 'the contract', time_zone: 'UTC' },
			{ name: 'Dan', phone: '+1 (303) 555-0101', topic: 'the invoice', time_zone: 'UTC' },
			fay,
			{ ...eve, status: 'do not call' },
		]);
		const fault = { kind: 'drop', at: 'answer' };
		sandbox.fault({ method: 'POST', skip: 1, times: 1, fault });
		await run();
		const ada = { first_name: 'Ada', company: 'Example Ltd', topic: 'the invoice of March' };
		expect(told(sandbox)[0]).toEqual({ number: '+13035550101', ...ada });
		expect(dialled(sandbox)).toEqual(['+13035550101', fay.phone]);
		const lost = mayHaveBeenPlaced(TITLES.connectionLost);
		expect(await readRows()).toMatchObject([
			{ status: 'placed' },
			{ status: 'notPlaced', detail: expect.stringContaining(wrongNumber('0303 555 0103')) },
			{ status: 'skipped', detail: expect.stringMatching(/./) },
			{ status: 'unconfirmed', detail: expect.stringContaining(lost) },
			{ status: 'do not call' },
		]);
	});

	await test.step('outside of the calling hours rows wait', async () => {
		const [first, second] = people(110, 2);
		await replace([first, { ...second, time_zone: '' }]);
		const hour = new Date().getUTCHours();
		const clock = (later) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
		await setHours(clock(2), clock(4));
		await run();
		expect(await statuses()).toEqual(['later', 'notPlaced']);
		await setHours('00:00', '24:00');
		await run();
		expect(dialled(sandbox)).toEqual([first.phone]);
	});

	await test.step('while the service is down, the rest of the list waits', async () => {
		await replace(people(120, 8));
		sandbox.fault({ method: 'POST', times: 5, fault: { kind: 'status', status: 401 } });
		await run();
		const failed = Array(5).fill('notPlaced');
		expect(await statuses()).toEqual([...failed, 'later', 'later', 'later']);
		await run();
		expect(await statuses()).toEqual([...failed, 'placed', 'placed', 'placed']);
	});

	await test.step('stopped in the middle and started again, calls nobody twice', async () => {
		const numbers = people(130, 5).map(({ phone }) => phone);
		await replace(people(130, 5));
		sandbox.settings.turnSeconds = anHour;
		// The call is placed, but the workflow never hears of it.
		const fault = { kind: 'never', accepted: true };
		sandbox.fault({ method: 'POST', skip: 2, times: 1, fault });
		const executionId = await api.begin(template.id, trigger);
		await until('3 calls are placed', () => sandbox.placed.length >= 3);
		await api.stop(executionId);
		expect((await api.executionResult(executionId)).status).toBe('canceled');
		expect(dialled(sandbox)).toEqual(numbers.slice(0, 3));
		await run();
		expect(dialled(sandbox)).toEqual(numbers);
		expect(await statuses()).toEqual(['called', 'called', 'called', 'placed', 'placed']);
		expect((await readRows())[2].detail).toMatch(/^Due at /);
		// The lines are free again.
		templates.endCalls(sandbox);
	});

	await test.step('each start writes what was said since; who was reached is done', async () => {
		// Answered, though its number is written as people do; and never answered.
		const [ada, ben] = [...people(160, 1), ...people(180, 1)];
		await replace([{ ...ada, phone: '+1 505 555 0160' }, ben]);
		sandbox.settings.turnSeconds = anHour;
		await run();
		templates.endCalls(sandbox);
		await run();
		const rows = await readRows();
		const { Summary, Keywords } = sandbox.calls.find((call) => call.PhoneNumber === ada.phone);
		expect(rows).toMatchObject([
			{ status: 'done', result: 'answered', summary: Summary, keywords: Keywords.join(', ') },
			{ status: 'called', result: 'not answered' },
		]);
		sandbox.clear();
		await run();
		expect(dialled(sandbox)).toEqual([]);
		expect(await statuses()).toEqual(['done', 'called']);
	});
});
