import { sleep } from 'n8n-workflow';
import { assistants, generateCalls, startSandbox } from '../../sandbox';
import { fillIn } from '../../sandbox/conversation';
import { splitDelay } from '../../sandbox/faults';
import type { Call, Fault, FaultRule, Page, Sandbox, SandboxOptions } from '../../sandbox';

const minute = 60_000;
const newest = new Date('2026-03-10T12:00:00.000Z');
const running: Sandbox[] = [];

/** A sandbox whose clock stands still unless a test moves it. */
async function start(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox({
		newest,
		now: () => newest.getTime() + 5 * minute,
		...options,
	});
	running.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
});

type Query = Array<[string, string]>;
type Headers = Record<string, string>;

const withKey = (sandbox: Sandbox): Headers => ({ Authorization: sandbox.apiKey });

async function get(sandbox: Sandbox, path: string, query: Query = [], headers?: Headers) {
	const text = new URLSearchParams(query).toString();
	return await fetch(`${sandbox.url}${path}${text && `?${text}`}`, {
		headers: headers ?? withKey(sandbox),
		redirect: 'manual',
	});
}

async function post(sandbox: Sandbox, body: unknown, headers: Headers = {}) {
	return await fetch(`${sandbox.url}/calls`, {
		method: 'POST',
		headers: {
			Authentication: sandbox.apiKey,
			'Content-Type': 'application/json',
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
		redirect: 'manual',
	});
}

const someCall = { assistant_id: 'assistant-mara', phone_number: '+12025550123' };

async function messageOf(response: Response): Promise<string> {
	const { message } = (await response.json()) as { message: string };
	return message;
}

async function pageOf(sandbox: Sandbox, query: Query = [], path = '/public/calls'): Promise<Page> {
	const response = await get(sandbox, path, query);
	expect(response.status).toBe(200);
	return (await response.json()) as Page;
}

/** Reads every page; `between` runs after each of them. */
async function readAll(
	sandbox: Sandbox,
	query: Query = [],
	{ path = '/public/calls', parameter = 'cursor', between = async () => {} } = {},
): Promise<Call[]> {
	const records: Call[] = [];
	let cursor = '';
	do {
		const page = await pageOf(sandbox, cursor ? [...query, [parameter, cursor]] : query, path);
		records.push(...(page.data as Call[]));
		expect(page.hasMore).toBe(page.nextCursor !== '');
		cursor = page.nextCursor;
		await between();
	} while (cursor !== '');
	return records;
}

const idsOf = (records: readonly Call[]) => records.map(({ Id }) => Id);

describe('the API key', () => {
	test.each([
		['POST', 'Authentication', 'Authorization'],
		['GET', 'Authorization', 'Authentication'],
	])('%s takes it in %s only', async (method, right, wrong) => {
		const sandbox = await start();
		const send = async (names: string[], key = sandbox.apiKey) =>
			await fetch(`${sandbox.url}${method === 'POST' ? '/calls' : '/public/calls'}`, {
				method,
				headers: {
					'Content-Type': 'application/json',
					...Object.fromEntries(names.map((name) => [name, key])),
				},
				body: method === 'POST' ? JSON.stringify(someCall) : undefined,
			});

		expect((await send([right])).status).toBe(200);
		for (const names of [[], [wrong], [right, wrong]]) {
			const refused = await send(names);
			expect(refused.status).toBe(401);
			expect(await messageOf(refused)).toContain(`in the header ${right}`);
		}
		const invalid = await send([right], `Bearer ${sandbox.apiKey}`);
		expect(invalid.status).toBe(401);
		expect(await invalid.json()).toEqual({ error: 'Unauthorized', message: 'Invalid API key.' });
		expect(sandbox.placed).toHaveLength(method === 'POST' ? 1 : 0);
	});

	test.each([
		'/public/calls/x',
		'/public/calendars',
		'/public/calendars/calendar-1',
		'/public/company',
		'/public/events',
		'/public/events/event-1',
	])('%s needs it too', async (path) => {
		expect((await get(await start(), path, [], {})).status).toBe(401);
	});
});

describe('the generated records', () => {
	const plan = { count: 500, seed: 7, newest, everyMinutes: 10 };

	test('are the same for the same plan and differ for another seed', () => {
		const records = generateCalls(plan);
		expect(generateCalls(plan)).toEqual(records);
		expect(idsOf(generateCalls({ ...plan, seed: 8 }))).not.toEqual(idsOf(records));
	});

	test('go back in time at even distances, each with an Id of its own', () => {
		const records = generateCalls(plan);
		expect(records.map(({ StartedAt }) => Date.parse(StartedAt))).toEqual(
			records.map((_, index) => newest.getTime() - index * 10 * minute),
		);
		expect(new Set(idsOf(records)).size).toBe(500);
	});

	test('have the fields of a call and the values seen', () => {
		const records = generateCalls(plan);
		for (const record of records) {
			expect(Object.keys(record)).toEqual([
				'Id',
				'Company',
				'Status',
				'Assistant',
				'AssistantName',
				'PhoneNumber',
				'Summary',
				'StartedAt',
				'EndedAt',
				'Transcript',
				'Keywords',
				'Flags',
			]);
			expect(record.PhoneNumber).toMatch(/^(Web|\+[1-9]\d{5,14})$/);
			expect(record.EndedAt > record.StartedAt).toBe(true);
			expect(record.Flags).toEqual([expect.stringMatching(/^(green|yellow|red), (phone|web)$/)]);
			expect(record.Transcript.length).toBeGreaterThanOrEqual(2);
			expect(record.Transcript.length).toBeLessThanOrEqual(6);
			expect(record.Transcript.map(({ Sorting }) => Sorting)).toEqual([
				...record.Transcript.keys(),
			]);
			expect(record.Summary).toBe(
				record.Transcript.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n'),
			);
		}
		expect(new Set(records.flatMap(({ Keywords }) => Keywords))).toEqual(
			new Set(['Callback', 'WrongNumber', 'PrankCall', 'Invoice', 'Offer', 'Appointment']),
		);
		expect(new Set(records.map(({ Status }) => Status))).toEqual(new Set(['unread', 'archive']));
		expect(records.filter(({ PhoneNumber }) => PhoneNumber === 'Web').length).toBeGreaterThan(20);
	});

	test('share no parts: changing one leaves the others alone', () => {
		const [first, ...others] = generateCalls(plan);
		const before = JSON.stringify(others);
		first.Transcript[0].Text = 'changed';
		first.Keywords.push('changed');
		expect(JSON.stringify(others)).toBe(before);
	});

	test('give way to records that are handed in, whatever their shape', async () => {
		const records = [null, { Id: 'a', Extra: [1] }, 'text', { Id: 7, Keywords: 'Offer' }];
		const sandbox = await start({ records });
		expect((await pageOf(sandbox)).data).toEqual(records);
		expect((await pageOf(sandbox, [['sort', 'StartedAt:desc']])).data).toHaveLength(4);
		expect((await pageOf(sandbox, [['filter', 'Keywords:array-contains-any:Offer']])).data).toEqual(
			[],
		);
		expect((await get(sandbox, '/public/calls/a')).status).toBe(200);
	});
});

describe('Call Create', () => {
	test('answers {} and notes what was placed', async () => {
		const sandbox = await start();
		const response = await post(sandbox, { ...someCall, first_name: 'Ada' });
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(await response.json()).toEqual({});
		expect(sandbox.placed).toEqual([
			{ ...someCall, variables: { first_name: 'Ada' }, at: '2026-03-10T12:05:00.000Z' },
		]);
	});

	test.each<[string, unknown, string, Headers?]>([
		['text that is not JSON', '{', 'not valid JSON'],
		['an empty body', '', 'not valid JSON'],
		['a list', '[]', 'JSON object'],
		['null', 'null', 'JSON object'],
		['no assistant', { phone_number: '+12025550123' }, 'assistant_id'],
		['an empty assistant', { ...someCall, assistant_id: ' ' }, 'assistant_id'],
		['an assistant that is no text', { ...someCall, assistant_id: 1 }, 'assistant_id'],
		['no number', { assistant_id: 'a' }, 'phone_number'],
		[
			'the number under its misspelt name',
			{ assistant_id: 'a', phone_numer: '+12' },
			'phone_number',
		],
		['a national number', { ...someCall, phone_number: '02025550123' }, 'phone_number'],
		['a number with blanks', { ...someCall, phone_number: '+1 202 5550123' }, 'phone_number'],
		[
			'a number that is too long',
			{ ...someCall, phone_number: '+1234567890123456' },
			'phone_number',
		],
		['a variable that is a number', { ...someCall, amount: 5 }, '"amount" must be a string'],
		['a variable that is null', { ...someCall, amount: null }, '"amount" must be a string'],
		['a variable __proto__ that is a list', `{"__proto__":[]}`, '"__proto__" must be a string'],
		['another content type', someCall, 'content type', { 'Content-Type': 'text/plain' }],
		['a content type that is none', someCall, 'content type', { 'Content-Type': 'json' }],
	])('refuses %s and places nothing', async (_what, body, words, headers = {}) => {
		const sandbox = await start();
		const response = await post(sandbox, body, headers);
		expect(response.status).toBe(400);
		expect((await messageOf(response)).toLowerCase()).toContain(words.toLowerCase());
		expect(sandbox.placed).toEqual([]);
		expect(sandbox.calls).toHaveLength(250);
	});

	test('takes fields that look like an answer for what they are', async () => {
		const sandbox = await start();
		const response = await post(sandbox, { ...someCall, status: 'x', body: 'y', refused: 'z' });
		expect(response.status).toBe(200);
		expect(sandbox.placed[0].variables).toEqual({ status: 'x', body: 'y', refused: 'z' });
	});
});

describe('a created call', () => {
	const setOff = async (variables: object | string, assistant = 'assistant-mara') => {
		let time = newest.getTime();
		const sandbox = await start({ now: () => time, turnSeconds: 3 });
		const body = typeof variables === 'string' ? variables : { ...someCall, ...variables };
		const sent = typeof body === 'string' ? body : { ...body, assistant_id: assistant };
		expect((await post(sandbox, sent)).status).toBe(200);
		return {
			sandbox,
			after: async (seconds: number) => {
				time = newest.getTime() + seconds * 1000;
				const { data } = await pageOf(sandbox, [['sort', 'StartedAt:desc']]);
				return data[0] as Call;
			},
		};
	};
	const spoken = (call: Call) => call.Transcript.map(({ Text }) => Text);

	test('is listed at once, speaks a turn at a time and ends with a summary', async () => {
		const { sandbox, after } = await setOff({
			first_name: 'Ada',
			company: 'Acme',
			outcome: 'offer',
		});
		const ringing = await after(0);
		expect(ringing).toMatchObject({
			Status: 'unread',
			Assistant: 'assistant-mara',
			AssistantName: 'Mara',
			PhoneNumber: '+12025550123',
			StartedAt: newest.toISOString(),
			EndedAt: '',
			Summary: '',
			Transcript: [],
		});
		const first = await after(3);
		expect(first.EndedAt).toBe('');
		expect(first.Transcript).toEqual([
			{
				Sorting: 0,
				Role: 'AI',
				Text: expect.stringContaining('Hello Ada, this is Mara from Acme.') as string,
			},
		]);
		expect((await after(8.9)).Transcript).toHaveLength(2);

		const ended = await after(3600);
		const turns = ended.Transcript.length;
		expect(ended.Transcript.map(({ Sorting }) => Sorting)).toEqual([...Array(turns).keys()]);
		expect(Date.parse(ended.EndedAt)).toBe(newest.getTime() + turns * 3000);
		expect(ended.Summary.split('\n')[1]).toMatch(/^User: ./);
		expect(ended.Summary.split('\n')).toHaveLength(turns);
		expect(ended.Keywords).toEqual(['Offer']);
		expect(ended.Flags).toEqual(['green, phone']);
		expect(await (await get(sandbox, `/public/calls/${ended.Id}`)).json()).toEqual(ended);
		expect(sandbox.calls[0]).toEqual(ended);
	});

	test('has an Id that depends on the seed only', async () => {
		const ids = await Promise.all(
			[10, 20].map(async (calls) => {
				const sandbox = await start({ calls });
				await post(sandbox, someCall);
				await post(sandbox, someCall);
				return idsOf(sandbox.calls.slice(0, 2));
			}),
		);
		expect(ids[0]).toEqual(ids[1]);
		expect(new Set(ids[0]).size).toBe(2);
	});

	test('ends at once where turns take no time', async () => {
		const sandbox = await start({ turnSeconds: 0 });
		await post(sandbox, someCall);
		expect(sandbox.calls[0].EndedAt).toBe(sandbox.calls[0].StartedAt);
		expect(sandbox.calls[0].Transcript.length).toBeGreaterThan(2);
	});

	test.each([
		['wrong number', 'WrongNumber'],
		['PrankCall', 'PrankCall'],
		['CALLBACK', 'Callback'],
		['something else', 'Appointment'],
	])('with the outcome "%s" has the keyword %s', async (outcome, keyword) => {
		const { after } = await setOff({ outcome });
		expect((await after(3600)).Keywords).toEqual([keyword]);
	});

	test('keeps a placeholder that no variable fills', async () => {
		const { after } = await setOff({ first_name: 'Ada' });
		expect(spoken(await after(3))[0]).toContain('Hello Ada, this is Mara from {company}.');
	});

	test('takes values literally and fills no placeholder in a value', async () => {
		const { after } = await setOff({
			first_name: "$& $1 $' {company} \\",
			company: '{first_name}',
		});
		expect(spoken(await after(3))[0]).toContain(
			"Hello $& $1 $' {company} \\, this is Mara from {first_name}.",
		);
	});

	test('speaks every variable that its instructions do not use', async () => {
		const names = ['__proto__', 'constructor', 'toString', 'a.b[0]', 'größe', 'a}', '', 'empty'];
		const pairs = names.map((name, index) => [name, name === 'empty' ? '' : `value ${index}`]);
		const members = pairs.map(
			([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
		);
		const { sandbox, after } = await setOff(
			`${JSON.stringify(someCall).slice(0, -1)},${members.join(',')}}`,
		);
		const notes = spoken(await after(3600)).find((text) => text.startsWith('My notes: '));
		for (const [name, value] of pairs) expect(notes).toContain(`${name}: ${value}`);
		expect(Object.entries(sandbox.placed[0].variables)).toEqual(pairs);
	});

	test('fills a placeholder whose name holds a brace', () => {
		const variables = new Map([
			['a', '1'],
			['a}', '2'],
			['{b', '3'],
		]);
		expect(fillIn('{a} {a}} {{b} {c} {', variables)).toBe('1 2 3 {c} {');
	});

	test.each(assistants.map(({ id, name }) => [id, name]))(
		'%s introduces itself',
		async (id, name) => {
			const { after } = await setOff({}, id);
			const call = await after(3600);
			expect(call.AssistantName).toBe(name);
			expect(spoken(call)[0]).toContain(`this is ${name}`);
		},
	);

	test('of an assistant that the sandbox does not know is named by its id', async () => {
		const { after } = await setOff({ first_name: 'Ada' }, 'my-own-assistant');
		const call = await after(3600);
		expect(call).toMatchObject({
			Assistant: 'my-own-assistant',
			AssistantName: 'my-own-assistant',
		});
		expect(spoken(call)[0]).toContain('Hello Ada');
	});
});

describe('Calls List', () => {
	const record = (Id: string, fields: Partial<Call>) => ({
		Id,
		Keywords: [],
		Flags: [],
		...fields,
	});
	const records = [
		record('a', { Status: 'unread', Keywords: ['Offer', 'Callback'], Flags: ['green, phone'] }),
		record('b', {
			Status: 'archive',
			Keywords: ['Invoice'],
			StartedAt: '2026-03-10T12:00:00.000Z',
		}),
		record('c', { Status: 'unread', Keywords: [], Summary: 'AI: one\nUser: two:three' }),
		record('d', { Status: '', PhoneNumber: '+12025550123', StartedAt: '2026-03-09T12:00:00.000Z' }),
	];

	test.each<[string[], string]>([
		[[], 'abcd'],
		[['Status:==:unread'], 'ac'],
		[['Status:==:'], 'd'],
		[['Status:not:archive'], 'acd'],
		[['Status:==:Unread'], ''],
		[['PhoneNumber:==:+12025550123'], 'd'],
		[['StartedAt:==:2026-03-10T12:00:00.000Z'], 'b'],
		[['Summary:==:AI: one\nUser: two:three'], 'c'],
		[['Keywords:array-contains-any:Callback,Invoice'], 'ab'],
		[['Keywords:array-contains-any:callback'], ''],
		[['Flags:array-contains-any:phone'], 'a'],
		[['Status:==:unread', 'Keywords:array-contains-any:Callback'], 'a'],
	])('with the filters %j finds "%s"', async (filters, found) => {
		const sandbox = await start({ records });
		const { data } = await pageOf(
			sandbox,
			filters.map((filter) => ['filter', filter]),
		);
		expect(idsOf(data as Call[]).join('')).toBe(found);
	});

	test.each([
		['filter', 'Status', '<Field>:<operator>:<value>'],
		['filter', 'Status:unread', '<Field>:<operator>:<value>'],
		['filter', 'status:==:unread', '"status"'],
		['filter', 'Transcript:==:x', '"Transcript"'],
		['filter', 'Status:=:unread', '"="'],
		['filter', 'Status:>=:unread', '">="'],
		['filter', 'Status:array-contains-any:unread', 'needs a list'],
		['filter', 'Keywords:==:Offer', 'needs a text'],
		['filter', 'Keywords:array-contains-any:', 'empty value'],
		['filter', 'Keywords:array-contains-any:a,,b', 'empty value'],
		['filter[0]', 'Status:==:unread', 'Repeat "filter"'],
		['filters', 'Status:==:unread', '"filters" is not known'],
		['sort', 'StartedAt', '<Field>:<direction>'],
		['sort', 'StartedAt:down', '"down"'],
		['sort', 'startedAt:asc', '"startedAt"'],
		['sort', 'Keywords:asc', '"Keywords"'],
		['limit', '10', '"limit" is not known'],
		['pageSize', '10', '"pageSize" is not known'],
		['cursor', 'wrong', 'cursor'],
		['cursor', '', 'cursor'],
	])('refuses %s=%s', async (name, value, words) => {
		const response = await get(await start(), '/public/calls', [[name, value]]);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
	});

	test('refuses a second sort', async () => {
		const sort: Query = [
			['sort', 'StartedAt:asc'],
			['sort', 'Id:asc'],
		];
		expect((await get(await start(), '/public/calls', sort)).status).toBe(400);
	});

	test('without a sort is in the order held, the newest first', async () => {
		const sandbox = await start();
		expect(idsOf(await readAll(sandbox))).toEqual(idsOf(sandbox.calls));
		expect(sandbox.calls[0].StartedAt).toBe(newest.toISOString());
	});

	test.each([
		['StartedAt', 'asc'],
		['StartedAt', 'desc'],
		['PhoneNumber', 'asc'],
	] as const)('sorts by %s:%s', async (field, direction) => {
		const values = (await readAll(await start(), [['sort', `${field}:${direction}`]])).map(
			(call) => call[field],
		);
		const sorted = [...values].sort();
		expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse());
		expect(values).toHaveLength(250);
	});

	test('hands out 100 records a page, a cursor, and none at the end', async () => {
		const sandbox = await start();
		const first = await pageOf(sandbox);
		expect(first.data).toHaveLength(100);
		expect(first.hasMore).toBe(true);
		expect(first.nextCursor).toMatch(/^c\/\+=./);
		await readAll(sandbox);
		expect(sandbox.log).toHaveLength(4);
		expect((await pageOf(await start({ calls: 100 }))).nextCursor).toBe('');
		expect(await pageOf(await start({ calls: 0 }))).toEqual({
			data: [],
			hasMore: false,
			nextCursor: '',
		});
	});

	test('takes names for cursor and page size, and any characters in a cursor', async () => {
		const sandbox = await start({
			cursorParameter: 'after',
			cursorPrefix: 'c-100/+= &#%ü',
			pageSizeParameter: 'per_page',
		});
		const query: Query = [['per_page', '7']];
		const read = await readAll(sandbox, query, { parameter: 'after' });
		expect(idsOf(read)).toEqual(idsOf(sandbox.calls));
		expect(sandbox.log).toHaveLength(Math.ceil(250 / 7));
		expect((await get(sandbox, '/public/calls', [['cursor', 'x']])).status).toBe(400);
		for (const size of ['0', '-1', '1.5', 'many', '', '1001']) {
			expect((await get(sandbox, '/public/calls', [['per_page', size]])).status).toBe(400);
		}
	});

	test('refuses a cursor under other filters or another sort', async () => {
		const sandbox = await start({ pageSize: 5 });
		const query: Query = [
			['filter', 'Status:==:unread'],
			['sort', 'StartedAt:asc'],
		];
		const { nextCursor } = await pageOf(sandbox, query);
		for (const other of [[], query.slice(0, 1), query.slice(1)]) {
			const wrong: Query = [...other, ['cursor', nextCursor]];
			expect((await get(sandbox, '/public/calls', wrong)).status).toBe(400);
		}
		const misspelt: Query = [...query, ['cursor', `C${nextCursor.slice(1)}`]];
		expect((await get(sandbox, '/public/calls', misspelt)).status).toBe(400);
		expect((await pageOf(sandbox, [...query, ['cursor', nextCursor]])).data).toHaveLength(5);
	});

	test.each<[string, Query]>([
		['unsorted', []],
		['newest first', [['sort', 'StartedAt:desc']]],
		['oldest first', [['sort', 'StartedAt:asc']]],
		['by a field that changes meanwhile', [['sort', 'EndedAt:asc']]],
		['by a filter that stops matching meanwhile', [['filter', 'Status:==:unread']]],
	])('loses and doubles nothing while records change, %s', async (_how, query) => {
		let time = newest.getTime() + minute;
		const sandbox = await start({ calls: 60, pageSize: 7, now: () => time });
		await post(sandbox, someCall);
		const due = await readAll(sandbox, query);
		const read = await readAll(sandbox, query, {
			between: async () => {
				time += 5000;
				await post(sandbox, someCall);
				sandbox.calls[30].Status = 'archive';
			},
		});
		expect(idsOf(read)).toEqual(idsOf(due));
	});

	test('notices records that a test changes by hand', async () => {
		const sandbox = await start({ calls: 5 });
		await pageOf(sandbox, [['filter', 'Status:==:new']]);
		sandbox.calls[3].Status = 'new';
		sandbox.calls.pop();
		expect((await pageOf(sandbox, [['filter', 'Status:==:new']])).data).toEqual([sandbox.calls[3]]);
	});

	test('notices records that a test adds by hand', async () => {
		const sandbox = await start({ calls: 5, pageSize: 2 });
		expect(await readAll(sandbox)).toHaveLength(5);
		sandbox.calls.push({ ...sandbox.calls[0], Id: 'added' });
		expect(idsOf(await readAll(sandbox)).at(-1)).toBe('added');
	});

	test('keeps the order held among equals', async () => {
		const sandbox = await start();
		for (const sort of ['Company:asc', 'Company:desc']) {
			expect(idsOf(await readAll(sandbox, [['sort', sort]]))).toEqual(idsOf(sandbox.calls));
		}
	});

	test('keeps a cursor that is in use while many other lists are begun', async () => {
		const sandbox = await start({ calls: 30, pageSize: 10 });
		let number = 0;
		const read = await readAll(sandbox, [], {
			between: async () => {
				for (let count = 0; count < 60; count++) {
					await pageOf(sandbox, [['filter', `Id:not:${number++}`]]);
				}
			},
		});
		expect(read).toHaveLength(30);
	});
});

describe('Call Read', () => {
	test('returns one record, whatever its Id', async () => {
		const Id = 'a/b c%2F?#ü';
		const sandbox = await start({ records: [{ Id, Status: 'unread' }] });
		const found = await get(sandbox, `/public/calls/${encodeURIComponent(Id)}`);
		expect(found.status).toBe(200);
		expect(await found.json()).toEqual({ Id, Status: 'unread' });
		expect((await get(sandbox, `/public/calls/${'x'.repeat(500)}`)).status).toBe(404);
	});

	test('answers an unknown Id with 404 and a stray parameter with 400', async () => {
		const sandbox = await start();
		const unknown = await get(sandbox, '/public/calls/nobody');
		expect(unknown.status).toBe(404);
		expect(await unknown.json()).toEqual({
			error: 'Not Found',
			message: 'There is no call "nobody".',
		});
		const { Id } = sandbox.calls[0];
		expect((await get(sandbox, `/public/calls/${Id}`, [['limit', '1']])).status).toBe(400);
	});
});

describe('the operations that are only named', () => {
	test('lists and reads them', async () => {
		const sandbox = await start();
		for (const what of ['calendars', 'events']) {
			const all = await readAll(sandbox, [], { path: `/public/${what}` });
			expect(all.length).toBeGreaterThan(2);
			expect(new Set(idsOf(all)).size).toBe(all.length);
			const one = await get(sandbox, `/public/${what}/${all[1].Id}`);
			expect(await one.json()).toEqual(all[1]);
			expect((await get(sandbox, `/public/${what}/nothing`)).status).toBe(404);
			expect((await get(sandbox, `/public/${what}`, [['filter', 'Id:==:1']])).status).toBe(400);
		}
		expect(sandbox.log.filter(({ path }) => path === '/public/events')).toHaveLength(3);
		expect(await (await get(sandbox, '/public/company')).json()).toHaveProperty('Name');
	});

	test('does not take the cursor of another list', async () => {
		const sandbox = await start();
		const { nextCursor } = await pageOf(sandbox);
		expect((await get(sandbox, '/public/events', [['cursor', nextCursor]])).status).toBe(400);
	});

	test('moves them to other paths', async () => {
		const sandbox = await start({ paths: { company: '/v2/firm', event: '/v2/events/{id}' } });
		expect((await get(sandbox, '/v2/firm')).status).toBe(200);
		expect((await get(sandbox, '/v2/events/event-1')).status).toBe(200);
		expect((await get(sandbox, '/public/company')).status).toBe(404);
		expect((await get(sandbox, '/public/calendars')).status).toBe(200);
	});
});

test.each(['/', '/calls', '/public/calls/', '//public/calls', '/v1/public/calls'])(
	'an unknown route, GET %s, is answered with 404 in JSON',
	async (path) => {
		const response = await get(await start(), path);
		const expected = path === '/public/calls/' ? 'no call ""' : `There is no GET ${path} here.`;
		expect(response.status).toBe(404);
		expect(await messageOf(response)).toContain(expected);
	},
);

describe('the log', () => {
	test('holds requests in order of arrival as they arrived', async () => {
		const sandbox = await start();
		await get(sandbox, '/public/calls', [
			['filter', 'Status:==:unread'],
			['filter', 'Id:not:a b'],
		]);
		await post(sandbox, someCall);
		await post(sandbox, '{"a');
		await get(sandbox, '/nowhere');
		await get(sandbox, '/public/calls', [], {});
		await fetch(`${sandbox.url}/public/calls/%zz`, { headers: withKey(sandbox) });
		expect(sandbox.log.map(({ method, path, status }) => [method, path, status])).toEqual([
			['GET', '/public/calls', 200],
			['POST', '/calls', 200],
			['POST', '/calls', 400],
			['GET', '/nowhere', 404],
			['GET', '/public/calls', 401],
			['GET', '/public/calls/%zz', 400],
		]);
		const [list, created, broken] = sandbox.log;
		expect(list.url).toBe('/public/calls?filter=Status%3A%3D%3D%3Aunread&filter=Id%3Anot%3Aa+b');
		expect(list.query).toEqual([
			['filter', 'Status:==:unread'],
			['filter', 'Id:not:a b'],
		]);
		expect(list.headers.authorization).toBe('present');
		expect(list.headers).not.toHaveProperty('authentication');
		expect(created.headers).toMatchObject({
			authentication: 'present',
			'content-type': 'application/json',
		});
		expect(created.body).toEqual(someCall);
		expect(broken).toMatchObject({ rawBody: '{"a', body: undefined });
	});

	test('never holds the key', async () => {
		const apiKey = 'k"1 +/=\\ä';
		const sandbox = await start({ apiKey });
		const headers = { Authorization: 'k', 'X-Copy': 'k"1 +/=\\', Authentication: 'k' };
		await post(sandbox, { ...someCall, note: `my key is ${apiKey}!` }, { ...headers });
		await get(sandbox, `/public/calls/${encodeURIComponent(apiKey)}`, [[apiKey, apiKey]], headers);
		const plain = await start({ apiKey: 'plain-key' });
		await get(plain, '/public/plain-key', [['a', 'plain-key']], { 'X-Copy': 'plain-key' });

		const [created, read] = sandbox.log;
		expect(created.body).toEqual({ ...someCall, note: 'my key is [key]!' });
		expect(created.rawBody).toContain('my key is [key]!');
		expect(read.query).toEqual([['[key]', '[key]']]);
		expect(read.path).toBe('/public/calls/[key]');
		expect(read.url).toBe('/public/calls/[key]?[key]=[key]');
		expect(plain.log[0].headers['x-copy']).toBe('[key]');
		expect(JSON.stringify(plain.log)).not.toContain('plain-key');
	});
});

describe('what is in flight', () => {
	test('is counted, and never more than one for a client that waits', async () => {
		const sandbox = await start({ delayMs: 1 });
		for (let count = 0; count < 20; count++) await pageOf(sandbox);
		expect(sandbox.inFlight).toEqual({ now: 0, max: 1 });
		sandbox.inFlight.max = 0;
		await pageOf(sandbox);
		expect(sandbox.inFlight).toEqual({ now: 0, max: 1 });
	});

	test('is counted up to the most at once', async () => {
		const sandbox = await start();
		sandbox.fault({ fault: { kind: 'never' } });
		const answers = Promise.allSettled([1, 2, 3].map(async () => await pageOf(sandbox)));
		while (sandbox.inFlight.now < 3) await sleep(1);
		expect(sandbox.inFlight).toEqual({ now: 3, max: 3 });
		await sandbox.close();
		await answers;
		while (sandbox.inFlight.now > 0) await sleep(1);
		expect(sandbox.inFlight.max).toBe(3);
	});
});

describe('faults', () => {
	const list = async (sandbox: Sandbox) => await get(sandbox, '/public/calls');
	const during = async (fault: Fault, options?: SandboxOptions) => {
		const sandbox = await start(options);
		sandbox.fault({ fault });
		return sandbox;
	};
	const until = async (condition: () => boolean) => {
		while (!condition()) await sleep(1);
	};

	describe('befall the requests that their rule names', () => {
		const status = (code: number): Fault => ({ kind: 'status', status: code });
		const statuses = async (rules: FaultRule[], requests: Array<() => Promise<Response>>) => {
			const seen: number[] = [];
			for (const request of requests) seen.push((await request()).status);
			return [rules.length, ...seen].slice(1);
		};

		test.each<[string, Omit<FaultRule, 'fault'>, number[]]>([
			['no condition', {}, [503, 503, 503, 503]],
			['a method', { method: 'POST' }, [200, 503, 200, 200]],
			['a path', { path: '/public/calls' }, [503, 200, 503, 200]],
			['a path that is only the beginning', { path: '/public' }, [200, 200, 200, 200]],
			['a pattern', { path: /^\/public\/c.+/g }, [503, 200, 503, 503]],
			['a pattern as text', { path: '^/public/c.+y$' }, [200, 200, 200, 503]],
			['skip', { skip: 2 }, [200, 200, 503, 503]],
			['times', { times: 2 }, [503, 503, 200, 200]],
			['skip and times', { skip: 1, times: 1, method: 'GET' }, [200, 200, 503, 200]],
			['first-page', { when: 'first-page' }, [503, 200, 200, 200]],
			['later-page', { when: 'later-page' }, [200, 200, 503, 200]],
		])('%s', async (_what, rule, expected) => {
			const sandbox = await start();
			const { nextCursor } = await pageOf(sandbox);
			const rules = [{ ...rule, fault: status(503) }];
			rules.forEach((each) => sandbox.fault(each));
			const requests = [
				async () => await get(sandbox, '/public/calls'),
				async () => await post(sandbox, someCall),
				async () => await get(sandbox, '/public/calls', [['cursor', nextCursor]]),
				async () => await get(sandbox, '/public/company'),
			];
			expect(await statuses(rules, requests)).toEqual(expected);
		});

		test('one after the other, and no longer once cleared', async () => {
			const sandbox = await start();
			await post(sandbox, someCall);
			expect(sandbox.placed).toHaveLength(1);
			sandbox.fault({ times: 1, fault: status(429) });
			sandbox.fault({ times: 1, fault: status(502) });
			sandbox.fault({ fault: status(500) });
			const seen = [];
			for (let count = 0; count < 4; count++) seen.push((await list(sandbox)).status);
			expect(seen).toEqual([429, 502, 500, 500]);
			sandbox.clear();
			expect([sandbox.log, sandbox.placed, sandbox.inFlight.max]).toEqual([[], [], 0]);
			expect((await list(sandbox)).status).toBe(200);
		});
	});

	test.each<[string, Fault, number, string, string]>([
		[
			'a status',
			{ kind: 'status', status: 429, headers: { 'Retry-After': '7' } },
			429,
			'json',
			'{"error":"Too Many Requests","message":"The sandbox was told to answer with 429."}',
		],
		['a status with text', { kind: 'status', status: 500, body: 'oh' }, 500, 'text/plain', 'oh'],
		['a status with JSON', { kind: 'status', status: 418, body: [1] }, 418, 'json', '[1]'],
		[
			'a status with HTML',
			{ kind: 'status', status: 502, body: '<p>', contentType: 'text/html' },
			502,
			'text/html',
			'<p>',
		],
		['any JSON', { kind: 'json', body: { data: null } }, 200, 'json', '{"data":null}'],
		['JSON null', { kind: 'json', body: null }, 200, 'json', 'null'],
		['a page', { kind: 'html' }, 200, 'text/html', '<!DOCTYPE html>'],
		['a page with a status', { kind: 'html', status: 404 }, 404, 'text/html', '<!DOCTYPE html>'],
		['JSON that is none', { kind: 'invalidJson' }, 200, 'json', '{"data": [{'],
		['an empty body', { kind: 'empty' }, 200, '', ''],
		['204', { kind: 'empty', status: 204 }, 204, '', ''],
		['a redirect', { kind: 'redirect', status: 307, location: 'http://x.test/' }, 307, '', ''],
		['the key', { kind: 'echoKey' }, 401, 'json', 'sandbox-key'],
		['the key in 200', { kind: 'echoKey', status: 200 }, 200, 'json', 'sandbox-key'],
	])('answer with %s', async (_what, fault, status, type, words) => {
		const sandbox = await during(fault);
		for (const [response, method] of [
			[await list(sandbox), 'GET'],
			[await post(sandbox, someCall), 'POST'],
		] as Array<[Response, string]>) {
			expect([method, response.status]).toEqual([method, status]);
			expect(response.headers.get('content-type') ?? '').toContain(type);
			const text = await response.text();
			expect(text).toContain(words);
			if (words === '') expect(text).toBe('');
			if (fault.kind === 'invalidJson') expect(() => JSON.parse(text) as unknown).toThrow();
			expect(response.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
			expect(response.headers.get('location')).toBe(status === 307 ? 'http://x.test/' : null);
		}
		expect(sandbox.log.map((entry) => entry.status)).toEqual([status, status]);
		expect(JSON.stringify(sandbox.log)).not.toContain('sandbox-key');
	});

	test.each<[Fault, number]>([
		[{ kind: 'status', status: 502 }, 0],
		[{ kind: 'status', status: 502, accepted: true }, 1],
		[{ kind: 'status', status: 202 }, 1],
		[{ kind: 'html' }, 1],
		[{ kind: 'html', accepted: false }, 0],
		[{ kind: 'redirect', status: 302, location: '/' }, 0],
		[{ kind: 'drop', at: 'arrival' }, 0],
		[{ kind: 'drop', at: 'read' }, 0],
		[{ kind: 'drop', at: 'answer' }, 1],
		[{ kind: 'drop' }, 1],
		[{ kind: 'cutOff' }, 1],
		[{ kind: 'delay', ms: 1 }, 1],
		[{ kind: 'delay', ms: 1, then: { kind: 'status', status: 429 } }, 0],
		[{ kind: 'emptyPage' }, 1],
	])('%j: calls placed %d', async (fault, placed) => {
		const sandbox = await during(fault);
		await post(sandbox, someCall)
			.then(async (response) => await response.text())
			.catch(() => 'dropped');
		expect(sandbox.placed).toHaveLength(placed);
		expect(sandbox.log).toHaveLength(1);
		await post(sandbox, { ...someCall, phone_number: '1' })
			.then(async (response) => await response.text())
			.catch(() => 'dropped');
		expect(sandbox.placed).toHaveLength(placed);
	});

	test.each(['arrival', 'read', 'answer'] as const)('drop the connection: %s', async (at) => {
		const sandbox = await during({ kind: 'drop', at });
		await expect(list(sandbox)).rejects.toThrow();
		await expect(post(sandbox, someCall)).rejects.toThrow();
		expect(sandbox.log.map(({ status }) => status)).toEqual([null, null]);
		expect(sandbox.log[1].body).toEqual(at === 'arrival' ? undefined : someCall);
		expect(sandbox.inFlight.now).toBe(0);
	});

	test.each([{}, { chunked: true }, { bytes: 10 }, { bytes: 10, chunked: true }])(
		'cut off the body: %j',
		async (how) => {
			const sandbox = await during({ kind: 'cutOff', ...how });
			const response = await list(sandbox);
			expect(response.status).toBe(200);
			expect(response.headers.has('content-length')).toBe(!('chunked' in how));
			const reader = response.body?.getReader();
			let received = 0;
			const read = async () => {
				for (;;) {
					const part = await reader?.read();
					if (part?.done !== false) return;
					received += part.value.length;
				}
			};
			await expect(read()).rejects.toThrow();
			const expected = 'bytes' in how ? 10 : 1000;
			expect(received).toBeGreaterThanOrEqual(expected);
			expect(sandbox.log[0].status).toBe(200);
		},
	);

	test.each<Fault>([{ kind: 'never' }, { kind: 'delay', ms: 3_600_000 }])(
		'%j waits until the client gives up',
		async (fault) => {
			const sandbox = await during(fault);
			const client = new AbortController();
			const answer = fetch(`${sandbox.url}/public/calls`, {
				headers: withKey(sandbox),
				signal: client.signal,
			});
			const failed = expect(answer).rejects.toThrow();
			await until(() => sandbox.log.length === 1);
			expect(sandbox.inFlight).toEqual({ now: 1, max: 1 });
			client.abort();
			await failed;
			await until(() => sandbox.inFlight.now === 0);
			expect(sandbox.log[0].status).toBeNull();
		},
	);

	test.each<Fault>([{ kind: 'never' }, { kind: 'delay', ms: 3_600_000 }])(
		'%j does not keep the sandbox from closing',
		async (fault) => {
			const sandbox = await during(fault);
			const failed = expect(list(sandbox)).rejects.toThrow();
			await until(() => sandbox.log.length === 1);
			await sandbox.close();
			await failed;
			expect(sandbox.log[0].status).toBeNull();
		},
	);

	test('never with accepted places the call', async () => {
		const sandbox = await during({ kind: 'never', accepted: true });
		const failed = expect(post(sandbox, someCall)).rejects.toThrow();
		await until(() => sandbox.placed.length === 1);
		await sandbox.close();
		await failed;
	});

	test('delays add up', () => {
		const then: Fault = { kind: 'delay', ms: 3, then: { kind: 'html' } };
		expect(splitDelay({ kind: 'delay', ms: 4, then })).toEqual({ ms: 7, fault: { kind: 'html' } });
		expect(splitDelay(undefined)).toEqual({ ms: 0, fault: undefined });
	});

	test('delay carries out at once and answers a client that gave up with nothing', async () => {
		const sandbox = await during({ kind: 'delay', ms: 1000 });
		const client = new AbortController();
		const answer = fetch(`${sandbox.url}/calls`, {
			method: 'POST',
			headers: { Authentication: sandbox.apiKey, 'Content-Type': 'application/json' },
			body: JSON.stringify(someCall),
			signal: client.signal,
		});
		const failed = expect(answer).rejects.toThrow();
		await until(() => sandbox.placed.length === 1);
		client.abort();
		await failed;
		await until(() => sandbox.inFlight.now === 0);
		expect(sandbox.log[0].status).toBeNull();
	});

	describe('of lists', () => {
		const sorted: Query = [['sort', 'StartedAt:desc']];
		const startedAt = (page: Page) => (page.data as Call[]).map((call) => call.StartedAt);

		test('repeatCursor gives the cursor that was sent', async () => {
			const sandbox = await during({ kind: 'repeatCursor' });
			const first = await pageOf(sandbox);
			const second = await pageOf(sandbox, [['cursor', first.nextCursor]]);
			expect(second.nextCursor).toBe(first.nextCursor);
			expect(second.data).toEqual(sandbox.calls.slice(100, 200));
		});

		test('ignoreCursor gives the first page again', async () => {
			const sandbox = await during({ kind: 'ignoreCursor' });
			const first = await pageOf(sandbox);
			expect(await pageOf(sandbox, [['cursor', first.nextCursor]])).toEqual(first);
			expect(await pageOf(sandbox, [['cursor', 'anything']])).toEqual(first);
		});

		test('emptyPage puts empty pages, each with a new cursor, before the page that was due', async () => {
			const sandbox = await start();
			sandbox.fault({ skip: 1, times: 3, fault: { kind: 'emptyPage' } });
			expect(idsOf(await readAll(sandbox))).toEqual(idsOf(sandbox.calls));
			expect(sandbox.log).toHaveLength(6);
			const cursors = sandbox.log.slice(1).map(({ query }) => query[0][1]);
			expect(new Set(cursors).size).toBe(5);
		});

		test('emptyPage works for the first page of a short list as well', async () => {
			const sandbox = await start({ calls: 3 });
			sandbox.fault({ times: 2, fault: { kind: 'emptyPage' } });
			const first = await pageOf(sandbox);
			expect(first).toMatchObject({ data: [], hasMore: true });
			expect(idsOf(await readAll(sandbox, []))).toHaveLength(3);
		});

		test('ignoreSort mixes the records, or leaves them as held, on every page', async () => {
			const records = generateCalls({ count: 250, seed: 1, newest, everyMinutes: 10 }).reverse();
			const sandbox = await start({ records });
			sandbox.fault({ when: 'first-page', fault: { kind: 'ignoreSort' } });
			const mixed = await readAll(sandbox, sorted);
			expect(idsOf(mixed).sort()).toEqual(idsOf(sandbox.calls).sort());
			const times = startedAt({ data: mixed.slice(0, 100), hasMore: true, nextCursor: '' });
			expect(times).not.toEqual([...times].sort());
			expect(times).not.toEqual([...times].sort().reverse());
			expect(idsOf(mixed)).not.toEqual(idsOf(sandbox.calls));

			sandbox.clear();
			sandbox.fault({ fault: { kind: 'ignoreSort', order: 'held' } });
			expect(idsOf(await readAll(sandbox, sorted))).toEqual(idsOf(sandbox.calls));
		});

		test('refuseSort refuses the sort and only that', async () => {
			const sandbox = await start();
			sandbox.fault({ times: 1, fault: { kind: 'refuseSort' } });
			expect((await list(sandbox)).status).toBe(200);
			const refused = await get(sandbox, '/public/calls', sorted);
			expect(refused.status).toBe(400);
			expect(await messageOf(refused)).toContain('StartedAt:desc');
			expect((await get(sandbox, '/public/calls', sorted)).status).toBe(200);
		});

		test('leave other operations alone and do not count them', async () => {
			const sandbox = await start();
			sandbox.fault({ times: 1, fault: { kind: 'delay', ms: 1, then: { kind: 'emptyPage' } } });
			expect((await get(sandbox, '/public/company')).status).toBe(200);
			expect((await post(sandbox, someCall)).status).toBe(200);
			expect((await pageOf(sandbox)).data).toEqual([]);
		});
	});
});

describe('control over HTTP', () => {
	const control = async (sandbox: Sandbox, method: string, what: string, body?: unknown) =>
		await fetch(`${sandbox.url}/__sandbox/${what}`, {
			method,
			body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
		});

	test('switches faults and shows log and placed calls, without a key or a trace', async () => {
		const sandbox = await start();
		const rule = { path: '^/public/', times: 2, fault: { kind: 'status', status: 503 } };
		expect((await control(sandbox, 'POST', 'faults', rule)).status).toBe(200);
		expect((await get(sandbox, '/public/company')).status).toBe(503);
		await control(sandbox, 'DELETE', 'faults');
		expect((await get(sandbox, '/public/company')).status).toBe(200);
		await post(sandbox, someCall);

		const log = (await (await control(sandbox, 'GET', 'log')).json()) as unknown[];
		expect(log).toEqual(JSON.parse(JSON.stringify(sandbox.log)));
		expect(log).toHaveLength(3);
		expect(await (await control(sandbox, 'GET', 'placed')).json()).toEqual(sandbox.placed);
		expect((await control(sandbox, 'GET', 'nothing')).status).toBe(404);
		expect(sandbox.log).toHaveLength(3);
		expect(sandbox.inFlight.max).toBe(1);
	});

	test('is not subject to faults and delays', async () => {
		const sandbox = await start({ delayMs: 3_600_000 });
		sandbox.fault({ fault: { kind: 'drop', at: 'arrival' } });
		expect((await control(sandbox, 'GET', 'log')).status).toBe(200);
		expect((await control(sandbox, 'GET', 'nothing')).status).toBe(404);
	});

	test.each<[unknown, string]>([
		['{', 'JSON'],
		[[], 'JSON object'],
		[{}, '"fault"'],
		[{ fault: { kind: 'toString' } }, 'one of status'],
		[{ fault: { kind: 'status' } }, '"status" (number)'],
		[{ fault: { kind: 'redirect', status: 302 } }, '"location"'],
		[{ fault: { kind: 'json' } }, '"body"'],
		[{ fault: { kind: 'delay', ms: 1, then: { kind: 'x' } } }, 'one of status'],
		[{ fault: { kind: 'html' }, path: 'public' }, '"path"'],
		[{ fault: { kind: 'html' }, path: '^(' }, 'pattern'],
		[{ fault: { kind: 'html' }, method: 'get' }, '"method"'],
		[{ fault: { kind: 'html' }, when: 'now' }, '"when"'],
		[{ fault: { kind: 'html' }, times: -1 }, '"times"'],
		[{ fault: { kind: 'html' }, skip: '1' }, '"skip"'],
	])('refuses %j', async (rule, words) => {
		const sandbox = await start();
		const response = await control(sandbox, 'POST', 'faults', rule);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
		expect((await get(sandbox, '/public/calls')).status).toBe(200);
	});
});

describe('starting and closing', () => {
	test('rejects where the port is taken', async () => {
		const port = Number(new URL((await start()).url).port);
		await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});

	test('without options offers 250 calls that end before now', async () => {
		const sandbox = await startSandbox();
		running.push(sandbox);
		expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(sandbox.apiKey).toBe('sandbox-key');
		expect(sandbox.calls).toHaveLength(250);
		expect(sandbox.calls.every(({ EndedAt }) => Date.parse(EndedAt) < Date.now())).toBe(true);
	});

	test('may be closed twice', async () => {
		const sandbox = await start();
		await pageOf(sandbox);
		await sandbox.close();
		await sandbox.close();
	});
});
