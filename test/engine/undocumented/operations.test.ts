import type { INodePropertyOptions } from 'n8n-workflow';

import { undocumentedResource, VoiceAssistantCalls } from '../../support/built';
import { againstSandbox } from '../../support/againstSandbox';
import { ADVICE, at, TITLES } from '../../support/engineSentences';
import { eachOperation, EVENTS, requestsTo, untouched } from '../../support/undocumented';

/* The operations that the API only names, at the paths that the form suggests or the user typed. */

describe('the paths that the documented ones suggest', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });

	test.each(eachOperation)(
		'%s asks for one address, with the key for reading',
		async (_, named) => {
			const { items, error } = await run(untouched(named));

			expect(error).toBeUndefined();
			expect(requestsTo(sandbox())).toEqual([
				`GET ${named.path.replace('{id}', `${named.resource}-1`)}`,
			]);
			const [{ headers }] = sandbox().log;
			expect([headers.authorization, headers.authentication]).toEqual(['present', undefined]);
			const ids = items.map(({ json }) => String(json.Id));
			if (named.hasId) expect(ids).toEqual([`${named.resource}-1`]);
			else if (named.resource === 'company') expect(items[0].json).toHaveProperty('Name');
			else expect(ids.slice(0, 2)).toEqual([`${named.resource}-1`, `${named.resource}-2`]);
		},
	);

	test.each(eachOperation)('%s puts out what belongs to each input item', async (_, named) => {
		const parameters = { ...untouched(named, '={{ $json.id }}'), limit: 2 };
		const items = [2, 1].map((n) => ({ id: `${named.resource}-${n}` }));
		const result = await run(parameters, { items });

		expect(result.error).toBeUndefined();
		const paired = result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(paired).toEqual(named.operation === 'getAll' ? [0, 0, 1, 1] : [0, 1]);
		if (named.hasId)
			expect(result.items.map(({ json }) => json.Id)).toEqual(items.map((i) => i.id));
	});

	test.each(eachOperation)('%s explains where a path is wrong', async (_, named) => {
		const typed = `/elsewhere${named.path}`;
		const { error } = await run({ ...untouched(named), endpointPath: typed });

		const asked = typed.replace('{id}', `${named.resource}-1`);
		expect(error?.message).toBe(
			`${TITLES.notFound(404, `There is no GET ${asked} here.`)}${at(0)}`,
		);
		expect(error?.description).toBe(ADVICE.assumedPath(asked));
	});
});

describe('a path that the user typed', () => {
	const { sandbox, run } = againstSandbox({
		calls: 1,
		paths: {
			calendars: '/v2/agendas',
			calendar: '/v2/agendas/{id}/details',
			company: '/v2/firm',
			events: '/v2/appointments',
			event: '/v2/appointments/{id}',
		},
	});
	const moved: Record<string, string> = {
		'calendar: get': 'v2/agendas/{id}/details',
		'calendar: getAll': ' /v2/agendas ',
		'company: get': '/v2/firm',
		'event: get': '/v2/appointments/{id}',
		'event: getAll': '={{ "/v2/" + $json.what }}',
	};

	test.each(eachOperation)('is where %s asks', async (name, named) => {
		const { items, error } = await run(
			{ ...untouched(named), endpointPath: moved[name] },
			{ items: [{ what: 'appointments' }] },
		);

		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		const asked = moved[name].includes('$json') ? '/v2/appointments' : moved[name].trim();
		const path = asked.replace('{id}', `${named.resource}-1`).replace(/^(?!\/)/, '/');
		expect(requestsTo(sandbox())).toEqual([`GET ${path}`]);
	});

	test('is used to the letter, with its own query, on every page', async () => {
		const { error, items } = await run({
			...untouched(EVENTS),
			endpointPath: '/v2/appointments?kind=call&at=12:30&x=a%2Fb',
			returnAll: true,
		});
		// The sandbox knows no such parameter; what counts is what it was asked.
		expect(error?.message).toContain('"kind" is not known');
		expect(items).toEqual([]);
		expect(requestsTo(sandbox())).toEqual(['GET /v2/appointments?kind=call&at=12:30&x=a%2Fb']);

		sandbox().clear();
		const page = (id: string, nextCursor: string) => ({
			kind: 'json' as const,
			body: { data: [{ Id: id }], hasMore: nextCursor !== '', nextCursor },
		});
		sandbox().fault({ times: 1, fault: page('a', 'c/+=') });
		sandbox().fault({ fault: page('b', '') });
		const paged = await run({
			...untouched(EVENTS),
			endpointPath: '/v2/appointments?kind=call&x=a%2Fb',
			returnAll: true,
		});
		expect(paged.items.map(({ json }) => json.Id)).toEqual(['a', 'b']);
		expect(requestsTo(sandbox())[0]).toBe('GET /v2/appointments?kind=call&x=a%2Fb');
		expect(sandbox().log[1].query).toEqual([
			['kind', 'call'],
			['x', 'a/b'],
			['cursor', 'c/+='],
		]);
	});
});

describe('a sixth resource', () => {
	/* What CONTRIBUTING.md tells to write, for contacts. */
	const contactProperties = undocumentedResource('contact', [
		{
			value: 'get',
			action: 'Get contact',
			description: 'Read one contact',
			path: '/public/contacts/{id}',
		},
		{
			value: 'getAll',
			action: 'Get many contacts',
			description: 'List the contacts',
			path: '/public/contacts',
		},
	]);
	function nodeWithContacts() {
		const node = new VoiceAssistantCalls();
		const [resource, ...others] = node.description.properties;
		const options = resource.options as INodePropertyOptions[];
		node.description.properties = [
			{ ...resource, options: [...options, { name: 'Contact', value: 'contact' }] },
			...others,
			...contactProperties,
		];
		return node;
	}
	const { sandbox, run } = againstSandbox({
		calls: 1,
		paths: { events: '/public/contacts', event: '/public/contacts/{id}' },
	});

	test('reads one and many, with nothing filled in but the ID', async () => {
		const nodeType = nodeWithContacts();
		const one = await run(
			{ resource: 'contact', operation: 'get', recordId: 'event-7' },
			{ nodeType },
		);
		const many = await run(
			{ resource: 'contact', operation: 'getAll', limit: 101 },
			{ nodeType: nodeWithContacts() },
		);

		expect(one.items.map(({ json }) => json.Id)).toEqual(['event-7']);
		expect(many.items).toHaveLength(101);
		expect(sandbox().log.map(({ path }) => path)).toEqual([
			'/public/contacts/event-7',
			'/public/contacts',
			'/public/contacts',
		]);
	});

	test('is as safe as the others', async () => {
		const { error } = await run(
			{ resource: 'contact', operation: 'get', recordId: '..' },
			{ nodeType: nodeWithContacts() },
		);

		expect(error?.message).toBe(`${TITLES.noId('ID', '..')}${at(0)}`);
		expect(sandbox().log).toEqual([]);
	});
});
