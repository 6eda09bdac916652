import type { Fault as SandboxFault } from '../../../sandbox';

/**
 * What a person reads when something goes wrong, for every fault and every operation, and whether a
 * request is sent again. `faultMatrix.test.ts` holds the node to each line of it.
 */
export interface FaultCase {
	name: string;
	fault: (addresses: Addresses) => Fault;
	/** The status that comes with the error, where the service answered. */
	status?: number;

	/** What becomes of a Create; `null` where the answer means that the call was placed. */
	create: Reads | null;
	get: Reads;
	getMany: Reads;

	/** Whether a GET is sent up to four times, since the fault may pass. */
	getIsRepeated?: boolean;
	/** Whether Retry On Fail sends a call again: only where it is certain that nothing happened. */
	callIsSentAgain?: boolean;
	/** Whether the service placed the call of a Create that failed. */
	callIsPlaced?: boolean;
	/** How much of the request reaches the service. Default: all of it. */
	reaches?: 'nothing' | 'headers';
	/** Milliseconds that the item waits for an answer (Request Options > Timeout). */
	timeout?: number;
	/** A fault that cannot be over after one request. */
	alwaysLasts?: boolean;
}

/**
 * The title, and the advice below it. In both, `{host}` stands for the host of the service, `{same}`
 * for an address at the service, `{other}` for one elsewhere, `{id}` for the call that was asked for,
 * and `{…}` for any text.
 */
export type Reads = readonly [title: string, advice: string];

/** The two addresses that a fault may name. */
export interface Addresses {
	/** At the service itself, but not what was asked for. */
	same: string;
	/** At another host, which must never be asked for anything. */
	other: string;
}

/** How a request is made to fail. */
export type Fault =
	/** By an answer of the sandbox, or the lack of one. */
	| { by: 'sandbox'; fault: SandboxFault }
	/** By a TCP reset: before the request reaches the sandbox, or in the place of its answer. */
	| { by: 'reset'; at: 'unread' | 'answer' }
	/** By a port on which nobody listens. */
	| { by: 'refusal' };

/** The key of the matrix, with characters that are spelled in another way in an address. */
export const SECRET = 'tok/en+7Qx9==';
export const KEY = `Bearer ${SECRET}`;

// ---------------------------------------------------------------------------- what to do

const CORRECT = 'Correct what the service names, and run the node again.';
const CORRECT_LIST =
	'Correct what the service names: a filter, the sort, or the name of a parameter. Cursor Parameter and Page Size Parameter are set in the credential.';
const CHECK_KEY =
	'Open the credential and check API Key. It is sent exactly as it stands there: if the service asks for a prefix such as "Bearer ", it belongs into the field.';
const CHECK_RIGHTS =
	'Check in the service what this API key may do, or use the credential of another one. If the service asks for a prefix such as "Bearer ", it belongs into the field API Key.';
const CHECK_PATHS = 'Check Base URL in the credential: the paths of the API are appended to it.';
const CHECK_ID =
	'There is no call with the ID "{id}", or Base URL in the credential is wrong. Check the field Call.';
const SLOW_DOWN =
	'Wait a little, and let fewer requests through at once: fewer items, or Loop Over Items with a Wait node.';
const ASK_SERVICE = 'If it goes on, ask the service with the words above.';
const FINAL_ADDRESS =
	'Redirects are not followed, since the API key would go along. Enter the final address as Base URL in the credential.';
const CHECK_RUNNING =
	'Check Base URL in the credential, and whether the service is running. Technical reason: ECONNREFUSED.';
const CHECK_NETWORK = 'Check the network between this n8n and {host}.';
const WAIT_LONGER =
	'Add Timeout under Request Options to wait longer. Technical reason: ECONNABORTED.';
const NOT_THE_API = 'Check Base URL in the credential: this does not look like the API.';
const CHANGED =
	'Check Base URL in the credential. If it is right, the service has changed the form of its answers.';

/** After a call that went out and got no usable answer: nothing here invites to send it again. */
const LOOK_FIRST =
	'Look in the service, or with Call > Get Many and a filter on PhoneNumber, whether the call took place, before you run this item again.';

// ---------------------------------------------------------------------------- how it fails

const answer = (fault: SandboxFault) => (): Fault => ({ by: 'sandbox', fault });

const status = (code: number, body?: unknown, headers?: Record<string, string>) =>
	answer({ kind: 'status', status: code, body, headers });

const reset = (at: 'unread' | 'answer') => (): Fault => ({ by: 'reset', at });

