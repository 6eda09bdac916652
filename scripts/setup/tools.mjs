/*
 * Loaded ahead of the other scripts (`node --import`, in package.json): installs the tools of this
 * repository when they are missing. Needs nothing but Node.js and npm.
 *
 * Not `node setup && node start`: a shell in between takes the signals that end `npm start`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, main } from '../process/cliError.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './paths.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The Node.js that runs this; n8n may run on another. */
function checkNode() {
	const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const [oldest] = /[\d.]+/.exec(engines.node);
	if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0) return;
	throw new CliError(
		`This needs Node.js ${engines.node}; it runs on ${process.version}.`,
		'Install a newer one from https://nodejs.org, then start again.',
	);
}

// As an exit of this process, which ends npm and gives the lock back; with the code of Ctrl-C.
const leave = () => process.exit(130);
for (const signal of signals) process.on(signal, leave);
await main(async () => {
	checkNode();
	await ensureInstalled({
		manifest: root,
		what: 'the tools of this repository',
		usually: 'about a minute, 500 MB, once',
	});
});
for (const signal of signals) process.off(signal, leave);
