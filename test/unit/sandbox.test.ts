import { startSandbox, type Fault, type Sandbox } from '../../sandbox';

/* What a response looks like is what the engine tests and the fault matrix are made of. */

const running: Sandbox[] = [];
afterEach(async () => {
	await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
});

async function start(): Promise<Sandbox> {
	const sandbox = await startSandbox();
	running.push(sandbox);
	return sandbox;
}

/** A valid request of Call Create. */
const someCall = { assistant_id: 'assistant-mara', phone_number: '+12025550123' };

async function post({ url, apiKey }: Sandbox, body: unknown, type = 'application/json') {
	return await fetch(`${url}/calls`, {
		method: 'POST',
		headers: { Authentication: apiKey, 'Content-Type': type },
		body: typeof body === 'string' ? body : JSON.stringify(body),
		redirect: 'manual',
	});
}

/** The message of an error body. */
async function messageOf(response: Response): Promise<string> {
	const { message } = (await response.json()) as { message: string };
	return message;
}

/* What it refuses, so that a wrong request fails a test. */

test.each([
	['POST', '/calls', 'Authentication', 'Authorization'],
	['GET', '/public/calls', 'Authorization', 'Authentication'],
	['GET', '/public/company', 'Authorization', 'Authentication'],
])('%s %s takes the key in %s only', async (method, path, right, wrong) => {
	const sandbox = await start();
	const send = async (names: string[], key = sandbox.apiKey) =>
		await fetch(`${sandbox.url}${path}`, {
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
		expect([names, refused.status]).toEqual([names, 401]);
		expect(await messageOf(refused)).toContain(`in the header ${right}`);
	}
	expect((await send([right], `Bearer ${sandbox.apiKey}`)).status).toBe(401);
	expect(sandbox.placed).toHaveLength(method === 'POST' ? 1 : 0);
});

test.each<[string, unknown, string, string?]>([
	['text that is not JSON', '{', 'not valid JSON'],
	['a list', '[]', 'JSON object'],
	['an assistant that is no text', { ...someCall, assistant_id: 1 }, 'assistant_id'],
	['the number under a wrong name', { assistant_id: 'a', phone_numer: '+12' }, 'phone_number'],
	['a name in the place of an ID', { ...someCall, assistant_id: 'Mara ' }, 'with the ID "mara "'],
	['a national number', { ...someCall, phone_number: '02025550123' }, 'phone_number'],
	['a variable that is a number', { ...someCall, amount: 5 }, '"amount" must be a string'],
	['a variable __proto__ that is a list', '{"__proto__":[]}', '"__proto__" must be a string'],
	['another content type', someCall, 'Content type', 'text/plain'],
])(
	'Call Create rejects %s and places nothing',
	async (_, body, words, type = 'application/json') => {
		const sandbox = await start();
		const response = await post(sandbox, body, type);
		expect([400, 422]).toContain(response.status);
		expect((await messageOf(response)).toLowerCase()).toContain(words.toLowerCase());
		expect([sandbox.placed, sandbox.calls.length]).toEqual([[], 250]);
	},
);

test.each([
	['filter', 'Status:unread', '<Field>:<operator>:<value>'],
	['filter', 'status:==:unread', '"status"'],
	['filter', 'Status:>=:unread', '">="'],
	['filter', 'Status:array-contains-any:unread', 'needs a list'],
	['filter', 'Keywords:==:Offer', 'needs a text'],
	['filter', 'Keywords:array-contains-any:a,,b', 'empty value'],
	['sort', 'StartedAt:down', '"down"'],
	['limit', '10', '"limit" is not known'],
	['cursor', 'wrong', 'cursor'],
])('Calls List rejects %s=%s', async (name, value, words) => {
	const { url, apiKey } = await start();
	const response = await fetch(`${url}/public/calls?${new URLSearchParams([[name, value]])}`, {
		headers: { Authorization: apiKey },
	});
	expect([response.status, await messageOf(response)]).toEqual([
		400,
		expect.stringContaining(words),
	]);
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
	const sandbox = await start();
	sandbox.fault({ fault });
	for (const call of [someCall, { ...someCall, phone_number: '1' }]) {
		await post(sandbox, call)
			.then(async (response) => await response.text())
			.catch(() => 'dropped');
		expect(sandbox.placed).toHaveLength(placed);
	}
	expect(sandbox.log).toHaveLength(2);
});

/** What people switch with curl, which sends JSON as a form. */
async function control(url: string, method: string, path: string, body?: unknown) {
	const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return await fetch(`${url}/__sandbox/${path}`, { method, headers, body: text });
}

test('a person can do what a test can, and none of it is logged', async () => {
	const sandbox = await start();
	const send = async (...request: [method: string, path: string, body?: unknown]) =>
		(await (await control(sandbox.url, ...request)).json()) as unknown;

	await send('POST', 'calls', { keyword: 'Offer', durationSeconds: 60 });
	const [{ Id, EndedAt }] = sandbox.calls;
	expect([EndedAt, sandbox.calls.length]).toEqual(['', 251]);
	expect(await send('POST', `calls/${Id}/end`)).toMatchObject({ Keywords: ['Offer'] });
	expect(await send('DELETE', `calls/${Id}`)).toEqual({ removed: Id });
	await send('PATCH', 'settings', { pageSize: 7 });
	expect(await send('GET', 'settings')).toMatchObject({ pageSize: 7, turnSeconds: 2 });

	const wait = { kind: 'hold', then: { kind: 'status', status: 418 } };
	await send('POST', 'faults', { path: '^/public/', fault: wait });
	const held = fetch(`${sandbox.url}/public/company`);
	while (sandbox.inFlight.now === 0) await send('GET', 'log');
	await send('POST', 'release');
	expect((await held).status).toBe(418);
	await send('DELETE', 'faults');
	expect((await fetch(`${sandbox.url}/public/company`)).status).toBe(401);
	expect(await send('GET', 'log')).toHaveLength(2);
	expect(await send('GET', 'placed')).toEqual([]);
});

test.each<[method: string, path: string, body: unknown, words: string]>([
	['POST', 'faults', '{', 'not valid JSON'],
	['POST', 'faults', {}, "'fault'"],
	['POST', 'faults', { fault: { kind: 'storm' } }, 'refuseSort'],
	['POST', 'faults', { fault: { kind: 'delay', ms: 1, then: { kind: 'redirect' } } }, "'status'"],
	['POST', 'faults', { fault: { kind: 'html' }, path: 'calls' }, 'path'],
	['POST', 'faults', { fault: { kind: 'html' }, path: '^(' }, 'path'],
	['POST', 'calls', { keyword: 'Weather' }, 'Callback'],
	['POST', 'calls', { assistantId: 'Mara' }, 'assistant-mara'],
	['PATCH', 'settings', { dialect: 'klingon' }, 'documented'],
	['PATCH', 'settings', { pagesize: 7 }, 'pagesize'],
	['PATCH', 'settings', { pageSize: '7' }, 'pageSize'],
	['DELETE', 'calls/nobody', {}, 'nobody'],
])('%s %s refuses %j and says what is wrong', async (method, path, body, words) => {
	const response = await control((await start()).url, method, path, body);
	expect(response.ok).toBe(false);
	expect(await messageOf(response)).toContain(words);
});
