import assert from 'node:assert/strict';
import { DateTime } from 'luxon';
import {
	addRow,
	choose,
	chooseOperation,
	cutOffLabels,
	executeStep,
	fillIn,
	openList,
	openNewNode,
	pickFromList,
	searchList,
	showOutputAs,
	tick,
} from '../browser.mjs';
import { publishNode } from '../../../scripts/pictures.mjs';

export const title = 'The forms of Call: Get and Get Many';

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;
	const executed = async () => {
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		return items('Call: Get').map(({ json }) => json);
	};
	const startOf = ({ StartedAt }) => DateTime.fromISO(StartedAt, { zone: rig.timezone });

	await step('Get lists the newest calls, finds one by its number, and returns it', async () => {
		page = await openNewNode(rig, 'Call', 'Get');
		assert.ok((await openList(page, 'callId')).length >= 20);
		// One that somebody answered, and that is not among those that the list shows at first.
		const wanted = sandbox.calls
			.toSorted((a, b) => a.StartedAt.localeCompare(b.StartedAt))
			.find(({ PhoneNumber, Transcript }) => PhoneNumber !== 'Web' && Transcript.length > 1);
		const found = await searchList(page, wanted.PhoneNumber);
		assert.ok(
			found.every((entry) => entry.includes(wanted.PhoneNumber)),
			found.join(', '),
		);
		await pickFromList(page, startOf(wanted).toFormat('yyyy-MM-dd HH:mm'));
		const [call] = await executed();
		assert.equal(call.CallId, wanted.Id);
		assert.match(call.TranscriptText, /^AI: .+\nUser: /);
	});

	await step('Get Many takes a range, two filters, a sort and chosen fields', async () => {
		await chooseOperation(page, 'Call', 'Get Many');
		const [from, to] = [sandbox.calls.at(-130), sandbox.calls.at(-230)].map(startOf);
		await fillIn(page, 'limit', '6');
		await choose(page, 'dateRange', 'Custom');
		await fillIn(page, 'startedAfter', from.toFormat('yyyy-MM-dd HH:mm:ss'));
		await fillIn(page, 'startedBefore', to.toFormat('yyyy-MM-dd HH:mm:ss'));
		await addRow(page, 'filters');
		await choose(page, 'field', 'Status');
		await fillIn(page, 'value', 'unread');
		await addRow(page, 'filters');
		await fillIn(page, 'value', 'Appointment, Callback');
		await addRow(page, 'sort');
		await choose(page, 'output', 'Selected Fields');
		await tick(page, 'outputFields', ['CallId', 'Summary', 'DurationSeconds']);
		assert.deepEqual(await cutOffLabels(page), []);

		sandbox.clear();
		const calls = await executed();
		assert.equal(calls.length, 6);
		const times = calls.map((call) => startOf(call));
		assert.ok(times.every((time) => time >= from.startOf('second') && time < to));
		for (const call of calls) {
			const fields = ['StartedAt', 'AssistantName', 'PhoneNumber', 'DurationSeconds'];
			assert.deepEqual(Object.keys(call), fields);
		}
		for (const { query } of sandbox.log) {
			assert.deepEqual(query.slice(0, 3), [
				['filter', 'Status:==:unread'],
				['filter', 'Keywords:array-contains-any:Appointment,Callback'],
				['sort', 'StartedAt:asc'],
			]);
		}
		await showOutputAs(page, 'Table');
		await publishNode(rig, 'get-many');
	});
}
