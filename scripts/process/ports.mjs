import { randomInt } from 'node:crypto';
import getPort, { clearLockedPorts, portNumbers } from 'get-port';

/**
 * Finds a free port on 127.0.0.1. Nothing reserves it: use it soon. It is below those that the system
 * gives to whoever asks for any (Linux: from 32768 on), as the tests beside this do all the time.
 * @param {number} [preferred] Taken when it is free; default: any port.
 * @returns {Promise<number>}
 */
export async function freePort(preferred) {
	// get-port gives no port out twice; n8n, started again, wants the one that it had.
	clearLockedPorts();
	// A preferred port must be free on all addresses: macOS would let two processes share it.
	if (preferred) return await getPort({ port: preferred });
	const first = randomInt(20_000, 32_000);
	return await getPort({ host: '127.0.0.1', port: portNumbers(first, first + 100) });
}
