/*
 * n8n-core reads its settings when it is first loaded, so they are set before any test file is.
 * A proxy from the machine's environment would otherwise carry requests to the sandbox away.
 */
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.NO_PROXY = '127.0.0.1,localhost';
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
	delete process.env[name];
	delete process.env[name.toLowerCase()];
}
