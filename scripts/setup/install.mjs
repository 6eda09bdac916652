/*
 * Installs a folder from its lock file. tools.mjs installs with it what the other scripts need, so
 * nothing here may need anything but Node.js and npm.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';

const tickMs = 15_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Asked to end, npm goes on for seconds, in the folder that the next run repairs. */
const endAtOnce = 'process.on("disconnect",()=>process.exit(1));process.channel.unref()';

/**
 * npm as a script, to be run by the Node.js that runs this: `npm.cmd` cannot be started without a
 * shell on Windows (Node.js refuses it since 20.12.2).
 * @returns {string} Its path.
 */
export function npmScript() {
	const beside = join('node_modules', 'npm', 'bin', 'npm-cli.js');
	const node = dirname(process.execPath);
	// Set by npm for the scripts it runs; by yarn and pnpm to themselves.
	const places = [process.env.npm_execpath ?? '', join(node, beside), join(node, '../lib', beside)];
	const npm = places.find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
	if (npm) return npm;
	throw new CliError('npm was not found.', 'Run this with npm: npm start');
}

function readJson(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

const machine = `${process.platform}-${process.arch}`;
const machineFile = (folder) => join(folder, 'node_modules', '.installed-on.json');

/**
 * Says why a folder has to be installed, in a few words; undefined when all of its packages are
 * there in the versions of its lock file.
 * @param {string} folder
 */
export function whyInstall(folder) {
	if (!existsSync(join(folder, 'node_modules'))) return 'nothing is installed yet';
	// Packages for other machines are marked optional in the lock file.
	const packages = Object.entries(readJson(join(folder, 'package-lock.json')).packages).filter(
		([path, entry]) => path !== '' && !entry.optional,
	);
	// npm deletes this file first, and writes it when an installation is complete.
	const found = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages;
	const isThere = ([path]) => existsSync(join(folder, path, 'package.json'));
	if (found === undefined || !packages.every(isThere)) return 'an installation was interrupted';
	const isRight = ([path, entry]) => found[path]?.version === entry.version;
	if (!packages.every(isRight)) return 'other versions are installed';
	const installedOn = readJson(machineFile(folder)) ?? machine;
	return installedOn === machine ? undefined : `it was installed on ${installedOn}`;
}

/** Runs `npm ci` with npm's own progress and words on the screen. */
async function npmCi(folder, flags) {
	const guard = ['--import', `data:text/javascript,${endAtOnce}`];
	const args = ['ci', '--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund'];
	const npm = spawn(
		process.execPath,
		[...guard, npmScript(), ...args, '--loglevel=error', ...flags],
		{ cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
	);
	const stop = () => npm.kill('SIGKILL');
	for (const name of [...signals, 'exit']) process.once(name, stop);
	const [code, signal] = await once(npm, 'close');
	for (const name of [...signals, 'exit']) process.off(name, stop);
	if (code === 0) return;
	if (npm.killed) throw new CliError('Stopped. The next start replaces what is half installed.');
	throw new CliError(
		`npm ci failed (${code ?? signal}).`,
		'Check the network connection, npm’s proxy settings and the space on the disk, then start ' +
			'again: what is half installed is replaced.',
	);
}

/**
 * Installs a folder from its lock file, unless that was done.
 * @param {string} folder
 * @param {string} what It is, for the screen.
 * @param {string} usually How long that takes, and how much it is.
 * @param {string[]} [flags] Of `npm ci`.
 * @throws {CliError}
 */
export async function ensureInstalled(folder, what, usually, flags = []) {
	const why = whyInstall(folder);
	if (why !== undefined) {
		const began = Date.now();
		const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
		console.log(`  … Install ${what} (${why}; ${usually})`);
		rmSync(machineFile(folder), { force: true });
		const tick = () => process.stdout.isTTY || console.log(`  … Install ${what}  ${seconds()}`);
		const ticking = setInterval(tick, tickMs);
		try {
			await npmCi(folder, flags);
		} finally {
			clearInterval(ticking);
		}
		console.log(`  ✔ Install ${what}  ${seconds()}`);
	}
	writeFileSync(machineFile(folder), JSON.stringify(machine));
}
