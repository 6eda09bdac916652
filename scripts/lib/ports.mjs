import { connect, createServer } from 'node:net';

const hosts = ['127.0.0.1', '::1'];
const answerMs = 2000;

/** Whether somebody answers. Binding alone does not tell: macOS lets two processes share a port. */
async function isAnswered(host, port) {
	return await new Promise((resolve) => {
		const socket = connect({ host, port });
		const settle = (answered) => {
			socket.destroy();
			resolve(answered);
		};
		socket.setTimeout(answerMs, () => settle(false));
		socket.once('connect', () => settle(true));
		socket.once('error', () => settle(false));
	});
}

/** Binds a port for a moment; 0 stands for any. Undefined when that is not possible. */
async function tryPort(port) {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const { port: bound } = server.address();
			server.close(() => resolve(bound));
		});
	});
}

/**
 * Finds a free port on 127.0.0.1. Nothing reserves it: use it soon.
 * @param {number} [preferred] Taken when it is free.
 * @returns {Promise<number>}
 */
export async function freePort(preferred = 0) {
	if (preferred === 0) return await tryPort(0);
	const answered = await Promise.all(hosts.map((host) => isAnswered(host, preferred)));
	const bound = answered.includes(true) ? undefined : await tryPort(preferred);
	return bound ?? (await tryPort(0));
}
