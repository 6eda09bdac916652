import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { npm } from './npm.mjs';
import { cache, n8nHome, n8nManifest, root } from './paths.mjs';
import { step } from './screen.mjs';

const manifestFiles = ['package.json', 'package-lock.json'];
const again = 'then start again: what is half installed is replaced.';

/** What to do when npm fails, by npm's own error code. */
function advice(output) {
	if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONN|ERR_SOCKET|network/i.test(output)) {
		return `Check the network connection, and npm’s proxy settings, ${again}`;
	}
	if (/ENOSPC/.test(output)) return `The disk is full. Make room, ${again}`;
	return `Put that right, ${again}`;
}

function readJson(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/** What must be there. Packages for other machines are marked optional in the lock file. */
const wanted = (lock) =>
	Object.entries(lock.packages).filter(([path, entry]) => path !== '' && !entry.optional);

/** npm writes this file when an installation is complete, and only then. */
const installedVersions = (folder) =>
	readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages ?? {};

const stampFile = (folder) => join(folder, 'node_modules', '.installed-from.json');
const stampOf = (folder) => ({
	lock: fingerprint(folder, ['package-lock.json']),
	machine: `${process.platform}-${process.arch}`,
});

/**
 * Says why a folder has to be installed, in a few words; undefined when all of its packages are
 * there in the versions of its lock file.
 * @param {string} folder
 */
export function whyInstall(folder) {
	if (!existsSync(join(folder, 'node_modules'))) return 'nothing is installed yet';
	const packages = wanted(readJson(join(folder, 'package-lock.json')));
	const isThere = ([path]) => existsSync(join(folder, path, 'package.json'));
	if (!packages.every(isThere)) return 'an installation was interrupted';

	const stamp = readJson(stampFile(folder));
	if (stamp !== undefined) {
		const now = stampOf(folder);
		if (stamp.machine !== now.machine) return `it was installed for ${stamp.machine}`;
		return stamp.lock === now.lock ? undefined : 'the lock file has changed';
	}
	// Installed by npm itself, as `npm ci` in a terminal does.
	const found = installedVersions(folder);
	const isRight = ([path, entry]) => found[path]?.version === entry.version;
	return packages.every(isRight) ? undefined : 'other versions are installed';
}

/** Installs a folder from its lock file, unless that was done. */
async function ensureInstalled(folder, what, usually, flags = []) {
	const why = whyInstall(folder);
	if (why !== undefined) {
		rmSync(stampFile(folder), { force: true });
		const args = ['ci', '--ignore-scripts', '--engine-strict=false', '--loglevel=error', ...flags];
		const install = async () => {
			try {
				await npm(args, { cwd: folder });
			} catch (error) {
				error.todo = advice(error.detail);
				throw error;
			}
		};
		await step(`Install ${what}`, install, `${why}; ${usually}`);
	}
	writeFileSync(stampFile(folder), JSON.stringify(stampOf(folder)));
}

/** Installs the tools of this repository: compiler, test runner, the sandbox's libraries. */
export async function ensureTools() {
	await ensureInstalled(root, 'the tools of this repository', 'about a minute, 500 MB, once');
}

/** Installs n8n, a browser driver and a Node.js that is new enough for n8n. */
export async function ensureN8n() {
	mkdirSync(n8nHome, { recursive: true });
	for (const name of manifestFiles) copyFileSync(join(n8nManifest, name), join(n8nHome, name));
	const { version } = readJson(join(n8nManifest, 'package-lock.json')).packages['node_modules/n8n'];
	// n8n's own tree has peers that contradict each other; and of its packages one has an install
	// script that fails without librdkafka. Nothing else needs its script, but sqlite3: see there.
	await ensureInstalled(n8nHome, `n8n ${version}`, 'about 3 minutes, 2.2 GB, once', [
		'--legacy-peer-deps',
	]);
}

/**
 * Installs an older version of n8n's engine, of which `test/compat` has the manifest.
 * @param {string} version A folder of `test/compat`.
 * @returns {Promise<string>} The folder whose node_modules has it.
 */
export async function ensureCore(version) {
	const folder = join(cache, 'compat', version);
	mkdirSync(folder, { recursive: true });
	for (const name of manifestFiles) {
		copyFileSync(join(root, 'test', 'compat', version, name), join(folder, name));
	}
	await ensureInstalled(folder, `n8n-core ${version}`, 'about half a minute, 300 MB, once');
	return folder;
}
