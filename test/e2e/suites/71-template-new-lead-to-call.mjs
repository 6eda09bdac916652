import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { mayHaveBeenPlaced, TITLES, wasCalled, wrongNumber } from '../sentences.mjs';
import { parametersOf, readTemplate, triggerOf } from '../templates.mjs';

export const title = 'The template "New lead to call"';

const name = 'new-lead-to-call';
const pollMs = 100;

const leads = [
	{
		form: 'a CRM',
		body: { id: '51', first_name: 'Ada', phone: '+1 (404) 555-0101', product: 'an engine' },
		number: '+14045550101',
		lead: { lead_id: '51', phone: '+1 (404) 555-0101' },
		variables: { first_name: 'Ada', product: 'an engine' },
	},
	{
		form: 'a web form',
		body: new URLSearchParams({ phone: '0049 30 23125 104', do_not_call: 'No' }),
		number: '+493023125104',
		lead: { lead_id: '', phone: '0049 30 23125 104' },
		variables: { first_name: 'there', product: 'our products' },
	},
];

const notCalled = [
	['a national number', { phone: '030 123456', id: '1' }, 'notPlaced', wrongNumber('030 123456')],
	['several leads at once', [{ phone: '+14045550112' }], 'notPlaced', 'The phone number is empty'],
	['who said no', { phone: '+14045550111', do_not_call: true }, 'skipped', ''],
];

export async function run(step, rig) {
	const { api, n8n, sandbox } = rig;
	const template = readTemplate(rig, name);
	const { path } = parametersOf(template, 'Receive a Lead');
	const wasSent = () => sandbox.log.filter(({ method }) => method === 'POST').length;

	const post = async (body) => {
		const isForm = body instanceof URLSearchParams;
		const answer = await fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: isForm ? {} : { 'content-type': 'application/json' },
			body: isForm ? body : JSON.stringify(body),
		});
		return { status: answer.status, ...(await answer.json()) };
	};

	await step('runs by hand with its sample lead', async () => {
		sandbox.clear();
		await api.createWorkflow(template);
		const { status, error, items } = await api.execute(template.id, triggerOf(template));
		assert.equal(status, 'success', error?.message);
		assert.equal(items('Call the Lead')[0].json.outcome, 'placed');
		assert.equal(sandbox.placed.length, 1);
		assert.equal(sandbox.placed[0].phone_number, '+13035550142');
	});

	await step('is switched on and published', async () => {
		const nodes = template.nodes.map((node) => ({ ...node, disabled: false }));
		await api.updateWorkflow(template.id, { nodes });
		await api.publish(template.id);
		// n8n 2.41 registers the URL after it has answered. Until then it knows none: 404.
		while ((await post({})).status === 404) await wait(pollMs);
	});

	for (const { form, body, number, lead, variables } of leads) {
		await step(
			`calls a lead that ${form} posts, and not again when it is posted again`,
			async () => {
				sandbox.clear();
				assert.deepEqual(await post(body), { status: 200, outcome: 'placed', reason: '', ...lead });
				assert.deepEqual(
					sandbox.placed.map(({ phone_number, variables: sent }) => [phone_number, { ...sent }]),
					[[number, { ...variables, company: 'Example Ltd' }]],
				);
				const again = await post(body);
				assert.deepEqual([again.status, again.outcome], [200, 'skipped']);
				assert.ok(again.reason.startsWith(wasCalled(number)), again.reason);
				assert.equal(wasSent(), 1);
			},
		);
	}

	for (const [what, body, wanted, why] of notCalled) {
		await step(`does not call ${what}, and answers with the reason`, async () => {
			sandbox.clear();
			const { status, outcome, reason } = await post(body);
			assert.deepEqual([status, outcome], [wanted === 'skipped' ? 200 : 422, wanted]);
			assert.ok(reason !== '' && reason.startsWith(why), reason);
			assert.equal(wasSent(), 0);
		});
	}

	await step(
		'says so when nobody knows, and does not call again when the CRM retries',
		async () => {
			sandbox.clear();
			sandbox.fault({ method: 'POST', fault: { kind: 'drop', at: 'answer' } });
			const lead = { phone: '+14045550123' };
			const first = await post(lead);
			assert.deepEqual([first.status, first.outcome], [200, 'unconfirmed']);
			assert.ok(first.reason.startsWith(mayHaveBeenPlaced(TITLES.connectionLost)), first.reason);
			const second = await post(lead);
			assert.deepEqual([second.status, second.outcome], [200, 'skipped']);
			assert.equal(sandbox.placed.length, 1);
			assert.equal(wasSent(), 1);
		},
	);
	await api.unpublish(template.id);
}
