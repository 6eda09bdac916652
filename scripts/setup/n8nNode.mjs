import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { n8nHome } from './paths.mjs';

export const majorOf = (version) => Number(/(\d+)\./.exec(version)?.[1] ?? 0);
const readPackage = (...path) =>
	JSON.parse(readFileSync(join(n8nHome, ...path, 'package.json'), 'utf8'));

/** The folders of the packages that bring a Node.js; only the one for this machine is installed. */
const shippedNodes = () =>
	Object.keys(readPackage().optionalDependencies ?? {})
		.map((name) => join(n8nHome, 'node_modules', name))
		.filter((folder) => existsSync(folder));

/**
 * Finds a Node.js that is new enough for the installed n8n: the one that runs this, or else one
 * that was installed along with n8n.
 * @returns {string} The path of the executable.
 * @throws {CliError} When there is none for this machine.
 */
export function nodeForN8n() {
	const needed = readPackage('node_modules', 'n8n').engines.node;
	if (majorOf(process.versions.node) >= majorOf(needed)) return process.execPath;
	for (const folder of shippedNodes()) {
		const executable = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		if (existsSync(executable)) return executable;
	}
	throw new CliError(
		`n8n needs Node.js ${needed}; this is ${process.version} on ${process.platform}-${process.arch}.`,
		`Install Node.js ${majorOf(needed)} from https://nodejs.org and start again.`,
	);
}

/**
 * The folder with the C headers of the Node.js that was installed along with n8n, if any: with it,
 * compiling needs no download.
 * @returns {string | undefined}
 */
export function nodeHeaders() {
	const hasHeaders = (folder) => existsSync(join(folder, 'include', 'node', 'node_api.h'));
	return shippedNodes().find(hasHeaders);
}
