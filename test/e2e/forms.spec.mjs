import { DateTime } from 'luxon';
import { nodeType, triggerType } from '../../scripts/n8n/stage.mjs';
import { expect, test } from './fixtures.mjs';
import { dialled, endedCalls, idsOf, posts } from './rig.mjs';
import { at, wrongNumber } from './sentences.mjs';
import { ourNode, outputOf, placeNode, saveChain } from './workflows.mjs';

test('Call: Place Call', async ({ api, editor, page, sandbox }) => {
	const body = { assistant_id: 'assistant-mara', phone_number: '+493023125042', first_name: 'Ada' };
	const executed = async () => outputOf(await editor.executeStep(), 'Call: Place Call');

	await test.step('it warns, and marks what has to be filled in', async () => {
		await editor.openNewNode('Place Call');
		await page.getByText(/Each run places a real phone call/).waitFor();
		await expect(editor.form.getByTestId('parameter-issues')).toHaveCount(2);
	});

	await test.step('Assistant offers the assistants of recent calls, and finds one', async () => {
		expect((await editor.openList('assistantId')).length).toBeGreaterThan(1);
		expect(await editor.searchList('mar')).toEqual(['Mara (assistant-mara)']);
		await editor.pickFromList('Mara (assistant-mara)');
		const box = editor.field('assistantId').getByTestId('rlc-input');
		await expect(box).toHaveValue('Mara (assistant-mara)');
	});

	await test.step('a national number is refused with a sentence that says what to write', async () => {
		sandbox.clear();
		await editor.fillIn('phoneNumber', '030 123456');
		expect((await editor.executeStep()).status).toBe('error');
		const message = editor.output.getByTestId('node-error-message');
		await expect(message).toContainText(wrongNumber('030 123456'));
		await expect(message).toContainText(`. Nobody was called${at(0)}`);
		await expect(editor.output.getByTestId('node-error-description')).toContainText('country code');
		expect(sandbox.log).toEqual([]);
		await editor.publish('create-error');
	});

	await test.step('Dry Run, left as it arrives, shows the request and sends nothing', async () => {
		await editor.fillIn('phoneNumber', '+49 (0)30 23125 042');
		await editor.addRow('variables');
		await editor.fillIn('name', 'first_name');
		await editor.fillIn('value', 'Ada');
		await editor.choose('output', 'Raw');
		await editor.addOption('Dry Run');
		await page.getByText(/Dry Run' is on: nobody is called/).waitFor();
		expect(await executed()).toMatchObject([{ request: { body } }]);
		expect(sandbox.log).toEqual([]);
		await editor.showOutputAs('JSON');
		await editor.publish('create-dry-run');
	});

	await test.step('switched off, the call is placed once, and a hint says how to go on', async () => {
		await editor.turn('dryRun');
		expect(await executed()).toMatchObject([{ outcome: 'placed' }]);
		await editor.output.getByText(/'Get outcome of placed call'/).waitFor();
		expect(sandbox.log).toMatchObject([{ method: 'POST', path: '/calls', body }]);
	});

	await test.step('every option can be added, and no label is cut off', async () => {
		const { properties } = await api.nodeType(nodeType);
		const { options } = properties.find(
			({ name, displayOptions }) =>
				name === 'options' && displayOptions.show.operation.includes('create'),
		);
		for (const { displayName } of options.filter(({ name }) => name !== 'dryRun')) {
			await editor.addOption(displayName);
			await editor.form.getByText(displayName, { exact: true }).first().waitFor();
			if (displayName !== 'Calling Hours') continue;
			const notice = editor.form.getByText("'Calling Hours' limits nothing yet: press 'Add Hours'");
			await notice.waitFor();
			await editor.form.getByRole('button', { name: 'Add Hours' }).click();
			await notice.waitFor({ state: 'detached' });
		}
		await editor.expectWholeLabels();
	});
});

test('Call: Get and Get Many', async ({ editor, rig, sandbox }) => {
	const startOf = ({ StartedAt }) => DateTime.fromISO(StartedAt, { zone: rig.timezone });
	const executed = async () => outputOf(await editor.executeStep(), 'Call: Get');

	await test.step('Get lists the newest calls, finds one by its number, and returns it', async () => {
		await editor.openNewNode('Get');
		expect((await editor.openList('callId')).length).toBeGreaterThanOrEqual(20);
		// One that somebody answered, and that is not among those that the list shows at first.
		const wanted = sandbox.calls
			.toSorted((a, b) => a.StartedAt.localeCompare(b.StartedAt))
			.find(({ PhoneNumber, Transcript }) => PhoneNumber !== 'Web' && Transcript.length > 1);
		for (const entry of await editor.searchList(wanted.PhoneNumber)) {
			expect(entry).toContain(wanted.PhoneNumber);
		}
		await editor.pickFromList(startOf(wanted).toFormat('yyyy-MM-dd HH:mm'));
		const TranscriptText = expect.stringMatching(/^AI: .+\nUser: /);
		expect(await executed()).toMatchObject([{ CallId: wanted.Id, TranscriptText }]);
	});

	await test.step('Get Many takes a range, two filters, a sort and chosen fields', async () => {
		await editor.choose('operation', 'Get Many');
		const [from, to] = [sandbox.calls.at(-130), sandbox.calls.at(-230)].map(startOf);
		await editor.fillIn('limit', '6');
		await editor.choose('dateRange', 'Custom');
		await editor.fillIn('startedAfter', from.toFormat('yyyy-MM-dd HH:mm:ss'));
		await editor.fillIn('startedBefore', to.toFormat('yyyy-MM-dd HH:mm:ss'));
		await editor.addRow('filters');
		await editor.choose('field', 'Status');
		await editor.choose('value', 'unread');
		await editor.addRow('filters');
		await editor.choose('value', 'Appointment', 'Callback');
		await editor.addRow('sort');
		await editor.choose('output', 'Selected Fields');
		await editor.choose('outputFields', 'CallId', 'Summary', 'DurationSeconds');
		await editor.expectWholeLabels();

		sandbox.clear();
		const calls = await executed();
		expect(calls).toHaveLength(6);
		for (const call of calls) {
			const fields = ['StartedAt', 'AssistantName', 'PhoneNumber', 'DurationSeconds'];
			expect(Object.keys(call)).toEqual(fields);
			expect(startOf(call) >= from.startOf('second') && startOf(call) < to).toBe(true);
		}
		for (const { query } of sandbox.log) {
			expect(query.slice(0, 3)).toEqual([
				['filter', 'Status:==:unread'],
				['filter', 'Keywords:array-contains-any:Appointment,Callback'],
				['sort', 'StartedAt:asc'],
			]);
		}
		await editor.showOutputAs('Table');
		await editor.publish('get-many');
	});
});

test('Call: Get Outcome', async ({ editor, rig, sandbox }) => {
	const create = placeNode(rig);
	create.parameters.phoneNumber = '+12025550151';
	create.parameters.variables = {
		variable: [
			{ name: 'first_name', value: 'Ada' },
			{ name: 'company', value: 'Example Dental' },
			{ name: 'appointment', value: 'Monday at nine' },
		],
	};
	const outcome = ourNode(rig, 'Outcome', { resource: 'call', operation: 'getOutcome' });
	await editor.openLast([create, outcome]);
	const labels = ['Phone Number', 'Assistant Name or ID', 'Started After', 'Wait Up To (Minutes)'];
	for (const label of labels) {
		await editor.form.getByText(label, { exact: true }).first().waitFor();
	}
	await expect(editor.form.getByTestId('parameter-issues')).toHaveCount(0);
	await editor.expectWholeLabels();

	// The step before runs as well: n8n has no output of it yet.
	const found = outputOf(await editor.executeStep(), 'Outcome');
	expect(dialled(sandbox)).toEqual(['+12025550151']);
	const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === '+12025550151');
	const said = { CallId: call.Id, TranscriptText: expect.stringMatching(/^AI: Hello Ada/) };
	const wanted = { ...said, outcome: 'ended', ended: true, answered: true, matches: 1 };
	expect(found).toMatchObject([wanted]);
	await editor.output.getByText(call.Id).first().waitFor();
	await editor.showOutputAs('JSON');
	const times = { [call.StartedAt]: '2026-11-20T08:00:00.000Z' };
	await editor.publish('get-outcome', { ...times, [call.EndedAt]: '2026-11-20T08:00:01.000Z' });
});

