import { run } from '../process/launch.mjs';
import { npmScript } from './install.mjs';
import { endWithParent } from './paths.mjs';

/**
 * Runs npm to its end, quietly.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} options
 * @returns {Promise<string>} npm's standard output.
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function npm(args, options) {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
	return await run(process.execPath, [...endWithParent, npmScript(), ...args, ...quiet], {
		name: `npm ${args[0]}`,
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		...options,
	});
}
