import { join } from 'node:path';
import { takeLock } from '../process/lock.mjs';
import { say, step } from '../process/screen.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureN8n } from './n8n.mjs';
import { cache, root } from './paths.mjs';
import { ensureSqlite } from './sqlite.mjs';
import { pack } from './tarball.mjs';

/**
 * Installs n8n where it is missing, builds the package and packs it. Needs the network only for what
 * is missing. Two runs do this one after another, since they install and build into the same folders.
 * @param {string} destination Where the tarball goes: a folder of the run's own.
 * @returns {ReturnType<typeof pack>}
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function prepare(destination) {
	let isTold = false;
	const release = await takeLock(join(cache, 'preparing.lock'), () => {
		if (!isTold) say('  … Another run installs; waiting for it');
		isTold = true;
	});
	try {
		// n8n may be being installed meanwhile; see n8nAndTools.mjs.
		await ensureBuilt();
		const packed = await step('Pack the package', async () => await pack(root, destination));
		await ensureN8n();
		await ensureSqlite();
		return packed;
	} finally {
		await release();
	}
}
