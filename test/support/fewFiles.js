/*
 * A run of the node in a process of its own that may open only so many files; every connection is one.
 * Plain JavaScript, since only the process can do that.
 */
const { spawn } = require('node:child_process');
const { join } = require('node:path');

/** Windows has no such limit. */
const canLimitFiles = process.platform !== 'win32';

/**
 * Runs the node in a process that may open only so many files, of which every connection is one.
 *
 * @param {number} limit
 * @param {import('./engine').RunOptions} options
 * @param {{ usedUp?: boolean }} [extras] whether all files are open before the node begins
 * @returns {Promise<{ limit: number, items: number, error?: import('./engine').RunResult['error'] }>}
 * what came of the run, and the limit that the process had
 */
async function runWithFewFiles(limit, options, { usedUp = false } = {}) {
	const child = spawn(
		'sh',
		[
			'-c',
			`ulimit -n ${limit} && exec "$0" "$@"`,
			process.execPath,
			join(__dirname, 'fewFilesRun.js'),
		],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	child.stdin.end(JSON.stringify({ options, usedUp }));
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
	const code = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code !== 0) throw new Error(`The process ended with ${code}.`);
	return JSON.parse(output);
}

module.exports = { canLimitFiles, runWithFewFiles };
