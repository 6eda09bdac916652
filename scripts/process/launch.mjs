import { spawnSync } from 'node:child_process';
import { execa } from 'execa';
import { CliError } from './cliError.mjs';

const isWindows = process.platform === 'win32';
const shownLines = 15;
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
 * @param {string[]} args With `endWithParent` in front, a script of Node.js ends with this process
 * even if that is killed, provided that `stdio` has an `ipc`.
 * @param {import('execa').Options} [options]
 * @returns {import('execa').ResultPromise} Also the child process. Never rejects.
 */
export function launch(command, args, options = {}) {
	const child = execa(command, args, {
		detached: !isWindows,
		cleanup: false,
		reject: false,
		...options,
	});
	running.add(child);
	void child.then(() => {
		running.delete(child);
		// What it has left behind. Windows gives the number of an ended process to another one.
		if (!isWindows) killTree(child);
	});
	return child;
}

/**
 * Ends a script of Node.js that was started with `endWithParent`: first as it wants to end, then by
 * force.
 * @param {ReturnType<typeof launch>} child
 * @param {number} graceMs How long it may take to end by itself; 0 does not ask.
 * @returns {Promise<boolean>} Whether it ended by itself.
 */
export async function end(child, graceMs) {
	let byItself = true;
	const kill = () => {
		byItself = false;
		killTree(child);
	};
	if (graceMs > 0 && child.connected) child.disconnect();
	const timer = setTimeout(kill, graceMs);
	await child;
	clearTimeout(timer);
	return byItself;
}

/** The cause often stands first, and what came of it last. */
function ends(output) {
	const lines = output.trim().split('\n');
	if (lines.length <= 2 * shownLines) return lines.join('\n');
	return [...lines.slice(0, shownLines), '…', ...lines.slice(-shownLines)].join('\n');
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {import('execa').Options & { name?: string, todo?: string }} [options] What an error calls
 * the command, and advises.
 * @returns {Promise<string>} What it wrote to its standard output.
 * @throws {CliError} With the beginning and the end of its output, when it cannot start or fails.
 */
export async function run(command, args, { name = command, todo, ...options } = {}) {
	const stdio = ['ignore', 'pipe', 'pipe'];
	const result = await launch(command, args, { stdio, all: true, ...options });
	if (!result.failed) return result.stdout;
	const { exitCode, signal, code, all, originalMessage } = result;
	const words = all || originalMessage || '';
	throw new CliError(`${name} failed (${exitCode ?? signal ?? code}).`, todo, ends(words));
}
