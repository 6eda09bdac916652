import type { Fault as SandboxFault } from '../../../sandbox';
import { ADVICE, mayHaveBeenPlaced, notPlaced, TITLES } from '../../support/engineSentences';
import { CREATE_KEY, CREATE_PATH } from '../../support/sentences';
import { KEY, SECRET, type Fault, type FaultCase } from './faultCase';

// ---------------------------------------------------------------------------- what to do

const { correct: CORRECT, correctList: CORRECT_LIST } = ADVICE;
const { checkKey: CHECK_KEY, checkRights: CHECK_RIGHTS, checkPaths: CHECK_PATHS } = ADVICE;
const { slowDown: SLOW_DOWN, askSupport: ASK_SUPPORT, finalAddress: FINAL_ADDRESS } = ADVICE;
const { notTheApi: NOT_THE_API, changed: CHANGED } = ADVICE;
const CHECK_ID = ADVICE.checkId('{id}');
const CHECK_RUNNING = `${ADVICE.checkRunning} Technical reason: ECONNREFUSED.`;
const CHECK_NETWORK = ADVICE.checkNetwork('{host}');
const WAIT_LONGER = `${ADVICE.slow} ${ADVICE.waitLonger}`;
const MAYBE_CUT_OFF = `${NOT_THE_API} ${ADVICE.cutOff}`;

// ---------------------------------------------------------------------------- how it fails

const answer = (fault: SandboxFault) => (): Fault => ({ by: 'sandbox', fault });

const status = (code: number, body?: unknown, headers?: Record<string, string>) =>
	answer({ kind: 'status', status: code, body, headers });

const reset = (at: 'unread' | 'answer') => (): Fault => ({ by: 'reset', at });

/** The service refused, so it is certain that nobody was called. */
const refusal = (code: number, what: string, advice: Partial<Record<string, string>> = {}) => ({
	status: code,
	create: [notPlaced(what), advice.create ?? CORRECT] as const,
	get: [what, advice.get ?? CORRECT] as const,
	getMany: [what, advice.getMany ?? CORRECT] as const,
});

/** The request went out, and what came back does not tell what happened. */
const doubt = (what: string, todo: string) => ({
	create: [mayHaveBeenPlaced(what), `${ADVICE.checkFirst} ${todo}`] as const,
	get: [what, todo] as const,
	getMany: [what, todo] as const,
});

const badRequest = (words: string) =>
	refusal(400, TITLES.rejected(400, words), { getMany: CORRECT_LIST });

const LOST = TITLES.connectionLost;
const RESET = `${CHECK_NETWORK} Technical reason: ECONNRESET.`;
const CUT_OFF = `${CHECK_NETWORK} Technical reason: ERR_BAD_RESPONSE.`;
const told = (code: number) => `The sandbox was told to answer with ${code}.`;
const tooMany = {
	...refusal(429, TITLES.rateLimited(429, told(429)), {
		create: ADVICE.slowCallsDown,
		get: SLOW_DOWN,
		getMany: SLOW_DOWN,
	}),
	getIsRepeated: true,
	callIsSentAgain: true,
};
const echoed = 'The key [API key] is not known here.';

// ---------------------------------------------------------------------------- the faults

/** Connections that are lost, at every point of a request. */
const CONNECTIONS_LOST: Array<
	[name: string, fault: FaultCase['fault'], Partial<FaultCase> & { why?: string }]
> = [
	['reset before the request reached the service', reset('unread'), { reaches: 'nothing' }],
	[
		'dropped before the request was read',
		answer({ kind: 'drop', at: 'arrival' }),
		{ reaches: 'headers' },
	],
	['dropped after the request was read', answer({ kind: 'drop', at: 'read' }), {}],
	[
		'dropped after the request was carried out',
		answer({ kind: 'drop', at: 'answer' }),
		{ callIsPlaced: true },
	],
	['reset after the request was carried out', reset('answer'), { callIsPlaced: true }],
	[
		'body cut off, with Content-Length',
		answer({ kind: 'cutOff' }),
		{ callIsPlaced: true, why: CUT_OFF },
	],
	[
		'body cut off, chunked',
		answer({ kind: 'cutOff', chunked: true }),
		{ callIsPlaced: true, why: CUT_OFF },
	],
];

