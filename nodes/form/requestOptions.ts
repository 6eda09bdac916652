import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseBatching } from '../n8n/batching';
import { UserError } from '../n8n/errors';
import { parseUrl } from '../service/path';
import type { RequestSettings } from '../service/transport';
import { readCollection, readNumber, readSwitch } from './readers';

/** The longest time that a timer of Node.js can wait; a longer one would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const UNDER_REQUEST_OPTIONS = "The option is under 'Request Options'.";

/**
 * Reads n8n's collection Request Options as its RoutingNode does (n8n-core 2.41.1, routing-node.js),
 * since an operation that sees its whole list gets no help with it.
 *
 * @param value `{ proxy, allowUnauthorizedCerts, timeout }`, evaluated for the item
 * @throws UserError if an option has a value that it cannot have, as an expression can give it
 */
export function readRequestOptions(value: unknown): RequestSettings {
	parseBatching(value);
	const options = readCollection(value, 'Request Options');
	const { proxy, allowUnauthorizedCerts = false, timeout } = options;
	const ignoresSsl = readSwitch(allowUnauthorizedCerts, 'Ignore SSL Issues', UNDER_REQUEST_OPTIONS);
	const ms = timeout
		? readNumber(timeout, 'Timeout', 'Enter a number of milliseconds.', UNDER_REQUEST_OPTIONS)
		: 0;
	return {
		...(proxy ? { proxy: readProxy(proxy) } : {}),
		...(ignoresSsl && { skipSslCertificateValidation: true }),
		// Nothing and 0 mean "the default", as in n8n. A fraction would break the request off before it is sent,
		// as if it had been sent.
		...(ms > 0 && { timeout: Math.ceil(Math.min(ms, MAX_TIMEOUT_MS)) }),
	};
}

const USUAL_PORTS: Record<string, string> = { http: '80', https: '443' };

function readProxy(value: unknown): IHttpRequestOptions['proxy'] {
	const url = parseUrl(String(value).trim());
	const protocol = url?.protocol.slice(0, -1) ?? '';
	const port = url?.port || USUAL_PORTS[protocol];
	if (url?.hostname && port) {
		// A sign that stands for itself stays one.
		const [username, password] = [url.username, url.password].map((text) =>
			decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25')),
		);
		const auth = username ? { auth: { username, password } } : {};
		return { host: url.hostname, port: Number(port), protocol, ...auth };
	}
	// Not quoted: a password may be in it.
	throw new UserError(
		"'Proxy' is not the URL of a proxy",
		"Enter it under 'Request Options' with scheme, host and port, for example http://proxy.example.com:3128.",
	);
}
