import { asUserError, UserError } from '../n8n/errors';

/** Why a request got no response. */
export interface NetworkFailure {
	/** Whether the request cannot have reached the service, because no connection was made. */
	neverSent: boolean;
	/** Whether it may be different in a moment. */
	mayPass: boolean;
	/** What happened, for people, without a network code. */
	reason: string;
	/** What to do about it. */
	advice: string;
}

/** The execution was cancelled while the request was on its way. */
export const CANCELLED: NetworkFailure = {
	neverSent: false,
	mayPass: false,
	reason: 'The execution was canceled',
	advice: '',
};

/** What the errors say that n8n, axios and Node.js put around one another. */
interface Facts {
	code: string;
	syscall: string;
	/** Whether a request may have gone out: looking up, connecting, a proxy and the handshake are done. */
	isConnected: boolean;
}

interface Explanation extends NetworkFailure {
	applies: (facts: Facts) => boolean;
	/** Advice where the form has n8n's collection Request Options. */
	option?: string;
	/** Which code a timeout has is chance, and one of them reads as if somebody had cancelled it. */
	hidesCode?: boolean;
}

const BEFORE_CONNECTION = { neverSent: true, mayPass: true };
const AFTER_CONNECTION = { neverSent: false, mayPass: true };

const CHECK = "Check 'Base URL' in the credential";

const NOT_FOUND = {
	...BEFORE_CONNECTION,
	reason: 'The host {host} was not found',
	advice: "Check the spelling of 'Base URL' in the credential, and check the network of this n8n.",
};

/**
 * The first that applies; `{host}` stands for the host. Only the steps before a connection prove that nothing
 * was sent: looking the host up, connecting to it, and agreeing on encryption.
 */
const EXPLANATIONS: Explanation[] = [
	{
		...BEFORE_CONNECTION,
		applies: ({ code }) => code === 'ECONNREFUSED',
		reason: 'The connection to {host} was refused',
		advice: `${CHECK}, and check whether the service is running.`,
	},
	{ ...NOT_FOUND, applies: ({ code }) => code === 'EAI_AGAIN' },
	{ ...NOT_FOUND, applies: ({ code }) => code === 'ENOTFOUND', mayPass: false },
	{
		applies: ({ code }) => /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS)/.test(code),
		neverSent: true,
		mayPass: false,
		reason: 'The certificate of {host} was not accepted',
		advice: `${CHECK}.`,
		option: "If you use your own certificate, see 'Ignore SSL Issues' under 'Request Options'.",
	},
	{
		...BEFORE_CONNECTION,
		// Node.js says EPROTO of what waits to be written until both sides have agreed. A service that asks for
		// a certificate says so in TLS 1.3 once it has agreed, and before it reads what was sent.
		applies: ({ code }) => code === 'EPROTO' || code.endsWith('_ALERT_CERTIFICATE_REQUIRED'),
		reason: 'The node and {host} could not agree on encryption',
		advice: `${CHECK}, its port, and whether the service uses https at this address.`,
	},
	{
		...BEFORE_CONNECTION,
		applies: ({ syscall, isConnected }) => syscall === 'connect' || !isConnected,
		reason: 'The node could not connect to {host}',
		advice: `${CHECK}, and check the network of this n8n and its proxy, if it has one.`,
	},
	{
		...AFTER_CONNECTION,
		// ERR_CANCELED is the time limit that `authenticate` sets for the response as a whole.
		applies: ({ code }) => ['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'].includes(code),
		reason: 'The service did not respond in time',
		advice: "If this happens often, check the network of this n8n, or ask the service's support.",
		option: "To wait longer, set 'Timeout' under 'Request Options'.",
		hidesCode: true,
	},
	{
		...AFTER_CONNECTION,
		applies: ({ code }) => code !== '',
		reason: 'The connection was lost before the response was complete',
		advice: 'Check the network between this n8n and {host}.',
	},
];

/**
 * Says why a request got no response.
 *
 * @param error what n8n's request helper threw; it wraps its own error around that of the network
 * @param host the host of the base URL
 * @param hasRequestOptions whether the form has n8n's collection Request Options
 */
