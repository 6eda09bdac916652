/*
 * `npm run test:compat`: the engine tests and the fault matrix on older versions of n8n's engine.
 * `npm run test:compat -- 2.0.2` runs one of them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, main } from './process/cliError.mjs';
import { runJest } from './process/jest.mjs';
import { say } from './process/screen.mjs';
import { beginCore, ensureCore, ensureRecentNode } from './setup/n8n.mjs';
import { root } from './setup/paths.mjs';

const versions = readdirSync(join(root, 'test', 'compat'));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : versions;
// Older versions of n8n-core leave timers behind.
const args = ['--forceExit', '--selectProjects', 'engine', 'faults'];
const env = { WHOLE_BUILD: 'yes' };

await main(async () => {
	const unknown = wanted.filter((version) => !versions.includes(version));
	if (unknown.length > 0) {
		throw new CliError(`There is no ${unknown.join(', ')} in test/compat.`, versions.join(', '));
	}
	const node = await ensureRecentNode();
	for (const [nth, version] of wanted.entries()) {
		const folder = await ensureCore(version);
		// The next one is installed while this one is tested: the tests wait much of the time.
		if (nth + 1 < wanted.length) beginCore(wanted[nth + 1]);
		say(`\nn8n-core ${version}:`);
		// n8n-core 2.0.2 loads an ES module with require, which jest can do from Node.js 24 on.
		await runJest(args, { node, modules: true, env: { ...env, N8N_CORE_FOLDER: folder } });
	}
});
