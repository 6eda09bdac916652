import { backoff, isResponse, retryAfter, type Request } from '../../nodes/shared/client';
import { UserError } from '../../nodes/shared/userError';
import { BASE_URL, json, lost, scripted } from './scripted';
import { saidAfter } from './said';

const NOW = Date.parse('2026-11-20T08:00:00Z');

const CANCELLED = {
	title: 'The execution was cancelled',
	advice: 'Nothing more was sent.',
};

const BUSY = 'The service is receiving too many requests (429)';
const LESS =
	'Wait a little, and let fewer requests through at once: fewer items, or Loop Over Items with a Wait node.';

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

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

const problemOf = async (promise: Promise<unknown>) =>
	await saidAfter(run(promise).then(({ value }) => Promise.reject(value)));

describe('reading', () => {
	it('asks for the path with the query, and gives the body', async () => {
		const { service, requests } = scripted([json({ Id: 'call-1' })]);
		const body = await service.get('/public/calls', { filter: ['a:==:b'], sort: undefined });
		expect(body).toEqual({ Id: 'call-1' });
		expect(requests).toEqual<Request[]>([
			{ method: 'GET', path: '/public/calls', query: { filter: ['a:==:b'], sort: undefined } },
		]);
	});

	it('needs no query', async () => {
		const { service, requests } = scripted([json({})]);
		await service.get('/public/calls/1');
		expect(requests).toEqual<Request[]>([{ method: 'GET', path: '/public/calls/1', query: {} }]);
	});

	it.each([
		['429', json({}, 429)],
		['502', json('', 502)],
		['503', json('<html></html>', 503)],
		['504', json({}, 504)],
		['a lost connection', lost('ECONNRESET', 'read')],
		['a connection that was refused', lost('ECONNREFUSED', 'connect')],
		['a time-out', lost('ECONNABORTED')],
		['a name server that is busy', lost('EAI_AGAIN')],
	])('is repeated after %s', async (_, answer) => {
		const { service, requests } = scripted([answer, json({ ok: true })]);
		expect(await bodyOf(service.get('/x', { a: 1 }))).toEqual({ ok: true });
		expect(requests).toEqual(
			Array<Request>(2).fill({ method: 'GET', path: '/x', query: { a: 1 } }),
		);
	});

	it.each([
		['400', json({ message: 'No' }, 400), 'The service refused the request: No (400)'],
		['401', json({}, 401), 'The service did not accept the API key (401)'],
		['404', json({}, 404), 'The service has nothing at this address (404)'],
		['408', json({}, 408), 'The service refused the request (408)'],
		['500', json({}, 500), 'The service could not answer (500)'],
		['501', json({}, 501), 'The service could not answer (501)'],
		[
			'a redirect',
			json('', 307, { location: '/x' }),
			'The service redirected the request to /x (307)',
		],
		['a web page', json('<html></html>', 200), 'A web page came back instead of data (200)'],
		['a host that is not known', lost('ENOTFOUND'), 'The host api.example.com is not known'],
		[
			'a certificate that was not accepted',
			lost('CERT_HAS_EXPIRED'),
			'The certificate of api.example.com was not accepted',
		],
		[
			'a key that cannot be sent',
			new UserError('The API key is empty', ''),
			'The API key is empty',
		],
		['an error that is none of the network', new Error('Domain not allowed'), 'Domain not allowed'],
	])('is not repeated after %s', async (_, answer, title) => {
		const { service, requests } = scripted([answer, json({ ok: true })]);
		expect((await problemOf(service.get('/x'))).title).toBe(title);
		expect(requests).toHaveLength(1);
	});

	it('is given up after the fourth try, with the number of tries in the advice', async () => {
		const { service, requests } = scripted([429, 503, 502, 429, 200].map((s) => json({}, s)));
		expect(await problemOf(service.get('/x'))).toEqual({
			title: BUSY,
			advice: `It was tried 4 times in 2 s. ${LESS}`,
			status: 429,
		});
		expect(requests).toHaveLength(4);
	});

	it('pauses twice as long after each try', async () => {
		const { service } = scripted([503, 503, 503, 200].map((status) => json({}, status)));
		const { after } = await run(service.get('/x'));
		expect(after).toBe(200 + 400 + 800);
	});

	it.each([
		['in seconds', '7', 7_000],
		['in seconds with a fraction', '1.5', 1_500],
		['with blanks around', ' 7 ', 7_000],
		['as a date', 'Fri, 20 Nov 2026 08:00:30 GMT', 30_000],
		['as a date that is over', 'Fri, 20 Nov 2026 07:00:00 GMT', 200],
		['as no time at all', '0', 200],
		['as something else', 'soon', 200],
		['not at all', undefined, 200],
	])('waits as the service says, given %s', async (_, header, milliseconds) => {
		const { service } = scripted([json({}, 429, { 'retry-after': header }), json({})]);
		expect(await run(service.get('/x'))).toEqual({ value: {}, after: milliseconds });
	});

	it('waits two minutes in all, and not longer', async () => {
		const patient = scripted([json({}, 503, { 'retry-after': '120' }), json({ ok: true })]);
		expect(await run(patient.service.get('/x'))).toEqual({ value: { ok: true }, after: 120_000 });

		const { service, requests } = scripted([json({}, 503, { 'retry-after': '120.001' }), json({})]);
		expect(await problemOf(service.get('/x'))).toEqual({
			title: 'The service could not answer (503)',
			advice:
				'The service asks to wait 121 s, which is longer than this node waits. If it goes on, ask the service with the words above.',
			status: 503,
		});
		expect(requests).toHaveLength(1);
	});

	it('counts the waiting before, too', async () => {
		const slow = json({}, 429, { 'retry-after': '50' });
		const { service, requests } = scripted([slow, slow, slow, json({})]);
		const { value, after } = await run(service.get('/x'));
		expect(value).toBeInstanceOf(UserError);
		expect(after).toBe(100_000);
		expect(requests).toHaveLength(3);
	});

	it('never says that the service asked to wait where it only was slow', async () => {
		const slow = async () => {
			await jest.advanceTimersByTimeAsync(300_000);
			throw lost('ECONNABORTED');
		};
		const { service, requests } = scripted([slow, json({})]);
		const { title, advice } = await problemOf(service.get('/x'));
		expect(requests).toHaveLength(1);
		expect(title).toBe('The service did not answer in time');
		expect(advice).not.toContain('asks to wait');
	});

	it.each(['0', '5'])('never says that %s s are longer than it waits', async (header) => {
		const slow = async () => {
			await jest.advanceTimersByTimeAsync(119_900);
			return json({}, 503, { 'retry-after': header });
		};
		const { service } = scripted([slow, json({})]);
		expect((await problemOf(service.get('/x'))).advice).not.toContain('asks to wait');
	});

	it('says what the operation knows better about a status', async () => {
		const { service } = scripted([json({}, 404)]);
		const advice = { 404: 'There is no such call.' };
		expect((await problemOf(service.get('/x', {}, advice))).advice).toBe('There is no such call.');
	});

	it('says it also after the last try', async () => {
		const { service } = scripted(Array(4).fill(json({}, 429)));
		const problem = await problemOf(service.get('/x', {}, { 429: 'Take it easy.' }));
		expect(problem.advice).toBe('It was tried 4 times in 2 s. Take it easy.');
	});
});

