/*
 * `npm run test:compat`: the engine tests and the fault matrix on older versions of n8n's engine.
 * `npm run test:compat -- 2.0.2` runs one of them.
 */
import { readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureCore, ensureTools } from './lib/install.mjs';
import { recentNode } from './lib/n8nNode.mjs';
import { root } from './lib/paths.mjs';
import { explain, Problem } from './lib/problem.mjs';
import { say } from './lib/screen.mjs';

const versions = readdirSync(join(root, 'test', 'compat'));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : versions;
const arguments_ = [
	'--experimental-vm-modules',
	'--no-warnings',
	join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
	...['--selectProjects', 'engine', 'faults'],
	// Older versions of n8n-core leave timers behind.
	'--forceExit',
];

try {
	const unknown = wanted.filter((version) => !versions.includes(version));
	if (unknown.length > 0) {
		throw new Problem(`There is no ${unknown.join(', ')} in test/compat.`, versions.join(', '));
	}
	await ensureTools();
	await ensureBuilt();
	for (const version of wanted) {
		const folder = await ensureCore(version);
		say(`\nn8n-core ${version}:`);
		const env = { ...process.env, N8N_CORE_FOLDER: folder };
		// n8n-core 2.0.2 loads an ES module with require, which jest can do from Node.js 24 on.
		const { status } = spawnSync(recentNode(), arguments_, { cwd: root, stdio: 'inherit', env });
		if (status !== 0) throw new Problem(`The tests with n8n-core ${version} failed.`);
	}
} catch (error) {
	say(explain(error));
	process.exit(1);
}
