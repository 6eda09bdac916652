import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseBatching } from '../n8n/batching';
import { quoteValue } from '../n8n/text';
import { asNumber } from '../n8n/values';
import { parseUrl } from '../service/path';
import type { RequestSettings } from '../service/transport';
import { UserError } from '../n8n/errors';
import { readCollection, readSwitch } from './readers';

/** The longest time that a timer of Node.js can wait; a longer one would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Reads n8n's collection Request Options as its RoutingNode does (n8n-core 2.41.1, routing-node.js),
 * since an operation that sees its whole list gets no help with it.
 *
 * @param value `{ proxy, allowUnauthorizedCerts, timeout }`, evaluated for the item
 * @throws UserError if an option has a value that it cannot have, as an expression can give it
 */
export function readRequestOptions(value: unknown): RequestSettings {
	parseBatching(value);
	const {
		proxy,
		allowUnauthorizedCerts: ignoresSsl = false,
		timeout,
	} = readCollection(value, 'Request Options');
	const place = "The option is under 'Request Options'.";
	return {
		...(proxy ? { proxy: readProxy(proxy) } : {}),
		...(readSwitch(ignoresSsl, 'Ignore SSL Issues', place) && {
			skipSslCertificateValidation: true,
		}),
		...(timeout ? { timeout: readTimeout(timeout) } : {}),
	};
}

/** Nothing and 0 mean "the default", as in n8n. */
function readTimeout(value: unknown): number {
	const timeout = asNumber(value);
	if (timeout > 0) {
		// A fraction would break the request off before it is sent, as if it had been sent.
		return Math.ceil(Math.min(timeout, MAX_TIMEOUT_MS));
	}
	throw new UserError(
		`'Timeout' is ${quoteValue(value)}, which is not a number of milliseconds`,
		"Correct 'Timeout' under 'Request Options', or remove it to use the default. Nothing was sent.",
	);
}

function readProxy(value: unknown): IHttpRequestOptions['proxy'] {
	const text = String(value).trim();
	// The port is looked for in the text, since `URL` drops one that is usual for the scheme.
	const [, port] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*:(\d{1,5})\/?$/i.exec(text) ?? [];
	const { protocol = '', hostname, username = '', password = '' } = parseUrl(port && text) ?? {};
	const isBroken = /%(?![0-9a-f]{2})/i.test(username + password);
	if (hostname && !isBroken) {
		return {
			host: hostname,
			port: Number(port),
			protocol: protocol.replace(/:$/, ''),
			...(username && {
				auth: {
					username: decodeURIComponent(username),
					password: decodeURIComponent(password),
				},
			}),
		};
	}
	// Before an "@" stands a password.
	const shown = text.includes('@') ? '' : ` ${quoteValue(value)}, which is`;
	throw new UserError(
		`'Proxy' is${shown} not the URL of a proxy`,
		"Enter it under 'Request Options' with scheme, host and port, for example http://proxy.example.com:3128.",
	);
}
