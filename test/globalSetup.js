/* n8n-core keeps files of its own; all test files of a run share one folder for them. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

function temporaryFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-test-'));
	// Not in `globalTeardown`, which jest does not run where a build fails.
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

module.exports = () => {
	// The process may run jest many times, as for `npm run test:mutation`.
	process.env.TESTS_USER_FOLDER ??= temporaryFolder();
	process.env.N8N_USER_FOLDER = process.env.TESTS_USER_FOLDER;
};
