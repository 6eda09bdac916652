import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { undocumentedResource, VoiceAssistantCalls } from '../support/built';
import { againstSandbox, queryValues } from '../support/againstSandbox';

/* The five operations that the service names without their paths: Calendar, Company, Event. */

interface Named {
	resource: string;
	operation: string;
	path: string;
	/** Whether the path holds the ID of a record. */
	hasId: boolean;
}

const NAMED: Named[] = [
	{ resource: 'calendar', operation: 'get', path: '/public/calendars/{id}', hasId: true },
	{ resource: 'calendar', operation: 'getAll', path: '/public/calendars', hasId: false },
	{ resource: 'company', operation: 'get', path: '/public/company', hasId: false },
	{ resource: 'event', operation: 'get', path: '/public/events/{id}', hasId: true },
	{ resource: 'event', operation: 'getAll', path: '/public/events', hasId: false },
];
const each = NAMED.map((named) => [`${named.resource}: ${named.operation}`, named] as const);
const eachWithId = each.filter(([, { hasId }]) => hasId);

/** What the form holds when it is opened, with an ID where one is asked for. */
const untouched = (
	{ resource, operation, path, hasId }: Named,
	id = `${resource}-1`,
): INodeParameters => ({
	resource,
	operation,
	endpointPath: path,
	...(hasId && { recordId: id }),
});

const urls = ({ log }: Sandbox) => log.map(({ method, url }) => `${method} ${url}`);

describe('the paths that the documented ones suggest', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });

	test.each(each)('%s asks for one address, with the key for reading', async (_, named) => {
		const { items, error } = await run(untouched(named));

		expect(error).toBeUndefined();
		expect(urls(sandbox())).toEqual([`GET ${named.path.replace('{id}', `${named.resource}-1`)}`]);
		const [{ headers }] = sandbox().log;
		expect([headers.authorization, headers.authentication]).toEqual(['present', undefined]);
		const ids = items.map(({ json }) => String(json.Id));
		if (named.hasId) expect(ids).toEqual([`${named.resource}-1`]);
		else if (named.resource === 'company') expect(items[0].json).toHaveProperty('Name');
		else expect(ids.slice(0, 2)).toEqual([`${named.resource}-1`, `${named.resource}-2`]);
	});

	test.each(each)('%s puts out what belongs to each input item', async (_, named) => {
		const parameters = { ...untouched(named, '={{ $json.id }}'), limit: 2 };
		const items = [2, 1].map((n) => ({ id: `${named.resource}-${n}` }));
		const result = await run(parameters, { items });

		expect(result.error).toBeUndefined();
		const paired = result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(paired).toEqual(named.operation === 'getAll' ? [0, 0, 1, 1] : [0, 1]);
		if (named.hasId)
			expect(result.items.map(({ json }) => json.Id)).toEqual(items.map((i) => i.id));
	});

	test.each(each)('%s explains where a path is wrong', async (_, named) => {
		const typed = `/elsewhere${named.path}`;
		const { error } = await run({ ...untouched(named), endpointPath: typed });

		const asked = typed.replace('{id}', `${named.resource}-1`);
		expect(error?.message).toBe(
			`The service has nothing at this address: There is no GET ${asked} here. (404) [item 0]`,
		);
		expect(error?.description).toBe(
			`The reference of the service names this operation without its path, so ${asked} is an assumption. Ask the service for the path and correct Endpoint Path; if an ID is part of it, check that as well.`,
		);
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

	test.each(each)('is where %s asks', async (name, named) => {
		const { items, error } = await run(
			{ ...untouched(named), endpointPath: moved[name] },
			{ items: [{ what: 'appointments' }] },
		);

		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		const asked = moved[name].includes('$json') ? '/v2/appointments' : moved[name].trim();
		const path = asked.replace('{id}', `${named.resource}-1`).replace(/^(?!\/)/, '/');
		expect(urls(sandbox())).toEqual([`GET ${path}`]);
	});

	test('is used to the letter, with its own query, on every page', async () => {
		const { error, items } = await run({
			...untouched(NAMED[4]),
			endpointPath: '/v2/appointments?kind=call&at=12:30&x=a%2Fb',
			returnAll: true,
		});
		// The sandbox knows no such parameter; what counts is what it was asked.
		expect(error?.message).toContain('"kind" is not known');
		expect(items).toEqual([]);
		expect(urls(sandbox())).toEqual(['GET /v2/appointments?kind=call&at=12:30&x=a%2Fb']);

		sandbox().clear();
		const page = (id: string, nextCursor: string) => ({
			kind: 'json' as const,
			body: { data: [{ Id: id }], hasMore: nextCursor !== '', nextCursor },
		});
		sandbox().fault({ times: 1, fault: page('a', 'c/+=') });
		sandbox().fault({ fault: page('b', '') });
		const paged = await run({
			...untouched(NAMED[4]),
			endpointPath: '/v2/appointments?kind=call&x=a%2Fb',
			returnAll: true,
		});
		expect(paged.items.map(({ json }) => json.Id)).toEqual(['a', 'b']);
		expect(urls(sandbox())[0]).toBe('GET /v2/appointments?kind=call&x=a%2Fb');
		expect(sandbox().log[1].query).toEqual([
			['kind', 'call'],
			['x', 'a/b'],
			['cursor', 'c/+='],
		]);
	});
});

