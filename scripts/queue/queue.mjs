import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startN8n } from '../n8n/server.mjs';
import { step } from '../process/screen.mjs';
import { openRegistry } from '../standIns/registry.mjs';
import { startPostgres, startRedis } from './databases.mjs';

/**
 * Starts what n8n needs for its queue mode beside itself: Redis, PostgreSQL, and a registry from which
 * n8n installs the package on all of its processes.
 * @param {object} options
 * @param {import('../process/undo.mjs').Undo} options.undo Takes what stops it all.
 * @param {Parameters<typeof openRegistry>[1]} options.packed
 * @param {string} options.folder A new one, for the files of all of them.
 * @param {NodeJS.ProcessEnv} [options.env] Further settings of n8n, for all of its processes.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function openQueue({ undo, packed, folder, env: wish }) {
	const start = async (name, open) => {
		const opened = await step(`Start ${name}`, async () => await open(join(folder, name)));
		undo.add(async () => await opened.service.stop());
		return opened;
	};
	const redis = await start('redis', startRedis);
	const postgres = await start('postgres', startPostgres);
	const registry = await openRegistry(join(folder, 'npm'), packed);
	undo.add(registry.close);
	const path = [registry.folder];
	/** What main and workers have in common. */
	const env = {
		EXECUTIONS_MODE: 'queue',
		// As it will be in n8n 3 for everybody; without it what is started by hand runs on the main.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_REINSTALL_MISSING_PACKAGES: 'true',
		...redis.env,
		...postgres.env,
		...wish,
	};

	/**
	 * Starts a worker.
	 * @param {string} name Of its log.
	 * @param {NodeJS.ProcessEnv} [settings] Further ones.
	 * @param {string} [sharedFolder] A folder that is used as it is, such as the one of the main; default, as
	 * docs/install.md recommends: an empty one of its own, into which n8n installs the packages that its
	 * database lists.
	 * @returns {ReturnType<typeof startN8n>}
	 */
	const startWorker = async (name, settings, sharedFolder) => {
		const userFolder = sharedFolder ?? join(folder, name);
		if (!sharedFolder) rmSync(join(userFolder, '.n8n'), { recursive: true, force: true });
		const options = { userFolder, name, role: 'worker', path, env: { ...env, ...settings } };
		const worker = await startN8n(options);
		undo.add(async () => await worker.stop());
		return worker;
	};

	const services = { redis: redis.service, postgres: postgres.service };
	return { env, path, registry, redisUrl: redis.url, ...services, startWorker };
}
