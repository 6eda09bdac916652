/*
 * Loaded ahead of the other scripts (`node --import`, in package.json), and by itself `npm run setup`:
 * installs the tools of this repository when they are missing. Needs nothing but Node.js and npm.
 *
 * Not `node setup && node start`: a shell in between takes the signals that end `npm start`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError, main } from '../process/cliError.mjs';
import { ensureInstalled, whyInstall } from './install.mjs';
import { cache, root } from './paths.mjs';

const lock = join(cache, 'tools.lock');
const pollMs = 1000;

/** The Node.js that runs this; n8n may run on another. */
function checkNode() {
	const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [needed, neededMinor] = engines.node.match(/\d+/g).map(Number);
	if (major > needed || (major === needed && minor >= neededMinor)) return;
	throw new CliError(
		`This needs Node.js ${engines.node}; it runs on ${process.version}.`,
		'Install a newer one from https://nodejs.org, then start again.',
	);
}

/** The process that installs at this moment; one that was killed leaves its number behind. */
function holder() {
	try {
		const pid = Number(readFileSync(lock, 'utf8'));
		process.kill(pid, 0);
		return pid;
	} catch (error) {
		return error.code === 'EPERM' ? 'of somebody else' : undefined;
	}
}

/** Two runs must not install into the same folder at once. */
async function waitForTurn() {
	mkdirSync(cache, { recursive: true });
	for (let isTold = false; ; isTold = true) {
		try {
			writeFileSync(lock, String(process.pid), { flag: 'wx' });
			return;
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
		const other = holder();
		if (other === undefined) {
			rmSync(lock, { force: true });
			continue;
		}
		if (!isTold) console.log(`  … Another run (process ${other}) installs; waiting for it`);
		await wait(pollMs);
	}
}

await main(async () => {
	checkNode();
	if (whyInstall(root) === undefined) return;
	await waitForTurn();
	try {
		await ensureInstalled(root, 'the tools of this repository', 'about a minute, 500 MB, once');
	} finally {
		rmSync(lock, { force: true });
	}
});
