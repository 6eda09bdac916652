import * as n8nWorkflow from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { ApiClient, type ApiRequest, type RetryPolicy } from './client';
import { CREDENTIAL_TYPE, readCredential, type Service } from './credential';
import { CursorMemory } from './cursorName';
import { responseIn } from './network';
import { assertBelow } from './path';
import { readBody, type ApiResponse } from './response';
import { isSuccess } from './status';
import { UserError } from '../n8n/errors';

/** Used where Timeout under Request Options is not set. */
const GET_TIMEOUT_MS = 30_000;
const POST_TIMEOUT_MS = 60_000;

/**
 * Of an https service n8n is to throw these, since it hands out the socket then, which tells a response of a
 * proxy from one of the service. Not 401: n8n would send the request a second time (n8n-core 2.41.1,
 * authentication.js). n8n < 2.41: the response is not in the error.
 */
const THROWN = Array.from({ length: 300 }, (_, index) => 300 + index).filter((n) => n !== 401);
const isOlderN8n = !('toHostname' in n8nWorkflow);

/** What n8n's collection Request Options says of a single request, in the form of n8n's request helper. */
export type RequestSettings = Pick<
	IHttpRequestOptions,
	'proxy' | 'skipSslCertificateValidation' | 'timeout'
>;

/** How requests are made: what the user set under Request Options, or another limit of time. */
export interface ClientSettings extends RequestSettings {
	/** How a GET is repeated, where not as usual. */
	retries?: RetryPolicy;
}

/** The service as one credential reaches it. */
export interface Transport {
	client: (settings?: ClientSettings) => ApiClient;
}

/**
 * Connects to the service with the credential of the node. This is the only place that calls n8n's request
 * helper.
 *
 * @param context the n8n context in which requests are made: a node that runs, or a list in the editor
 * @param signal ends waiting when the execution is cancelled
 * @throws UserError if a field of the credential cannot be used, or if this n8n does not let the credential
 * reach its own base URL
 */
export async function connect(
	context: IAllExecuteFunctions,
	signal?: AbortSignal,
): Promise<Transport> {
	const fields = await context.getCredentials(CREDENTIAL_TYPE);
	// Checked here as well as where the key is added: n8n's helper hides what is thrown there.
	const credential = readCredential(fields);
	const domains = allowedDomains(context, fields, credential);
	const { host, protocol } = new URL(credential.baseUrl);
	const cursorMemory = new CursorMemory();

	const send = async (
		{ method, path, query, body }: ApiRequest,
		settings: RequestSettings,
	): Promise<ApiResponse> => {
		assertBelow(credential.baseUrl, path);
		const options: IHttpRequestOptions = {
			timeout: method === 'POST' ? POST_TIMEOUT_MS : GET_TIMEOUT_MS,
			...settings,
			method: method as IHttpRequestMethods,
			baseURL: credential.baseUrl,
			url: path,
			qs: query,
			arrayFormat: 'repeat',
			headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
			body,
			...(domains !== undefined && { allowedDomains: domains }),
			// As text: n8n's helper would read all of it as JSON, whatever it is.
			encoding: 'text',
			ignoreHttpStatusErrors: {
				ignore: true,
				except: isOlderN8n || protocol === 'http:' ? [] : THROWN,
			},
			returnFullResponse: true,
		};
		const { httpRequestWithAuthentication: request } = context.helpers;
		const response = (await request
			.call(context, CREDENTIAL_TYPE, options)
			.catch((thrown: unknown) => responseIn(thrown, host))) as IN8nHttpFullResponse;
		const { statusCode: status, headers } = response;
		const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
		const mayBeRecords = method === 'GET' && isSuccess(status);
		const read = readBody(text ?? '', mayBeRecords);
		// Records are returned as they came. Whatever else a service says may end up in a message or in
		// the output of Create.
		if (mayBeRecords && typeof read === 'object') return { status, headers, body: read };
		const { redact } = credential;
		return { status, headers: redact({ ...headers }), body: redact(read) };
	};

	return {
		client: ({ retries, ...settings } = {}) =>
			new ApiClient({
				...{ ...credential, signal, cursorMemory, retries },
				send: async (request) => await send(request, settings),
			}),
	};
}

/**
 * Honours what the credential says under Allowed HTTP Request Domains, as n8n's RoutingNode does.
 *
 * @throws UserError where this n8n does not let the credential reach its own base URL
 */
function allowedDomains(
	context: IAllExecuteFunctions,
	fields: ICredentialDataDecryptedObject,
	{ baseUrl, redact }: Service,
): string | undefined {
	if (!['none', 'domains'].includes(String(fields.allowedHttpRequestDomains))) return undefined;
	const { getCredentialAllowedDomains, isDomainAllowed } = n8nWorkflow as Partial<
		typeof n8nWorkflow
	> & { isDomainAllowed?: (url: string, options: { allowedDomains: string }) => boolean };
	if (!isOlderN8n) {
		return getCredentialAllowedDomains?.({
			node: context.getNode(),
			credentialData: fields,
			credentialOwnedSurface: true,
			nodeEndpointUrl: baseUrl,
		});
	}
	// n8n < 2.41: the base URL of the credential is not allowed by itself.
	if (!getCredentialAllowedDomains) return undefined;
	const domains = String(fields.allowedDomains ?? '').trim();
	const isListed = domains !== '' && isDomainAllowed?.(baseUrl, { allowedDomains: domains });
	if (fields.allowedHttpRequestDomains === 'domains' && isListed) return domains;
	throw new UserError(
		`The credential does not allow requests to ${redact(new URL(baseUrl).host)}`,
		"Open the credential and add this domain under 'Allowed HTTP Request Domains'. Nothing was sent.",
	);
}
