import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { serviceMessage } from './response';
import { isSuccess, judge } from './status';
import { asUserError, UserError } from '../n8n/errors';

/** What the errors say that n8n, axios and Node.js put around one another. */
interface Facts {
	code: string;
	syscall: string;
	/** Whether a request may have gone out: looking up, connecting, a proxy and the handshake are done. */
	isConnected: boolean;
}

interface Explanation {
	applies: (facts: Facts) => boolean;
	/** Whether it proves that nothing was sent. */
	neverSent?: boolean;
	/** Whether it will be the same in a moment. */
	isFinal?: boolean;
	/** What happened, without a network code: n8n would put a title of its own in its place. */
	title: string;
	advice: string;
	/** Which code a timeout has is chance, and one of them reads as if somebody had cancelled it. */
	hidesCode?: boolean;
}

const CHECK = "Check 'Base URL' in the credential";

const NOT_FOUND = {
	neverSent: true,
	title: 'The host {host} was not found',
	advice: "Check the spelling of 'Base URL' in the credential, and check the network of this n8n.",
};

/**
 * The first that applies; `{host}` stands for the host. Only the steps before a connection prove that nothing
 * was sent: looking the host up, connecting to it, and agreeing on encryption.
 */
const EXPLANATIONS: Explanation[] = [
	{
		neverSent: true,
		applies: ({ code }) => code === 'ECONNREFUSED',
		title: 'The connection to {host} was refused',
		advice: `${CHECK}, and check whether the service is running.`,
	},
	{ ...NOT_FOUND, applies: ({ code }) => code === 'EAI_AGAIN' },
	{ ...NOT_FOUND, applies: ({ code }) => code === 'ENOTFOUND', isFinal: true },
	{
		applies: ({ code }) => /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS)/.test(code),
		neverSent: true,
		isFinal: true,
		title: 'The certificate of {host} was not accepted',
		advice: `${CHECK}. If the certificate is self-signed, turn on 'Ignore SSL Issues' under 'Request Options', which the trigger does not have.`,
	},
	{
		neverSent: true,
		// Node.js says EPROTO of what waits to be written until both sides have agreed. A service that asks for
		// a certificate says so in TLS 1.3 once it has agreed, and before it reads what was sent.
		applies: ({ code }) => code === 'EPROTO' || code.endsWith('_ALERT_CERTIFICATE_REQUIRED'),
		title: 'The node and {host} could not agree on encryption',
		advice: `${CHECK}, its port, and whether the service uses https at this address.`,
	},
	{
		neverSent: true,
		applies: ({ syscall, isConnected }) => syscall === 'connect' || !isConnected,
		title: 'The node could not connect to {host}',
		advice: `${CHECK}, and check the network of this n8n and its proxy, if it has one.`,
	},
	{
		// ERR_CANCELED is the time limit that `authenticate` sets for the response as a whole.
		applies: ({ code }) => ['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'].includes(code),
		title: 'The service did not respond in time',
		advice:
			"If this happens often, check the network of this n8n, or ask the service's support. To wait longer, set 'Timeout' under 'Request Options', which the trigger does not have.",
		hidesCode: true,
	},
	{
		applies: ({ code }) => code !== '',
		title: 'The connection was lost before the response was complete',
		advice: 'Check the network between this n8n and {host}.',
	},
];

/**
 * Says why a request got no response.
 *
 * @param error what n8n's request helper threw; it wraps its own error around that of the network
 * @param host the host of the base URL
 */
export function networkFailure(error: unknown, host: string): UserError {
	const chain = chainOf(error);
	// What this package throws itself while a request is made, it throws where nothing has reached the service.
	const own = chain.find((each) => each instanceof UserError);
	if (own) return Object.assign(own, { neverSent: true });
	// n8n's protection of its own network looks before it sends, and when a connection is made.
	if (chain.some(({ name }) => String(name).startsWith('SsrfBlocked'))) {
		const blocked = new UserError(
			`This n8n does not allow requests to ${host}`,
			`${CHECK}. If it is right, ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.`,
		);
		return Object.assign(blocked, { neverSent: true });
	}
	const facts = factsIn(chain);
	const explanation = EXPLANATIONS.find(({ applies }) => applies(facts));
	// Not a network error: its own message says most.
	if (!explanation) return asUserError(error);
	const { title, neverSent = false, isFinal = false } = explanation;
	const elsewhere = elsewhereIn(chain, host);
	const advice = elsewhere
		? 'This is not the address of the service. Check the proxy and the database of this n8n.'
		: explanation.advice.replace('{host}', host);
	const isShown = facts.code !== '' && !explanation.hidesCode;
	const failure = new UserError(
		title.replace('{host}', elsewhere ?? host),
		isShown ? `${advice} Technical reason: ${facts.code}.` : advice,
	);
	return Object.assign(failure, { neverSent, mayPass: !isFinal });
}

/**
 * The response that n8n threw because of its status.
 *
 * @throws what was thrown if there was no response, or its body was cut off, and a UserError if it is
 * that of a proxy which did not connect
 */
export function responseIn(thrown: unknown, host: string): IN8nHttpFullResponse {
	const chain = chainOf(thrown);
	const { response } = chain.find((each) => each.response !== undefined) ?? {};
	const { status, headers, data } = (response ?? { status: 200 }) as Record<
		'headers' | 'data',
		never
	> & { status: number };
	// axios adds the response to the error about a body that was cut off as well.
	if (isSuccess(status)) throw thrown;
	if (!isOfProxy(chain)) return { statusCode: status, headers, body: data };
	const words = serviceMessage(data);
	const title = `The proxy between n8n and ${host} did not connect${words && ': '}${words} (${status})`;
	const mayPass = judge(status).worthRepeating;
	throw Object.assign(new UserError(title, judge(407).advice), { mayPass });
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
	const { socket } = requestIn(chain);
	const isBefore = /before (secure TLS connection was established|receiving CONNECT response)/;
	const isTold = chain.some(({ message }) => isBefore.test(String(message)));
	return !isTold && !isOfProxy(chain) && socket !== null && !socket?.secureConnecting;
}

/** What a proxy says that does not connect comes by a socket without encryption (https-proxy-agent 7). */
function isOfProxy(chain: Wrapped[]): boolean {
	const { protocol, socket } = requestIn(chain);
	return protocol === 'https:' && !!socket && !socket.encrypted;
}

interface SentRequest {
	protocol?: string;
	socket?: { encrypted?: boolean; secureConnecting?: boolean } | null;
}

function requestIn(chain: Wrapped[]): SentRequest {
	return chain.find((each) => each.request !== undefined)?.request ?? {};
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
