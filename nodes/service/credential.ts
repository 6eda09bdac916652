import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { assertBelow, parseUrl, readCredentialPath } from './path';
import { asItIs, keyRedactor, type Redact } from './redact';

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

/** A credential whose fields were checked. */
export interface Service {
	key: string;
	/** Scheme, host and path, without a trailing slash. */
	baseUrl: string;
	service: ServiceSettings;
	redact: Redact;
}

/** The paths of docs/api.md. */
export const DOCUMENTED_PATHS = { createPath: '/calls', callsPath: '/public/calls' };

/**
 * Checks all fields of a credential.
 *
 * @param fields the fields of the credential
 * @param baseUrl where a request is sent to another base URL than that of the credential
 * @throws UserError naming the field; a key that was pasted into another field is not shown
 */
export function readCredential(
	fields: ICredentialDataDecryptedObject,
	baseUrl: unknown = fields.baseUrl,
): Service {
	const key = readApiKey(fields.apiKey);
	const redact = keyRedactor(key);
	// What is missing or empty under Advanced is as docs/api.md says.
	const text = (name: string) => String(fields[name] ?? '').trim();
	const path = (name: keyof typeof DOCUMENTED_PATHS, label: string) =>
		readCredentialPath(fields[name], label, DOCUMENTED_PATHS[name], redact);
	const base = readBaseUrl(baseUrl, redact);
	const callsPath = path('callsPath', 'Calls Path');
	if (base.endsWith(callsPath)) {
		throw new UserError(
			`'Base URL' in the credential ends with a path of the API. Remove ${callsPath}`,
			"The node appends the paths of the API. They are under 'Advanced' in the credential.",
		);
	}
	return {
		...{ key, redact },
		baseUrl: base,
		service: {
			createPath: path('createPath', 'Create Path'),
			callsPath,
			keyHeader: readKeyHeader(fields.keyHeader || 'documented', redact),
			cursorParameter: text('cursorParameter'),
			pageSizeParameter: text('pageSizeParameter'),
		},
	};
}

function readKeyHeader(value: unknown, redact: Redact): ServiceSettings['keyHeader'] {
	const header = KEY_HEADERS.find((name) => name === value);
	if (header !== undefined) return header;
	throw new UserError(
		`'Key Header' is ${quoteValue(redact(value))}, which is not valid`,
		`Choose one from the list, under 'Advanced' in the credential. An expression must return one of: ${KEY_HEADERS.join(', ')}.`,
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
 * @param redact takes the key out of what is shown of it
 * @returns scheme, host and path, without a trailing slash
 * @throws UserError naming the field, if requests cannot or must not be sent to this address
 */
export function readBaseUrl(value: unknown, redact = asItIs): string {
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
			`'Base URL' in the credential must start with https://, but it is ${quoteValue(redact(text))}`,
			`Open the credential and enter the whole URL of the API, for example ${BASE_URL_EXAMPLE}.`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new UserError(
			'\'Base URL\' in the credential contains a user name, a password, "?" or "#"',
			'Open the credential. Remove the user name and password before "@", and everything from "?" or "#" on. The node appends the paths of the API.',
		);
	}
	assertEncrypted(url, redact);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * Refuses plain http where the key would cross the public internet in the clear.
 *
 * @param url the address that a request is about to be sent to
 * @throws UserError if the address is plain http and not on this machine or in a private network
 */
export function assertEncrypted(url: URL, redact = asItIs): void {
	if (url.protocol === 'https:' || (url.protocol === 'http:' && isOffThePublicInternet(url))) {
		return;
	}
	throw new UserError(
		`'Base URL' in the credential must start with https://. The API key is not sent to ${redact(`${url.protocol}//${url.host}`)} without encryption`,
		'Correct it in the credential. http:// is accepted only for this machine and on private networks.',
	);
}

/** `URL` has already brought an address into its shortest lower-case form. */
const PRIVATE_HOSTS = [
	/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/,
	/^\[(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/,
	// An IPv4 address in IPv6: 127, 10, 192.168, 169.254 and 172.16 to 31.
	/^\[::ffff:(7f[\da-f]{2}|a[\da-f]{2}|c0a8|a9fe|ac1[\da-f]):[\da-f]+\]$/,
	/^[^.[]+$/,
	/\.(localhost|local|internal)$/,
];

function isOffThePublicInternet({ hostname }: URL): boolean {
	const name = hostname.replace(/\.$/, '');
	return PRIVATE_HOSTS.some((pattern) => pattern.test(name));
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
	const { url, uri, baseURL, method, headers } = requestOptions as IHttpRequestOptions & {
		uri?: string;
	};
	const { key, baseUrl, service, redact } = readCredential(credentials, baseURL);
	const address = parseUrl(url ?? uri);
	if (address) assertEncrypted(address, redact);
	// The test of the credential asks for Calls Path as it was typed.
	const isTyped = (url ?? '') === String(credentials.callsPath ?? '');
	const path = isTyped ? service.callsPath : url;
	const isOurs = baseURL !== undefined;
	if (isOurs) assertBelow(baseUrl, path ?? '');
	const others = Object.entries(headers ?? {}).filter(
		([name]) => !/^(authentication|authorization)$/i.test(name),
	);
	return {
		...requestOptions,
		...(isOurs && { baseURL: baseUrl, url: path, abortSignal: timeLimit(requestOptions) }),
		headers: { ...Object.fromEntries(others), [headerFor(service.keyHeader, method)]: key },
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
