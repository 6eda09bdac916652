/*
 * A door in front of the sandbox. It lets requests through, and breaks connections in ways
 * that an HTTP server cannot: with a TCP reset, or by not listening any more. Plain JavaScript, since it
 * needs sockets.
 */
const net = require('node:net');

/** Whether the text holds a whole request: its headers, and as much body as they announce. */
function isWhole(text) {
	const end = text.indexOf('\r\n\r\n');
	if (end < 0) return false;
	const [, length = '0'] = /^content-length: *(\d+)/im.exec(text) ?? [];
	return text.length - end - 4 >= Number(length);
}

/**
 * Ports below those that a system hands out by itself and those of `freePort`, other ones for each worker of
 * jest, and each of them once: when a door is closed, no other server of the tests comes to listen there.
 */
const LOWEST_PORT = 12_000;
const PORTS_A_WORKER = 1_600;
const WORKERS = 5;

const worker = (Number(process.env.JEST_WORKER_ID) || 0) % WORKERS;
let doors = Math.floor(Math.random() * PORTS_A_WORKER);

async function listen(server) {
	for (;;) {
		const port = LOWEST_PORT + worker * PORTS_A_WORKER + (doors++ % PORTS_A_WORKER);
		const isListening = await new Promise((resolve) => {
			server.once('error', () => resolve(false));
			server.listen(port, '127.0.0.1', () => resolve(true));
		});
		if (isListening) return port;
	}
}

/**
 * Which requests a rule is about: those that match, as they came over the wire, but for the first so
 * many, and at most so many. Default: every one.
 *
 * @typedef {{ matches?: (request: string) => boolean, skip?: number, times?: number }} Which
 */

/**
 * @typedef {object} Door
 * @property {string} url `http://127.0.0.1:PORT`, without a trailing slash
 * @property {(rule: Which & { at: 'unread' | 'answer' }) => void} reset resets connections before the
 * request reaches the sandbox, or in the place of the response, the request carried out
 * @property {(connections: number) => void} refuseAfter refuses every connection after so many
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} target the URL of the sandbox
 * @returns {Promise<Door>}
 */
async function startDoor(target) {
	const { hostname, port } = new URL(target);
	const sockets = new Set();
	const rules = [];
	let connections = 0;
	let refuseAfter = Infinity;

	const ruleFor = (request) => {
		const rule = rules.find(({ left, matches }) => left > 0 && matches(request));
		if (rule === undefined) return undefined;
		if (rule.skip > 0) {
			rule.skip--;
			return undefined;
		}
		rule.left--;
		return rule;
	};

	const forward = (request, client, answerIsReset) => {
		const service = net.connect({ host: hostname, port: Number(port) });
		sockets.add(service);
		service.on('error', () => client.destroy());
		service.on('close', () => sockets.delete(service));
		service.write(Buffer.from(request, 'latin1'));
		if (answerIsReset) service.once('data', () => client.resetAndDestroy());
		else service.pipe(client);
	};

	const admit = (request, client) => {
		const rule = ruleFor(request);
		if (rule?.at === 'unread') client.resetAndDestroy();
		else forward(request, client, rule?.at === 'answer');
	};

	const server = net.createServer((client) => {
		sockets.add(client);
		client.on('error', () => {});
		client.on('close', () => sockets.delete(client));
		connections++;
		if (connections >= refuseAfter) server.close();
		// One character a byte, so that lengths are right.
		let request = '';
		const receive = (chunk) => {
			request += chunk.toString('latin1');
			if (!isWhole(request)) return;
			client.off('data', receive);
			admit(request, client);
		};
		client.on('data', receive);
	});
	const url = `http://127.0.0.1:${await listen(server)}`;

	return {
		url,
		reset: ({ at, matches = () => true, skip = 0, times = Infinity }) =>
			rules.push({ at, matches, skip, left: times }),
		refuseAfter: (count) => {
			refuseAfter = count;
			if (count === 0) server.close();
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			if (server.listening) await new Promise((resolve) => server.close(resolve));
		},
	};
}

module.exports = { startDoor };
