import type { ItemContext } from '../n8n/itemContext';
import type { ApiClient, RetryPolicy } from '../service/client';
import { connect, type Transport } from '../service/transport';
import { readRequestOptions } from './requestOptions';

/**
 * Connects an item to the service.
 *
 * @param retries how a GET is repeated, where not as usual
 * @returns the client, and the path that the operation declares
 * @throws UserError if the credential or Request Options cannot be used
 */
export async function connectItem(
	item: ItemContext,
	retries?: RetryPolicy,
): Promise<{ client: ApiClient; path: string }> {
	const { n8n, attempt, request } = item;
	const requestOptions = readRequestOptions(item.parameter('requestOptions', {}));
	attempt.connection ??= connect(n8n, n8n.getExecutionCancelSignal());
	const transport = (await attempt.connection) as Transport;
	const client = transport.client({ ...requestOptions, retries });
	const { createPath, callsPath } = client.service;
	const path = request.path.replace('{createPath}', createPath).replace('{callsPath}', callsPath);
	return { client, path };
}
