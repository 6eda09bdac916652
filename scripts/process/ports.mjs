import getPort, { clearLockedPorts } from 'get-port';

/**
 * Finds a free port on 127.0.0.1. Nothing reserves it: use it soon.
 * @param {number} [preferred] Taken when it is free; default: any port.
 * @returns {Promise<number>}
 */
export async function freePort(preferred) {
	// get-port gives no port out twice; n8n, started again, wants the one that it had.
	clearLockedPorts();
	// A preferred port must be free on all addresses: macOS would let two processes share it.
	return await getPort(preferred ? { port: preferred } : { host: '127.0.0.1' });
}
