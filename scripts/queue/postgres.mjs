import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process/launch.mjs';
import { freePort } from '../process/ports.mjs';
import { findProgram } from './programs.mjs';
import { Service } from './service.mjs';

const host = '127.0.0.1';
const user = 'n8n';

/** PostgreSQL refuses to run as root; its package has made a user for it. */
async function unprivileged() {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (flag) => Number(await run('id', [flag, 'postgres']));
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/**
 * Starts a PostgreSQL of its own with an empty database.
 * @param {string} folder Gets its files; made if missing. Root's folders above it are opened for
 * passing through.
 * @returns {Promise<{ service: Service, env: Record<string, string> }>} With n8n's settings for it.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function startPostgres(folder) {
	const owner = await unprivileged();
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const data = join(folder, 'data');
	const password = randomBytes(16).toString('hex');
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (owner.uid !== undefined) {
		chmodSync(join(folder, '..'), 0o711);
		for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
	}
	const options = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
	const locale = ['--encoding=UTF8', '--locale=C'];
	await run(findProgram('initdb'), [`--pgdata=${data}`, ...options, ...locale, '--no-sync'], {
		cwd: folder,
		...owner,
	});
	rmSync(passwordFile);

	const port = await freePort();
	const service = new Service({
		name: 'PostgreSQL',
		port,
		command: findProgram('postgres'),
		args: [
			...['-D', data, '-p', String(port)],
			...['-c', `listen_addresses=${host}`, '-c', 'unix_socket_directories='],
		],
		cwd: folder,
		logFile: join(folder, 'postgres.log'),
		// Ends open connections, as an administrator's restart does.
		stopSignal: 'SIGINT',
		user: owner,
		isReady: async () => {
			const asked = run(findProgram('pg_isready'), ['-q', '-h', host, '-p', String(port)]);
			return await asked.then(
				() => true,
				() => false,
			);
		},
	});
	await service.start();
	return {
		service,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: host,
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: user,
			DB_POSTGRESDB_PASSWORD: password,
		},
	};
}