/** The service refused, so it is certain that nobody was called. */
const refusal = (code: number, what: string, advice: Partial<Record<string, string>> = {}) => ({
	status: code,
	create: [`The call was not placed. ${what}`, advice.create ?? CORRECT] as const,
	get: [what, advice.get ?? CORRECT] as const,
	getMany: [what, advice.getMany ?? CORRECT] as const,
});

/** The request went out, and what came back does not tell what happened. */
const doubt = (what: string, todo: string) => ({
	create: [
		`The call may have been placed: ${what[0].toLowerCase()}${what.slice(1)}`,
		`${LOOK_FIRST} ${todo}`,
	] as const,
	get: [what, todo] as const,
	getMany: [what, todo] as const,
});

const badRequest = (words: string) =>
	refusal(400, `The service refused the request: ${words} (400)`, { getMany: CORRECT_LIST });

const LOST = 'The connection was lost before the answer was complete';
const RESET = `${CHECK_NETWORK} Technical reason: ECONNRESET.`;
const CUT_OFF = `${CHECK_NETWORK} Technical reason: ERR_BAD_RESPONSE.`;
const told = (code: number) => `The sandbox was told to answer with ${code}. (${code})`;
const tooMany = {
	...refusal(429, `The service is receiving too many requests: ${told(429)}`, {
		create: SLOW_DOWN,
		get: SLOW_DOWN,
		getMany: SLOW_DOWN,
	}),
	getIsRepeated: true,
	callIsSentAgain: true,
};
const echoed = 'The key [API key] is not known here.';

// ---------------------------------------------------------------------------- the faults

