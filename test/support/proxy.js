/* A forward proxy, as companies have one before the internet. */
const http = require('node:http');
const net = require('node:net');
const { listen } = require('./listen');

/**
 * A request that came to the proxy.
 *
 * @typedef {object} ProxiedRequest
 * @property {string} method `CONNECT` where the client asks for a tunnel
 * @property {string} target the address that the client asks for
 * @property {string} credentials what it said of itself: `user:password`, or nothing
 */

/**
 * @returns {Promise<{
 * 	port: number,
 * 	requests: ProxiedRequest[],
 * 	close: () => Promise<void>,
 * }>}
 */
async function startProxy() {
	/** @type {ProxiedRequest[]} */
	const requests = [];
	const note = ({ method, url, headers }) => {
		const [, encoded = ''] = /^Basic (.*)$/.exec(headers['proxy-authorization'] ?? '') ?? [];
		requests.push({ method, target: url, credentials: Buffer.from(encoded, 'base64').toString() });
	};
	const server = http.createServer((request, response) => {
		note(request);
		const { 'proxy-authorization': own, ...headers } = request.headers;
		const onward = http.request(request.url, { method: request.method, headers }, (answer) => {
			response.writeHead(answer.statusCode, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	server.on('connect', (request, client) => {
		note(request);
		const [host, port] = request.url.split(':');
		const target = net.connect({ host, port: Number(port) }, () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(client).pipe(target);
		});
		for (const socket of [client, target]) socket.on('error', () => {});
	});
	return { ...(await listen(server)), requests };
}

module.exports = { startProxy };
