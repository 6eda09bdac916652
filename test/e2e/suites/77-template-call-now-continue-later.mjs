import assert from 'node:assert/strict';
import { anHour, until } from '../rig.mjs';
import { endCalls, executionAfter, readTable, readTemplate, submitForm } from '../templates.mjs';

export const title = 'The template "Call now, continue later"';

const people = { ada: '+16025550161', ben: '+16025550180' };

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const { turnSeconds } = sandbox.settings;
	const template = readTemplate(rig, 'call-now-continue-later');
	const rowsOf = async (phone) =>
		(await readTable(rig, 'called_leads')).filter((row) => row.phone_number === phone);
	/** The row of who is called, when it has its outcome. */
	const outcomeOf = async (phone) =>
		await until(`the row of ${phone} has its outcome`, async () => {
			const [first] = await rowsOf(phone);
			return first.status !== 'waiting' && first;
		});
	const callOf = (phone) => sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === phone);
	const fillIn = async (name, phone) => {
		const submit = () => submitForm(rig, template, [name, phone, 'a phone system', '["Yes"]']);
		const result = await executionAfter(rig, template.id, submit, 'webhook');
		assert.equal(result.status, 'success', result.error?.message);
		return result.items('Save the Lead').map(({ json }) => json)[0];
	};
	/** The names that came out of each output of the last node, in all executions, when there are so many. */
	const wentOn = async (count) =>
		await until(`${count} leads have gone on`, async () => {
			const names = [[], []];
			for (const { id } of await api.executions(template.id)) {
				const { status, error, items } = await api.executionResult(id);
				assert.equal(status, 'success', error?.message);
				for (const [output, all] of names.entries()) {
					all.push(...items('What Happened?', output).map(({ json }) => json.first_name));
				}
			}
			return names.flat().length >= count && names.map((all) => all.sort());
		});

	await step('published, it calls who fills in the form, and writes a row', async () => {
		sandbox.clear();
		// So that none is over before its row is written.
		sandbox.settings.turnSeconds = anHour;
		await api.createWorkflow(template);
		await api.publish(template.id);
		const row = await fillIn('Ada', '+1 602 555 0161');
		assert.deepEqual(
			[row.phone_number, row.first_name, row.status, row.detail],
			[people.ada, 'Ada', 'waiting', null],
		);
		assert.deepEqual(
			sandbox.placed.map(({ phone_number, variables }) => [phone_number, { ...variables }]),
			[[people.ada, { first_name: 'Ada', product: 'a phone system', company: 'Example Ltd' }]],
		);
	});

	await step('who is not called gets a row with the reason', async () => {
		const twice = await fillIn('Ada', people.ada);
		assert.equal(twice.status, 'not called');
		assert.match(twice.detail, /\+16025550161 was called/);
		const wrong = await fillIn('Wrong', '030 123456');
		assert.equal(wrong.status, 'not called');
		assert.match(wrong.detail, /international/);
		assert.equal(sandbox.placed.length, 1);
	});

	await step(
		'when calls have ended, each lead goes on in its branch, and nobody else',
		async () => {
			sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop', at: 'answer' } });
			const saved = await fillIn('Ben', people.ben);
			assert.equal(saved.status, 'waiting', 'a call that may have been placed is waited for');
			sandbox.receive({ phoneNumber: '+16025550170' });
			endCalls(rig);
			for (const [phone, status] of [
				[people.ada, 'answered'],
				[people.ben, 'not answered'],
			]) {
				const row = await outcomeOf(phone);
				const call = callOf(phone);
				assert.deepEqual(
					[row.status, row.call_id, row.summary],
					[status, call.Id, call.Summary],
					phone,
				);
			}
			assert.deepEqual(await wentOn(2), [['Ada'], ['Ben']]);
			assert.match((await rowsOf(people.ada))[0].transcript, /^AI: Hi Ada/);
			assert.deepEqual(await rowsOf('+16025550170'), []);
		},
	);
	await api.unpublish(template.id);
	sandbox.settings.turnSeconds = turnSeconds;
}
