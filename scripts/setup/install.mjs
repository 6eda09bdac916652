/*
 * Installs a folder from its lock file. tools.mjs installs with it what the other scripts need, so
 * nothing here may need anything but Node.js and npm.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError } from '../process/cliError.mjs';
import { anyRegistry, readManifest, writeManifest } from './manifest.mjs';
import { cache, root } from './paths.mjs';

const secondMs = 1000;
/** Without a terminal to rewrite a line on, a sign of life this often is enough. */
const quietTickMs = 15 * secondMs;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isWindows = process.platform === 'win32';
const npmProcess = new URL('npmProcess.mjs', import.meta.url).href;

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
const noteMachine = (folder) => writeFileSync(machineFile(folder), JSON.stringify(machine));

/** The packages of a folder's lock file; those for other machines are marked optional in it. */
const packagesOf = (folder) =>
	Object.entries(readJson(join(folder, 'package-lock.json')).packages).filter(
		([path, entry]) => path !== '' && !entry.optional,
	);
const isThere = (folder, path) => existsSync(join(folder, path, 'package.json'));

/**
 * Says why a folder has to be installed, in a few words; undefined when all of its packages are
 * there in the versions of its lock file.
 * @param {string} folder
 */
function whyInstall(folder) {
	if (!existsSync(join(folder, 'node_modules'))) return 'nothing is installed yet';
	const packages = packagesOf(folder);
	// npm deletes this file first, and writes it when an installation is complete.
	const found = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages;
	if (found === undefined || !packages.every(([path]) => isThere(folder, path))) {
		return 'an installation was interrupted';
	}
	const isRight = ([path, entry]) => found[path]?.version === entry.version;
	if (!packages.every(isRight)) return 'other versions are installed';
	const installedOn = readJson(machineFile(folder)) ?? machine;
	return installedOn === machine ? undefined : `it was installed on ${installedOn}`;
}

/** Runs `npm ci`; what npm says of errors is shown, unless it `isQuiet`. */
async function npmCi(folder, { flags = [], env = {}, isQuiet = false }) {
	// Less collecting of garbage: a twelfth of the time for n8n (Node.js 20).
	const node = ['--max-semi-space-size=64', '--import', npmProcess];
	const args = ['ci', '--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund'];
	const npm = spawn(
		process.execPath,
		[...node, npmScript(), ...args, ...anyRegistry, '--no-progress', '--loglevel=error', ...flags],
		{
			cwd: folder,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit'],
			// A group of its own, with what it starts.
			detached: !isWindows,
		},
	);
	let isStopped = false;
	const stop = () => {
		isStopped = true;
		if (isWindows) npm.kill('SIGKILL');
		else process.kill(-npm.pid, 'SIGKILL');
	};
	for (const name of [...signals, 'exit']) process.once(name, stop);
	const [code, signal] = await once(npm, 'close');
	for (const name of [...signals, 'exit']) process.off(name, stop);
	if (code === 0) return;
	if (isStopped) throw new CliError('Stopped. The next start replaces what is half installed.');
	throw new CliError(
		`npm ci failed (${code ?? signal}).`,
		'Check the network connection, npm’s proxy settings and the space on the disk, then start ' +
			'again: what is half installed is replaced.',
	);
}

/** The process that installs at this moment; one that was killed leaves its number behind. */
function holder(lock) {
	try {
		const pid = Number(readFileSync(lock, 'utf8'));
		process.kill(pid, 0);
		return pid;
	} catch (error) {
		return error.code === 'EPERM' ? 'of somebody else' : undefined;
	}
}

