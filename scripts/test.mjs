/*
 * `npm test`: the shape, unit and engine tests. jest builds the package before those that need it.
 * `npm run test:deep`: the tests among them that explore, with all of their cases, and those that take
 * long.
 * `npm run test:faults`: the fault matrix, `npm run test:simulation`: weeks of polls. Both take longer.
 * `npm run test:compat`: the engine tests and the fault matrix on older versions of n8n's engine;
 * `npm run test:compat -- 2.0.2` on one of them.
 *
 * n8n evaluates expressions with one of two engines. The one of production needs Node.js 24; with such
 * a Node.js the engine tests run once with each. `npm run test:vm` runs them with that engine alone, on
 * a Node.js that is installed along with n8n if the running one is older.
 *
 * Arguments go to jest: `npm test -- test/unit/path.test.ts`, `npm test -- -t 'part of a name'`,
 * `npm test -- --watch`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { CliError, main } from './process/cliError.mjs';
import { say } from './process/screen.mjs';
import { ensureCore, ensureRecentNode, majorOf } from './setup/n8n.mjs';
import { root } from './setup/paths.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/**
 * Runs jest on the terminal; ends this process with jest's exit code when a test fails.
 * @param {string[]} projects
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {string} [node] One that is new enough for tests which import ES modules, as n8n does from 2.0 on.
 */
async function runJest(projects, args, env, node) {
	const flags = node ? ['--experimental-vm-modules', '--no-warnings'] : [];
	const { failed, exitCode = 1 } = await execa(
		node ?? process.execPath,
		// The projects stand last, since jest takes whatever follows the name of one for another.
		[...flags, jest, ...args, '--selectProjects', ...projects],
		{ cwd: root, stdio: 'inherit', reject: false, env },
	);
	if (failed) process.exit(exitCode);
}

const runWithVm = async (args, node) =>
	await runJest(['engine'], args, { EXPRESSION_ENGINE: 'vm' }, node);

/** The test files that try more cases in `npm run test:deep`. */
const exploring = () =>
	['test/shape', 'test/unit', 'test/engine'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true })
			.filter((file) => file.endsWith('.test.ts'))
			.map((file) => `${folder}/${file}`)
			.filter((file) => readFileSync(join(root, file), 'utf8').includes("support/deep'")),
	);

async function runOnOlderEngines(wanted) {
	const versions = readdirSync(join(root, 'test', 'compat'));
	const unknown = wanted.filter((version) => !versions.includes(version));
	if (unknown.length > 0) {
		throw new CliError(`There is no ${unknown.join(', ')} in test/compat.`, versions.join(', '));
	}
	const node = await ensureRecentNode();
	for (const version of wanted.length > 0 ? wanted : versions) {
		const folder = await ensureCore(version);
		say(`\nn8n-core ${version}:`);
		// Older versions of n8n-core leave timers behind. n8n-core 2.0.2 loads an ES module with require,
		// which jest can do from Node.js 24 on.
		await runJest(['engine', 'faults'], ['--forceExit'], { N8N_CORE_FOLDER: folder }, node);
	}
}

async function runAll(args) {
	const layers = ['unit', 'shape', 'engine'];
	await runJest(args.length === 0 ? layers : [...layers, 'deep'], args);
	if (args.length > 0 || majorOf(process.versions.node) < 24) return;
	say('\nThe engine tests once more, with the expression engine of production:');
	await runWithVm([], process.execPath);
}

/** What each command runs, by its option in package.json; without one it is `npm test`. */
const commands = {
	'--compat': runOnOlderEngines,
	'--deep': async (args) => {
		const wanted = args.length > 0 ? args : [...exploring(), 'test/deep/'];
		await runJest(['unit', 'engine', 'deep'], wanted, { DEEP_TESTS: 'yes' });
	},
	'--faults': async (args) => await runJest(['faults'], args),
	'--simulation': async (args) => await runJest(['simulation'], args),
	'--vm': async (args) => await runWithVm(args, await ensureRecentNode()),
};

await main(async () => {
	const [first, ...rest] = process.argv.slice(2);
	const command = commands[first];
	await (command ? command(rest) : runAll(process.argv.slice(2)));
});
