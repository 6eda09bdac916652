/*
 * `npm run test:mutation`: changes the sources in one place after the other, and counts how many of
 * these changes (mutants) a test notices. Without a word it tries one in ten, others each time. A word
 * behind `--` tries all in files with that word in their path.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { CliError, main } from './process/cliError.mjs';
import { say } from './process/screen.mjs';

const MIN_PERCENT = 94;
const SAMPLE = 0.1;

/** In the folder of the project ESLint would look at what a run that was killed has left. */
const tempFolder = join(tmpdir(), 'voice-assistant-calls-mutants');
/** For test/mutation/runner.mjs, and for n8n-core: a process that is killed removes nothing. */
const folder = `${tempFolder}-tests`;

const [, , word = ''] = process.argv;
const share = word ? 1 : SAMPLE;
const sources = ['credentials', 'nodes']
	.flatMap((part) => readdirSync(part, { recursive: true }).map((name) => join(part, name)))
	.map((path) => path.replaceAll('\\', '/'))
	.filter((path) => path.endsWith('.ts') && path.includes(word));

const stryker = new Stryker({
	mutate: sources,
	plugins: ['@stryker-mutator/jest-runner', './test/mutation/runner.mjs'],
	testRunner: 'reaching',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.js',
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	// What runs only while a file is loaded is the texts of forms and tables: Stryker would ask all tests.
	ignoreStatic: true,
	reporters: ['clear-text'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	ignorePatterns: ['dist', '.cache', 'test/compat', 'test/e2e', '.github', 'docs'],
	tempDirName: tempFolder,
	dryRunTimeoutMinutes: 60,
	disableTypeChecks: '{nodes,credentials}/**/*.ts',
	logLevel: 'warn',
});

await main(async () => {
	if (sources.length === 0) throw new CliError(`No file has "${word}" in its path.`);
	mkdirSync(folder, { recursive: true });
	Object.assign(process.env, {
		TESTS_USER_FOLDER: folder,
		MUTATION_FOLDER: folder,
		MUTATION_SHARE: share,
	});
	const results = await stryker
		.runMutationTest()
		.finally(() => rmSync(folder, { recursive: true, force: true }));
	const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	// Of what no test reaches Stryker tries nothing, so it would count all.
	const all = noticed + count('Survived') + Math.round(count('NoCoverage') * share);
	const percent = (100 * noticed) / (all || 1);
	say(`\n${noticed} of ${all} mutants were noticed: ${percent.toFixed(1)} %.`);
	if (percent < MIN_PERCENT) throw new CliError(`At least ${MIN_PERCENT} % have to be noticed.`);
});
