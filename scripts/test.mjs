/*
 * `npm test`: the shape, unit and engine tests. jest builds the package before those that need it.
 * `npm run test:deep`: the tests among them that explore, with all of their cases, and those that take
 * long.
 * `npm run test:faults`: the fault matrix, `npm run test:simulation`: weeks of polls. Both take longer.
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
import { main } from './process/cliError.mjs';
import { runJest } from './process/jest.mjs';
import { say } from './process/screen.mjs';
import { ensureRecentNode } from './setup/n8n.mjs';
import { majorOf } from './setup/n8nNode.mjs';
import { root } from './setup/paths.mjs';

const [first, ...rest] = process.argv.slice(2);
/** Tests that are run by a command of their own. */
const ownCommand = { '--faults': 'faults', '--simulation': 'simulation' }[first];
const args = first?.match(/^--(vm|deep|faults|simulation)$/) ? rest : process.argv.slice(2);

/** The test files with such a text. */
function filesWith(isText) {
	return ['test/shape', 'test/unit', 'test/engine'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true })
			.filter((file) => file.endsWith('.test.ts'))
			.map((file) => `${folder}/${file}`)
			.filter((file) => isText(readFileSync(join(root, file), 'utf8'))),
	);
}

/**
 * The test files that have all words of a name in them. jest alone would load every file to look for
 * the name, most of them with n8n's engine.
 */
function filesNaming(name) {
	const words = name.match(/\w+/g) ?? [];
	return filesWith((text) => words.every((word) => text.includes(word)));
}

/** With nothing but a name to look for, which is no regular expression: the files to look in. */
const [flag, name = '', ...others] = args;
const isName =
	!ownCommand && ['-t', '--testNamePattern'].includes(flag) && !/[()[\]{}|*+?^$\\]/.test(name);
const files = isName && others.length === 0 ? filesNaming(name) : [];

// The projects stand last, since jest takes whatever follows the name of one for another.
const runTests = async (projects, options) =>
	await runJest([...files, ...args, ...projects], options);
const whole = args.length === 0 && { WHOLE_BUILD: 'yes' };
const runWithVm = async (node) =>
	await runTests(['--selectProjects', 'engine'], {
		node,
		modules: true,
		env: { EXPRESSION_ENGINE: 'vm', ...whole },
	});
const LAYERS = ['unit', 'shape', 'engine'];

await main(async () => {
	if (first === '--vm') return await runWithVm(await ensureRecentNode());
	if (ownCommand) return await runTests(['--selectProjects', ownCommand]);
	if (first === '--deep') {
		const exploring = filesWith((text) => text.includes("support/deep'"));
		const wanted = args.length > 0 ? args : [...exploring, 'test/deep/'];
		const env = { DEEP_TESTS: 'yes', ...whole };
		return await runJest([...wanted, '--selectProjects', 'unit', 'engine', 'deep'], { env });
	}
	const projects = args.length === 0 ? LAYERS : [...LAYERS, 'deep'];
	await runTests(['--selectProjects', ...projects], { env: { ...whole } });
	if (args.length > 0 || majorOf(process.versions.node) < 24) return;
	say('\nThe engine tests once more, with the expression engine of production:');
	await runWithVm(process.execPath);
});
