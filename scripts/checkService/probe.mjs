import { createRequire } from 'node:module';
import { CliError } from '../process/cliError.mjs';

// What scripts/check-service.mjs has built. Where the package speaks to the service is named here alone.
const load = (path) => createRequire(import.meta.url)(`../../dist/nodes/${path}`);
const { readApiKey, readBaseUrl } = load('service/credential');
const { assertBelow } = load('service/path');
const { keyRedactor } = load('service/redact');
export const { fieldOf, readBody, serviceMessage } = load('service/response');
const { quote } = load('n8n/text');
export const { ifPossible } = load('n8n/values');
export const { Call } = load('service/call');
export const { ApiClient } = load('service/client');
export const { pages, said } = load('service/pages');

/** So many requests are sent at most. */
const MAX_REQUESTS = 200;

/** One request may take so long, in milliseconds. */
const TIMEOUT = 30_000;

/** A service and a key, and what was sent so far. The key never leaves for another address. */
export class Probe {
	requests = 0;

	constructor(baseUrl, key) {
		try {
			this.baseUrl = readBaseUrl(baseUrl);
			const given = readApiKey(key);
			// Who has the key with this prefix need not know whether it is needed.
			this.key = given.replace(/^bearer\s+/i, '');
			this.isKeyBare = this.key === given;
		} catch (error) {
			throw new CliError(`${error.message}.`, error.advice);
		}
		this.redact = keyRedactor(this.key);
	}

	/**
	 * Sends one request, and follows no redirect.
	 * @param {{ method?: string, path: string, query?: object, body?: string, header: string, prefix?: string, key?: string }} request
	 */
	async send({ method = 'GET', path, query = {}, body, header, prefix = '', key = this.key }) {
		assertBelow(this.baseUrl, path);
		if (++this.requests > MAX_REQUESTS) {
			throw new CliError(`The check was ended after ${MAX_REQUESTS} requests.`);
		}
		const url = new URL(`${this.baseUrl}${path}`);
		for (const [name, value] of Object.entries(query)) {
			const given = [value].flat().filter((each) => each !== undefined);
			for (const each of given) url.searchParams.append(name, each);
		}
		const headers = { accept: 'application/json', [header]: prefix + key };
		if (body) headers['content-type'] = 'application/json';
		const request = { method, headers, body, redirect: 'manual' };
		const { response, receivedAt, text } = await received(url, request).catch((error) => {
			const { code = error.message } = error.cause ?? {};
			throw new CliError(
				`${url.host} sent no whole response: ${this.shown(code)}.`,
				'Check the address and the network, and try again.',
			);
		});
		if (response.status === 429) {
			throw new CliError('The service has received too many requests.', 'Try again in a while.');
		}
		const answer = readBody(text, true);
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			receivedAt,
			body: answer,
			records: response.status === 200 ? recordsIn(answer) : undefined,
			// No records: they are nobody's business but the user's. A success may have some of them also where
			// it is no JSON.
			words: response.ok ? '' : this.shown(serviceMessage(answer)),
		};
	}

	/** What a service sent, as it may stand on the screen: one line, without the key. */
	shown(text) {
		return quote(this.redact(String(text)));
	}
}

async function received(url, request) {
	const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT) });
	return { response, receivedAt: Date.now(), text: await response.text() };
}

/** The records of a list; undefined where it is none. A service may send anything in their place. */
function recordsIn(body) {
	const data = fieldOf(body, 'data');
	// As the node reads it.
	if (data === null && said(body, /^(hasmore|nextcursor)$/).length > 0) return [];
	return Array.isArray(data) ? data.filter((each) => Object(each) === each) : undefined;
}
