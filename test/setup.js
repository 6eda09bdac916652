/*
 * n8n-core reads its settings when it is first loaded, so they are set before any test file is.
 * A proxy from the machine's environment would otherwise carry requests to the sandbox away.
 */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'voice-assistant-calls-test-'));
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.NO_PROXY = '127.0.0.1,localhost';
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
	delete process.env[name];
	delete process.env[name.toLowerCase()];
}
