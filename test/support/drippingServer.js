const net = require('node:net');
const { listen } = require('./listen');

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
	const server = net.createServer((socket) => {
		let drops;
		socket.on('close', () => clearInterval(drops));
		socket.once('data', (chunk) => {
			requests.push(String(chunk).split('\r\n', 1)[0]);
			socket.write(part === 'body' ? `${HEAD}{` : 'HTTP/1.1 200 OK\r\nX-Wait: ');
			drops = setInterval(() => socket.write(part === 'body' ? ' ' : '.'), EVERY_MS);
		});
	});
	const { port, close } = await listen(server);
	return { url: `http://127.0.0.1:${port}`, requests, close };
}

module.exports = { startDrippingServer };
