import { join } from 'node:path';
import { execa } from 'execa';
import { root } from '../setup/paths.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/**
 * Runs jest on the terminal; ends this process with jest's exit code when a test fails.
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.node] The executable of Node.js.
 * @param {boolean} [options.modules] Whether tests may import ES modules, as n8n does from 2.0 on.
 * @param {Record<string, string>} [options.env]
 */
export async function runJest(args, { node = process.execPath, modules = false, env } = {}) {
	const flags = modules ? ['--experimental-vm-modules', '--no-warnings'] : [];
	const options = { cwd: root, stdio: 'inherit', reject: false, env };
	const { failed, exitCode = 1 } = await execa(node, [...flags, jest, ...args], options);
	if (failed) process.exit(exitCode);
}
