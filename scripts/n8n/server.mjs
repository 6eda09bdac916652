import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { end, launch, untilReady } from '../process/launch.mjs';
import { freePort } from '../process/ports.mjs';
import { nodeForN8n } from '../setup/n8n.mjs';
import { cache, n8nHome } from '../setup/paths.mjs';

const host = '127.0.0.1';
const startMs = 180_000;
const answerMs = 5000;
const graceMs = 15_000;
/**
 * Names of variables that n8n reads (`@Env` in @n8n/config 2.41). None may come from the shell: the
 * settings of another n8n, its database first of all, are not this one's.
 */
const settingNames =
	/^(N8N|DB|QUEUE|EXECUTIONS|CREDENTIALS|EXTERNAL|NODES|WORKFLOWS|INSTANCE|GENERIC|DEPLOYMENT)_|^(WEBHOOK_URL|ENVIRONMENT|NODE_OPTIONS|NODE_PATH|NODE_ENV|E2E_TESTS|NODE_FUNCTION_.*)$/;

/** Nothing is told to n8n's makers, nothing is fetched from them; but before it installs a package n8n asks
 * them whether it is banned. */
const quiet = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	// The list of community packages asks npm for updates; offline that would take minutes.
	npm_config_fetch_retries: '0',
	npm_config_update_notifier: 'false',
};

/** What is left of this process's environment, and the settings. */
function environment(node, settings, folders = []) {
	const kept = Object.entries(process.env).filter(([name]) => !settingNames.test(name));
	const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	const { NO_PROXY, no_proxy: lower } = process.env;
	const direct = [NO_PROXY ?? lower, host, 'localhost'].filter(Boolean).join(',');
	return {
		...Object.fromEntries(kept),
		// n8n starts its task runner as `node`, whichever comes first.
		[path]: [...folders, dirname(node), process.env[path]].filter(Boolean).join(delimiter),
		...{ NO_PROXY: direct, no_proxy: direct },
		...settings,
	};
}

const settingsOf = ({ userFolder, env }, ports) => ({
	...quiet,
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
	N8N_USER_FOLDER: userFolder,
	N8N_LISTEN_ADDRESS: host,
	N8N_HOST: host,
	N8N_PORT: String(ports.n8n),
	N8N_EDITOR_BASE_URL: `http://${host}:${ports.n8n}/`,
	N8N_RUNNERS_BROKER_PORT: String(ports.broker),
	// The browser gets the cookie over plain http.
	N8N_SECURE_COOKIE: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	// A worker serves nothing but its health; the main does not read these.
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(ports.n8n),
	N8N_WORKER_SERVER_ADDRESS: host,
	...env,
});

function launchN8n({ userFolder, role = 'main', path }, settings, output) {
	const node = nodeForN8n();
	const program = join(n8nHome, 'node_modules', 'n8n', 'bin', 'n8n');
	return launch(node, [program, role === 'main' ? 'start' : role], {
		// n8n reads a `.env` of the folder that it is started in.
		cwd: userFolder,
		env: {
			...environment(node, settings, path),
			// What is compiled is kept for the next start, which then takes 10 seconds and not 11.5.
			NODE_COMPILE_CACHE: join(cache, 'compiled'),
		},
		extendEnv: false,
		stdio: ['ignore', output, output],
	});
}

/** Whether n8n serves its REST interface; its health page answers earlier than that. A worker has only that. */
async function isReady(url, role) {
	try {
		const page = role === 'worker' ? '/healthz/readiness' : '/rest/settings';
		const answer = await fetch(`${url}${page}`, {
			headers: { connection: 'close' },
			signal: AbortSignal.timeout(answerMs),
		});
		return answer.ok && (answer.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

/**
 * Starts n8n on 127.0.0.1 with a user folder of its own, and waits until it serves.
 * @param {object} options
 * @param {string} options.userFolder `N8N_USER_FOLDER`; made if missing. One n8n at a time, and in
 * queue mode its workers.
 * @param {number} [options.port] The one that is preferred; default: any.
 * @param {NodeJS.ProcessEnv} [options.env] Further settings of n8n.
 * @param {'main' | 'worker'} [options.role] Default: main. A worker has no page to open.
 * @param {string} [options.name] Of its log; default: n8n.
 * @param {string[]} [options.path] Folders where it looks for programs first.
 * @returns {Promise<{ url: string, userFolder: string, logFile: string, log: () =>
 * string, exited: Promise<unknown>, stop: () => Promise<boolean>, kill: () => Promise<boolean> }>}
 * `stop` tells whether n8n ended by itself within 15 seconds; `kill` ends it in the middle of
 * whatever it does.
 * @throws {CliError} With n8n's log when it does not start within three minutes.
 */
export async function startN8n(options) {
	const { userFolder, role, name = 'n8n' } = options;
	const ports = { n8n: await freePort(options.port), broker: await freePort() };
	mkdirSync(userFolder, { recursive: true });
	const logFile = join(userFolder, `${name}.log`);
	const log = () => readFileSync(logFile, 'utf8');
	const output = openSync(logFile, 'w');
	const settings = settingsOf(options, ports);
	const child = launchN8n(options, settings, output);
	closeSync(output);
	const stop = async () => await end(child, graceMs);
	const kill = async () => await end(child, 0);
	const url = `http://${host}:${ports.n8n}`;
	if (await untilReady(child, async () => await isReady(url, role), startMs)) {
		return { url, userFolder, logFile, log, exited: child, stop, kill };
	}
	await stop();
	throw new CliError(
		'n8n did not start.',
		`Its whole log: ${logFile}. To begin anew, delete ${userFolder} and start again.`,
		log(),
	);
}
