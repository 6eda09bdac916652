import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { assertBelow, parseUrl, readCredentialPath } from './path';

/** The n8n credential type that holds the key and the address of the service. */
export const CREDENTIAL_TYPE = 'voiceAssistantCallsApi';

const BASE_URL_EXAMPLE = 'https://api.example.com';

/** In which header the key is sent; see `headerFor`. */
const KEY_HEADERS = ['documented', 'authentication', 'authorization'] as const;

/** What the credential says of the service, apart from key and address. */
export interface ServiceSettings {
	/** The path of Call Create, below the base URL. */
	createPath: string;
	/** The path of Calls List; that of one call is `<callsPath>/{id}`. */
	callsPath: string;
	keyHeader: (typeof KEY_HEADERS)[number];
	/** The query parameter that takes `nextCursor` back; empty where the node is to find it. */
	cursorParameter: string;
	/** The query parameter that takes the number of records a page; empty if there is none. */
	pageSizeParameter: string;
}

/** The paths of docs/api.md. */
export const DOCUMENTED_PATHS = { createPath: '/calls', callsPath: '/public/calls' };

/**
 * Reads the fields under Advanced. What is missing or empty is as docs/api.md says.
 *
 * @param credential the fields of the credential
 * @throws UserError if a path leads out of the base URL, or the header is none of the list
 */
export function readServiceSettings(credential: ICredentialDataDecryptedObject): ServiceSettings {
	const text = (name: string) => String(credential[name] ?? '').trim();
	const { createPath, callsPath } = DOCUMENTED_PATHS;
	return {
		createPath: readCredentialPath(credential.createPath, 'Create Path', createPath),
		callsPath: readCredentialPath(credential.callsPath, 'Calls Path', callsPath),
		keyHeader: readKeyHeader(credential.keyHeader || 'documented'),
		cursorParameter: text('cursorParameter'),
		pageSizeParameter: text('pageSizeParameter'),
	};
}

function readKeyHeader(value: unknown): ServiceSettings['keyHeader'] {
	const header = KEY_HEADERS.find((name) => name === value);
	if (header !== undefined) return header;
	throw new UserError(
		`'Key Header' is ${quoteValue(value)}, which is not valid`,
		`Choose one from the list. An expression must return one of: ${KEY_HEADERS.join(', ')}.`,
	);
}

/**
 * Checks the API key, which is sent as the whole value of a header (docs/api.md, Authentication).
 *
 * @param value what stands in the credential's field API Key
 * @returns the key without surrounding blanks
 * @throws UserError if it is empty, or holds a character that an HTTP header cannot carry: n8n would
 * send such a key as an empty header, and the service would answer with a misleading 401
 */
export function readApiKey(value: unknown): string {
	const key = typeof value === 'string' ? value.trim() : '';
	if (key === '') {
		throw new UserError(
			"'API Key' in the credential is empty",
			'Open the credential and enter the API key that you got from the service.',
		);
	}
	if (!/^[\x20-\x7e]+$/.test(key)) {
		throw new UserError(
			'The API key contains a character that cannot be sent',
			"Open the credential and enter 'API Key' again, as one line of unaccented letters, digits and punctuation.",
		);
	}
	return key;
}

/**
 * Checks the base URL and brings it into the one form in which paths can be appended to it.
 *
 * @param value what stands in the credential's field Base URL
 * @returns scheme, host and path, without a trailing slash
 * @throws UserError naming the field, if requests cannot or must not be sent to this address
 */
