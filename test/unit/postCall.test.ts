import { sleep } from 'n8n-workflow';

import { postCall } from '../../nodes/create/postCall';
import type { Verdict } from '../../nodes/create/outcome';
import type { ApiRequest } from '../../nodes/service/client';
import { UserError } from '../../nodes/n8n/errors';
import { turnWith } from '../support/guarded';
import { BASE_URL, json, lost, scriptedClient, type Script } from '../support/scriptedClient';
import {
	callNotPlaced,
	callUnconfirmed,
	CANCELLED,
	createRejection,
	NO_KEY,
	noResponse,
	rateLimited,
	rejection,
} from '../support/sentences';
import { textsOf, type Refusal } from '../support/userError';
import { useClockAt } from '../support/clock';

const NOW = Date.parse('2026-11-20T08:00:00Z');

const REQUEST: ApiRequest = { method: 'POST', path: '/calls', body: '{"assistant_id":"asst-1"}' };

// The shortest pauses.
useClockAt(NOW, 0);

interface Circumstances {
	waits?: boolean;
	/** Whether the run goes on after each further wait. */
	goesOn?: boolean[];
	/** Whether each further request may be sent without another wait. */
	begins?: boolean[];
	/** What forbids the call before each further request. */
	forbidden?: Array<Verdict | undefined>;
	signal?: AbortSignal;
}

/** Lets a call have its turn: what became of it as a user reads it, and when which request was sent. */
async function take(script: Script[], circumstances: Circumstances = {}) {
	const { waits = true, goesOn = [], begins = [], forbidden = [], signal } = circumstances;
	const asked: string[] = [];
	const sentAt: number[] = [];
	const { client, requests } = scriptedClient(
		script.map((response) => async () => {
			sentAt.push(Date.now() - NOW);
			asked.push('send');
			if (response instanceof Error) throw response;
			return typeof response === 'function' ? await response() : response;
		}),
		{ signal },
	);
	const turn = turnWith({
		wait: async (ms: number) => (ms > 0 && (await sleep(ms)), goesOn.shift() ?? true),
		begin: () => (asked.push('begin'), begins.shift() ?? true),
	});
	const beforeRequest = async () => (asked.push('forbidden?'), forbidden.shift());
	const end = postCall(client, REQUEST, turn, waits, beforeRequest).then((verdict) => ({
		verdict:
			verdict && 'error' in verdict ? { ...verdict, error: textsOf(verdict.error) } : verdict,
		after: Date.now() - NOW,
	}));
	await jest.runAllTimersAsync();
	expect(requests).toEqual(requests.map(() => REQUEST));
	return { ...(await end), asked, sentAt };
}

/** What becomes of a call after one response. */
const place = async (response: Script, signal?: AbortSignal) =>
	(await take([response], { waits: false, signal })).verdict;

const details = { requestedAt: '2026-11-20T08:00:00.000Z' };

it.each([
	['an empty object', json({}), {}],
	['an object', json({ Id: 'call-1' }, 201), { Id: 'call-1' }],
	['no content', json('', 204), {}],
	['one line break', json('\r\n', 200), {}],
	['the mark at the beginning of a text', json('\ufeff', 201), {}],
	['no body', json(undefined, 202), {}],
])('a call is placed where the service responds with %s', async (_, scripted, response) => {
	expect(await place(scripted)).toEqual({ kind: 'placed', details: { ...details, response } });
});

const no = (status: number) => json({ message: 'No' }, status);

type NotPlaced = [after: string, response: Script, kind: string, error: Refusal];
const rejected = (status: number, error: Refusal): NotPlaced => [
	...([`${status}`, no(status), 'rejected', error] as const),
];
const notSent = (thrown: Error, texts: Refusal): NotPlaced => [
	...([thrown.message, thrown, 'notSent', callNotPlaced(texts)] as const),
];

it.each<NotPlaced>([
	['429, which proves that nothing happened', no(429), 'rateLimited', rateLimited('No')],
	// Path or header may be wrong.
	...[401, 403, 404, 405].map((status) =>
		rejected(status, createRejection(status, `${BASE_URL}/calls`, 'No')),
	),
	...[400, 409, 422, 425].map((status) => rejected(status, callNotPlaced(rejection(status, 'No')))),
	notSent(lost('ECONNREFUSED', 'connect'), noResponse('refused', 'ECONNREFUSED')),
	notSent(lost('ENOTFOUND'), noResponse('unknownHost', 'ENOTFOUND')),
	notSent(lost('ETIMEDOUT', 'connect'), noResponse('noConnection', 'ETIMEDOUT')),
	notSent(lost('CERT_HAS_EXPIRED'), noResponse('certificate', 'CERT_HAS_EXPIRED')),
	notSent(new UserError(NO_KEY.message, NO_KEY.advice), NO_KEY),
])('a call was not placed after %s', async (_, response, kind, error) => {
	expect(await place(response)).toMatchObject({ kind, error });
});

