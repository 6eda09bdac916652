/* Runs the repository's own scripts for the shape tests, which as TypeScript may not start a process. */
const { execFile } = require('node:child_process');
const { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');

/**
 * Runs a script of the repository to its end; settings go into its environment.
 *
 * @param {string} path
 * @param {string[]} [args]
 * @param {Record<string, string>} [settings]
 * @returns {Promise<{ status: number, stdout: string, output: string }>}
 */
async function runScript(path, args = [], settings = {}) {
	// With jest's NODE_ENV the official lint rules take every file for a test and find faults in it.
	const { NODE_ENV, ...env } = process.env;
	const options = { cwd: root, env: { ...env, ...settings }, maxBuffer: Infinity };
	return await new Promise((resolve) => {
		execFile(process.execPath, [join(root, path), ...args], options, (error, stdout, stderr) =>
			resolve({ status: Number(error?.code ?? 0), stdout, output: `${stdout}${stderr}` }),
		);
	});
}

/**
 * A new folder with these files and folders of the repository, to be changed by a test.
 *
 * @param {string[]} paths
 */
function copyOf(paths) {
	const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-copy-'));
	for (const path of paths) cpSync(join(root, path), join(folder, path), { recursive: true });
	return {
		folder,
		/**
		 * @param {string} path
		 * @param {(text: string) => string} edit
		 */
		change: (path, edit) =>
			writeFileSync(join(folder, path), edit(readFileSync(join(folder, path), 'utf8'))),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

module.exports = { runScript, copyOf };
