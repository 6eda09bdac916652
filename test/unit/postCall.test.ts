import { sleep } from 'n8n-workflow';

import type { ApiRequest } from '../../nodes/shared/http/client';
import type { Verdict } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { postCall } from '../../nodes/VoiceAssistantCalls/resources/call/create/postCall';
import { UserError } from '../../nodes/shared/userError';
import { turnWith } from '../support/guarded';
import { BASE_URL, json, lost, scriptedClient, type Script } from '../support/scriptedClient';
import {
	callNotPlaced,
	callUnconfirmed,
	CANCELLED,
	createRejection,
	NO_KEY,
	noResponse,
	notJson,
	rateLimited,
	redirected,
	rejection,
	webPage,
} from '../support/sentences';
import { textsOf } from '../support/userError';

const NOW = Date.parse('2026-11-20T08:00:00Z');

const REQUEST: ApiRequest = {
	method: 'POST',
	path: '/calls',
	body: '{"assistant_id":"asst-1","phone_number":"+4930123456"}',
};

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

/** Places a call that nothing stands in the way of. */
async function place(response: Script, signal?: AbortSignal): Promise<Verdict> {
	const { client, requests } = scriptedClient([response], { signal });
	const verdict = await postCall(client, REQUEST, turnWith(), false, () => undefined);
	expect(requests).toEqual([REQUEST]);
	return verdict as Verdict;
}

/** A verdict as a user reads it. */
function read(verdict: Verdict) {
	return 'error' in verdict ? { kind: verdict.kind, ...textsOf(verdict.error) } : verdict;
}

describe('a call is placed', () => {
	it.each([
		['an empty object', json({}), {}],
		['an empty body', json('', 200), {}],
		['no content', json('', 204), {}],
		['no body', json(undefined, 202), {}],
	])('where the service responds with %s', async (_, scripted, response) => {
		expect(await place(scripted)).toEqual({
			kind: 'placed',
			details: { requestedAt: '2026-11-20T08:00:00.000Z', response },
		});
	});
});

describe('a call was not placed', () => {
	it('where the service has too many requests, which proves that nothing happened', async () => {
		expect(read(await place(json({ message: 'Slow down' }, 429)))).toEqual({
			kind: 'rateLimited',
			...rateLimited('Slow down'),
		});
	});

	it.each([401, 403, 404, 405])(
		'where the path or the header of Create may be wrong: %d',
		async (status) => {
			expect(read(await place(json({ message: 'No' }, status)))).toEqual({
				kind: 'rejected',
				...createRejection(status, `${BASE_URL}/calls`, 'No'),
			});
		},
	);

	it.each([400, 409, 422, 425])('where the service rejects it for good: %d', async (status) => {
		expect(read(await place(json({ message: 'No' }, status)))).toEqual({
			kind: 'rejected',
			...callNotPlaced(rejection(status, 'No')),
		});
	});

	it.each([
		[
			'the connection is refused',
			lost('ECONNREFUSED', 'connect'),
			noResponse('refused', 'ECONNREFUSED'),
		],
		['the host was not found', lost('ENOTFOUND'), noResponse('unknownHost', 'ENOTFOUND')],
		[
			'no connection could be made in time',
			lost('ETIMEDOUT', 'connect'),
			noResponse('noConnection', 'ETIMEDOUT'),
		],
		[
			'the certificate was not accepted',
			lost('CERT_HAS_EXPIRED'),
			noResponse('certificate', 'CERT_HAS_EXPIRED'),
		],
		['the key cannot be sent', new UserError(NO_KEY.message, NO_KEY.advice), NO_KEY],
	])('where %s', async (_, error, texts) => {
		expect(read(await place(error))).toEqual({ kind: 'notSent', ...callNotPlaced(texts) });
	});
});

