/*
 * `npm test`: installs what is missing, builds the package, and runs the shape, unit and engine tests.
 * `npm run test:faults`: the fault matrix, which takes longer.
 *
 * n8n evaluates expressions with one of two engines. The one of production needs Node.js 24; with such
 * a Node.js the engine tests run once with each. `npm run test:vm` runs them with that engine alone, on
 * the Node.js that `npm start` and `npm run test:e2e` install along with n8n if the running one is older.
 *
 * Arguments go to jest: `npm test -- --watch unit`.
 */
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ensureBuilt } from './lib/build.mjs';
import { ensureTools } from './lib/install.mjs';
import { recentNode } from './lib/n8nNode.mjs';
import { root } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { say } from './lib/screen.mjs';

const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;

function jest(args, node = process.execPath, env = {}) {
	const { status } = spawnSync(
		node,
		[join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...args],
		{
			cwd: root,
			stdio: 'inherit',
			env: { ...process.env, ...env },
		},
	);
	if (status !== 0) process.exit(status ?? 1);
}

const [mode, ...others] = process.argv.slice(2);
let nodeForVm;
try {
	await ensureTools();
	await ensureBuilt();
	if (mode === '--vm') nodeForVm = recentNode();
} catch (error) {
	if (!(error instanceof Problem)) throw error;
	say(`${error.message}\n${error.todo ?? ''}`);
	process.exit(1);
}

const runWithVm = (node) =>
	jest(['--selectProjects', 'engine', ...others], node, {
		EXPRESSION_ENGINE: 'vm',
		// n8n-workflow loads that engine by a dynamic import, which jest allows only with this flag.
		NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
	});

if (mode === '--vm') {
	runWithVm(nodeForVm);
} else if (mode === '--faults') {
	jest(['--selectProjects', 'faults', ...others]);
} else {
	jest(['--selectProjects', 'shape', 'unit', 'engine', ...process.argv.slice(2)]);
	if (isNewEnough && mode === undefined) {
		say('\nThe engine tests once more, with the expression engine of production:');
		runWithVm(process.execPath);
	}
}
