import { once } from 'node:events';
import { createServer } from 'node:http';

const host = '127.0.0.1';

/**
 * Serves HTTP on 127.0.0.1. With nothing but Node.js: the sandbox's copy of Fastify is loaded by tsx, and a
 * second copy in the same process mixes with it (fastify 5.12.8, tsx 4.23.15: `server[kHooks]` is undefined).
 * @param {import('node:http').RequestListener} listener
 * @param {number} [port] Default: any.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(listener, port = 0) {
	const server = createServer(listener).listen(port, host);
	await once(server, 'listening');
	return {
		url: `http://${host}:${server.address().port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
