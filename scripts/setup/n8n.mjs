import { copyFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beginInstall, ensureInstalled } from './install.mjs';
import { majorOf, nodeForN8n } from './n8nNode.mjs';
import { cache, n8nHome, n8nManifest, root } from './paths.mjs';

/** Copies a manifest and its lock file to where they are installed, in one step: others may be reading. */
function copyManifest(from, to) {
	mkdirSync(to, { recursive: true });
	for (const name of ['package.json', 'package-lock.json']) {
		const half = join(to, `${name}.${process.pid}`);
		copyFileSync(join(from, name), half);
		renameSync(half, join(to, name));
	}
}

function n8nInstallation() {
	copyManifest(n8nManifest, n8nHome);
	const { packages } = JSON.parse(readFileSync(join(n8nHome, 'package-lock.json'), 'utf8'));
	const { version } = packages['node_modules/n8n'];
	// n8n's own tree has peers that contradict each other; and of its packages one has an install
	// script that fails without librdkafka. Nothing else needs its script, but sqlite3: see there.
	const flags = ['--legacy-peer-deps'];
	return [n8nHome, `n8n ${version}`, 'about 3 minutes, 2.2 GB, once', flags];
}

/** Begins to install n8n; `ensureN8n` waits for it. */
export function beginN8n() {
	beginInstall(...n8nInstallation());
}

/** Installs n8n, a browser driver and a Node.js that is new enough for n8n. */
export async function ensureN8n() {
	await ensureInstalled(...n8nInstallation());
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

function coreInstallation(version) {
	const folder = join(cache, 'compat', version);
	copyManifest(join(root, 'test', 'compat', version), folder);
	return [folder, `n8n-core ${version}`, 'about half a minute, 300 MB, once'];
}

/**
 * Begins to install an older version of n8n's engine; `ensureCore` waits for it.
 * @param {string} version A folder of `test/compat`.
 */
export function beginCore(version) {
	beginInstall(...coreInstallation(version));
}

/**
 * Installs an older version of n8n's engine, of which `test/compat` has the manifest.
 * @param {string} version A folder of `test/compat`.
 * @returns {Promise<string>} The folder whose node_modules has it.
 */
export async function ensureCore(version) {
	const installation = coreInstallation(version);
	await ensureInstalled(...installation);
	return installation[0];
}