describe('a call may have been placed', () => {
	const odd = (status: number) => ({
		...{ message: `The response has an unexpected format (${status})`, advice: '', status },
	});
	const reported = {
		message: 'The service reported a failure: No',
		advice: 'Correct what the service reports.',
	};

	it.each<[string, Script, Refusal]>([
		...[500, 408, 499, 503, 199].map((status): [string, Script, Refusal] => {
			return [`the status is ${status}`, no(status), rejection(status, 'No')];
		}),
		['the response says that it failed', json({ success: false, message: 'No' }), reported],
		['the response is a list', json([]), odd(200)],
		['the response is null', json(null), odd(200)],
		['the response is a number', json(7, 201), odd(201)],
		['it takes too long', lost('ECONNABORTED'), noResponse('tooSlow', 'ECONNABORTED')],
		['the connection is lost', lost('ECONNRESET', 'read'), noResponse('lost', 'ECONNRESET')],
		['something else happens', new Error('Odd'), { message: 'Odd', advice: '' }],
	])('where %s', async (_, response, texts) => {
		const error = callUnconfirmed(texts);
		expect(await place(response)).toEqual({ kind: 'unconfirmed', error, details });
	});

	it('where the execution was cancelled while the request was on its way', async () => {
		const controller = new AbortController();
		const broken = async () => {
			controller.abort();
			throw lost('ECONNREFUSED', 'connect');
		};
		const error = callUnconfirmed({ ...CANCELLED, advice: '' });
		expect(await place(broken, controller.signal)).toMatchObject({ kind: 'unconfirmed', error });
	});
});

const skipped: Verdict = { kind: 'skipped', details: { skippedBy: 'callingHours' } };

describe('the turn of a call', () => {
	it('sends nothing where something forbids it by now, or the run has ended meanwhile', async () => {
		const forbidden = await take([], { forbidden: [skipped] });
		expect([forbidden.verdict, forbidden.asked]).toEqual([skipped, ['forbidden?']]);
		const ended = await take([], { goesOn: [false] });
		expect([ended.verdict, ended.sentAt]).toEqual([undefined, []]);
	});

	it('asks right before the request what forbids it, and again where another was sent meanwhile', async () => {
		const { asked } = await take([json({})], { begins: [false] });
		expect(asked).toEqual(['forbidden?', 'begin', 'forbidden?', 'begin', 'send']);
	});
});

describe('a further request', () => {
	const BUSY = json({}, 429);
	const busyFor = (retryAfter: string) => json({}, 429, { 'retry-after': retryAfter });
	const RATE_LIMITED = { kind: 'rateLimited', error: rateLimited() };
	/** The advice does not name the option that is on. */
	const inVain = (asked?: string) => ({
		kind: 'rateLimited',
		error: {
			...rateLimited(),
			advice: `${asked ? `The service asks to wait ${asked}. ` : ''}'Wait When Rate Limited' waits at most 5 minutes for a call. Try this item again later, and add 'Pause Between Calls' under 'Options'.`,
		},
	});

	it.each([
		...[200, 204, 301, 400, 401, 404, 408, 409, 422, 425, 500, 502, 503, 504].map((status) =>
			json({}, status, { 'retry-after': '1' }),
		),
		json('<html></html>'),
		json('{"error":"429 Too Many Requests"'),
		...[lost('ECONNREFUSED', 'connect'), lost('ECONNRESET'), lost('ETIMEDOUT')],
	])('is not sent but after a 429, which proves that nothing happened: %j', async (response) => {
		expect((await take([response, json({})])).sentAt).toEqual([0]);
	});

	it('places the call, and says when that was requested', async () => {
		const { verdict, sentAt } = await take([busyFor('7'), json({})]);
		expect(sentAt).toEqual([0, 7_000]);
		expect(verdict?.details).toMatchObject({ requestedAt: '2026-11-20T08:00:07.000Z' });
	});

	it.each([
		['asks for less than the node waits by itself', busyFor('0.1')],
		['names no time', BUSY],
	])('does not rush a service that %s', async (_, response) => {
		expect((await take([response, response, json({})])).sentAt).toEqual([0, 800, 800 + 1600]);
	});

	it('comes within five minutes of the first one, or not at all', async () => {
		expect((await take([busyFor('300'), json({})])).verdict?.kind).toBe('placed');
		jest.setSystemTime(NOW);
		const longer = await take([busyFor('300.001')]);
		expect(longer).toMatchObject({ verdict: inVain('6 minutes'), after: 0 });
		expect(longer.verdict).toMatchObject({ endsList: expect.stringContaining('6 minutes') });
		jest.setSystemTime(NOW);
		const often = await take([busyFor('200'), busyFor('101')]);
		expect(often).toMatchObject({ verdict: inVain('2 minutes'), after: 200_000 });
		expect(often.verdict).not.toHaveProperty('endsList');
		jest.setSystemTime(NOW);
		const endless = await take(Array<Script>(100).fill(BUSY));
		expect(endless.verdict).toMatchObject(inVain());
		expect(endless.after).toBeLessThanOrEqual(300_000);
	});

	it.each<[string, Circumstances, object]>([
		['the user did not ask for it', { waits: false }, RATE_LIMITED],
		['the run has ended meanwhile', { goesOn: [true, false] }, RATE_LIMITED],
		['something forbids the call by now', { forbidden: [undefined, skipped] }, skipped],
	])('is not sent where %s', async (_, circumstances, expected) => {
		const { verdict, sentAt } = await take([BUSY, json({})], circumstances);
		expect(verdict).toMatchObject(expected);
		expect(sentAt).toEqual([0]);
	});

	it('ends what is known of the call where it gets no usable response', async () => {
		const { verdict, sentAt } = await take([BUSY, json({}, 500), json({})]);
		expect([verdict?.kind, sentAt.length]).toEqual(['unconfirmed', 2]);
	});
});
