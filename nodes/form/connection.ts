import type { ItemContext } from '../n8n/itemContext';
import type { ApiClient, RetryPolicy } from '../service/client';
import { declaredPath } from '../service/declaredPath';
import { readRequestOptions } from './requestOptions';
import { connect, type Transport } from '../service/transport';

/** The connection of one attempt: n8n reads the credential from its database each time it is asked. */
class Connection {
	transport?: Promise<Transport>;
}

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
	const requestOptions = readRequestOptions(item.parameter('requestOptions', {}));
	const { n8n, attempt, request } = item;
	const connection = attempt.recall(Connection);
	connection.transport ??= connect(n8n, n8n.getExecutionCancelSignal());
	const client = (await connection.transport).client({ requestOptions, retries });
	return { client, path: declaredPath(request.url, client.service) };
}
