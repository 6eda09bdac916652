const net = require('node:net');

/** What a server does with the first bytes of a connection. */
const MANNERS = {
	'hangs up': (socket) => socket.end(),
	resets: (socket) => socket.resetAndDestroy(),
	rejects: (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
	'stays silent': () => {},
	'speaks http': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
	'connects, then resets': (socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		socket.once('data', () => socket.resetAndDestroy());
	},
};

/**
 * A server that reads the first bytes of a connection and never gets as far as a request. In front of it
 * stands the proxy of a service, or https.
 *
 * @param {keyof typeof MANNERS} manner
 * @returns {Promise<{ host: string, close: () => Promise<void> }>}
 */
async function startRudeServer(manner) {
	const sockets = new Set();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.once('data', () => MANNERS[manner](socket));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	};
	return { host: `127.0.0.1:${server.address().port}`, close };
}

module.exports = { startRudeServer };
