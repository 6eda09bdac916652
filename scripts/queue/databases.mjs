import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { end, launch, run, untilReady } from '../process/launch.mjs';
import { freePort } from '../process/ports.mjs';

const host = '127.0.0.1';
const user = 'n8n';
const startMs = 60_000;
const graceMs = 15_000;
/** Debian keeps the programs of each PostgreSQL in a folder of their own, off the path. */
const debianFolder = '/usr/lib/postgresql';

/**
 * @param {string} name Of a program of Redis or PostgreSQL.
 * @returns {string} Its path.
 * @throws {CliError} When it is not installed.
 */
function findProgram(name) {
	const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
	const folders = [
		...versions.sort((a, b) => b - a).map((version) => join(debianFolder, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found) return found;
	throw new CliError(
		`${name} was not found.`,
		'Queue mode needs Redis and PostgreSQL. Install both, then start again (Debian: apt-get install ' +
			'redis-server postgresql; macOS: brew install redis postgresql). Their own services need not run.',
	);
}

/**
 * A server that n8n needs; it can be stopped and started again.
 * @param {object} options
 * @param {string[]} options.command A program and its arguments.
 * @param {string[]} options.ready A program and its arguments, which succeeds once this serves.
 * @param {string} options.folder Gets its files and its log.
 * @param {NodeJS.Signals} [options.stopSignal] What asks it to end.
 * @param {{ uid?: number, gid?: number }} [options.user] Who runs it; default: who runs this.
 * @returns {Service}
 * @typedef {object} Service
 * @property {() => Promise<void>} start Rejects with the log, when it does not serve within a minute.
 * @property {() => Promise<void>} stop Ends it as it wants to end; what it keeps stays in its folder.
 */
function serviceOf({ command: [program, ...args], ready, folder, stopSignal, user }) {
	let child;
	const stop = async () => child && (await end(child, graceMs, stopSignal));
	const [probe, ...question] = ready;
	const isReady = async () => !(await launch(findProgram(probe), question)).failed;
	const start = async () => {
		const logFile = join(folder, 'service.log');
		const output = openSync(logFile, 'a');
		const options = { cwd: folder, stdio: ['ignore', output, output], ...user };
		child = launch(findProgram(program), args, options);
		closeSync(output);
		if (await untilReady(child, isReady, startMs)) return;
		await stop();
		throw new CliError(`${program} did not start.`, '', readFileSync(logFile, 'utf8'));
	};
	return { start, stop };
}

/**
 * Starts a Redis of its own, which writes down what it is told (`appendonly`): a queue outlives its
 * restart.
 * @param {string} folder Gets its files; made if missing.
 * @returns {Promise<{ service: Service, env: Record<string, string> }>} With n8n's settings for it.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function startRedis(folder) {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const port = await freePort();
	// Whoever may write to a Redis may make it write files.
	const password = randomBytes(16).toString('hex');
	const settings = join(folder, 'redis.conf');
	const lines = [
		...[`bind ${host}`, `port ${port}`, `requirepass ${password}`],
		...[`dir ${JSON.stringify(folder)}`, 'save ""', 'appendonly yes'],
	];
	await writeFile(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
	const service = serviceOf({
		folder,
		command: ['redis-server', settings],
		// Fails while Redis still reads its files.
		ready: ['redis-cli', '-p', String(port), '-a', password, '--no-auth-warning', '-e', 'dbsize'],
	});
	await service.start();
	return {
		service,
		url: `redis://:${password}@${host}:${port}`,
		env: {
			QUEUE_BULL_REDIS_HOST: host,
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
	};
}

/** PostgreSQL refuses to run as root; its package has made a user for it. */
async function unprivileged() {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (flag) => Number(await run('id', [flag, 'postgres']));
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/**
 * Starts a PostgreSQL of its own with an empty database. It listens to a socket in its folder alone, which
 * nobody else may enter, and so it asks for no password.
 * @param {string} folder Gets its files; made if missing. Root's folders above it are opened for
 * passing through.
 * @returns {Promise<{ service: Service, env: Record<string, string> }>} With n8n's settings for it.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function startPostgres(folder) {
	const owner = await unprivileged();
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (owner.uid !== undefined) {
		await chmod(dirname(folder), 0o711);
		await chown(folder, owner.uid, owner.gid);
	}
	const data = join(folder, 'data');
	const locale = ['--encoding=UTF8', '--locale=C'];
	const args = [`--pgdata=${data}`, `--username=${user}`, '--auth=trust', ...locale, '--no-sync'];
	await run(findProgram('initdb'), args, { cwd: folder, ...owner });
	const settings = ['listen_addresses=', `unix_socket_directories=${folder}`];
	const service = serviceOf({
		...{ folder, user: owner },
		command: ['postgres', '-D', data, ...settings.flatMap((setting) => ['-c', setting])],
		ready: ['pg_isready', '-q', '-h', folder],
		// Ends open connections, as an administrator's restart does.
		stopSignal: 'SIGINT',
	});
	await service.start();
	return {
		service,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: folder,
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: user,
		},
	};
}
