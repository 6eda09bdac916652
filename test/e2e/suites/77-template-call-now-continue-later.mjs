import assert from 'node:assert/strict';
import { restartN8n } from '../rig.mjs';
import {
	callElsewhere,
	executionAfter,
	readTable,
	readTemplate,
	submitForm,
} from '../templates.mjs';

export const title = 'The template "Call now, continue later"';

const people = {
	ada: '+16025550161',
	ben: '+16025550180',
	cleo: '+16025550162',
};

export async function run(step, rig) {
	const { api, sandbox } = rig;
	const template = readTemplate(rig, 'call-now-continue-later');
	const rowsOf = async (phone) =>
		(await readTable(rig, 'called_leads')).filter((row) => row.phone_number === phone);
	const callOf = (phone) => sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === phone);
	const fillIn = async (name, phone) => {
		const result = await executionAfter(rig, template.id, async () => {
			await submitForm(rig, template, [name, phone, 'a phone system', '["Yes"]']);
		});
		assert.equal(result.status, 'success', result.error?.message);
		return result.items('Save the Lead').map(({ json }) => json)[0];
	};
	const continued = ({ items }) =>
		[0, 1].map((output) => items('What Happened?', output).map(({ json }) => json.first_name));

	await step('published, it calls who fills in the form, and writes a row', async () => {
		sandbox.clear();
		await api.createWorkflow(template);
		await api.publish(template.id);
		const row = await fillIn('Ada', '+1 602 555 0161');
		assert.deepEqual(
			[row.phone_number, row.first_name, row.status, row.detail],
			[people.ada, 'Ada', 'waiting', ''],
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
			// The trigger looks once a minute: it may have seen the end of Ada's call before or with Ben's.
			const results = [];
			const result = await executionAfter(
				rig,
				template.id,
				async () => {
					await callElsewhere(rig, '+16025550170');
					sandbox.fault({ method: 'POST', times: 1, fault: { kind: 'drop', at: 'answer' } });
					results.push(await fillIn('Ben', people.ben));
				},
				2,
			);
			assert.equal(results[0].status, 'waiting', 'a call that may have been placed is waited for');
			assert.equal(result.status, 'success', result.error?.message);
			for (const [phone, status] of [
				[people.ada, 'answered'],
				[people.ben, 'not answered'],
			]) {
				const [row] = await rowsOf(phone);
				const call = callOf(phone);
				assert.deepEqual([row.status, row.call_id], [status, call.Id], phone);
				assert.equal(row.summary, call.Summary);
			}
			assert.match((await rowsOf(people.ada))[0].transcript, /^AI: Hi Ada/);
			assert.deepEqual(await rowsOf('+16025550170'), []);
		},
	);

	await step('a restart of n8n between the call and its end loses nobody', async () => {
		sandbox.settings.turnSeconds = 2;
		assert.equal((await fillIn('Cleo', people.cleo)).status, 'waiting');
		await restartN8n(rig, () => assert.equal(callOf(people.cleo).EndedAt, ''));
		const result = await executionAfter(rig, template.id, () => {});
		sandbox.settings.turnSeconds = 0.2;
		assert.equal(result.status, 'success', result.error?.message);
		assert.deepEqual(continued(result), [['Cleo'], []]);
		assert.equal((await rowsOf(people.cleo))[0].status, 'answered');
		await api.unpublish(template.id);
	});
}
