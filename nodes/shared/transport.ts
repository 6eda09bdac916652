import type {
	DeclarativeRestApiSettings,
	IAllExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { readApiKey, readBaseUrl, CREDENTIAL_TYPE, parseUrl } from './credential';
import { ApiClient, type Send } from './client';
import type { Paging } from './pagination';
import { UserError, redactKey } from './userError';

/** Both are exchanged for Timeout under Request Options, where the user set it. */
const GET_TIMEOUT_MS = 30_000;
const POST_TIMEOUT_MS = 60_000;

/** How the user wants requests to be made. */
export interface ConnectionSettings {
	/** What n8n prepared from Request Options: proxy, certificates, allowed domains. */
	options?: DeclarativeRestApiSettings.HttpRequestOptions;
	/** Milliseconds, where the user set Timeout. */
	timeout?: number;
	signal?: AbortSignal;
}

/**
 * Connects to the service with the key of the credential.
 *
 * @param context the n8n context in which the request is made: an item, or a list in the editor
 * @param baseUrl what stands in the credential's field Base URL
 * @throws UserError if that is no address to which requests may be sent
 */
export function connect(
	context: IAllExecuteFunctions,
	baseUrl: unknown,
	{ options = {}, timeout, signal }: ConnectionSettings = {},
): ApiClient {
	const base = readBaseUrl(baseUrl);
	let key: Promise<string> | undefined;
	const send: Send = async ({ method, path, query, body: text }) => {
		const request: IHttpRequestOptions = {
			...(options as Partial<IHttpRequestOptions>),
			method: method as IHttpRequestMethods,
			baseURL: base,
			url: path,
			qs: query,
			arrayFormat: 'repeat',
			headers: { accept: 'application/json', ...(text && { 'content-type': 'application/json' }) },
			body: text,
			timeout: timeout ?? (method === 'POST' ? POST_TIMEOUT_MS : GET_TIMEOUT_MS),
			// n8n sends a request that was answered with 401 a second time, unless it is told to hand out
			// every answer (n8n-core 2.41.1, authentication.js).
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		};
		checkStaysBelow(base, path);
		key ??= apiKeyOf(context);
		const apiKey = await key;
		const answer = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			request,
		)) as IN8nHttpFullResponse;
		const { statusCode: status, headers, body: received } = answer;
		const isRecords = method === 'GET' && status < 300 && typeof received === 'object';
		if (isRecords) return { status, headers, body: received };
		// Whatever else a service says may end up in a message or in the output of Create.
		const body = redactKey(received, apiKey);
		return { status, headers: redactKey({ ...headers }, apiKey) as typeof headers, body };
	};
	return new ApiClient(send, base, signal);
}

/**
 * Reads how pages are asked for from the credential.
 *
 * @param pageSize the number of records a page, where the user chose it
 */
export async function pagingOf(context: IAllExecuteFunctions, pageSize?: number): Promise<Paging> {
	const { cursorParameter, pageSizeParameter } = await context.getCredentials(CREDENTIAL_TYPE);
	return {
		cursorParameter: String(cursorParameter ?? '').trim() || 'cursor',
		pageSizeParameter: String(pageSizeParameter ?? '').trim(),
		pageSize,
	};
}

/** Checked here as well as where it is added: n8n's helper hides what is thrown there. */
async function apiKeyOf(context: IAllExecuteFunctions): Promise<string> {
	const { apiKey } = await context.getCredentials(CREDENTIAL_TYPE);
	return readApiKey(apiKey);
}

/** The last check before the key leaves: no path may lead to another host or out of the base URL. */
function checkStaysBelow(base: string, path: string): void {
	if (parseUrl(`${base}${path}`)?.href.startsWith(`${base}/`)) return;
	throw new UserError(
		`The path "${path}" leads away from the Base URL`,
		'Nothing was sent, since the API key would have left with the request. Correct the path.',
	);
}
