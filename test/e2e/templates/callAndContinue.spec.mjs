/* The templates that call who fills in a form, and go on when the call has ended: at once, or later. */
import { expect, test } from '../fixtures.mjs';
import { anHour, dialled, posts, told, until } from '../rig.mjs';
import { endCalls, parametersOf, readTable, readTemplate, submitForm } from '../templates.mjs';
import { executionAfter, outputOf } from '../workflows.mjs';

const product = 'a phone system';
const dropped = { method: 'POST', times: 1, fault: { kind: 'drop', at: 'answer' } };

test('Call and continue', async ({ api, rig, sandbox }) => {
	const outputs = ['Answered', 'No Answer', 'Not Called', 'Unknown'];
	// As it is delivered, but that it looks each second.
	const template = readTemplate(rig, 'call-and-continue');
	parametersOf(template, 'Get Outcome').options = { pollInterval: 1 };
	await api.createWorkflow(template);
	await api.publish(template.id);
	/** Fills the form in, and gives the one item that came out, with the output it came out of. */
	const submit = async (phone) => {
		sandbox.log.length = 0;
		const result = await executionAfter(rig, template.id, async () => {
			await submitForm(rig, template, ['Ada', phone, product, '["Yes"]']);
		});
		const [found, ...others] = outputs.flatMap((output, index) =>
			outputOf(result, 'What Happened?', index).map((json) => ({ output, ...json })),
		);
		expect(others).toEqual([]);
		return { ...found, lead: outputOf(result, 'Call the Lead')[0], sent: posts(sandbox).length };
	};

	await test.step('answered: goes on with the transcript', async () => {
		const found = await submit('+1 (202) 555-0161');
		const PhoneNumber = '+12025550161';
		expect(found).toMatchObject({ output: 'Answered', outcome: 'ended', PhoneNumber, sent: 1 });
		expect(found.TranscriptText).toMatch(/^AI: Hi Ada, this is Lena from Example Ltd\./);
		expect(found.TranscriptText).toContain(product);
		expect(found.TranscriptText).toMatch(/^User: /m);
	});

	await test.step('not answered, or not called: each in its branch', async () => {
		const unanswered = { output: 'No Answer', answered: false };
		expect(await submit('+12025550180')).toMatchObject(unanswered);
		const again = await submit('+12025550161');
		expect(again).toMatchObject({ output: 'Not Called', sent: 0 });
		expect(again.lead.reason).toMatch(/^Called at /);
		const wrong = await submit('030 123456');
		expect(wrong).toMatchObject({ output: 'Not Called', sent: 0 });
		expect(`${wrong.lead.error} ${wrong.lead.message}`).toMatch(/030 123456.*international/s);
		expect(await readTable(rig, 'form_leads_not_called')).toMatchObject([
			{ first_name: 'Ada', phone: '+12025550161', reason: again.lead.reason },
			{ first_name: 'Ada', phone: '030 123456', product, reason: wrong.lead.error },
		]);
	});

	await test.step('may have been placed: finds the call, and goes on', async () => {
		sandbox.fault(dropped);
		const lead = { outcome: 'unconfirmed' };
		const found = await submit('+12025550163');
		expect(found).toMatchObject({ output: 'Answered', lead, sent: 1 });
	});

	await test.step('the time is up before the end: unknown, and no second call', async () => {
		parametersOf(template, 'Get Outcome').waitUpTo = 0;
		await api.updateWorkflow(template.id, { nodes: template.nodes });
		await api.publish(template.id);
		const found = await submit('+12025550165');
		expect(found).toMatchObject({ output: 'Unknown', ended: false, sent: 1 });
		await api.unpublish(template.id);
	});
});

test('Call now, continue later', async ({ api, rig, sandbox }) => {
	const [ada, ben] = ['+16025550161', '+16025550180'];
	const template = readTemplate(rig, 'call-now-continue-later');
	const fillIn = async (name, phone) => {
		const submit = async () => await submitForm(rig, template, [name, phone, product, '["Yes"]']);
		const result = await executionAfter(rig, template.id, submit, 'webhook');
		return outputOf(result, 'Save the Lead')[0];
	};
	/** The names that came out of each output of the last node, in all executions. */
	const wentOn = async () => {
		const executions = await api.executions(template.id);
		const results = await Promise.all(executions.map(({ id }) => api.executionResult(id)));
		return [0, 1].map((output) =>
			results
				.flatMap((result) => outputOf(result, 'What Happened?', output))
				.map(({ first_name: name }) => name),
		);
	};

	await test.step('published, it calls who fills in the form, and writes a row', async () => {
		// So that none is over before its row is written.
		sandbox.settings.turnSeconds = anHour;
		await api.createWorkflow(template);
		await api.publish(template.id);
		const row = { phone_number: ada, first_name: 'Ada', status: 'waiting', detail: 'placed' };
		expect(await fillIn('Ada', '+1 602 555 0161')).toMatchObject(row);
		const lead = { first_name: 'Ada', product, company: 'Example Ltd' };
		expect(told(sandbox)).toEqual([{ number: ada, ...lead }]);
	});

	await test.step('who is not called gets a row with the reason', async () => {
		for (const [phone, why] of [
			[ada, /^Called at /],
			['030 123456', /international/],
		]) {
			const row = { status: 'not called', detail: expect.stringMatching(why) };
			expect(await fillIn('Nobody', phone)).toMatchObject(row);
		}
		expect(dialled(sandbox)).toEqual([ada]);
	});

	await test.step('when calls have ended, each lead goes on in its branch, and nobody else', async () => {
		sandbox.fault(dropped);
		// A call that may have been placed is waited for.
		expect((await fillIn('Ben', ben)).status).toBe('waiting');
		sandbox.receive({ phoneNumber: '+16025550170' });
		endCalls(sandbox);
		await until('both leads have gone on', async () => (await wentOn()).flat().length >= 2);
		expect(await wentOn()).toEqual([['Ada'], ['Ben']]);
		const rows = await readTable(rig, 'called_leads');
		expect(rows.filter((row) => row.phone_number === '+16025550170')).toEqual([]);
		for (const [phone, status] of [
			[ada, 'answered'],
			[ben, 'not answered'],
		]) {
			const { Id, Summary } = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === phone);
			const row = rows.find((each) => each.phone_number === phone);
			expect(row).toMatchObject({ status, call_id: Id, summary: Summary });
		}
		expect(rows[0].transcript).toMatch(/^AI: Hi Ada/);
	});
	await api.unpublish(template.id);
});
