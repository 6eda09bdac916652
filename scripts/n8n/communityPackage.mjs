import {
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { npm } from '../setup/npm.mjs';
import { n8nHome } from '../setup/paths.mjs';
import { unpack } from '../setup/tarball.mjs';

/** Where n8n keeps community packages, given its user folder (`nodesDownloadDir` in n8n-core). */
const nodesFolder = (userFolder) => join(userFolder, '.n8n', 'nodes');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, content) => writeFileSync(file, JSON.stringify(content, null, 2));

/** n8n's list of what it has installed; made by n8n at its first start when it is missing. */
function writeLedger(folder, change) {
	const file = join(folder, 'package.json');
	const ledger = existsSync(file)
		? readJson(file)
		: { name: 'installed-nodes', private: true, dependencies: {} };
	change(ledger.dependencies);
	writeJson(file, ledger);
}

/**
 * In a real installation a package gets the n8n-workflow of n8n itself. Another copy within reach
 * would hide that it does: errors of one copy are strangers to the other.
 */
function refuseOtherWorkflow(folder) {
	let found;
	try {
		found = createRequire(join(folder, 'package.json')).resolve('n8n-workflow');
	} catch {
		return;
	}
	if (!found.startsWith(realpathSync(join(n8nHome, 'node_modules')) + sep)) {
		throw new CliError(`The package would use ${found} in place of n8n’s own n8n-workflow.`);
	}
}

/**
 * Installs a tarball step by step as n8n 2.41 does after its `npm pack`
 * (`community-packages.service.js`, `downloadPackage`): unpack, drop the dependencies that n8n
 * provides, let npm install the others, note the version. n8n itself can only be told to install
 * from the public registry. A version that was there before is replaced as a whole, and kept when
 * the installation fails.
 * @param {string} tarball
 * @param {string} userFolder n8n's user folder; n8n must not run, or be started again afterwards.
 * @returns {Promise<{ name: string, version: string, folder: string }>}
 * @throws {CliError}
 */
export async function installPackage(tarball, userFolder) {
	const downloads = nodesFolder(userFolder);
	const unpacked = join(downloads, 'unpacked');
	await unpack(tarball, unpacked);
	const manifest = join(unpacked, 'package.json');
	const { devDependencies, peerDependencies, optionalDependencies, ...kept } = readJson(manifest);
	writeJson(manifest, kept);
	const { name, version } = kept;

	const folder = join(downloads, 'node_modules', name);
	// Not beside the others: n8n loads whatever stands there under a name like n8n-nodes-….
	const before = join(downloads, 'replaced');
	rmSync(before, { recursive: true, force: true });
	mkdirSync(join(folder, '..'), { recursive: true });
	if (existsSync(folder)) renameSync(folder, before);
	renameSync(unpacked, folder);
	try {
		await npm(
			[
				'install',
				'--audit=false',
				'--fund=false',
				'--bin-links=false',
				'--install-strategy=shallow',
				'--ignore-scripts=true',
				'--package-lock=false',
			],
			{ cwd: folder },
		);
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		if (existsSync(before)) renameSync(before, folder);
		throw error;
	}
	rmSync(before, { recursive: true, force: true });
	refuseOtherWorkflow(folder);
	writeLedger(downloads, (dependencies) => {
		dependencies[name] = version;
	});
	return { name, version, folder };
}
