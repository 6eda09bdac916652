const net = require('node:net');

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';

/** Sends a beginning, and then a character now and then: never an end, and never silence. */
const drip = (beginning, character) => (socket) => {
	socket.write(beginning);
	const drops = setInterval(() => socket.write(character), 20);
	socket.once('close', () => clearInterval(drops));
};

/** What a server does with the first bytes of a connection. */
const MANNERS = {
	'hangs up': (socket) => socket.end(),
	resets: (socket) => socket.resetAndDestroy(),
	'asks for a login': (socket) =>
		socket.end('HTTP/1.1 302 Found\r\nLocation: http://login/\r\n\r\n'),
	rejects: (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
	'stays silent': () => {},
	'speaks http': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
	'connects, then resets': (socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		socket.once('data', () => socket.resetAndDestroy());
	},
	'drips its head': drip('HTTP/1.1 200 OK\r\nX-Wait: ', '.'),
	'drips its body': drip(`${HEAD}{`, ' '),
};

/**
 * A server that never sends a whole response. In front of it stands the proxy of a service, or https.
 *
 * @param {keyof typeof MANNERS} manner
 * @returns {Promise<{ host: string, requests: string[], close: () => Promise<void> }>} `requests` has the
 * first bytes of each connection
 */
async function startRudeServer(manner) {
	const sockets = new Set();
	const requests = [];
	const server = net.createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.once('data', (bytes) => {
			requests.push(String(bytes));
			MANNERS[manner](socket);
		});
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	};
	return { host: `127.0.0.1:${server.address().port}`, requests, close };
}

module.exports = { startRudeServer };
