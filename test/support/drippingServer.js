/* Plain JavaScript, since it needs sockets and a timer. */
const net = require('node:net');

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';
const EVERY_MS = 20;

/**
 * A service that never comes to an end, and is never silent either: of its response it sends one
 * character now and then.
 *
 * @param {'head' | 'body'} part which part of the response drips
 * @returns {Promise<{ url: string, requests: string[], close: () => Promise<void> }>} the first line of each
 * request
 */
async function startDrippingServer(part) {
	/** @type {string[]} */
	const requests = [];
	const sockets = new Set();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		let drops;
		socket.on('error', () => {});
		socket.on('close', () => {
			clearInterval(drops);
			sockets.delete(socket);
		});
		socket.once('data', (chunk) => {
			requests.push(String(chunk).split('\r\n', 1)[0]);
			socket.write(part === 'body' ? `${HEAD}{` : 'HTTP/1.1 200 OK\r\nX-Wait: ');
			drops = setInterval(() => socket.write(part === 'body' ? ' ' : '.'), EVERY_MS);
		});
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		requests,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

module.exports = { startDrippingServer };