export function networkFailure(
	error: unknown,
	host: string,
	hasRequestOptions: boolean,
): NetworkFailure {
	const chain = chainOf(error);
	const own = chain.find((each) => each instanceof UserError);
	if (own) return { neverSent: true, mayPass: false, reason: own.message, advice: own.advice };
	// n8n's protection of its own network looks before it sends, and when a connection is made.
	if (chain.some(({ name }) => String(name).startsWith('SsrfBlocked'))) {
		return {
			neverSent: true,
			mayPass: false,
			reason: `This n8n does not allow requests to ${host}`,
			advice: `${CHECK}. If it is right, ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.`,
		};
	}
	const facts = factsIn(chain);
	const explanation = EXPLANATIONS.find(({ applies }) => applies(facts));
	if (!explanation) {
		// Not a network error: its own message says most.
		const { message, advice } = asUserError(error);
		return { neverSent: false, mayPass: false, reason: message, advice };
	}
	const { neverSent, mayPass, reason, option = '', hidesCode } = explanation;
	const elsewhere = elsewhereIn(chain, host);
	const sentences = [
		elsewhere
			? 'This is not the address of the service. Check the proxy and the database of this n8n.'
			: explanation.advice.replace('{host}', host),
		hasRequestOptions && option,
		facts.code !== '' && !hidesCode && `Technical reason: ${facts.code}.`,
	];
	return {
		neverSent,
		mayPass,
		reason: reason.replace('{host}', elsewhere ?? host),
		advice: sentences.filter(Boolean).join(' '),
	};
}

type Wrapped = Record<string, unknown> & { errors?: unknown[] };

/** The error and what it was made of. Of a host with several addresses there is one error for each. */
function chainOf(error: unknown): Wrapped[] {
	const chain: Wrapped[] = [];
	let next = error;
	while (typeof next === 'object' && next !== null && chain.length < 10) {
		const wrapped = next as Wrapped;
		chain.push(wrapped);
		next = wrapped.cause ?? wrapped.errors?.[0];
	}
	return chain;
}

function factsIn(chain: Wrapped[]): Facts {
	const first = (name: string) => chain.find((each) => each[name] !== undefined)?.[name] ?? '';
	const code = String(first('code') || first('httpCode'));
	return {
		// Where a response broke off, n8n may put its status in the place of the code and drop the error of
		// the network (seen with n8n-core 2.20.6); other versions give this code then.
		code: /^\d+$/.test(code) ? 'ERR_BAD_RESPONSE' : code,
		syscall: String(first('syscall')),
		isConnected: isConnected(chain),
	};
}

/**
 * axios hands out the request of Node.js with its error. It has no socket while a proxy is asked to connect,
 * and one that is not secure yet until both sides have agreed on encryption (Node.js 20 to 24). Of plain http
 * nothing is known once the socket is closed. n8n 2.0 to 2.20 keep the request back, but not these messages.
 */
function isConnected(chain: Wrapped[]): boolean {
	const { request } = chain.find((each) => each.request !== undefined) ?? {};
	const { socket } = (request ?? {}) as { socket?: { secureConnecting?: boolean } | null };
	const isBefore = /before (secure TLS connection was established|receiving CONNECT response)/;
	const isTold = chain.some(({ message }) => isBefore.test(String(message)));
	return !isTold && socket !== null && !socket?.secureConnecting;
}

/**
 * n8n reads the credential from its database for each request, and a proxy may stand in between: what was
 * not found or refused a connection need not be the service.
 */
function elsewhereIn(chain: Wrapped[], host: string): string | undefined {
	const port = /:(\d+)$/;
	const { hostname } = chain.find((each) => each.hostname !== undefined) ?? {};
	if (hostname !== undefined && hostname !== host.replace(port, '')) return String(hostname);
	const { address, port: refused } = chain.find((each) => each.address !== undefined) ?? {};
	const own = port.exec(host)?.slice(1) ?? ['443', '80'];
	if (refused === undefined || own.includes(String(refused))) return undefined;
	return `${String(address)}:${String(refused)}`;
}
