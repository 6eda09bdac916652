import assert from 'node:assert/strict';
import {
	addOption,
	addRow,
	byTestId,
	choose,
	executeStep,
	fillIn,
	openList,
	openNewNode,
	pickFromList,
	searchList,
	showOutputAs,
	shownError,
	turn,
} from '../browser.mjs';
import { publishNode } from '../pictures.mjs';

export const title = 'The form of Call: Create';

const written = '+49 (0)30 23125 042';
const number = '+493023125042';
const body = { assistant_id: 'assistant-mara', phone_number: number, first_name: 'Ada' };
const inPictures = '2026-11-20T08:00:00.000Z';

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;
	const executed = async () => {
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		assert.equal(items('Call: Create').length, 1);
		return items('Call: Create')[0].json;
	};

	await step('it warns, and marks what has to be filled in', async () => {
		page = await openNewNode(rig, 'Call', 'Create');
		await page.getByText(/Each run places a real phone call/).waitFor();
		const issues = page.locator(`${byTestId('node-parameters')} ${byTestId('parameter-issues')}`);
		assert.equal(await issues.count(), 2);
	});

	await step('Assistant offers the assistants of recent calls, and finds one', async () => {
		sandbox.clear();
		const known = new Set(sandbox.calls.map(({ AssistantName }) => AssistantName));
		assert.deepEqual((await openList(page, 'assistantId')).sort(), [...known].sort());
		assert.deepEqual(await searchList(page, 'mar'), ['Mara']);
		await pickFromList(page, 'Mara');
		const box = page.locator(`${byTestId('parameter-input-assistantId')} ${byTestId('rlc-input')}`);
		assert.equal(await box.inputValue(), 'Mara');
		assert.ok(sandbox.log.length > 0);
		assert.ok(sandbox.log.every(({ method, path }) => `${method} ${path}` === 'GET /public/calls'));
	});

	await step('a national number is refused with a sentence that says what to write', async () => {
		sandbox.clear();
		await fillIn(page, 'phoneNumber', '030 123456');
		assert.equal((await executeStep(rig)).status, 'error');
		assert.deepEqual(await shownError(page), {
			title:
				'The phone number "030 123456" is not in international format. Nobody was called [item 0]',
			todo: 'It looks like a national number. Write it with "+" and the country code in place of the first 0, for example +4930123456 for 030 123456 in Germany.',
		});
		assert.deepEqual(sandbox.log, []);
		await publishNode(rig, 'create-error');
	});

	await step('Dry Run shows the request and sends nothing', async () => {
		sandbox.clear();
		await fillIn(page, 'phoneNumber', written);
		await addRow(page, 'variables');
		await fillIn(page, 'name', 'first_name');
		await fillIn(page, 'value', 'Ada');
		await addOption(page, 'Dry Run');
		await turn(page, 'dryRun');
		assert.deepEqual(await executed(), {
			accepted: false,
			dryRun: true,
			request: { method: 'POST', url: `${sandbox.url}/calls`, body },
		});
		assert.deepEqual(sandbox.log, []);
		await showOutputAs(page, 'JSON');
		await publishNode(rig, 'create-dry-run');
	});

	await step('without it, the call is placed once', async () => {
		sandbox.clear();
		await turn(page, 'dryRun');
		const { requestedAt, ...placed } = await executed();
		assert.deepEqual(placed, {
			accepted: true,
			assistant_id: 'assistant-mara',
			phone_number: number,
			variables: { first_name: 'Ada' },
			response: {},
		});
		assert.deepEqual(
			sandbox.log.map(({ method, path, body: sent }) => [method, path, sent]),
			[['POST', '/calls', body]],
		);
		await publishNode(rig, 'create', { [requestedAt]: inPictures });
	});

	await step('Skip If Called Within finds that call and leaves the number alone', async () => {
		sandbox.clear();
		await addOption(page, 'Skip If Called Within (Hours)');
		const { accepted, skipped, lastCall } = await executed();
		assert.deepEqual([accepted, skipped], [false, true]);
		assert.equal(lastCall.AssistantName, 'Mara');
		assert.deepEqual(sandbox.placed, []);
	});

	await step('variables can be entered as JSON', async () => {
		sandbox.clear();
		await fillIn(page, 'skipIfCalledWithin', '0');
		await choose(page, 'variablesMode', 'JSON');
		await fillIn(page, 'variablesJson', '{ "topic": "Invoice 12", "amount": 0 }');
		assert.deepEqual((await executed()).variables, { topic: 'Invoice 12', amount: '0' });
		assert.deepEqual(
			sandbox.placed.map(({ variables }) => ({ ...variables })),
			[{ topic: 'Invoice 12', amount: '0' }],
		);
	});
}