describe('sending once', () => {
	it.each([
		['an answer of success', json({})],
		['a refusal that a GET would repeat', json({ message: 'busy' }, 429)],
	])('gives %s as it came', async (_, answer) => {
		const { service, requests } = scripted([answer]);
		const request: Request = { method: 'POST', path: '/calls', body: '{}' };
		expect(await service.once(request)).toBe(answer);
		expect(requests).toEqual([request]);
	});

	it('says why there was no answer', async () => {
		const { service, requests } = scripted([lost('ECONNREFUSED', 'connect')]);
		const answer = await service.once({ method: 'POST', path: '/calls' });
		expect(isResponse(answer)).toBe(false);
		expect(answer).toMatchObject({
			neverSent: true,
			reason: 'Nothing answers at api.example.com: the connection was refused',
		});
		expect(requests).toHaveLength(1);
	});
});

describe('a cancelled execution', () => {
	it('sends nothing any more', async () => {
		const { service, requests } = scripted([json({})], AbortSignal.abort());
		expect(service.cancelled).toBe(true);
		expect(await saidAfter(service.get('/x'))).toEqual(CANCELLED);
		expect(await saidAfter(service.once({ method: 'POST', path: '/x' }))).toEqual(CANCELLED);
		expect(requests).toEqual([]);
	});

	it('ends a wait soon, and sends nothing after it', async () => {
		const controller = new AbortController();
		const answers = [json({}, 429, { 'retry-after': '60' }), json({})];
		const { service, requests } = scripted(answers, controller.signal);
		const reading = saidAfter(service.get('/x'));
		await jest.advanceTimersByTimeAsync(10_000);
		controller.abort();
		await jest.advanceTimersByTimeAsync(100);
		expect(await reading).toEqual(CANCELLED);
		expect(requests).toHaveLength(1);
	});

	it('does not wait at all where it was cancelled before', async () => {
		const { service } = scripted([], AbortSignal.abort());
		expect(await run(service.pause(60_000))).toEqual({ value: undefined, after: 0 });
	});

	it('does not explain a request that it broke off as a fault of the network', async () => {
		const controller = new AbortController();
		const broken = async () => {
			controller.abort();
			throw lost('ERR_CANCELED');
		};
		const { service, requests } = scripted([broken, json({})], controller.signal);
		expect(await saidAfter(service.get('/x'))).toEqual({ ...CANCELLED, advice: '' });
		expect(requests).toHaveLength(1);
	});

	it('may have sent a request that it broke off', async () => {
		const controller = new AbortController();
		const broken = async () => {
			controller.abort();
			throw lost('ECONNREFUSED', 'connect');
		};
		const { service } = scripted([broken], controller.signal);
		expect(await service.once({ method: 'POST', path: '/calls' })).toEqual({
			neverSent: false,
			mayPass: false,
			reason: CANCELLED.title,
			todo: '',
		});
	});

	it('is one only where n8n can say so', () => {
		expect(scripted([]).service.cancelled).toBe(false);
		expect(scripted([], new AbortController().signal).service.cancelled).toBe(false);
	});
});

