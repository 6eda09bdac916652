import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CliError } from '../process/cliError.mjs';
import { end, launch } from '../process/launch.mjs';
import { endWithParent } from '../setup/paths.mjs';

const keeper = fileURLToPath(new URL('../process/keeper.mjs', import.meta.url));
const startMs = 60_000;
const graceMs = 15_000;
const pollMs = 100;
const shownLines = 20;

/** A server that n8n needs and that is no script of Node.js; it can be stopped and started again. */
export class Service {
	#options;
	#child;

	/**
	 * @param {object} options
	 * @param {string} options.name For the screen.
	 * @param {number} options.port On 127.0.0.1, the same at each start.
	 * @param {string} options.command
	 * @param {string[]} options.args
	 * @param {string} options.cwd
	 * @param {string} options.logFile
	 * @param {NodeJS.Signals} [options.stopSignal] What asks it to end.
	 * @param {{ uid?: number, gid?: number }} [options.user] Who runs it; default: who runs this.
	 * @param {() => Promise<boolean>} options.isReady
	 */
	constructor(options) {
		this.#options = options;
	}

	get port() {
		return this.#options.port;
	}

	/** @throws {CliError} With the end of its log, when it does not serve within a minute. */
	async start() {
		const { name, command, args, cwd, logFile, stopSignal = 'SIGTERM', user } = this.#options;
		const program = JSON.stringify({ command, args, cwd, stopSignal, ...user });
		const output = openSync(logFile, 'a');
		const child = launch(process.execPath, [...endWithParent, keeper, program], {
			stdio: ['ignore', output, output, 'ipc'],
		});
		closeSync(output);
		this.#child = child;
		let alive = true;
		void child.then(() => (alive = false));
		const until = Date.now() + startMs;
		while (alive && Date.now() < until) {
			if (await this.#options.isReady()) return;
			await wait(pollMs);
		}
		await this.stop();
		const log = readFileSync(logFile, 'utf8').trim().split('\n').slice(-shownLines).join('\n');
		throw new CliError(`${name} did not start.`, '', log);
	}

	/** Ends it as it wants to end; what it keeps stays in its folder. */
	async stop() {
		if (this.#child) await end(this.#child, graceMs);
	}
}
