import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../process/ports.mjs';
import { findProgram } from './programs.mjs';
import { Service } from './service.mjs';

const host = '127.0.0.1';
const answerMs = 1000;

/** Whether a Redis has read its files; without the password it answers NOAUTH then. */
async function isReady(port) {
	const socket = createConnection({ host, port });
	socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer')));
	try {
		socket.write('PING\r\n');
		const [answer] = await once(socket, 'data');
		return !String(answer).startsWith('-LOADING');
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/**
 * Starts a Redis of its own, which writes down what it is told (`appendonly`): a queue outlives its
 * restart.
 * @param {string} folder Gets its files; made if missing.
 * @returns {Promise<{ service: Service, env: Record<string, string> }>} With n8n's settings for it.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function startRedis(folder) {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const port = await freePort();
	// Whoever may write to a Redis may make it write files.
	const password = randomBytes(16).toString('hex');
	const settings = join(folder, 'redis.conf');
	const lines = [
		`bind ${host}`,
		`port ${port}`,
		`requirepass ${password}`,
		`dir ${JSON.stringify(folder)}`,
		'save ""',
		'appendonly yes',
	];
	writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
	const service = new Service({
		name: 'Redis',
		port,
		command: findProgram('redis-server'),
		args: [settings],
		cwd: folder,
		logFile: join(folder, 'redis.log'),
		isReady: async () => await isReady(port),
	});
	await service.start();
	return {
		service,
		env: {
			QUEUE_BULL_REDIS_HOST: host,
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
	};
}
