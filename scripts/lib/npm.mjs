import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { Problem } from './problem.mjs';
import { launchNode, outputOf } from './processes.mjs';

const isNpm = (path) => basename(path) === 'npm-cli.js' && existsSync(path);

function* candidates() {
	// Set by npm for the scripts it runs, and by yarn and pnpm to themselves.
	if (process.env.npm_execpath) yield process.env.npm_execpath;
	const beside = join('node_modules', 'npm', 'bin', 'npm-cli.js');
	const nodeFolder = dirname(process.execPath);
	yield join(nodeFolder, beside);
	yield join(nodeFolder, '..', 'lib', beside);
	for (const folder of (process.env.PATH ?? process.env.Path ?? '').split(delimiter)) {
		if (folder === '') continue;
		yield join(folder, beside);
		const link = join(folder, 'npm');
		if (existsSync(link)) yield realpathSync(link);
	}
}

function npmCli() {
	for (const path of candidates()) if (isNpm(path)) return path;
	throw new Problem('npm was not found.', 'Run this with npm: npm start');
}

/**
 * The environment without what npm tells a script about its package, which would be the wrong
 * package for another npm, and without npm's own chatter.
 */
function npmEnvironment() {
	const kept = Object.entries(process.env).filter(
		([name]) =>
			!/^(npm_(package|lifecycle)_|npm_(command|config_local_prefix)$|INIT_CWD$)/.test(name),
	);
	return {
		...Object.fromEntries(kept),
		npm_config_audit: 'false',
		npm_config_fund: 'false',
		npm_config_update_notifier: 'false',
	};
}

/**
 * Runs npm without a shell: as a script of the Node.js that runs this, since `npm.cmd` cannot be
 * started without one on Windows (Node.js refuses it since 20.12.2).
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, todo?: string }} options
 * @returns {Promise<string>} npm's standard output.
 * @throws {Problem}
 */
export async function npm(args, { cwd, env = {}, todo }) {
	const child = launchNode(process.execPath, [npmCli(), ...args], {
		cwd,
		env: { ...npmEnvironment(), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return await outputOf(child, { name: `npm ${args[0]}`, todo });
}
