import { expect, test } from '../fixtures.mjs';
import { dialled, posts, told, until } from '../rig.mjs';
import { mayHaveBeenPlaced, TITLES, wrongNumber } from '../sentences.mjs';
import { parametersOf, readTable, readTemplate, triggerOf } from '../templates.mjs';
import { outputOf } from '../workflows.mjs';

const called = [
	{
		body: { id: '51', first_name: 'Ada', phone: '+1 (404) 555-0101', product: 'an engine' },
		lead: { lead_id: '51', phone: '+1 (404) 555-0101' },
		wanted: { number: '+14045550101', first_name: 'Ada', product: 'an engine' },
	},
	{
		body: new URLSearchParams({ phone: '0049 30 23125 104', do_not_call: 'No' }),
		lead: { lead_id: '', phone: '0049 30 23125 104' },
		wanted: { number: '+493023125104', first_name: 'there', product: 'our products' },
	},
];
const notCalled = [
	[{ phone: '030 123456', id: '1' }, 422, 'notPlaced', wrongNumber('030 123456')],
	[[{ phone: '+14045550112' }], 422, 'notPlaced', 'The phone number is empty'],
	[{ phone: '+14045550111', do_not_call: true }, 200, 'skipped', ''],
];

test('New lead to call', async ({ api, rig, sandbox }) => {
	const template = readTemplate(rig, 'new-lead-to-call');
	const { path } = parametersOf(template, 'Receive a Lead');
	const lead = { phone: '+14045550123' };
	const post = async (lead) => {
		const isForm = lead instanceof URLSearchParams;
		const headers = isForm ? {} : { 'content-type': 'application/json' };
		const body = isForm ? lead : JSON.stringify(lead);
		const answer = await fetch(`${rig.n8n.url}/webhook/${path}`, { method: 'POST', headers, body });
		return { status: answer.status, ...(await answer.json()) };
	};

	await test.step('runs by hand with its sample lead', async () => {
		await api.createWorkflow(template);
		const result = await api.execute(template.id, triggerOf(template));
		expect(outputOf(result, 'Call the Lead')).toMatchObject([{ outcome: 'placed' }]);
		expect(dialled(sandbox)).toEqual(['+13035550142']);
	});

	await test.step('is switched on and published', async () => {
		const nodes = template.nodes.map((node) => ({ ...node, disabled: false }));
		await api.updateWorkflow(template.id, { nodes });
		await api.publish(template.id);
		// n8n 2.41 registers the URL after it has answered. Until then it knows none: 404.
		await until('n8n knows the URL', async () => (await post({})).status !== 404);
	});

	await test.step('calls a lead that a CRM or a web form posts, and once', async () => {
		for (const { body, lead, wanted } of called) {
			sandbox.clear();
			expect(await post(body)).toEqual({
				status: 200,
				outcome: 'placed',
				reason: 'placed',
				...lead,
			});
			expect(told(sandbox)).toEqual([{ ...wanted, company: 'Example Ltd' }]);
			const reason = expect.stringMatching(/^Called at /);
			expect(await post(body)).toMatchObject({ status: 200, outcome: 'skipped', reason });
			expect(posts(sandbox)).toHaveLength(1);
		}
	});

	await test.step('answers with the reason when nobody is called', async () => {
		sandbox.clear();
		for (const [body, status, outcome, why] of notCalled) {
			const answer = await post(body);
			expect(answer).toMatchObject({ status, outcome, reason: expect.stringContaining(why) });
			expect(answer.reason).not.toBe('');
		}
		expect(posts(sandbox)).toEqual([]);
	});

	await test.step('says so when nobody knows, and a CRM that retries causes no call', async () => {
		sandbox.clear();
		sandbox.fault({ method: 'POST', fault: { kind: 'drop', at: 'answer' } });
		const reason = expect.stringContaining(mayHaveBeenPlaced(TITLES.connectionLost));
		expect(await post(lead)).toMatchObject({ status: 200, outcome: 'unconfirmed', reason });
		expect(await post(lead)).toMatchObject({ status: 200, outcome: 'skipped' });
		expect(dialled(sandbox)).toEqual([lead.phone]);
		expect(posts(sandbox)).toHaveLength(1);
	});

	await test.step('keeps the leads that were not called, and maybe not, with the reason', async () => {
		const rows = await until('all are in the table', async () => {
			const all = await readTable(rig, 'leads_not_called');
			return all.length >= 4 && all;
		});
		expect(rows).toMatchObject([
			// The one that found that n8n knows the URL.
			{ lead_id: null, outcome: 'notPlaced' },
			{ lead_id: '1', reason: expect.stringContaining(wrongNumber('030 123456')) },
			{ outcome: 'notPlaced', reason: expect.stringContaining('The phone number is empty') },
			{ phone: lead.phone, outcome: 'unconfirmed', reason: expect.stringMatching(/./) },
		]);
	});
	await api.unpublish(template.id);
});