describe('an ID', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });
	const STAYS = [
		['a/b', 'a%2Fb'],
		['../company', '..%2Fcompany'],
		['..\\company', '..%5Ccompany'],
		['a/../../company', 'a%2F..%2F..%2Fcompany'],
		['...', '...'],
		['a?b=c&d', 'a%3Fb%3Dc%26d'],
		['?', '%3F'],
		['a#b', 'a%23b'],
		['100%', '100%25'],
		['%2e%2e', '%252e%252e'],
		['%2F', '%252F'],
		['//other.example', '%2F%2Fother.example'],
		['https://other.example/x', 'https%3A%2F%2Fother.example%2Fx'],
		['@other.example', '%40other.example'],
		['größe 😀', 'gr%C3%B6%C3%9Fe%20%F0%9F%98%80'],
		['a\tb\u0000c', 'a%09b%00c'],
		['{id}', '%7Bid%7D'],
		['$& $1', '%24%26%20%241'],
		[' blanks ', 'blanks'],
	];

	describe.each(eachWithId)('of %s', (_, named) => {
		test.each(STAYS)('%j stays one segment of the path', async (id, segment) => {
			const { error } = await run(untouched(named, '={{ $json.id }}'), { items: [{ id }] });

			expect(urls(sandbox())).toEqual([`GET ${named.path.replace('{id}', segment)}`]);
			expect(error?.message).toContain('(404)');
		});

		test.each([
			['a number', 42, '42'],
			['zero', 0, '0'],
		])('may be %s', async (__, id, segment) => {
			await run(untouched(named, '={{ $json.id }}'), { items: [{ id }] });

			expect(urls(sandbox())).toEqual([`GET ${named.path.replace('{id}', segment)}`]);
		});

		test.each([
			['nothing', undefined, 'The field ID is empty'],
			['null', null, 'The field ID is empty'],
			['blanks', '  ', 'The field ID is empty'],
			['an object', { id: 1 }, 'The field ID is empty'],
			['a list', ['x'], 'The field ID is empty'],
			['a switch', true, 'The field ID is empty'],
			['a dot', '.', '"." cannot be the identifier of a record'],
			['two dots', ' .. ', '".." cannot be the identifier of a record'],
			['half a character', 'a\ud83d', '"a\ufffd" cannot be the identifier of a record'],
		])('that is %s is refused before anything is sent', async (__, id, sentence) => {
			const { error } = await run(untouched(named, '={{ $json.id }}'), {
				items: [{ id } as never],
			});

			expect(error?.message).toBe(`${sentence} [item 0]`);
			expect(error?.description).toMatch(/(Fill|Check the field) ID/);
			expect(sandbox().log).toEqual([]);
		});
	});
});