describe('waiting', () => {
	it.each([
		['without a way to cancel', undefined],
		['with one', new AbortController().signal],
	])('takes its time %s', async (_, signal) => {
		const { service } = scripted([], signal);
		expect((await run(service.pause(1234))).after).toBe(1234);
	});

	it.each([
		[{}, undefined],
		[{ 'retry-after': '' }, undefined],
		[{ 'retry-after': ' ' }, undefined],
		[{ 'retry-after': 'soon' }, undefined],
		[{ 'retry-after': 7 }, undefined],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': '86400' }, 86_400_000],
		[{ 'retry-after': 'Fri, 20 Nov 2026 08:01:00 GMT' }, 60_000],
		[{ 'retry-after': '2026-11-20T08:01:00Z' }, 60_000],
		[{ 'retry-after': 'Fri, 20 Nov 2026 09:01:00 +0100' }, 60_000],
		[{ 'retry-after': 'Fri, 20 Nov 2026 07:59:00 GMT' }, 0],
	])('is asked for by the headers %j', (headers, milliseconds) => {
		expect(retryAfter({ status: 429, headers, body: '' })).toBe(milliseconds);
	});

	it('is different for everybody, so that not all come back at once', () => {
		const spread = (random: number) => {
			jest.spyOn(Math, 'random').mockReturnValue(random);
			return [1, 2, 3].map(backoff);
		};
		expect(spread(0)).toEqual([200, 400, 800]);
		expect(spread(0.5)).toEqual([300, 600, 1200]);
	});
});

it('the address of a path is below the base URL', () => {
	expect(scripted([]).service.address('/calls')).toBe(`${BASE_URL}/calls`);
});
