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

/** ERR_CANCELED is the time limit that `authenticate` sets for the response as a whole. */
const TIMEOUTS = ['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'];

const CHECK = "Check 'Base URL' in the credential";

/**
 * Says why a request got no response.
 *
 * Only the steps before a connection prove that nothing was sent: looking the host up, connecting to
 * it, and agreeing on encryption.
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
	const { inner, code, syscall, refusedBy } = unwrapped(error);
	if (inner instanceof UserError) {
		return { neverSent: true, mayPass: false, reason: inner.message, advice: inner.advice };
	}
	if (isBlockedByN8n(error)) {
		return {
			neverSent: true,
			mayPass: false,
			reason: `This n8n does not allow requests to ${host}`,
			advice: `${CHECK}. If it is right, ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.`,
		};
	}
	if (code === 'ECONNREFUSED' && isElsewhere(refusedBy, host)) {
		return {
			neverSent: true,
			mayPass: true,
			reason: `The connection to ${refusedBy} was refused`,
			advice: `This is not the address of the service. Check the proxy and the database of this n8n. Technical reason: ${code}.`,
		};
	}
	if (code === '') {
		// Not a network error: its own message says most.
		const { message, advice } = asUserError(error);
		return { neverSent: false, mayPass: false, reason: message, advice };
	}
	const { reason, advice, option = '', hidesCode, ...rest } = explained(code, syscall, host);
	const technical = !hidesCode && `Technical reason: ${code}.`;
	const sentences = [advice, hasRequestOptions && option, technical].filter(Boolean);
	return { ...rest, reason, advice: sentences.join(' ') };
}

interface Explanation extends NetworkFailure {
	/** Advice where there are Request Options. */
	option?: string;
	/** Which code a timeout has is chance, and one of them reads as if somebody had cancelled it. */
	hidesCode?: boolean;
}

function explained(code: string, syscall: string, host: string): Explanation {
	if (code === 'ECONNREFUSED') {
		return {
			neverSent: true,
			mayPass: true,
			reason: `The connection to ${host} was refused`,
			advice: `${CHECK}, and check whether the service is running.`,
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			neverSent: true,
			mayPass: code === 'EAI_AGAIN',
			reason: `The host ${host} was not found`,
			advice:
				"Check the spelling of 'Base URL' in the credential, and check the network of this n8n.",
		};
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) {
		return {
			neverSent: true,
			mayPass: false,
			reason: `The certificate of ${host} was not accepted`,
			advice: `${CHECK}.`,
			option: "If you use your own certificate, see 'Ignore SSL Issues' under 'Request Options'.",
		};
	}
	if (syscall === 'connect') {
		return {
			neverSent: true,
			mayPass: true,
			reason: `The node could not connect to ${host}`,
			advice: `${CHECK} and check the network of this n8n.`,
		};
	}
	if (TIMEOUTS.includes(code)) {
		return {
			neverSent: false,
			mayPass: true,
			reason: 'The service did not respond in time',
			advice: "If this happens often, check the network of this n8n, or ask the service's support.",
			option: "To wait longer, set 'Timeout' under 'Request Options'.",
			hidesCode: true,
		};
	}
	return {
		neverSent: false,
		mayPass: true,
		reason: 'The connection was lost before the response was complete',
		advice: `Check the network between this n8n and ${host}.`,
	};
}

/** n8n's protection of its own network: it looks before it sends, and when a connection is made. */
function isBlockedByN8n(error: unknown): boolean {
	const { name, cause } = (error ?? {}) as { name?: unknown; cause?: unknown };
	return String(name).startsWith('SsrfBlocked') || (cause !== undefined && isBlockedByN8n(cause));
}

/**
 * n8n reads the credential from its database for each request, and a proxy may stand in between: what
 * refused a connection need not be the service.
 */
function isElsewhere(refusedBy: string, host: string): boolean {
	const port = /:(\d+)$/;
	const own = port.exec(host)?.slice(1) ?? ['443', '80'];
	const [, refused] = port.exec(refusedBy) ?? [];
	return refused !== undefined && !own.includes(refused);
}

/** Newer versions of axios put an error of their own, without the system call, around that of the network. */
function unwrapped(error: unknown): {
	inner: unknown;
	code: string;
	syscall: string;
	refusedBy: string;
} {
	const { cause, httpCode } = (error ?? {}) as { cause?: unknown; httpCode?: unknown };
	const inner = error instanceof UserError ? error : cause;
	const { code, syscall, cause: innermost, ...own } = (inner ?? {}) as NetworkError;
	const { address, port } = own.address === undefined ? (innermost ?? {}) : own;
	return {
		inner,
		refusedBy: address === undefined ? '' : `${String(address)}:${String(port)}`,
		code: networkCode(code ?? httpCode),
		syscall: String(syscall ?? innermost?.syscall ?? ''),
	};
}

interface NetworkError {
	code?: unknown;
	syscall?: unknown;
	address?: unknown;
	port?: unknown;
	cause?: { syscall?: unknown; address?: unknown; port?: unknown };
}

/**
 * Where a response broke off, n8n may put its status in the place of the code and drop the error of the
 * network (seen with n8n-core 2.20.6); this is the code that other versions give then.
 */
function networkCode(value: unknown): string {
	const code = String(value ?? '');
	return /^\d+$/.test(code) ? 'ERR_BAD_RESPONSE' : code;
}
