/*
 * Stryker's runner for jest loads all test files for each change. This one loads those with a test that reaches
 * the change, the quickest first, until a test fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

const { MUTATION_FOLDER, MUTATION_SHARE } = process.env;
/** What the first run says. Stryker makes it in one process, and changes in several. */
const firstRunFile = join(MUTATION_FOLDER, 'firstRun.json');

/** Some code runs in tests and while files are loaded. Of the latter Stryker names no test; these are the ones. */
const FORM_TESTS = 'test/shape/description.test.ts';

/** The files of some tests, by how long these take there. */
function filesOf(tests, names) {
	const chosen = new Set(names);
	const costs = new Map();
	for (const { id, fileName, timeSpentMs } of tests) {
		if (chosen.has(id)) costs.set(fileName, (costs.get(fileName) ?? 0) + timeSpentMs);
	}
	return [...costs.keys()].sort((a, b) => costs.get(a) - costs.get(b));
}

const [jestPlugin] = jestPlugins;

function factory(injector) {
	const runner = jestPlugin.factory(injector);
	const dryRun = runner.dryRun.bind(runner);
	const mutantRun = runner.mutantRun.bind(runner);
	const adapter = runner.jestTestAdapter;
	const run = adapter.run.bind(adapter);
	let testFiles;
	adapter.run = async (settings) => await run({ ...settings, testFiles });
	runner.dryRun = async (options) => {
		const result = await dryRun(options);
		const { tests, mutantCoverage } = result;
		writeFileSync(firstRunFile, JSON.stringify({ tests, loaded: mutantCoverage?.static }));
		return result;
	};
	runner.mutantRun = async (options) => {
		// What ends in an error counts neither way.
		let result = { status: 'error', errorMessage: 'Not in the sample' };
		if (Math.random() >= Number(MUTATION_SHARE)) return result;
		const { tests, loaded } = JSON.parse(readFileSync(firstRunFile, 'utf8'));
		const asked = filesOf(tests, options.testFilter).map((file) => [file, options]);
		if (options.activeMutant.id in loaded) {
			const { fileName } = tests.find((test) => test.fileName.endsWith(FORM_TESTS));
			asked.unshift([fileName, { ...options, testFilter: undefined }]);
		}
		for (const [file, how] of asked) {
			testFiles = [file];
			result = await mutantRun(how);
			if (result.status !== 'survived') break;
		}
		return result;
	};
	return runner;
}
factory.inject = jestPlugin.factory.inject;

export const strykerPlugins = [{ ...jestPlugin, name: 'reaching', factory }];
