import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../n8n/server.mjs';
import { step } from '../process/screen.mjs';
import { openRegistry } from '../standIns/registry.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

/**
 * Starts what n8n needs for its queue mode beside itself: Redis, PostgreSQL, and a registry from which
 * n8n installs the package on all of its processes.
 * @param {object} options
 * @param {import('../process/undo.mjs').Undo} options.undo Takes what stops it all.
 * @param {Parameters<Awaited<ReturnType<typeof openRegistry>>['publish']>[0]} options.packed
 * @param {string} options.folder A new one, for the files of all of them.
 * @param {NodeJS.ProcessEnv} [options.env] Further settings of n8n, for all of its processes.
 * @returns {Promise<Queue>}
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function openQueue({ undo, packed, folder, env }) {
	const start = async (name, open, stop) => {
		const opened = await step(`Start ${name}`, async () => await open(join(folder, name)));
		undo.add(async () => await stop(opened));
		return opened;
	};
	const stopService = async ({ service }) => await service.stop();
	const redis = await start('redis', startRedis, stopService);
	const postgres = await start('postgres', startPostgres, stopService);
	const registry = await openRegistry(join(folder, 'npm'));
	undo.add(async () => await registry.close());
	registry.publish(packed);
	const settings = {
		EXECUTIONS_MODE: 'queue',
		// As it will be in n8n 3 for everybody; without it what is started by hand runs on the main.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_REINSTALL_MISSING_PACKAGES: 'true',
		...redis.env,
		...postgres.env,
		...env,
	};
	return new Queue(undo, folder, settings, registry, {
		redis: redis.service,
		postgres: postgres.service,
	});
}

class Queue {
	#undo;
	#folder;

	constructor(undo, folder, env, registry, services) {
		this.#undo = undo;
		this.#folder = folder;
		/** What main and workers have in common. */
		this.env = env;
		this.path = [registry.folder];
		this.registry = registry;
		this.redisUrl = `redis://:${env.QUEUE_BULL_REDIS_PASSWORD}@${env.QUEUE_BULL_REDIS_HOST}:${env.QUEUE_BULL_REDIS_PORT}`;
		this.redis = services.redis;
		this.postgres = services.postgres;
	}

	/**
	 * Starts a worker as docs/install.md recommends: with an empty folder of its own, into which n8n
	 * installs the packages that its database lists.
	 * @param {string} name Of its log.
	 * @param {NodeJS.ProcessEnv} [env] Further settings.
	 * @returns {ReturnType<typeof startN8n>}
	 */
	async startWorker(name, env) {
		const userFolder = join(this.#folder, name);
		rmSync(join(userFolder, '.n8n'), { recursive: true, force: true });
		return await this.startWorkerIn(userFolder, name, env);
	}

	/**
	 * Starts a worker with a folder as it is, such as the one of the main.
	 * @param {string} userFolder
	 * @param {string} name Of its log.
	 * @param {NodeJS.ProcessEnv} [env] Further settings.
	 * @returns {ReturnType<typeof startN8n>}
	 */
	async startWorkerIn(userFolder, name, env = {}) {
		const worker = await startN8n({
			...{ userFolder, name, role: 'worker', path: this.path },
			env: { ...this.env, ...env },
		});
		this.#undo.add(async () => await worker.stop());
		return worker;
	}
}
