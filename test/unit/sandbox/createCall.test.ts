import { messageOf, post, someCall, type Headers, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

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
	])('rejects %s and places nothing', async (_what, body, words, headers = {}) => {
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
