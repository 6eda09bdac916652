import { execa } from 'execa';
import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError } from './cliError.mjs';

const isWindows = process.platform === 'win32';
const pollMs = 200;
const running = new Set();

/** Kills a process and all that it started, without asking. */
function killTree({ pid }) {
	if (pid === undefined) return;
	if (isWindows) {
		spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// Nothing of it is left.
	}
}

/** Kills whatever is still running; for the very end, where nothing can be waited for. */
export function killAll() {
	for (const child of running) killTree(child);
}
process.on('exit', killAll);

/**
 * Starts a process without a shell. It leads a group of its own (not on Windows, where that would
 * open a window): Ctrl-C in the terminal then reaches this process alone, which decides in what
 * order things end, and a kill reaches everything that the process has started.
 * @param {string} command
 * @param {string[]} args
 * @param {import('execa').Options} [options]
 * @returns {import('execa').ResultPromise} Also the child process. Never rejects.
 */
export function launch(command, args, options = {}) {
	const own = { detached: !isWindows, cleanup: false, reject: false, forceKillAfterDelay: false };
	const child = execa(command, args, { ...own, ...options });
	running.add(child);
	void child.then(() => {
		running.delete(child);
		// What it has left behind. Windows gives the number of an ended process to another one.
		if (!isWindows) killTree(child);
	});
	return child;
}

/**
 * Ends a process: first as it wants to end, then by force. Windows knows no signals, and ends it at once.
 * @param {ReturnType<typeof launch>} child
 * @param {number} graceMs How long it may take to end by itself; 0 does not ask.
 * @param {NodeJS.Signals} [signal] What asks it to end.
 * @returns {Promise<boolean>} Whether it ended by itself.
 */
export async function end(child, graceMs, signal = 'SIGTERM') {
	let byItself = true;
	const kill = () => {
		byItself = false;
		killTree(child);
	};
	const asks = graceMs > 0 && !isWindows;
	if (asks) child.kill(signal);
	const timer = setTimeout(kill, asks ? graceMs : 0);
	await child;
	clearTimeout(timer);
	return byItself;
}

/**
 * Waits until a process does what it was started for.
 * @param {ReturnType<typeof launch>} child
 * @param {() => Promise<boolean>} isReady
 * @param {number} limitMs
 * @returns {Promise<boolean>} False when it has ended before, or takes longer.
 */
export async function untilReady(child, isReady, limitMs) {
	const until = Date.now() + limitMs;
	while (running.has(child) && Date.now() < until) {
		if (await isReady()) return true;
		await wait(pollMs);
	}
	return false;
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {import('execa').Options & { todo?: string }} [options] `todo`: what an error advises.
 * @returns {Promise<string>} What it wrote to its standard output.
 * @throws {CliError} With its output, when it cannot start or fails.
 */
export async function run(command, args, { todo, ...options } = {}) {
	const stdio = ['ignore', 'pipe', 'pipe'];
	const result = await launch(command, args, { stdio, all: true, ...options });
	if (!result.failed) return result.stdout;
	const { exitCode, signal, code, all, originalMessage } = result;
	const words = all || originalMessage;
	throw new CliError(`${command} failed (${exitCode ?? signal ?? code}).`, todo, words);
}