export const faults: FaultCase[] = [
	{
		name: '400, words in "message"',
		fault: status(400, { error: 'Bad Request', message: 'No such assistant' }),
		...badRequest('No such assistant'),
	},
	{
		name: '400, a web page',
		fault: answer({ kind: 'html', status: 400 }),
		...badRequest('Sign in'),
	},
	{
		name: '400, no words',
		fault: status(400, ''),
		...refusal(400, TITLES.rejected(400), { getMany: CORRECT_LIST }),
	},

	// Refusals, each with what to do about it.
	{
		name: '401',
		fault: status(401, { error: 'Unauthorized', message: 'Invalid API key' }),
		...refusal(401, TITLES.unauthorized(401, 'Invalid API key'), {
			create: CREATE_KEY[401],
			get: CHECK_KEY,
			getMany: CHECK_KEY,
		}),
	},
	{
		name: '403',
		fault: status(403),
		...refusal(403, TITLES.forbidden(403, told(403)), {
			create: CREATE_KEY[403],
			get: CHECK_RIGHTS,
			getMany: CHECK_RIGHTS,
		}),
	},
	{
		name: '404',
		fault: status(404),
		...refusal(404, TITLES.notFound(404, told(404)), {
			create: CREATE_PATH('http://{host}/calls'),
			get: CHECK_ID,
			getMany: CHECK_PATHS,
		}),
	},
	...[409, 422].map((code) => ({
		name: `${code}`,
		fault: status(code),
		...refusal(
			code,
			TITLES.rejected(code, told(code)),
			code === 422 ? { getMany: CORRECT_LIST } : {},
		),
	})),

	// Too many requests: the one refusal after which a call may be sent again.
	{
		name: '429, Retry-After in seconds',
		fault: status(429, undefined, { 'Retry-After': '1' }),
		...tooMany,
	},
	{
		name: '429, Retry-After as a date',
		fault: () => {
			const headers = { 'Retry-After': new Date(Date.now() + 1500).toUTCString() };
			return { by: 'sandbox', fault: { kind: 'status', status: 429, headers } };
		},
		...tooMany,
	},
	{ name: '429, no Retry-After', fault: status(429), ...tooMany },

	// The service has a problem: it may have begun the call before it came up.
	...[408, 500, 503].map((code) => ({
		name: `${code}`,
		fault: status(code),
		status: code,
		getIsRepeated: code === 503,
		...doubt(TITLES.failed(code, told(code)), ASK_SUPPORT),
	})),
	{
		name: '502',
		fault: answer({ kind: 'html', status: 502 }),
		status: 502,
		getIsRepeated: true,
		...doubt(TITLES.failed(502, 'Sign in'), ASK_SUPPORT),
	},

	// Redirects are not followed: not with the key, and not with a call.
	...[301, 302, 303, 307, 308].flatMap((code): FaultCase[] =>
		(['same', 'other'] as const).map((where) => ({
			name: `${code} to ${where === 'same' ? 'the same' : 'another'} host`,
			fault: (addresses) => ({
				by: 'sandbox',
				fault: { kind: 'redirect', status: code, location: addresses[where] },
			}),
			status: code,
			...doubt(TITLES.redirected(`{${where}}`, code), FINAL_ADDRESS),
		})),
	),

	// No answer, or not all of it.
	{
		name: 'connection refused',
		fault: () => ({ by: 'refusal' }),
		reaches: 'nothing',
		getIsRepeated: true,
		callIsSentAgain: true,
		alwaysLasts: true,
		create: [notPlaced(TITLES.refused('{host}')), CHECK_RUNNING],
		get: [TITLES.refused('{host}'), CHECK_RUNNING],
		getMany: [TITLES.refused('{host}'), CHECK_RUNNING],
	},
	...CONNECTIONS_LOST.map(([name, fault, { why = RESET, ...course }]) => ({
		...{ name, fault, getIsRepeated: true, ...course },
		...doubt(LOST, why),
	})),
	{
		name: 'time-out',
		fault: answer({ kind: 'never', accepted: true }),
		timeout: 1500,
		callIsPlaced: true,
		getIsRepeated: true,
		...doubt(TITLES.tooLate, WAIT_LONGER),
	},

	// A status of success, and yet not an answer of this API. For a Create, {} is all that is promised.
	{
		name: '200, a web page',
		fault: answer({ kind: 'html' }),
		status: 200,
		callIsPlaced: true,
		...doubt(TITLES.webPage(200), NOT_THE_API),
	},
	{
		name: '200, invalid JSON',
		fault: answer({ kind: 'invalidJson' }),
		status: 200,
		callIsPlaced: true,
		...doubt(TITLES.notJson('{"data": [{"Id": "call-'), MAYBE_CUT_OFF),
	},
	...([200, 204] as const).map((code) => ({
		name: `${code}, empty`,
		fault: answer({ kind: 'empty', status: code }),
		status: code,
		create: null,
		get: [TITLES.emptyResponse(code), NOT_THE_API] as const,
		getMany: [TITLES.emptyResponse(code), NOT_THE_API] as const,
	})),
	{
		name: '200, a failure that is reported',
		fault: answer({ kind: 'json', body: { success: false, message: 'No credit' } }),
		callIsPlaced: true,
		...doubt('The service reported a failure: No credit', 'Correct what the service reports.'),
	},
	{
		name: '"data" is null',
		fault: answer({ kind: 'json', body: { data: null } }),
		create: null,
		get: [TITLES.notACall, CHANGED],
		getMany: [TITLES.noList('not a list'), CHANGED],
	},
	{
		name: '"data" is missing',
		fault: answer({ kind: 'json', body: {} }),
		create: null,
		get: [TITLES.notACall, CHANGED],
		getMany: [TITLES.noList('missing'), CHANGED],
	},

	// The service echoes the key.
	{
		name: 'the key in a 400',
		fault: answer({ kind: 'echoKey', status: 400 }),
		...badRequest(echoed),
	},
	{
		name: 'the key in the address of a redirect',
		fault: ({ other }) => ({
			by: 'sandbox',
			fault: {
				kind: 'redirect',
				status: 302,
				location: `${other}?key=${encodeURIComponent(KEY)}`,
			},
		}),
		status: 302,
		...doubt(TITLES.redirected('{other}?key=[API key]', 302), FINAL_ADDRESS),
	},
	{
		name: 'the key where a long text is cut',
		fault: status(400, { message: `${'x'.repeat(290)}${SECRET}` }),
		...badRequest(`${'x'.repeat(200)}{…}`),
	},
	{
		name: 'the key where an answer that is not JSON is cut',
		fault: status(200, `${'x'.repeat(50)}${SECRET}`),
		status: 200,
		callIsPlaced: true,
		...doubt(TITLES.notJson(`${'x'.repeat(50)}{…}`), MAYBE_CUT_OFF),
	},
];
