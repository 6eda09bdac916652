const http = require('node:http');

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';
const EVERY_MS = 20;

/**
 * A service that never comes to an end, and is never silent either: of its response it sends one
 * character now and then.
 *
 * @param {'head' | 'body'} part which part of the response drips
 * @returns {Promise<{ url: string, requests: string[], close: () => Promise<void> }>} the method of each
 * request
 */
async function startDrippingServer(part) {
	const requests = [];
	const server = http.createServer(({ method, socket }) => {
		requests.push(method);
		socket.write(part === 'body' ? `${HEAD}{` : 'HTTP/1.1 200 OK\r\nX-Wait: ');
		const drops = setInterval(() => socket.write(part === 'body' ? ' ' : '.'), EVERY_MS);
		socket.once('close', () => clearInterval(drops));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${server.address().port}`, requests, close };
}

module.exports = { startDrippingServer };
