import * as n8nWorkflow from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { ApiClient, type ApiRequest, type RetryPolicy } from './client';
import {
	CREDENTIAL_TYPE,
	readApiKey,
	readBaseUrl,
	readServiceSettings,
	type ServiceSettings,
} from './credential';
import { CursorMemory } from './cursorMemory';
import { excerpt, readBeginning, readJson } from './excerpt';
import { assertBelow } from './path';
import type { ApiResponse } from './response';
import { UserError } from '../n8n/errors';
import { keyRedactor } from './redact';

/** Used where Timeout under Request Options is not set. */
const GET_TIMEOUT_MS = 30_000;
const POST_TIMEOUT_MS = 60_000;

/** What n8n's collection Request Options says of a single request, in the form of n8n's request helper. */
export type RequestSettings = Pick<
	IHttpRequestOptions,
	'proxy' | 'skipSslCertificateValidation' | 'timeout'
>;

/** How requests are made. */
export interface ClientSettings {
	/** What the user set under Request Options, where the form has them. */
	requestOptions?: RequestSettings;
	/** Milliseconds for one request, in place of the default. A Timeout that the user set has priority. */
	timeout?: number;
	/** How a GET is repeated, where not as usual. */
	retries?: RetryPolicy;
}

/**
 * The service as one credential reaches it. This is the only place that calls n8n's request helper.
 */
export class Transport {
	private readonly baseUrl: string;

	private readonly service: ServiceSettings;

	private readonly cursorMemory = new CursorMemory();

	private readonly redact: <T>(received: T) => T;

	private readonly allowedDomains?: string;

	/**
	 * @param context the n8n context in which requests are made: a node that runs, or a list in the editor
	 * @param credential the fields of the credential
	 * @param signal ends waiting when the execution is cancelled
	 * @throws UserError if the key or the base URL of the credential cannot be used
	 */
	constructor(
		private readonly context: IAllExecuteFunctions,
		credential: ICredentialDataDecryptedObject,
		private readonly signal?: AbortSignal,
	) {
		this.baseUrl = readBaseUrl(credential.baseUrl);
		this.service = readServiceSettings(credential);
		// Checked here as well as where it is added: n8n's helper hides what is thrown there.
		this.redact = keyRedactor(readApiKey(credential.apiKey));
		this.allowedDomains = allowedDomains(context, credential, this.baseUrl);
	}

	client({ requestOptions, timeout, retries }: ClientSettings = {}): ApiClient {
		const settings = { ...(timeout !== undefined && { timeout }), ...requestOptions };
		return new ApiClient({
			retries,
			send: async (request) => await this.send(request, settings),
			hasRequestOptions: requestOptions !== undefined,
			baseUrl: this.baseUrl,
			service: this.service,
			cursorMemory: this.cursorMemory,
			signal: this.signal,
			redact: this.redact,
		});
	}

	private async send(
		{ method, path, query, body: text }: ApiRequest,
		settings: RequestSettings,
	): Promise<ApiResponse> {
		assertBelow(this.baseUrl, path);
		const options: IHttpRequestOptions = {
			timeout: method === 'POST' ? POST_TIMEOUT_MS : GET_TIMEOUT_MS,
			...settings,
			method: method as IHttpRequestMethods,
			baseURL: this.baseUrl,
			url: path,
			qs: query,
			arrayFormat: 'repeat',
			headers: { accept: 'application/json', ...(text && { 'content-type': 'application/json' }) },
			body: text,
			...(this.allowedDomains !== undefined && { allowedDomains: this.allowedDomains }),
			// As text: n8n's helper would read all of it as JSON, whatever it is.
			encoding: 'text',
			// n8n sends a request that got 401 a second time, unless it is told to hand out every
			// response (n8n-core 2.41.1, authentication.js).
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		};
		const { context } = this;
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			options,
		)) as IN8nHttpFullResponse;
		const { statusCode: status, headers, body: received } = response;
		const mayBeRecords = method === 'GET' && status < 300;
		const read = mayBeRecords ? readJson : readBeginning;
		const body = typeof received === 'string' ? read(received) : (received as unknown);
		// Records are returned as they came. Whatever else a service says may end up in a message or in
		// the output of Create.
		const isRecords = mayBeRecords && typeof body === 'object';
		return isRecords
			? { status, headers, body }
			: { status, headers: this.redact({ ...headers }), body: this.redact(excerpt(body)) };
	}
}

/**
 * Connects to the service with the credential of the node.
 *
 * @param context the n8n context in which requests are made
 * @param signal ends waiting when the execution is cancelled
 * @throws UserError if the key or the base URL of the credential cannot be used
 */
export async function connect(
	context: IAllExecuteFunctions,
	signal?: AbortSignal,
): Promise<Transport> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	return new Transport(context, credential, signal);
}

/**
 * Honours what the credential says under Allowed HTTP Request Domains, as n8n's RoutingNode does.
 *
 * @throws UserError where this n8n does not let the credential reach its own base URL
 */
function allowedDomains(
	context: IAllExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
	baseUrl: string,
): string | undefined {
	if (!['none', 'domains'].includes(String(credential.allowedHttpRequestDomains))) return undefined;
	const { getCredentialAllowedDomains, isDomainAllowed } = n8nWorkflow as Partial<
		typeof n8nWorkflow
	> & { isDomainAllowed?: (url: string, options: { allowedDomains: string }) => boolean };
	if ('toHostname' in n8nWorkflow) {
		return getCredentialAllowedDomains?.({
			node: context.getNode(),
			credentialData: credential,
			credentialOwnedSurface: true,
			nodeEndpointUrl: baseUrl,
		});
	}
	// n8n < 2.41: the base URL of the credential is not allowed by itself.
	if (!getCredentialAllowedDomains) return undefined;
	const domains = String(credential.allowedDomains ?? '').trim();
	const isListed = domains !== '' && isDomainAllowed?.(baseUrl, { allowedDomains: domains });
	if (credential.allowedHttpRequestDomains === 'domains' && isListed) return domains;
	throw new UserError(
		`The credential does not allow requests to ${new URL(baseUrl).host}`,
		"Open the credential and add this domain under 'Allowed HTTP Request Domains'. Nothing was sent.",
	);
}