export function readBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new UserError(
			"'Base URL' in the credential is empty",
			`Open the credential and enter the URL of the API, for example ${BASE_URL_EXAMPLE}.`,
		);
	}
	const url = /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
	if (!url) {
		throw new UserError(
			`'Base URL' in the credential must start with https://, but it is ${quoteValue(text)}`,
			`Open the credential and enter the whole URL of the API, for example ${BASE_URL_EXAMPLE}.`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new UserError(
			'\'Base URL\' in the credential contains a user name, a password, "?" or "#"',
			'Open the credential. Remove the user name and password before "@", and everything from "?" or "#" on. The node appends the paths of the API.',
		);
	}
	assertEncrypted(url);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * Refuses plain http where the key would cross the public internet in the clear.
 *
 * @param url the address that a request is about to be sent to
 * @throws UserError if the address is plain http and not on this machine or in a private network
 */
export function assertEncrypted(url: URL): void {
	if (url.protocol === 'https:' || (url.protocol === 'http:' && isOffThePublicInternet(url))) {
		return;
	}
	throw new UserError(
		`'Base URL' in the credential must start with https://. The API key is not sent to ${url.protocol}//${url.host} without encryption`,
		'Correct it in the credential. http:// is accepted only for this machine and on private networks.',
	);
}

function isOffThePublicInternet({ hostname }: URL): boolean {
	if (hostname.startsWith('[')) return isPrivateIpv6(hostname.slice(1, -1));
	const name = hostname.replace(/\.$/, '');
	if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isPrivateIpv4(name.split('.').map(Number));
	return !name.includes('.') || /\.(localhost|local|internal)$/.test(name);
}

function isPrivateIpv4([first, second]: number[]): boolean {
	return (
		first === 127 ||
		first === 10 ||
		(first === 172 && second >= 16 && second <= 31) ||
		(first === 192 && second === 168) ||
		(first === 169 && second === 254)
	);
}

/** `URL` has already brought the address into its shortest lower-case form. */
function isPrivateIpv6(address: string): boolean {
	const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address);
	if (mapped) {
		const high = parseInt(mapped[1], 16);
		return isPrivateIpv4([high >> 8, high & 0xff]);
	}
	return address === '::1' || /^(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/.test(address);
}

/**
 * Adds the key to a request, in the header that the credential or the API names for it.
 *
 * n8n calls this for the node, for the test of the credential and for its HTTP Request node. Redirects
 * are switched off here because it is the one place that all three pass through: n8n would take the
 * header `Authentication` along to any other host (n8n-core 2.41.1).
 *
 * @param credentials the fields of the credential
 * @param requestOptions the request; n8n's older helpers name the address `uri`
 * @returns the request to send
 * @throws UserError if the key, the address or another field of the credential must not be used
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const key = readApiKey(credentials.apiKey);
	const { url, uri, baseURL } = requestOptions as IHttpRequestOptions & { uri?: string };
	const base = baseURL === undefined ? undefined : readBaseUrl(baseURL);
	const { keyHeader } = readServiceSettings(credentials);
	const address = parseUrl(url ?? uri);
	if (address) assertEncrypted(address);
	if (base !== undefined && url) assertBelow(base, url);
	const others = Object.entries(requestOptions.headers ?? {}).filter(
		([name]) => !/^(authentication|authorization)$/i.test(name),
	);
	return {
		...requestOptions,
		...(base !== undefined && { baseURL: base, abortSignal: timeLimit(requestOptions) }),
		headers: { ...Object.fromEntries(others), [headerFor(keyHeader, requestOptions.method)]: key },
		disableFollowRedirect: true,
		maxRedirects: 0,
	};
}

/** docs/api.md, Authentication: Call Create, the only POST, has a header of its own. */
function headerFor(keyHeader: ServiceSettings['keyHeader'], method = 'GET'): string {
	if (keyHeader === 'authentication') return 'Authentication';
	if (keyHeader === 'authorization') return 'Authorization';
	return method.toUpperCase() === 'POST' ? 'Authentication' : 'Authorization';
}

/**
 * Bounds a request of this node as a whole. `timeout` alone bounds the time without a byte, so a body
 * that drips would never end. It is set here because n8n's helper puts its own signal over any other
 * before it calls this (n8n-core 2.41.1, authentication.js). Requests of the HTTP Request node have no
 * `baseURL`: there Timeout means the time to the first byte, as that node says.
 */
function timeLimit({ abortSignal, timeout }: IHttpRequestOptions): AbortSignal | undefined {
	const signals = [
		abortSignal as AbortSignal | undefined,
		timeout ? AbortSignal.timeout(timeout) : undefined,
	].filter((signal) => signal !== undefined);
	return signals.length < 2 ? signals[0] : anySignal(signals);
}

/**
 * `AbortSignal.any` is there from Node.js 20.3 on; the types that this is compiled with do not have it. It
 * holds its sources weakly: a time limit that nobody else holds is collected as garbage and never comes
 * (Node.js 20.20.2; not 24.21.0). So the signal holds them itself.
 */
function anySignal(sources: AbortSignal[]): AbortSignal {
	const { any } = AbortSignal as unknown as { any: (signals: AbortSignal[]) => AbortSignal };
	return Object.assign(any.call(AbortSignal, sources), { sources });
}
