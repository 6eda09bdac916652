import { freePort } from './ports.mjs';

/**
 * Starts the sandbox inside this process.
 * @param {import('../../sandbox/index').SandboxOptions} [options] With `port`, that port when it is
 * free, and any other when not.
 * @returns {Promise<import('../../sandbox/index').Sandbox>}
 */
export async function openSandbox(options = {}) {
	// Not imported at the top: these scripts also install it. As CommonJS, because n8n-workflow,
	// which the sandbox uses, cannot be imported as a module (ERR_MODULE_NOT_FOUND in 2.41.0).
	const { require: requireTypeScript } = await import('tsx/cjs/api');
	const { startSandbox } = requireTypeScript('../../sandbox/index.ts', import.meta.url);
	// A port that is looked for first may be somebody else's a moment later; 0 lets the system choose.
	const port = options.port === undefined ? 0 : await freePort(options.port);
	return await startSandbox({ ...options, port });
}
