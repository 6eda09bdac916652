import { join } from 'node:path';
import { beginInstall, ensureInstalled } from './install.mjs';
import { readManifest, writeManifest } from './manifest.mjs';
import { majorOf, nodeForN8n } from './n8nNode.mjs';
import { cache, n8nHome, n8nManifest, root } from './paths.mjs';

function n8nInstallation() {
	const content = readManifest(n8nManifest);
	writeManifest(n8nHome, content);
	const { version } = content.lock.packages['node_modules/n8n'];
	// n8n's own tree has peers that contradict each other; and of its packages one has an install
	// script that fails without librdkafka. Nothing else needs its script, but sqlite3: see there.
	const flags = ['--legacy-peer-deps'];
	const usually = 'about 2 minutes, 2.2 GB, once';
	return { folder: n8nHome, what: `n8n ${version}`, usually, flags };
}

/**
 * Begins to install n8n; `ensureN8n` waits for it.
 * @returns {boolean} Whether it is being installed.
 */
export const beginN8n = () => beginInstall(n8nInstallation());

/** Installs n8n, a browser driver and a Node.js that is new enough for n8n. */
export async function ensureN8n() {
	await ensureInstalled(n8nInstallation());
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
	writeManifest(folder, readManifest(join(root, 'test', 'compat', version)));
	const usually = 'about half a minute, 300 MB, once';
	return { folder, what: `n8n-core ${version}`, usually };
}

/**
 * Begins to install an older version of n8n's engine; `ensureCore` waits for it.
 * @param {string} version A folder of `test/compat`.
 */
export function beginCore(version) {
	beginInstall(coreInstallation(version));
}

/**
 * Installs an older version of n8n's engine, of which `test/compat` has the manifest.
 * @param {string} version A folder of `test/compat`.
 * @returns {Promise<string>} The folder whose node_modules has it.
 */
export async function ensureCore(version) {
	const installation = coreInstallation(version);
	await ensureInstalled(installation);
	return installation.folder;
}
