import assert from 'node:assert/strict';
import { byTestId, chooseOperation, executeStep, fillIn, openNewNode } from '../browser.mjs';

export const title = 'The forms of Calendar, Company and Event';

const operations = [
	{ form: ['Calendar', 'Get'], path: '/public/calendars/{id}', id: 'calendar-2' },
	{ form: ['Calendar', 'Get Many'], path: '/public/calendars', count: 3 },
	{ form: ['Company', 'Get'], path: '/public/company' },
	{ form: ['Event', 'Get'], path: '/public/events/{id}', id: 'event-7' },
	{ form: ['Event', 'Get Many'], path: '/public/events', limit: 5, count: 5 },
];
const nodeName = operations[0].form.join(': ');

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;
	/** Opens a new node, and from then on changes what that node does: an editor takes long to load. */
	const open = async (resource, operation) => {
		if (page === undefined) page = await openNewNode(rig, resource, operation);
		else await chooseOperation(page, resource, operation);
	};

	for (const { form, path, id, limit, count = 1 } of operations) {
		const name = form.join(': ');
		await step(`${name} reads what stands at the path of the form`, async () => {
			await open(...form);
			const endpoint = page.locator(`${byTestId('parameter-input-endpointPath')} input`);
			assert.equal(await endpoint.inputValue(), path);
			if (id !== undefined) await fillIn(page, 'recordId', id);
			if (limit !== undefined) await fillIn(page, 'limit', String(limit));

			sandbox.clear();
			const { status, error, items } = await executeStep(rig);
			assert.equal(status, 'success', error?.message);
			assert.deepEqual(
				sandbox.log.map((request) => `${request.method} ${request.path}`),
				[`GET ${path.replace('{id}', id)}`],
			);
			const records = items(nodeName).map(({ json }) => json);
			assert.equal(records.length, count);
			if (id !== undefined) assert.equal(records[0].Id, id);
		});
	}
}
