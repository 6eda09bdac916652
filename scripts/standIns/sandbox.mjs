import { require as requireTypeScript } from 'tsx/cjs/api';
import { freePort } from '../process/ports.mjs';

/**
 * The sandbox, as CommonJS: n8n-workflow, which it uses, cannot be imported as a module
 * (ERR_MODULE_NOT_FOUND in 2.41.0).
 * @returns {typeof import('../../sandbox/index')}
 */
export const loadSandbox = () => requireTypeScript('../../sandbox/index.ts', import.meta.url);

/**
 * Starts the sandbox inside this process.
 * @param {import('../../sandbox/index').SandboxOptions} [options] With `port`, that port when it is
 * free, and any other when not.
 * @returns {Promise<import('../../sandbox/index').Sandbox>}
 */
export async function openSandbox(options = {}) {
	// A port that is looked for first may be somebody else's a moment later; 0 lets the system choose.
	const port = options.port ? await freePort(options.port) : 0;
	return await loadSandbox().startSandbox({ ...options, port });
}
