import assert from 'node:assert/strict';
import { DateTime } from 'luxon';
import {
	addRow,
	choose,
	cutOffLabels,
	executeStep,
	fillIn,
	openList,
	openNewNode,
	pickFromList,
	searchList,
	showOutputAs,
	tick,
	turn,
} from '../browser.mjs';
import { publishNode } from '../pictures.mjs';

export const title = 'The forms of Call: Get and Get Many';

const idOf = ({ Id }) => Id;
const callIdOf = ({ CallId }) => CallId;

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;
	const executed = async (name) => {
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		return items(name).map(({ json }) => json);
	};
	const requests = () => sandbox.log.map(({ method, path }) => `${method} ${path}`);
	const startOf = ({ StartedAt }) => DateTime.fromISO(StartedAt, { zone: rig.timezone });
	const newestFirst = () =>
		[...sandbox.calls].sort((a, b) => b.StartedAt.localeCompare(a.StartedAt));

	const title = (call) =>
		[startOf(call).toFormat('yyyy-MM-dd HH:mm'), call.PhoneNumber, call.AssistantName].join(' · ');

	await step('Get lists the newest calls, finds one by its number, and returns it', async () => {
		page = await openNewNode(rig, 'Call', 'Get');
		const entries = await openList(page, 'callId');
		assert.deepEqual(entries.slice(0, 20), newestFirst().slice(0, 20).map(title));
		// The oldest that somebody answered: not among those that the list shows at first.
		const wanted = newestFirst().findLast(
			({ PhoneNumber, Transcript }) => PhoneNumber !== 'Web' && Transcript.length > 1,
		);
		const found = await searchList(page, wanted.PhoneNumber);
		assert.ok(found.includes(title(wanted)));
		assert.ok(
			found.every((entry) => entry.includes(wanted.PhoneNumber)),
			found.join(', '),
		);
		await pickFromList(page, title(wanted));

		sandbox.clear();
		const [call] = await executed('Call: Get');
		assert.deepEqual(requests(), [`GET /public/calls/${wanted.Id}`]);
		assert.equal(call.CallId, wanted.Id);
		assert.equal(Object.keys(call).length, 10);
		assert.equal(typeof call.DurationSeconds, 'number');
		assert.match(call.TranscriptText, /^AI: .+\nUser: /);
		await choose(page, 'output', 'Raw');
		assert.deepEqual(await executed('Call: Get'), [wanted]);
	});

	await step('Get Many lists up to its limit without being filled in', async () => {
		page = await openNewNode(rig, 'Call', 'Get Many');
		sandbox.clear();
		const calls = await executed('Call: Get Many');
		assert.deepEqual(calls.map(callIdOf), sandbox.calls.slice(0, 50).map(idOf));
		assert.deepEqual(requests(), ['GET /public/calls']);
		assert.deepEqual(sandbox.log[0].query, []);
	});

	await step(
		'Date Range keeps the calls of yesterday, in the time zone of the workflow',
		async () => {
			await turn(page, 'returnAll');
			await choose(page, 'dateRange', 'Yesterday');
			const yesterday = DateTime.now().setZone(rig.timezone).minus({ days: 1 });
			const wanted = newestFirst().filter((call) => startOf(call).hasSame(yesterday, 'day'));
			const calls = await executed('Call: Get Many');
			assert.deepEqual(calls.map(callIdOf), wanted.map(idOf));
			// Where the pictures are taken, the clock of the sandbox is fixed.
			assert.ok(rig.pictures || calls.length > 100, `${calls.length} calls`);
		},
	);

	await step('two filters, a range and a sort find what was asked for', async () => {
		page = await openNewNode(rig, 'Call', 'Get Many');
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
		const calls = await executed('Call: Get Many');
		const wanted = newestFirst()
			.reverse()
			.filter(
				(call) => startOf(call) >= from.startOf('second') && startOf(call) < to.startOf('second'),
			)
			.filter(({ Status }) => Status === 'unread')
			.filter(({ Keywords }) => Keywords.some((word) => /^(Appointment|Callback)$/.test(word)));
		assert.ok(wanted.length > 6, `${wanted.length} calls`);
		const secondsOf = (call) => (Date.parse(call.EndedAt) - Date.parse(call.StartedAt)) / 1000;
		assert.deepEqual(
			calls,
			wanted.slice(0, 6).map((call) => ({
				StartedAt: call.StartedAt,
				AssistantName: call.AssistantName,
				PhoneNumber: call.PhoneNumber,
				DurationSeconds: secondsOf(call),
			})),
		);
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
