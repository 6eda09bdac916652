import assert from 'node:assert/strict';
import { openSandbox } from '../../../scripts/standIns/sandbox.mjs';
import { credentialType } from '../../../scripts/n8n/stage.mjs';
import { ourNode, runChain } from '../rig.mjs';

export const title = 'The operations that the service only names';

const paths = {
	'calendar get': '/public/calendars/{id}',
	'calendar getAll': '/public/calendars',
	'company get': '/public/company',
	'event get': '/public/events/{id}',
	'event getAll': '/public/events',
};
const ids = { calendar: 'calendar-2', event: 'event-5' };
const key = 'key-of-another-service';

export async function run(step, rig) {
	const { sandbox, undo, api } = rig;

	/** What the form of an operation holds when it is opened, with an ID where one is asked for. */
	const opened = (name) => {
		const [resource, operation] = name.split(' ');
		const endpointPath = paths[name];
		const id = endpointPath.includes('{id}') && { recordId: ids[resource] };
		return { resource, operation, endpointPath, ...id };
	};
	const runOne = async (name, parameters, by = rig) =>
		await runChain(rig, name, [ourNode(by, 'Read', { ...opened(name), ...parameters })]);
	const requests = ({ log }) => log.map(({ method, url }) => `${method} ${url}`);

	for (const [name, path] of Object.entries(paths)) {
		const [resource, operation] = name.split(' ');
		await step(`${name} reads what is at ${path}`, async () => {
			sandbox.clear();
			const { status, error, items } = await runOne(name, { limit: 3 });
			assert.equal(status, 'success', error?.message);
			assert.deepEqual(requests(sandbox), [`GET ${path.replace('{id}', ids[resource])}`]);
			const [{ headers }] = sandbox.log;
			assert.deepEqual([headers.authorization, headers.authentication], ['present', undefined]);
			const found = items('Read').map(({ json }) => json.Id);
			assert.equal(found.length, operation === 'getAll' ? 3 : 1);
			if (ids[resource] && operation === 'get') assert.deepEqual(found, [ids[resource]]);
		});
	}

	await step('Return All reads every page of the events', async () => {
		sandbox.clear();
		const { items } = await runOne('event getAll', { returnAll: true });
		const found = new Set(items('Read').map(({ json }) => json.Id));
		assert.equal(found.size, 120);
		assert.equal(sandbox.log.length, 2);
	});

	await step('a path that was typed is used as typed', async () => {
		const typed = {
			'calendar get': '/v3/agendas/{id}/full',
			'calendar getAll': 'v3/agendas',
			'company get': '/v3/firm',
			'event get': '/v3/dates/{id}',
			'event getAll': '={{ "/v3/" + "dates" }}',
		};
		const moved = await openSandbox({
			apiKey: key,
			calls: 1,
			paths: {
				calendar: '/v3/agendas/{id}/full',
				calendars: '/v3/agendas',
				company: '/v3/firm',
				event: '/v3/dates/{id}',
				events: '/v3/dates',
			},
		});
		undo.add(async () => await moved.close());
		const saved = await api.saveCredential({
			name: 'A service with other paths',
			type: credentialType,
			data: { apiKey: key, baseUrl: moved.url },
		});
		const by = { credential: { type: credentialType, ...saved } };
		for (const [name, endpointPath] of Object.entries(typed)) {
			const { status, error, items } = await runOne(name, { endpointPath }, by);
			assert.equal(status, 'success', `${name}: ${error?.message}`);
			assert.ok(items('Read').length > 0, name);
		}
		// The editor of the suites that follow chooses a credential by itself only if there is one.
		await api.request('DELETE', `/credentials/${saved.id}`);
		assert.deepEqual(requests(moved), [
			'GET /v3/agendas/calendar-2/full',
			'GET /v3/agendas',
			'GET /v3/firm',
			'GET /v3/dates/event-5',
			'GET /v3/dates',
		]);
	});

	await step('a wrong path ends with the field that puts it right', async () => {
		for (const [name, path] of Object.entries(paths)) {
			const { status, error } = await runOne(name, { endpointPath: `/wrong${path}` });
			assert.equal(status, 'error', name);
			assert.match(error.message, /^The service has nothing at this address: .*\(404\)/);
			assert.match(error.description, /is an assumption\. .* correct 'Endpoint Path'/);
		}
	});

	await step('no path and no ID takes the key to another host', async () => {
		const elsewhere = await openSandbox({ calls: 1 });
		undo.add(async () => await elsewhere.close());
		const { host } = new URL(elsewhere.url);
		sandbox.clear();
		for (const endpointPath of [
			`${elsewhere.url}/public/events`,
			`//${host}/public/events`,
			`\\\\${host}\\public`,
			`={{ "http://user:pw@${host}/" }}`,
			'/public/../../admin',
			'={{ 7 }}',
			'={{ ({ path: "/public/events" }) }}',
		]) {
			const { status, error } = await runOne('event getAll', { endpointPath });
			assert.equal(status, 'error', endpointPath);
			assert.match(error.message, /^'Endpoint Path' is .*, which is not a path below 'Base URL'/);
		}
		assert.deepEqual(requests(sandbox), []);

		const { error } = await runOne('event get', { recordId: `//${host}/../x` });
		assert.match(error.message, /\(404\)/);
		assert.deepEqual(requests(sandbox), [
			`GET /public/events/${encodeURIComponent(`//${host}/../x`)}`,
		]);
		assert.deepEqual(elsewhere.log, []);
	});
}
