import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureBuilt } from './build.mjs';
import { pack } from './communityPackage.mjs';
import { ensureN8n, ensureTools } from './install.mjs';
import { takeLock } from './lock.mjs';
import { cache, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { say, step } from './screen.mjs';
import { ensureSqlite } from './sqlite.mjs';

const pollMs = 1000;

/** The Node.js that runs this; n8n may run on another. */
function checkNode() {
	const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [needed, neededMinor] = engines.node.match(/\d+/g).map(Number);
	if (major > needed || (major === needed && minor >= neededMinor)) return;
	throw new Problem(
		`This needs Node.js ${engines.node}; it runs on ${process.version}.`,
		'Install a newer one from https://nodejs.org, then start again.',
	);
}

/** Two runs must not install or build into the same folders at once. */
async function withTurn(work) {
	const file = join(cache, 'prepare.lock');
	let lock = await takeLock(file);
	if ('heldBy' in lock)
		say(`  … Another run (process ${lock.heldBy.pid}) installs; waiting for it`);
	while ('heldBy' in lock) {
		await wait(pollMs);
		lock = await takeLock(file);
	}
	try {
		return await work();
	} finally {
		lock.release();
	}
}

/**
 * Installs what is missing, builds the package and packs it. Needs the network only for what is
 * missing.
 * @param {string} destination Where the tarball goes: a folder of the run's own.
 * @returns {ReturnType<typeof pack>}
 * @throws {import('./problem.mjs').Problem}
 */
export async function prepare(destination) {
	checkNode();
	return await withTurn(async () => {
		await ensureTools();
		await ensureN8n();
		await ensureSqlite();
		await ensureBuilt();
		return await step('Pack the package', async () => await pack(root, destination));
	});
}
