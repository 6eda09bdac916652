/* Plain JavaScript, since the house rules for nodes, which apply to TypeScript here, know no sockets. */

/**
 * Lets a server listen on a free port of this machine.
 *
 * @param {import('node:net').Server} server
 * @returns {Promise<{ port: number, close: () => Promise<void> }>} `close` ends its connections, too
 */
async function listen(server) {
	const sockets = new Set();
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.once('close', () => sockets.delete(socket));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: server.address().port,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

module.exports = { listen };
