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
		['an object', json({ Id: 'call-1' }, 201), { Id: 'call-1' }],
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
		['the request was cancelled in the service', json('', 499), rejection(499)],
		['the service is away', json('', 503, { 'retry-after': '1' }), rejection(503)],
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
		[
			'the response is a list',
			json([]),
			{ message: 'The response has an unexpected format (200)', advice: '', status: 200 },
		],
		[
			'the response is null',
			json(null),
			{ message: 'The response has an unexpected format (200)', advice: '', status: 200 },
		],
		[
			'the response is a number',
			json(7, 201),
			{ message: 'The response has an unexpected format (201)', advice: '', status: 201 },
		],
		[
			'the service does not respond in time',
			lost('ECONNABORTED'),
			noResponse('tooSlow', 'ECONNABORTED'),
		],
		['the connection is lost', lost('ECONNRESET', 'read'), noResponse('lost', 'ECONNRESET')],
		['something else happens', new Error('Odd'), { message: 'Odd', advice: '' }],
	])('where %s', async (_, response, texts) => {
		expect(read(await place(response))).toEqual({ kind: 'unconfirmed', ...callUnconfirmed(texts) });
	});

	it.each([100, 199, 300, 304, 399, 500, 502, 599])(
		'where the status is none of success or rejection: %d',
		async (status) => {
			expect((await place(json({}, status))).kind).toBe('unconfirmed');
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