/** Two runs must not install into the same folder at once. */
async function waitForTurn(lock) {
	mkdirSync(cache, { recursive: true });
	for (let isTold = false; ; isTold = true) {
		try {
			writeFileSync(lock, String(process.pid), { flag: 'wx' });
			return;
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
		const other = holder(lock);
		if (other === undefined) {
			rmSync(lock, { force: true });
			continue;
		}
		if (!isTold) console.log(`  … Another run (process ${other}) installs; waiting for it`);
		await wait(secondMs);
	}
}

/** Installs in a folder below `.cache`, and moves what is there now, whole, to where it belongs. */
async function installAside(folder, madeIn, options) {
	writeManifest(madeIn, readManifest(folder));
	await npmCi(madeIn, options);
	try {
		await rm(join(folder, 'node_modules'), { recursive: true, force: true });
		await rename(join(madeIn, 'node_modules'), join(folder, 'node_modules'));
	} catch {
		// It is a mount, or a program on Windows keeps a file of it open.
		await npmCi(folder, options);
	}
	await rm(madeIn, { recursive: true, force: true });
}

async function install(options) {
	const { folder, madeIn } = options;
	// The repository may have been checked out into a folder of any name.
	const lock = join(cache, `install-${folder === root ? 'tools' : basename(folder)}.lock`);
	await waitForTurn(lock);
	try {
		if (whyInstall(folder) === undefined) return;
		rmSync(machineFile(folder), { force: true });
		if (madeIn === undefined) await npmCi(folder, options);
		else await installAside(folder, madeIn, options);
		noteMachine(folder);
	} finally {
		rmSync(lock, { force: true });
	}
}

/** The installations that this process has begun, by folder. */
const begun = new Map();

/** What is being installed and how much of it is there: "n8n 2.41.1 41 %, …". */
const progress = () =>
	[...begun.values()]
		.filter(({ isDone }) => !isDone)
		.map(({ place, what, packages }) => {
			const there = packages.filter(([path]) => isThere(place, path)).length;
			// Files, links and scripts come after the last package.
			return `${what} ${Math.floor((there / (packages.length + 1)) * 100)} %`;
		})
		.join(', ');

/**
 * Begins to install a folder from its lock file, unless that was done. Does not show how far it is, and
 * its failure only where `ensureInstalled` waits for it.
 * @param {object} options
 * @param {string} options.folder
 * @param {string} [options.madeIn] A folder below `.cache` to install it in first. Elsewhere a lock file
 * cannot be given addresses; see manifest.mjs.
 * @param {string} options.what It is, for the screen.
 * @param {string} options.usually How long that takes, and how much it is.
 * @param {string[]} [options.flags] Of `npm ci`.
 * @param {Record<string, string>} [options.env] Added to npm's environment.
 * @param {boolean} [options.isQuiet] Whether npm's words are left out, where a failure is no problem.
 * @returns {boolean} Whether it is being installed.
 */
export function beginInstall(options) {
	const { folder, madeIn: place = folder, what, usually } = options;
	if (begun.has(folder)) return true;
	const why = whyInstall(folder);
	if (why === undefined) {
		if (!existsSync(machineFile(folder))) noteMachine(folder);
		return false;
	}
	console.log(`  … Install ${what} (${why}; ${usually})`);
	const installation = { place, what, packages: packagesOf(folder), began: Date.now() };
	begun.set(folder, installation);
	const done = () => (installation.isDone = true);
	installation.end = install(options).finally(done);
	installation.end.catch(() => {});
	return true;
}

/**
 * Installs a folder from its lock file, unless that was done. Meanwhile one line shows how far all
 * installations are that this process has begun.
 * @param {Parameters<typeof beginInstall>[0]} options
 * @throws {CliError}
 */
export async function ensureInstalled(options) {
	beginInstall(options);
	const installation = begun.get(options.folder);
	if (installation === undefined || installation.isShown) return await installation?.end;
	installation.isShown = true;
	const seconds = () => `${Math.round((Date.now() - installation.began) / secondMs)} s`;
	const { stdout } = process;
	const line = () => `  … Install ${progress()}  ${seconds()}`;
	const ticking = stdout.isTTY
		? setInterval(() => stdout.write(`\r\x1b[K${line()}`), secondMs)
		: setInterval(() => console.log(line()), quietTickMs);
	try {
		await installation.end;
	} finally {
		clearInterval(ticking);
		if (stdout.isTTY) stdout.write('\r\x1b[K');
	}
	console.log(`  ✔ Install ${installation.what}  ${seconds()}`);
}