describe('a call may have been placed', () => {
	it.each([
		['the service fails', json({ message: 'Oops' }, 500), rejection(500, 'Oops')],
		['somebody gave up waiting for the service', json('', 408), rejection(408)],
		[
			'a gateway responds for it',
			json('<html><title>504 Gateway Time-out</title></html>', 504),
			rejection(504, '504 Gateway Time-out'),
		],
		[
			'a redirect comes back',
			json('', 307, { location: 'https://other.example' }),
			redirected('https://other.example', 307),
		],
		['a web page comes back', json('<html></html>'), webPage(200)],
		['the response is cut off', json('{"accepted":'), notJson(200, '{"accepted":')],
		...[[], null, 7].map((body): [string, Script, object] => [
			`the response is ${JSON.stringify(body)}`,
			json(body),
			{ message: 'The response has an unexpected format (200)', advice: '', status: 200 },
		]),
		[
			'the service does not respond in time',
			lost('ECONNABORTED'),
			noResponse('tooSlow', 'ECONNABORTED'),
		],
		['the connection is lost', lost('ECONNRESET', 'read'), noResponse('lost', 'ECONNRESET')],
		['something else happens', new Error('Odd'), { message: 'Odd', advice: '' }],
	] as Array<[string, Script, Parameters<typeof callUnconfirmed>[0]]>)(
		'where %s',
		async (_, response, texts) => {
			const verdict = await place(response);
			expect(read(verdict)).toEqual({ kind: 'unconfirmed', ...callUnconfirmed(texts) });
			expect(verdict.details).toEqual({ requestedAt: '2026-11-20T08:00:00.000Z' });
		},
	);

	it('where the execution was cancelled while the request was on its way', async () => {
		const controller = new AbortController();
		const broken = async () => {
			controller.abort();
			throw lost('ERR_CANCELED');
		};
		expect(read(await place(broken, controller.signal))).toEqual({
			kind: 'unconfirmed',
			...callUnconfirmed({ ...CANCELLED, advice: '' }),
		});
	});
});

