/*
 * `npm run test:mutation`: changes the sources in one place after the other, and counts how many of
 * these changes (mutants) a test notices. A word behind `--` changes only files with that word in
 * their path.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { CliError, main } from './process/cliError.mjs';
import { say } from './process/screen.mjs';
import { root } from './setup/paths.mjs';

const MIN_PERCENT = 94;
const word = process.argv[2] ?? '';

/** In the folder of the project ESLint would look at what a run that was killed has left. */
const tempFolder = join(tmpdir(), 'voice-assistant-calls-mutants');
/** For n8n-core: a process whose tests take too long is killed, and removes nothing. */
const userFolder = `${tempFolder}-n8n`;

const below = (folder, ending) =>
	readdirSync(join(root, folder), { recursive: true })
		.filter((path) => path.endsWith(ending))
		.map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
		.sort();

const tests = ['unit', 'engine', 'shape']
	.flatMap((layer) => below(`test/${layer}`, '.test.ts'))
	.filter((path) => !path.includes('/faultMatrix/'))
	.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/**
 * The tests that have to notice a change in a file: the unit tests that import it; where that is at most
 * one of another name, those that import a file of its folder, the engine tests with its name or its
 * folder's in theirs, and what looks at the form. Every file has only a few, since all of them are loaded
 * anew for each change.
 */
function testsOf(file) {
	const module = file.replace(/(\/index)?\.ts$/, '');
	const folder = dirname(file);
	const names = [module, folder].map((path) => basename(path).split('.')[0]);
	const isUnit = ({ path }) => path.startsWith('test/unit/');
	const own = tests.filter((test) => isUnit(test) && test.text.includes(`/${module}'`));
	const isEnough = own.length > 1 || own[0]?.path.includes(`/${names[0]}.`);
	const isNear = (test) =>
		isUnit(test)
			? new RegExp(`/${folder}/[^/]+'`).test(test.text)
			: new RegExp(`/description|engine.*(${names.join('|')})`, 'i').test(test.path);
	return (isEnough ? own : tests.filter(isNear)).map(({ path }) => path).join(' ');
}

const hasForm = (file) => readFileSync(join(root, file), 'utf8').includes('displayName: ');

async function mutate(files, chosen) {
	process.env.MUTATION_TESTS = chosen;
	const mutants = new Stryker({
		mutate: files,
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest.config.js',
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		// What runs while a file of an operation is loaded is the texts of its form. Those of a class run in
		// a few tests as well, and Stryker would ask only these.
		ignoreStatic: files.some(hasForm) && !files.some((file) => /\.node|\.credentials/.test(file)),
		reporters: ['clear-text'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		ignorePatterns: ['dist', '.cache', 'test/compat', 'test/e2e', '.github', 'docs'],
		tempDirName: tempFolder,
		timeoutMS: 20_000,
		disableTypeChecks: '{nodes,credentials}/**/*.ts',
		logLevel: 'warn',
	});
	return await mutants.runMutationTest();
}

await main(async () => {
	process.chdir(root);
	const files = ['credentials', 'nodes']
		.flatMap((folder) => below(folder, '.ts'))
		.filter((file) => file.includes(word));
	const results = [];
	mkdirSync(userFolder, { recursive: true });
	process.env.TESTS_USER_FOLDER = userFolder;
	try {
		for (const chosen of new Set(files.map(testsOf))) {
			const those = files.filter((file) => testsOf(file) === chosen);
			say(`\n${those.join(', ')}\nhas to be noticed by ${chosen}`);
			results.push(...(await mutate(those, chosen)));
		}
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
	const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const all = noticed + count('Survived', 'NoCoverage');
	const percent = all === 0 ? 100 : (100 * noticed) / all;
	say(`\n${noticed} of ${all} mutants were noticed: ${percent.toFixed(1)} %.`);
	say(`${count('Ignored')} more run only while a file is loaded, and are not changed.`);
	if (percent < MIN_PERCENT) throw new CliError(`At least ${MIN_PERCENT} % have to be noticed.`);
});
