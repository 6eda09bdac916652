import { run } from '../process/launch.mjs';
import { npmArguments } from './install.mjs';

/**
 * Runs npm to its end, quietly.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} options
 * @returns {Promise<string>} npm's standard output.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function npm(args, options) {
	return await run(process.execPath, [...npmArguments(), ...args], {
		name: `npm ${args[0]}`,
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		...options,
	});
}