describe('with a service that is busy', () => {
	const NOW = Date.parse('2026-11-20T08:00:00Z');

	const BUSY = json({}, 429);

	const busyFor = (retryAfter: string) => json({}, 429, { 'retry-after': retryAfter });

	const RATE_LIMITED = { kind: 'rateLimited', ...rateLimited() };

	beforeEach(() => {
		jest.useFakeTimers({ now: NOW });
		// The shortest pauses.
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});

	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	interface Circumstances {
		waits?: boolean;
		/** Whether the run lets each further request begin. */
		begins?: boolean[];
		/** What forbids the call before each further request. */
		forbidden?: Array<Verdict | undefined>;
		signal?: AbortSignal;
	}

	/** Lets a call have its turn: what became of it, and when which request was sent. */
	async function take(
		script: Script[],
		{ waits = true, begins = [], forbidden = [], signal }: Circumstances = {},
	) {
		const asked: string[] = [];
		const sentAt: number[] = [];
		const { client } = scriptedClient(
			script.map((response) => async () => {
				sentAt.push(Date.now() - NOW);
				asked.push('send');
				if (response instanceof Error) throw response;
				return typeof response === 'function' ? await response() : response;
			}),
			{ signal },
		);
		const turn = turnWith({
			wait: async (ms: number) => {
				if (ms > 0) await sleep(ms);
			},
			begin: () => {
				asked.push('begin');
				return begins.shift() ?? true;
			},
		});
		const forbiddenNow = () => {
			asked.push('forbidden?');
			return forbidden.shift();
		};
		const posting = postCall(
			client,
			{ method: 'POST', path: '/calls', body: '{}' },
			turn,
			waits,
			forbiddenNow,
		);
		const end = posting.then((verdict) => ({ verdict, after: Date.now() - NOW }));
		await jest.runAllTimersAsync();
		const { verdict, after } = await end;
		const texts =
			verdict && 'error' in verdict ? { kind: verdict.kind, ...textsOf(verdict.error) } : verdict;
		return { verdict: texts, after, asked, sentAt };
	}

	describe('the turn of a call', () => {
		it('asks right before the request whether something forbids it, and announces it', async () => {
			const { verdict, asked } = await take([json({})]);
			expect(verdict?.kind).toBe('placed');
			expect(asked).toEqual(['forbidden?', 'begin', 'send']);
		});

		it('sends nothing where something forbids it by now', async () => {
			const skipped: Verdict = { kind: 'skipped', details: { skippedBy: 'callingHours' } };
			const { verdict, asked } = await take([], { forbidden: [skipped] });
			expect(verdict).toEqual(skipped);
			expect(asked).toEqual(['forbidden?']);
		});

		it('sends nothing where the run has ended meanwhile', async () => {
			const { verdict, sentAt } = await take([], { begins: [false] });
			expect(verdict).toBeUndefined();
			expect(sentAt).toEqual([]);
		});
	});

	describe('a further request', () => {
		it('is sent only after a 429, which proves that nothing happened', async () => {
			const repeated: unknown[] = [];
			const responses = [
				...[200, 204, 301, 400, 401, 404, 408, 409, 422, 425, 429, 500, 502, 503, 504].map(
					(status) => json({}, status, { 'retry-after': '1' }),
				),
				json('<html></html>'),
				json('{"error":"429 Too Many Requests"'),
				lost('ECONNREFUSED', 'connect'),
				lost('ECONNRESET'),
				lost('ETIMEDOUT'),
			];
			for (const response of responses) {
				const { sentAt } = await take([response, json({})]);
				if (sentAt.length > 1) repeated.push(response);
			}
			expect(repeated).toEqual([busyFor('1')].map((response) => expect.objectContaining(response)));
		});

		it('places the call, and says when that was requested', async () => {
			const { verdict, sentAt } = await take([busyFor('7'), json({})]);
			expect(sentAt).toEqual([0, 7_000]);
			expect(verdict).toMatchObject({
				kind: 'placed',
				details: { requestedAt: '2026-11-20T08:00:07.000Z' },
			});
		});

		it.each([
			['asks for a moment', busyFor('0')],
			['asks for less than the node waits by itself', busyFor('0.1')],
			['names a date that is over', busyFor('Fri, 20 Nov 2026 07:00:00 GMT')],
			['names no time', BUSY],
		])('does not rush a service that %s', async (_, response) => {
			const { sentAt } = await take([response, response, json({})]);
			expect(sentAt).toEqual([0, 800, 800 + 1600]);
		});

		it('comes within five minutes, or not at all', async () => {
			expect((await take([busyFor('300'), json({})])).verdict?.kind).toBe('placed');
			jest.setSystemTime(NOW);
			expect(await take([busyFor('300.001')])).toMatchObject({ verdict: RATE_LIMITED, after: 0 });
		});

		it('is not sent without end', async () => {
			const { verdict, after } = await take(Array<Script>(100).fill(BUSY));
			expect(verdict).toEqual(RATE_LIMITED);
			expect(after).toBeLessThanOrEqual(300_000);
		});

		it('is not sent where the run has ended meanwhile; the 429 is what became of the call', async () => {
			const { verdict, sentAt } = await take([BUSY, json({})], { begins: [true, false] });
			expect(verdict).toEqual(RATE_LIMITED);
			expect(sentAt).toEqual([0]);
		});

		it('is not sent where something forbids the call by now', async () => {
			const skipped: Verdict = { kind: 'skipped', details: { skippedBy: 'callingHours' } };
			const { verdict, sentAt } = await take([BUSY, json({})], { forbidden: [undefined, skipped] });
			expect(verdict).toEqual(skipped);
			expect(sentAt).toEqual([0]);
		});

		it('ends what is known of the call where it gets no usable response', async () => {
			const { verdict, sentAt } = await take([BUSY, json({}, 500), json({})]);
			expect(verdict?.kind).toBe('unconfirmed');
			expect(sentAt).toHaveLength(2);
		});
	});
});