export const faults: FaultCase[] = [
	// The words of the service, in whatever shape they come.
	{
		name: '400, the words in "message"',
		fault: status(400, { error: 'Bad Request', message: 'No such assistant' }),
		...badRequest('No such assistant'),
	},
	{
		name: '400, the words in "error"',
		fault: status(400, { error: 'No such assistant' }),
		...badRequest('No such assistant'),
	},
	{
		name: '400, the words in "error.message"',
		fault: status(400, { error: { code: 17, message: 'No such assistant' } }),
		...badRequest('No such assistant'),
	},
	{
		name: '400, a list of words',
		fault: status(400, { errors: [{ detail: 'No such assistant' }, { title: 'No such number' }] }),
		...badRequest('No such assistant; No such number'),
	},
	{
		name: '400, plain text',
		fault: status(400, 'No such assistant\r\n'),
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
		...refusal(400, 'The service refused the request (400)', { getMany: CORRECT_LIST }),
	},

	// Refusals, each with what to do about it.
	{
		name: '401',
		fault: status(401, { error: 'Unauthorized', message: 'Invalid API key' }),
		...refusal(401, 'The service did not accept the API key: Invalid API key (401)', {
			create: CHECK_KEY,
			get: CHECK_KEY,
			getMany: CHECK_KEY,
		}),
	},
	{
		name: '403',
		fault: status(403),
		...refusal(403, `The API key is not allowed to do this: ${told(403)}`, {
			create: CHECK_RIGHTS,
			get: CHECK_RIGHTS,
			getMany: CHECK_RIGHTS,
		}),
	},
	{
		name: '404',
		fault: status(404),
		...refusal(404, `The service has nothing at this address: ${told(404)}`, {
			create: CHECK_PATHS,
			get: CHECK_ID,
			getMany: CHECK_PATHS,
		}),
	},
	{
		name: '409',
		fault: status(409),
		...refusal(409, `The service refused the request: ${told(409)}`),
	},
	{
		name: '422',
		fault: status(422),
		...refusal(422, `The service refused the request: ${told(422)}`),
	},

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
	{
		name: '500',
		fault: status(500),
		status: 500,
		...doubt(`The service could not answer: ${told(500)}`, ASK_SERVICE),
	},
	{
		name: '502',
		fault: answer({ kind: 'html', status: 502 }),
		status: 502,
		getIsRepeated: true,
		...doubt('The service could not answer: Sign in (502)', ASK_SERVICE),
	},
	{
		name: '503',
		fault: status(503),
		status: 503,
		getIsRepeated: true,
		...doubt(`The service could not answer: ${told(503)}`, ASK_SERVICE),
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
			...doubt(`The service redirected the request to {${where}} (${code})`, FINAL_ADDRESS),
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
		create: [
			'The call was not placed. Nothing answers at {host}: the connection was refused',
			CHECK_RUNNING,
		],
		get: ['Nothing answers at {host}: the connection was refused', CHECK_RUNNING],
		getMany: ['Nothing answers at {host}: the connection was refused', CHECK_RUNNING],
	},
	{
		name: 'reset before the request reached the service',
		fault: reset('unread'),
		reaches: 'nothing',
		getIsRepeated: true,
		...doubt(LOST, RESET),
	},
	{
		name: 'dropped before the request was read',
		fault: answer({ kind: 'drop', at: 'arrival' }),
		reaches: 'headers',
		getIsRepeated: true,
		...doubt(LOST, RESET),
	},
	{
		name: 'dropped after the request was read',
		fault: answer({ kind: 'drop', at: 'read' }),
		getIsRepeated: true,
		...doubt(LOST, RESET),
	},
	{
		name: 'dropped after the request was carried out',
		fault: answer({ kind: 'drop', at: 'answer' }),
		callIsPlaced: true,
		getIsRepeated: true,
		...doubt(LOST, RESET),
	},
	{
		name: 'reset after the request was carried out',
		fault: reset('answer'),
		callIsPlaced: true,
		getIsRepeated: true,
		...doubt(LOST, RESET),
	},
	{
		name: 'body cut off, with Content-Length',
		fault: answer({ kind: 'cutOff' }),
		callIsPlaced: true,
		getIsRepeated: true,
		...doubt(LOST, CUT_OFF),
	},
	{
		name: 'body cut off, chunked',
		fault: answer({ kind: 'cutOff', chunked: true }),
		callIsPlaced: true,
		getIsRepeated: true,
		...doubt(LOST, CUT_OFF),
	},
	{
		name: 'time-out',
		fault: answer({ kind: 'never', accepted: true }),
		timeout: 1500,
		callIsPlaced: true,
		getIsRepeated: true,
		...doubt('The service did not answer in time', WAIT_LONGER),
	},

	// A status of success, and yet not an answer of this API. For a Create, {} is all that is promised.
	{
		name: '200, a web page',
		fault: answer({ kind: 'html' }),
		status: 200,
		callIsPlaced: true,
		...doubt('A web page titled "Sign in" came back instead of data (200)', NOT_THE_API),
	},
	{
		name: '200, empty',
		fault: answer({ kind: 'empty' }),
		status: 200,
		create: null,
		get: ['The service sent an empty answer (200)', NOT_THE_API],
		getMany: ['The service sent an empty answer (200)', NOT_THE_API],
	},
	{
		name: '200, invalid JSON',
		fault: answer({ kind: 'invalidJson' }),
		status: 200,
		callIsPlaced: true,
		...doubt(
			'The answer of the service is not valid JSON (200); it begins with: {"data": [{"Id": "call-',
			`${NOT_THE_API} If it does at other times, the answer was cut off on its way.`,
		),
	},
	{
		name: '204',
		fault: answer({ kind: 'empty', status: 204 }),
		status: 204,
		create: null,
		get: ['The service sent an empty answer (204)', NOT_THE_API],
		getMany: ['The service sent an empty answer (204)', NOT_THE_API],
	},
	{
		name: '"data" is null',
		fault: answer({ kind: 'json', body: { data: null } }),
		create: null,
		get: ['The answer of the service is not a record', CHANGED],
		getMany: ['The answer of the service holds no list: "data" is not a list', CHANGED],
	},
	{
		name: '"data" is missing',
		fault: answer({ kind: 'json', body: {} }),
		create: null,
		get: ['The answer of the service is not a record', CHANGED],
		getMany: ['The answer of the service holds no list: "data" is missing', CHANGED],
	},

	// The service echoes the key.
	{
		name: 'the key in a 400',
		fault: answer({ kind: 'echoKey', status: 400 }),
		...badRequest(echoed),
	},
	{
		name: 'the key in a 401',
		fault: answer({ kind: 'echoKey', status: 401 }),
		...refusal(401, `The service did not accept the API key: ${echoed} (401)`, {
			create: CHECK_KEY,
			get: CHECK_KEY,
			getMany: CHECK_KEY,
		}),
	},
	{
		name: 'the key in a 500',
		fault: answer({ kind: 'echoKey', status: 500 }),
		status: 500,
		...doubt(`The service could not answer: ${echoed} (500)`, ASK_SERVICE),
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
		...doubt('The service redirected the request to {other}?key=[API key] (302)', FINAL_ADDRESS),
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
		...doubt(
			`The answer of the service is not valid JSON (200); it begins with: ${'x'.repeat(50)}{…}`,
			`${NOT_THE_API} If it does at other times, the answer was cut off on its way.`,
		),
	},
];
