import { spawn, spawnSync } from 'node:child_process';
import { Problem } from './problem.mjs';

const isWindows = process.platform === 'win32';
const shownLines = 15;
const running = new Set();

/** The cause often stands first, and what came of it last. */
function ends(output) {
	const lines = output.trim().split('\n');
	if (lines.length <= 2 * shownLines) return lines.join('\n');
	return [...lines.slice(0, shownLines), '…', ...lines.slice(-shownLines)].join('\n');
}

/** Kills a process and all that it started, without asking. */
function killTree(child) {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	if (isWindows) {
		spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		child.kill('SIGKILL');
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
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function launch(command, args, options = {}) {
	const child = spawn(command, args, { detached: !isWindows, windowsHide: true, ...options });
	running.add(child);
	child.once('exit', () => running.delete(child));
	child.once('error', () => running.delete(child));
	return child;
}

/**
 * Starts a script of Node.js that ends when this process is gone, be it killed: without that, an npm
 * left behind goes on installing into the folder that the next run repairs.
 * @param {string} node The executable.
 * @param {string[]} args The script's path and its arguments.
 * @param {import('node:child_process').SpawnOptions} options `stdio` for input, output and errors.
 */
export function launchNode(node, args, { stdio, ...options }) {
	const guard = new URL('endWithParent.mjs', import.meta.url).href;
	return launch(node, ['--import', guard, ...args], { ...options, stdio: [...stdio, 'ipc'] });
}

/**
 * Ends a process: first as it wants to be asked, then by force.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => void} ask
 * @param {number} graceMs How long it may take to end by itself.
 * @returns {Promise<boolean>} Whether it ended by itself.
 */
export async function end(child, ask, graceMs) {
	const isOver = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
	if (isOver) return true;
	const gone = new Promise((resolve) => child.once('exit', () => resolve(true)));
	ask();
	let timer;
	const tooLate = new Promise((resolve) => {
		timer = setTimeout(() => resolve(false), graceMs);
	});
	const byItself = await Promise.race([gone, tooLate]);
	clearTimeout(timer);
	if (!byItself) {
		killTree(child);
		await gone;
	}
	return byItself;
}

/**
 * Waits for the end of a process.
 * @param {import('node:child_process').ChildProcess} child With its output in pipes.
 * @param {{ name: string, todo?: string }} words What an error calls it and advises.
 * @returns {Promise<string>} What it wrote to its standard output.
 * @throws {Problem} With the beginning and the end of its output, when it cannot start or fails.
 */
export async function outputOf(child, { name, todo }) {
	let stdout = '';
	let both = '';
	child.stdout.setEncoding('utf8').on('data', (text) => {
		stdout += text;
		both += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text) => {
		both += text;
	});
	const code = await new Promise((resolve, reject) => {
		child.once('close', (exitCode, signal) => resolve(signal ?? exitCode));
		child.once('error', (error) =>
			reject(new Problem(`${name} cannot be run.`, todo, error.message)),
		);
	});
	if (code === 0) return stdout;
	throw new Problem(`${name} failed (${code}).`, todo, ends(both));
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, name?: string, todo?: string }} [options] See `outputOf`.
 * @returns {Promise<string>} What it wrote to its standard output.
 * @throws {Problem}
 */
export async function run(command, args, { cwd, todo, name = command } = {}) {
	const child = launch(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	return await outputOf(child, { name, todo });
}
