import { backoff, retryAfter, type ApiRequest, type RetryPolicy } from '../../nodes/service/client';
import { json, lost, scriptedClient } from '../support/scriptedClient';
import { CANCELLED, noResponse, rejection, webPage } from '../support/sentences';
import { rejectionOf, textsOf } from '../support/userError';
import { keyRedactor } from '../../nodes/service/redact';
import { useClockAt } from '../support/clock';

const NOW = Date.parse('2026-11-20T08:00:00Z');

const CALL: ApiRequest = { method: 'POST', path: '/calls', body: '{}' };

useClockAt(NOW, 0);

/** Lets the clock run until the promise ends, and says how it ended and after how many milliseconds. */
async function run<T>(promise: Promise<T>): Promise<{ value: T | Error; after: number }> {
	const end = promise.then(
		(value) => ({ value, after: Date.now() - NOW }),
		(error: Error) => ({ value: error, after: Date.now() - NOW }),
	);
	await jest.runAllTimersAsync();
	return await end;
}

const bodyOf = async (promise: Promise<unknown>) => (await run(promise)).value;

const errorOf = async (promise: Promise<unknown>) => textsOf((await run(promise)).value);

describe('a GET', () => {
	it.each([
		...[429, 502, 503, 504, 520, 524].map((status) => [status, json('', status)] as const),
		['a lost connection', lost('ECONNRESET', 'read')] as const,
	])('is repeated after %s', async (_, response) => {
		const { client, requests } = scriptedClient([response, json({ ok: true })]);
		expect(await bodyOf(client.get('/x', { a: 1 }))).toEqual({ ok: true });
		expect(requests).toEqual(
			Array<ApiRequest>(2).fill({ method: 'GET', path: '/x', query: { a: 1 } }),
		);
	});

	it.each([
		['500', json({}, 500), rejection(500)],
		['a web page', json('<html></html>', 200), webPage(200)],
		['a host that was not found', lost('ENOTFOUND'), noResponse('unknownHost', 'ENOTFOUND')],
		[
			'an error that is none of the network',
			new Error('Domain not allowed'),
			{ message: 'Domain not allowed', advice: '' },
		],
	])('is not repeated after %s', async (_, response, texts) => {
		const { client, requests } = scriptedClient([response, json({ ok: true })]);
		expect(await errorOf(client.get('/x'))).toEqual(texts);
		expect(requests).toHaveLength(1);
	});

	it('is given up after the fourth attempt, with the number of attempts in the advice', async () => {
		const { client, requests } = scriptedClient([429, 503, 502, 429, 200].map((s) => json({}, s)));
		const { advice, ...texts } = rejection(429);
		expect(await errorOf(client.get('/x'))).toEqual({
			...texts,
			advice: `The node tried 4 times in 2 s. ${advice}`,
		});
		expect(requests).toHaveLength(4);
	});

	it('waits a little where the time that the service asks for is over', async () => {
		const over = { 'retry-after': 'Fri, 20 Nov 2026 07:00:00 GMT' };
		const { client } = scriptedClient([json({}, 429, over), json({})]);
		expect(await run(client.get('/x'))).toEqual({ value: {}, after: 200 });
	});

	it.each<[string, RetryPolicy | undefined, number, number, string]>([
		['60', undefined, 3, 120_000, 'The node tried 3 times in 120 s. '],
		[
			'120.001',
			undefined,
			1,
			0,
			'The service asks for a wait of 121 s, which is longer than this node waits. ',
		],
		['10', { attempts: 2, patienceMs: 60_000 }, 2, 10_000, 'The node tried 2 times in 10 s. '],
		['10', { attempts: 9, patienceMs: 25_000 }, 3, 20_000, 'The node tried 3 times in 20 s. '],
		['10', { attempts: 1, patienceMs: 0 }, 1, 0, ''],
	])('asked to wait %s s each time, with the retries %j, is sent %d times', async (...row) => {
		const [header, retries, count, milliseconds, effort] = row;
		const busy = json({}, 503, { 'retry-after': header });
		const { client, requests } = scriptedClient(Array(9).fill(busy), { retries });
		const { value, after } = await run(client.get('/x'));
		const { advice, ...texts } = rejection(503);
		expect(textsOf(value)).toEqual({ ...texts, advice: effort + advice });
		expect(value).toMatchObject({ retryAfterMs: Number(header) * 1000 });
		expect([requests.length, after]).toEqual([count, milliseconds]);
	});

	it.each([
		['ECONNRESET', true],
		['ENOTFOUND', false],
	])('that gets no response tells whether there may be one later: %s', async (code, mayPass) => {
		const { client } = scriptedClient([lost(code)], { retries: { attempts: 1, patienceMs: 0 } });
		expect(await bodyOf(client.get('/x'))).toMatchObject({ mayPass });
	});

	it('never says that the service asked to wait where it only was slow', async () => {
		const slow = async () => {
			await jest.advanceTimersByTimeAsync(300_000);
			throw lost('ECONNABORTED');
		};
		const { client, requests } = scriptedClient([slow, json({})]);
		const { message, advice } = await errorOf(client.get('/x'));
		expect(message).toBe(noResponse('tooSlow', '').message);
		expect(advice).toContain('The node tried once in 300 s.');
		expect(advice).not.toContain('asks for a wait');
		expect(requests).toHaveLength(1);
	});
});

