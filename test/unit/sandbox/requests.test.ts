import { messageOf, post, someCall, useSandboxes } from '../../support/sandboxClient';

/* What the sandbox refuses, so that a wrong request fails a test. */

const start = useSandboxes();

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
		const response = await post(sandbox, body, { 'Content-Type': type });
		expect([400, 422]).toContain(response.status);
		expect((await messageOf(response)).toLowerCase()).toContain(words.toLowerCase());
		expect([sandbox.placed, sandbox.calls.length]).toEqual([[], 250]);
	},
);
