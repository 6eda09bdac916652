/*
 * Installs a folder from its lock file. tools.mjs installs with it what the other scripts need, so
 * nothing here may need anything but Node.js and npm.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CliError } from '../process/cliError.mjs';
import { alone } from '../process/lock.mjs';
import { step } from '../process/screen.mjs';
import { cache, root } from './paths.mjs';

const advice =
	'Check the network connection, npm’s proxy settings and the space on the disk, then start again: ' +
	'what is half installed is replaced.';
const compilerAdvice =
	'Install a C++ compiler, make and Python 3 (Debian: apt-get install g++ make python3; macOS: ' +
	'xcode-select --install; Windows: the Visual Studio Build Tools), then start again.';

/**
 * npm as a script, to be run by the Node.js that runs this: `npm.cmd` cannot be started without a
 * shell on Windows (Node.js refuses it since 20.12.2).
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

/**
 * Runs npm to its end, quietly.
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd] Default: the repository.
 * @param {Record<string, string>} [options.env] Added to the environment.
 * @param {string} [options.todo] What an error advises.
 * @returns {Promise<string>} npm's standard output.
 * @throws {CliError} With what npm said.
 */
export async function npm(args, { cwd = root, env, todo } = {}) {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress'];
	const running = promisify(execFile)(process.execPath, [npmScript(), ...args, ...quiet], {
		cwd,
		env: { ...process.env, ...env },
		maxBuffer: Infinity,
	});
	const stop = () => running.child.kill('SIGKILL');
	process.once('exit', stop);
	try {
		return (await running).stdout;
	} catch ({ code, signal, stdout, stderr }) {
		throw new CliError(`npm ${args[0]} failed (${code ?? signal}).`, todo, `${stderr}\n${stdout}`);
	} finally {
		process.off('exit', stop);
	}
}

const readLock = (folder, name = 'package-lock.json') => {
	const file = join(folder, name);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { packages: {} };
};

/** Whether all packages of a lock file are there in its versions, but those for other machines. */
function isInstalled(manifest, folder) {
	// npm deletes this file first, and writes it when an installation is complete.
	const found = readLock(join(folder, 'node_modules'), '.package-lock.json').packages;
	return Object.entries(readLock(manifest).packages).every(
		([path, { optional, version }]) => path === '' || optional || found[path]?.version === version,
	);
}

/**
 * Copies what npm needs. Without the packages' addresses, which differ from one registry to the other and
 * are not in the lock files, npm asks for the list of all versions of each, which takes a third of the time
 * for n8n's 2,100 (npm 11.19.1).
 * @param {string} [only] A package: npm installs this one and what it needs.
 */
async function copyManifest(manifest, folder, only) {
	const lock = readLock(manifest);
	const registry = (await npm(['config', 'get', 'registry'])).trim().replace(/\/$/, '');
	for (const [path, entry] of Object.entries(lock.packages)) {
		const { name = path.split('node_modules/').at(-1), version, link, inBundle } = entry;
		if (path === '' || link || inBundle) continue;
		entry.resolved ??= `${registry}/${name}/-/${basename(name)}-${version}.tgz`;
	}
	mkdirSync(folder, { recursive: true });
	const own = join(folder, 'package.json');
	copyFileSync(join(manifest, 'package.json'), own);
	if (only) {
		const { version } = lock.packages[`node_modules/${only}`];
		lock.packages[''] = { dependencies: { [only]: version } };
		writeFileSync(own, JSON.stringify(lock.packages['']));
	}
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

const ci = ['ci', '--engine-strict=false', '--loglevel=error'];

/**
 * Lets the install script of one package download or compile its library: in a folder of its own, so that
 * it need not wait for the other packages.
 * @returns {Promise<string>} The folder with the library.
 */
async function buildLibrary(name, manifest, folder) {
	await copyManifest(manifest, folder, name);
	// Half the time to compile, on all cores: it is used only to try things with.
	const env = { CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' };
	// npm has a node-gyp of its own; the optional one of sqlite3 is of 2021.
	const args = [...ci, '--omit=optional', '--ignore-scripts=false'];
	const build = async () => await npm(args, { cwd: folder, env, todo: compilerAdvice });
	await step(`Build ${name}`, build, 'half a minute, once');
	return join(folder, 'node_modules', name, 'build');
}

/**
 * Installs what a lock file lists, unless that was done: in a folder of its own first, so that what was
 * there before is replaced by a whole installation or not at all. No package's script runs.
 * @param {object} options
 * @param {string} options.manifest The folder with the lock file.
 * @param {string} [options.folder] What gets the `node_modules`; default: the same. Made if missing.
 * @param {string} options.what It is, for the screen.
 * @param {string} options.usually How long that takes, and how much it is.
 * @param {string[]} [options.flags] Of `npm ci`.
 * @param {string} [options.compiled] A package whose install script is needed: it runs meanwhile.
 * @throws {CliError}
 */
export async function ensureInstalled(options) {
	const { manifest, folder = manifest, what, usually, flags = [], compiled } = options;
	if (isInstalled(manifest, folder)) return;
	// The repository may have been checked out into a folder of any name.
	const place = join(cache, 'new', folder === root ? 'tools' : basename(folder));
	// Of its own, since the npm of a command that was killed may go on for a while.
	const made = join(place, String(process.pid));
	const install = async () => {
		await copyManifest(manifest, made);
		await npm([...ci, '--ignore-scripts', ...flags], { cwd: made, todo: advice });
	};
	await alone(`${place}.lock`, async () => {
		if (isInstalled(manifest, folder)) return;
		await rm(place, { recursive: true, force: true });
		const [library] = await Promise.all([
			compiled && buildLibrary(compiled, manifest, `${made}-${compiled}`),
			step(`Install ${what}`, install, usually),
		]);
		if (library) await rename(library, join(made, 'node_modules', compiled, 'build'));
		mkdirSync(folder, { recursive: true });
		await rm(join(folder, 'node_modules'), { recursive: true, force: true });
		await rename(join(made, 'node_modules'), join(folder, 'node_modules'));
		await rm(place, { recursive: true, force: true });
	});
}