describe('a path that leads elsewhere', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });
	let elsewhere: Sandbox;
	beforeEach(async () => (elsewhere = await startSandbox({ calls: 1 })));
	afterEach(async () => await elsewhere.close());
	const host = () => new URL(elsewhere.url).host;

	/** `{host}` stands for a server that would be glad of the key. */
	const REFUSED = [
		'http://{host}/public/events',
		'HTTP://{host}/public/events',
		'http:{host}/public/events',
		'http:/{host}/public/events',
		'//{host}/public/events',
		' //{host}/public/events',
		'///{host}/public/events',
		'\\\\{host}\\public\\events',
		'/\\{host}/public/events',
		'\\/{host}/public/events',
		'http://user:password@{host}/',
		'//user@{host}/public/events',
		'/\t/{host}/public/events',
		'/\n/{host}',
		'\u0000//{host}/public/events',
		'\ufeff\u200b//{host}',
		'/public/../../admin',
		'../admin',
		'/public/..',
		'/public/%2e%2e/admin',
		'/public/..%2f..%2fadmin',
		'/public/..;/../admin',
		'/public/./events',
		'/public/events#top',
		'/public/my events',
		'/public/größe',
		'/public/100%',
		'javascript:alert(1)',
		'file:///etc/passwd',
		'data:text/plain,x',
	];

	describe.each(each)('typed at %s', (_, named) => {
		test.each(REFUSED)('as %j is refused before anything is sent', async (typed) => {
			const path = typed.replace('{host}', host());
			const withId = named.hasId ? `${path}/{id}` : path;
			const { error } = await run(
				{ ...untouched(named), endpointPath: '={{ $json.path }}' },
				{ items: [{ path: withId }] },
			);

			expect(error?.message).toBe(`The Endpoint Path "${withId.trim()}" cannot be used [item 0]`);
			expect(error?.description).toContain('Enter a path below the Base URL');
			expect(sandbox().log).toEqual([]);
			expect(elsewhere.log).toEqual([]);
		});

		test.each([
			['a number', 7],
			['an object', { path: '/public/events' }],
			['a list', ['/public/events']],
			['nothing', null],
			['a blank', ' '],
		])('as an expression that gives %s is refused', async (__, path) => {
			const { error } = await run(
				{ ...untouched(named), endpointPath: '={{ $json.path }}' },
				{ items: [{ path } as never] },
			);

			expect(error?.message).toContain('The Endpoint Path "" cannot be used');
			expect(sandbox().log).toEqual([]);
		});

		test('by a redirect of the service is not followed', async () => {
			const location = `${elsewhere.url}/public/events`;
			sandbox().fault({ fault: { kind: 'redirect', status: 302, location } });
			const { error } = await run(untouched(named));

			expect(error?.message).toContain(`redirected the request to ${location} (302)`);
			expect(sandbox().log).toHaveLength(1);
			expect(elsewhere.log).toEqual([]);
		});
	});

	test.each(['/@{host}/events', '/user:password@{host}/events', '/http://{host}/x', '/a//{host}'])(
		'only by its looks, as %j, is used as typed, at the service',
		async (typed) => {
			const path = typed.replace('{host}', host());
			await run({ ...untouched(NAMED[4]), endpointPath: path });

			expect(urls(sandbox())).toEqual([`GET ${path}`]);
			expect(elsewhere.log).toEqual([]);
		},
	);

	test.each(eachWithId)('has a place for the ID at %s, or is refused', async (_, named) => {
		const { error } = await run({ ...untouched(named), endpointPath: '/public/events' });

		expect(error?.message).toBe(
			'The Endpoint Path "/public/events" has no place for the ID [item 0]',
		);
		expect(error?.description).toContain('Write {id} where the ID belongs');
		expect(sandbox().log).toEqual([]);
	});

	test('cannot be made of any pieces, with the Base URL two folders deep', async () => {
		const pieces = [
			...['/', '//', '\\', '.', '..', '%2e', '%2F', '%5c', '%', '{id}', '?', '#', ';', '@', ':'],
			...['http:', '//{host}', '{host}', '\t', '\u0000', 'public', 'ß', '\uff0f', '../'],
		];
		// Every pair, each as an item of its own.
		const texts = pieces.flatMap((one) => pieces.map((other) => `${one}${other}`));
		const items = texts.map((text) => ({ text: text.replaceAll('{host}', host()) }));
		const credential = { apiKey: sandbox().apiKey, baseUrl: `${sandbox().url}/deep/down` };
		const evil = '={{ $json.text }}';
		for (const parameters of [
			{ ...untouched(NAMED[2]), endpointPath: evil },
			{ ...untouched(NAMED[3], evil), endpointPath: evil },
			{ ...untouched(NAMED[3], evil) },
		]) {
			sandbox().clear();
			const result = await run(parameters, {
				items,
				credential,
				settings: { onError: 'continueRegularOutput' },
			});

			expect(result.items).toHaveLength(items.length);
			expect(sandbox().log.length).toBeGreaterThan(20);
			const reached = sandbox().log.map(({ url }) => new URL(url, sandbox().url).pathname);
			expect(reached.filter((path) => !/^\/deep\/down(\/|$)/.test(path))).toEqual([]);
			expect(elsewhere.log).toEqual([]);
		}
	}, 120_000);
});

