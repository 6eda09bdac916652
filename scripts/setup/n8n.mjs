/* Needs nothing but Node.js: n8n is installed while the tools of this repository are. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { ensureInstalled } from './install.mjs';
import { cache, n8nHome, root } from './paths.mjs';

/** Says what to install beside n8n, and which n8n. */
const manifest = join(root, 'test', 'e2e');
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
export const majorOf = (version) => Number(/(\d+)\./.exec(version)?.[1] ?? 0);

/**
 * Finds a Node.js that is new enough for the installed n8n: the one that runs this, or else one
 * that was installed along with n8n.
 * @returns {string} The path of the executable.
 * @throws {CliError} When there is none for this machine.
 */
export function nodeForN8n() {
	const needed = readJson(n8nHome, 'node_modules', 'n8n', 'package.json').engines.node;
	if (majorOf(process.versions.node) >= majorOf(needed)) return process.execPath;
	const name = process.platform === 'win32' ? 'node.exe' : 'node';
	// Each of these packages brings a Node.js; only the one for this machine is installed.
	const found = Object.keys(readJson(manifest, 'package.json').optionalDependencies ?? {})
		.map((folder) => join(n8nHome, 'node_modules', folder, 'bin', name))
		.find((path) => existsSync(path));
	if (found) return found;
	throw new CliError(
		`n8n needs Node.js ${needed}; this is ${process.version} on ${process.platform}-${process.arch}.`,
		`Install Node.js ${majorOf(needed)} from https://nodejs.org and start again.`,
	);
}

let installation;

/**
 * Installs n8n, a browser driver and a Node.js that is new enough for n8n, unless that was done.
 * @throws {CliError}
 */
export async function ensureN8n() {
	installation ??= ensureInstalled({
		...{ manifest, folder: n8nHome },
		what: `n8n ${readJson(manifest, 'package.json').dependencies.n8n}`,
		usually: 'about 3 minutes, 2.2 GB, once',
		// n8n's own tree has peers that contradict each other.
		flags: ['--legacy-peer-deps'],
		// n8n's database. One more has an install script, which fails without librdkafka.
		compiled: 'sqlite3',
	});
	await installation;
}

/**
 * Finds a Node.js 24 or newer, which n8n's engines need for what they load, and installs one, along with
 * n8n, where there is none.
 * @returns {Promise<string>} The path of the executable.
 */
export async function ensureRecentNode() {
	if (majorOf(process.versions.node) >= 24) return process.execPath;
	await ensureN8n();
	return nodeForN8n();
}

/**
 * Installs an older version of n8n's engine, of which `test/compat` has the manifest.
 * @param {string} version A folder of `test/compat`.
 * @returns {Promise<string>} The folder whose node_modules has it.
 */
export async function ensureCore(version) {
	const folder = join(cache, 'compat', version);
	await ensureInstalled({
		...{ manifest: join(root, 'test', 'compat', version), folder },
		what: `n8n-core ${version}`,
		usually: 'about half a minute, 300 MB, once',
	});
	return folder;
}
