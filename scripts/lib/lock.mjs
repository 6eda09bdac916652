import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const answerMs = 2000;
const settleMs = 100;

function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/** Asks whoever is said to hold a lock. A process id alone says little: they are used again. */
async function isHeld(lock) {
	return await new Promise((resolve) => {
		const socket = connect({ host: '127.0.0.1', port: lock.port });
		const answer = (held) => {
			socket.destroy();
			resolve(held);
		};
		let heard = '';
		socket.setEncoding('utf8').setTimeout(answerMs, () => answer(false));
		socket.on('error', () => answer(false));
		socket.on('data', (text) => (heard += text));
		socket.on('end', () => answer(heard === lock.token));
	});
}

async function listen(token) {
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.end(token);
	});
	await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	return server.unref();
}

/**
 * Takes a lock, unless a living process holds it. A lock that was left behind by a process that
 * died is taken over.
 * @param {string} file The lock's file; its folder is made.
 * @returns {Promise<{ release: () => void, note: (words: string) => void } | { heldBy: { pid:
 * number, note: string } }>} `note` leaves words for whoever finds the lock taken.
 */
export async function takeLock(file) {
	const token = randomUUID();
	const server = await listen(token);
	const content = (note) =>
		JSON.stringify({ pid: process.pid, port: server.address().port, token, note });
	mkdirSync(dirname(file), { recursive: true });
	for (;;) {
		try {
			writeFileSync(file, content(''), { flag: 'wx' });
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
			const other = read(file) ?? (await wait(settleMs), read(file));
			if (other !== undefined && (await isHeld(other))) {
				server.close();
				return { heldBy: { pid: other.pid, note: other.note } };
			}
			rmSync(file, { force: true });
			continue;
		}
		// Two processes may have found the same left-over lock: the last to write has it.
		await wait(settleMs);
		if (read(file)?.token === token) break;
	}
	return {
		note: (words) => writeFileSync(file, content(words)),
		release: () => {
			server.close();
			if (read(file)?.token === token) rmSync(file, { force: true });
		},
	};
}