test('Custom API Call, by the HTTP Request node', async ({ editor, rig, sandbox }) => {
	const executed = async () => outputOf(await editor.executeStep(), 'HTTP Request');

	await test.step('GET sends the key as Authorization', async () => {
		const type = 'n8n-nodes-base.httpRequest';
		const parameters = { options: {} };
		await editor.openLast([{ name: 'HTTP Request', type, typeVersion: 4.2, parameters }]);
		await editor.fillIn('url', `${sandbox.url}/public/company`);
		await editor.choose('authentication', 'Predefined Credential Type');
		await editor.choose('nodeCredentialType', 'Voice Assistant Calls API');
		await editor.chooseCredential(rig.credential.name);
		expect(await executed()).toMatchObject([{ Name: 'Sandbox Corp' }]);
		expect(sandbox.log).toMatchObject([{ method: 'GET', path: '/public/company' }]);
		expect(sandbox.log[0].headers).toMatchObject({ authorization: 'present' });
		expect(sandbox.log[0].headers).not.toHaveProperty('authentication');
		await editor.showOutputAs('JSON');
		await editor.publish('http-request');
	});

	await test.step('POST sends the key as Authentication', async () => {
		sandbox.clear();
		await editor.choose('method', 'POST');
		await editor.fillIn('url', `${sandbox.url}/calls`);
		await editor.turn('sendBody');
		await editor.choose('specifyBody', 'Using JSON');
		const body = { assistant_id: 'assistant-mara', phone_number: '+12025550143' };
		await editor.fillIn('jsonBody', JSON.stringify(body));
		await executed();
		expect(dialled(sandbox)).toEqual(['+12025550143']);
		expect(posts(sandbox)).toMatchObject([{ headers: { authentication: 'present' } }]);
		expect(posts(sandbox)[0].headers).not.toHaveProperty('authorization');
	});
});

test('Fetch Test Event of the trigger', async ({ editor, rig, sandbox }) => {
	const name = 'Voice Assistant Calls Trigger';

	const node = ourNode(rig, name, {}, { type: triggerType });
	await editor.openWorkflow(await saveChain(rig, 'Told of calls', [node]));
	await editor.openNode(name);
	const shown = outputOf(await editor.executeStep(), name).map(({ CallId }) => CallId);
	expect(shown).toEqual(idsOf(endedCalls(sandbox).slice(0, 5).reverse()));
	expect(sandbox.log).toHaveLength(1);

	await editor.addRow('filters');
	await editor.choose('output', 'Selected Fields');
	await editor.expectWholeLabels();
});