it('what is sent once gives the response as it came, or why there was none', async () => {
	const busy = json({ message: 'busy' }, 429);
	const { client, requests } = scriptedClient([busy, lost('ECONNREFUSED', 'connect')]);
	expect(await client.sendOnce(CALL)).toBe(busy);
	const { message } = noResponse('refused', '');
	expect(await client.sendOnce(CALL)).toMatchObject({ neverSent: true, message });
	expect(requests).toEqual([CALL, CALL]);
});

describe('the key', () => {
	const key = 'sk-"live"&123';

	it.each([
		['the words of the service', json({ message: `No key ${key} here` }, 401)],
		['the address of a redirect', json('', 302, { location: `https://x.example/?key=${key}` })],
		[
			'the title of a web page, after its codes were read',
			json(`<html><title>${key.replace(/&/g, '&amp;amp;')}</title>`),
		],
		['what n8n threw', new Error(`Cannot send ${key}`)],
	])('is taken out of %s', async (_, response) => {
		const { client } = scriptedClient([response], { redact: keyRedactor(key) });
		const { message, advice } = await errorOf(client.get('/x', {}, { key: `Check ${key}.` }));
		expect(message).toContain('[API key]');
		expect(`${message} ${advice}`).not.toContain('live');
	});
});

describe('a cancelled execution', () => {
	it('sends nothing any more', async () => {
		const { client, requests } = scriptedClient([json({})], { signal: AbortSignal.abort() });
		expect(client.isCancelled).toBe(true);
		expect(await rejectionOf(client.get('/x'))).toEqual(CANCELLED);
		expect(await rejectionOf(client.sendOnce(CALL))).toEqual(CANCELLED);
		expect(requests).toEqual([]);
	});

	it('ends a wait soon, and sends nothing after it', async () => {
		const controller = new AbortController();
		const script = [json({}, 429, { 'retry-after': '60' }), json({})];
		const { client, requests } = scriptedClient(script, { signal: controller.signal });
		const reading = rejectionOf(client.get('/x'));
		await jest.advanceTimersByTimeAsync(10_000);
		controller.abort();
		await jest.advanceTimersByTimeAsync(100);
		expect(await reading).toEqual(CANCELLED);
		expect(requests).toHaveLength(1);
	});

	it('does not explain a request that it broke off as a fault of the network', async () => {
		const controller = new AbortController();
		const broken = async () => {
			controller.abort();
			throw lost('ERR_CANCELED');
		};
		const { client, requests } = scriptedClient([broken, json({})], { signal: controller.signal });
		expect(await rejectionOf(client.get('/x'))).toEqual({ ...CANCELLED, advice: '' });
		expect(requests).toHaveLength(1);
	});
});

it.each([
	['without a way to cancel', undefined, 1234],
	['with one', new AbortController().signal, 1234],
	['unless it was cancelled before', AbortSignal.abort(), 0],
])('a pause takes its time %s', async (_, signal, milliseconds) => {
	const { client } = scriptedClient([], { signal });
	expect(client.isCancelled).toBe(milliseconds === 0);
	expect((await run(client.pause(1234))).after).toBe(milliseconds);
});

it.each([
	['is missing', undefined, undefined],
	['is empty', '', undefined],
	['is a word', 'soon', undefined],
	['is no text', 7, undefined],
	['is negative', '-7', 0],
	['is zero', '0', 0],
	['is a fraction of a second, with blanks around', ' 1.5 ', 1_500],
	['is a date', 'Fri, 20 Nov 2026 08:01:00 GMT', 60_000],
	['is a date that is over', 'Fri, 20 Nov 2026 07:59:00 GMT', 0],
	['is a date by the clock of the service', 'Fri, 20 Nov 2026 09:01:00 GMT', 60_000],
])('the time that a service asks to wait is read where Retry-After %s', (what, header, ms) => {
	const date = what.includes('clock') ? 'Fri, 20 Nov 2026 09:00:00 GMT' : undefined;
	const headers = { 'retry-after': header, date };
	expect(retryAfter({ status: 429, headers, body: '' })).toBe(ms);
});

it.each([
	[0, [200, 400, 800]],
	[0.5, [300, 600, 1200]],
])(
	'the pause before the next attempt doubles, and is different for everybody: %d',
	(random, pauses) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		expect([1, 2, 3].map(backoff)).toEqual(pauses);
	},
);
