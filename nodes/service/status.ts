import type { Failure } from 'n8n-workflow';

import type { UserError } from '../n8n/errors';

/** What a status is about: where to look for its cause. */
export type Blamed =
	| 'address'
	| 'key'
	| 'permission'
	| 'query'
	| 'rate'
	| 'redirect'
	| 'request'
	| 'service';

/** What to do about a status, where an operation knows more than the table below. */
export type Advice = Readonly<Partial<Record<Blamed, string>>>;

/** How a status of a response is judged. No other file compares status codes. */
export interface Judgement {
	blames: Blamed;
	/** What happened. */
	title: string;
	/** What to do about it; whole sentences. */
	advice: string;
	/** Whether it proves that the service did not do what it was asked to. */
	rejected: boolean;
	/** Whether a GET may succeed a moment later. */
	worthRepeating: boolean;
	/** What n8n (2.41.0 and newer) goes by when it decides how soon a trigger that failed is run again. */
	cause: Exclude<Failure['cause'], undefined>;
}

/** What to do about a key that is not accepted. */
export const PREFIX =
	'Include a prefix such as "Bearer " in \'API Key\' if the API expects one, and leave it out if not.';

const CHECK_PATH =
	"Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path', which is appended to it.";

const REJECTED = {
	title: 'The service rejected the request',
	advice: 'Correct what the service reports, then try again.',
	rejected: true,
	worthRepeating: false,
	cause: 'configuration-invalid',
} as const;

const FAILED = {
	blames: 'service',
	title: 'The service failed',
	advice:
		"If this keeps happening, send the message above to the service's support. A proxy of this n8n, if it has one, may have sent it, too.",
	rejected: false,
	worthRepeating: false,
	cause: 'temporarily-unavailable',
} as const;

const REDIRECTED = {
	...REJECTED,
	blames: 'redirect',
	title: 'The service redirected the request to another address',
	advice:
		"Enter the final address as 'Base URL' in the credential. The node does not follow redirects, because the API key would be sent along.",
	rejected: false,
} as const;

const TABLE: Record<number, Judgement> = {
	400: { ...REJECTED, blames: 'query' },
	401: {
		...REJECTED,
		blames: 'key',
		title: 'The service did not accept the API key',
		advice: `Check 'API Key' in the credential, and 'Key Header' under 'Advanced'. ${PREFIX}`,
		cause: 'credential-invalid',
	},
	403: {
		...REJECTED,
		blames: 'permission',
		title: 'The API key is not allowed to do this',
		advice: `Check what this API key is allowed to do in the service, or use another credential. ${PREFIX}`,
		cause: 'credential-invalid',
	},
	404: {
		...REJECTED,
		blames: 'address',
		title: 'The service has nothing at this address',
		advice: CHECK_PATH,
	},
	405: { ...REJECTED, blames: 'address', advice: CHECK_PATH },
	407: {
		...REJECTED,
		blames: 'request',
		title: 'The proxy between n8n and the service asks for a login',
		advice:
			"Check the proxy and its login: the one that this n8n uses, or 'Proxy' under 'Request Options'.",
	},
	// Also what is responded when somebody gave up waiting for the service, or when the request was
	// cancelled inside it (499). Like 504 they do not tell whether it was carried out.
	408: FAILED,
	422: { ...REJECTED, blames: 'query' },
	429: {
		...REJECTED,
		blames: 'rate',
		title: 'The service is receiving too many requests',
		advice:
			'Wait a moment, then send fewer requests at once: use fewer items, or Loop Over Items with a Wait node.',
		worthRepeating: true,
		cause: 'rate-limited',
	},
	499: FAILED,
	502: { ...FAILED, worthRepeating: true },
	503: { ...FAILED, worthRepeating: true },
	504: { ...FAILED, worthRepeating: true },
};

/** What a proxy such as Cloudflare's responds where it gets nothing usable from the service: from here on. */
const FIRST_OF_PROXY = 520;

/** @param status of a response; 0 where there was none */
export function judge(status: number): Judgement {
	if (status in TABLE) return TABLE[status];
	if (status >= 300 && status < 400) return REDIRECTED;
	if (status >= 400 && status < 500) return { ...REJECTED, blames: 'request' };
	return { ...FAILED, worthRepeating: status >= FIRST_OF_PROXY };
}

export const isSuccess = (status: number) => status >= 200 && status < 300;

/** Whether a status says that the service did not do what it was asked to. */
export const isRejection = (status: number) => judge(status).rejected;

/** Whether a service rejects what stands in the query, such as a sort that it does not know. */
export const blamesQuery = ({ status = 0 }: UserError) => judge(status).blames === 'query';

/** What n8n is told of an error of a trigger. By the status alone it takes a wrong key for what passes. */
export function failureOf({ status = 0, retryAfterMs }: UserError): Failure | undefined {
	if (status < 400) return undefined;
	const { cause, blames } = judge(status);
	return { cause, ...(blames === 'rate' && retryAfterMs && { retryAfterMs }) } as Failure;
}

/**
 * What to do about a list that the service rejects.
 *
 * @param fields the operation's own fields that go into the query, as the form shows them
 */
export const whereRejected = (fields: string): Advice => ({
	query: `Check ${fields}. In the credential, check 'Cursor Parameter' and 'Page Size Parameter' under 'Advanced'.`,
});
