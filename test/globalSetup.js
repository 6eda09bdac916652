/* n8n-core keeps files of its own; all test files of a run share one folder for them. */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
	process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-test-'));
};