describe('lists', () => {
	const { sandbox, run } = againstSandbox({ calls: 1, pageSize: 50 });
	const events = (parameters: INodeParameters) => run({ ...untouched(NAMED[4]), ...parameters });

	test.each([
		['Return All', { returnAll: true }, 120, 3],
		['a limit of 70', { limit: 70 }, 70, 2],
		['a limit of 50', { limit: 50 }, 50, 1],
		['a limit of 1', { limit: 1 }, 1, 1],
		['the default limit', {}, 50, 1],
	])('with %s are read page by page, and no further', async (_, parameters, count, requests) => {
		const { items } = await events(parameters);

		const wanted = Array.from({ length: count }, (__, index) => `event-${index + 1}`);
		expect(items.map(({ json }) => json.Id)).toEqual(wanted);
		expect(sandbox().log).toHaveLength(requests);
		const cursors = sandbox().log.map((request) => queryValues(request, 'cursor').length);
		expect(cursors).toEqual([0, 1, 1].slice(0, requests));
	});

	test('take the cursor under the name in the credential', async () => {
		const other = await startSandbox({ calls: 1, pageSize: 50, cursorParameter: 'after' });
		const credential = { apiKey: other.apiKey, baseUrl: other.url, cursorParameter: 'after' };
		const { items } = await run({ ...untouched(NAMED[4]), returnAll: true }, { credential });
		await other.close();

		expect(items).toHaveLength(120);
		expect(other.log.map((request) => queryValues(request, 'after').length)).toEqual([0, 1, 1]);
	});

	test('whose cursor the service ignores end with a sentence, not twice', async () => {
		sandbox().fault({ fault: { kind: 'ignoreCursor' } });
		const { items, error } = await events({ returnAll: true });

		expect(items).toEqual([]);
		expect(error?.message).toContain('ignored the cursor');
		expect(error?.description).toContain('Cursor Parameter in the credential');
	});

	test.each(['7', ' 7 '])(
		'with a limit of %j, as an expression may give it, are seven',
		async (limit) => {
			expect((await events({ limit })).items).toHaveLength(7);
		},
	);

	test.each([0, -1, 1.5, 'many', '', ' ', true])(
		'with a limit of %j are refused',
		async (limit) => {
			const { error } = await events({ limit });

			expect(error?.message).toBe(
				`Limit is "${limit}", which is not a whole number of at least 1 [item 0]`,
			);
			expect(error?.description).toBe('Correct Limit, or the expression that it holds.');
			expect(sandbox().log).toEqual([]);
		},
	);
});

describe('the answer of the service', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });
	const answers = (body: unknown) => sandbox().fault({ fault: { kind: 'json', body } });

	describe.each(each)('to %s', (_, named) => {
		test.each([
			['one object', { Id: 'x', n: 1 }, [{ Id: 'x', n: 1 }]],
			['an object with a field data', { id: 'x', data: { n: 1 } }, [{ id: 'x', data: { n: 1 } }]],
			['a bare list', [{ id: 'x' }, { id: 'y' }], [{ id: 'x' }, { id: 'y' }]],
			['a list in data', { data: [{ a: 1 }, { a: 1 }] }, [{ a: 1 }, { a: 1 }]],
			['an empty list', { data: [], hasMore: false, nextCursor: '' }, []],
		])('may be %s, and none of it is cut off', async (__, body, records) => {
			answers(body);
			const { items, error } = await run(untouched(named));

			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual(records);
		});

		test.each([
			['null', null],
			['a number', 7],
			['a switch', true],
			['a page without a list', { data: {}, hasMore: false }],
			['a list of texts', ['x']],
			['a list with a hole', { data: [{ Id: 'x' }, null] }],
			['more without a cursor', { data: [{ Id: 'x' }], hasMore: true, nextCursor: null }],
		])('is refused with a sentence where it is %s', async (__, body) => {
			answers(body);
			const { items, error } = await run(untouched(named));

			expect(items).toEqual([]);
			expect(error?.message).toMatch(
				/holds no list|something that is not a record|more records, but not how/,
			);
			expect(error?.description).not.toContain('Filters');
		});

		test.each([
			[
				'a web page',
				{ kind: 'html' },
				'A web page titled "Sign in" came back instead of data (200)',
			],
			['cut off', { kind: 'invalidJson' }, 'The answer of the service is not valid JSON (200)'],
			['empty', { kind: 'empty' }, 'The service sent an empty answer (200)'],
		] as const)('is refused where it is %s', async (__, fault, sentence) => {
			sandbox().fault({ fault });
			const { error } = await run(untouched(named));

			expect(error?.message).toContain(sentence);
		});

		test('is asked for again where the service is busy', async () => {
			sandbox().fault({ times: 1, fault: { kind: 'status', status: 503 } });
			const { error } = await run(untouched(named));

			expect(error).toBeUndefined();
			expect(sandbox().log).toHaveLength(2);
		});

		test('comes out as an error item where the node continues', async () => {
			sandbox().fault({ times: 1, fault: { kind: 'status', status: 404 } });
			const { outputs } = await run(untouched(named), {
				settings: { onError: 'continueErrorOutput' },
			});

			expect(outputs[0]).toEqual([]);
			expect(outputs[1]).toHaveLength(1);
			expect(Object.keys(outputs[1][0].json).sort()).toEqual(['error', 'message']);
			expect(outputs[1][0].json.message).toContain('correct Endpoint Path');
		});
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

		expect(error?.message).toBe('".." cannot be the identifier of a record [item 0]');
		expect(sandbox().log).toEqual([]);
	});
});
