import type { ServiceSettings } from './credential';

/** Where `routing.request` of an operation takes its path from the credential. */
const FROM_CREDENTIAL = /^=\{\{ \$credentials\.(createPath|callsPath) \}\}/;

/**
 * Reads the path that an operation declares.
 *
 * n8n evaluates it only in its RoutingNode, twice for each item, and not for operations that see their
 * whole list (n8n-core 2.41.1). So the node reads it itself, for all of them alike.
 *
 * @param url `url` of `routing.request`: a path, or `={{ $credentials.callsPath }}` with what follows it
 */
export function declaredPath(url: string, service: ServiceSettings): string {
	return url.replace(FROM_CREDENTIAL, (_, name: 'createPath' | 'callsPath') => service[name]);
}
