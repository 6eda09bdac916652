/*
 * Stryker's runner for jest loads all test files for each change. This one loads those with a test that reaches
 * the change, the quickest first, until a test fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

const { MUTATION_FOLDER, MUTATION_SHARE } = process.env;
/** What the first run says of each test. Stryker makes it in one process, and changes in several. */
const testsFile = join(MUTATION_FOLDER, 'tests.json');

/** The files of some tests, by how long these take there. */
function filesOf(names) {
	const chosen = new Set(names);
	const costs = new Map();
	for (const { id, fileName, timeSpentMs } of JSON.parse(readFileSync(testsFile, 'utf8'))) {
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
		writeFileSync(testsFile, JSON.stringify(result.tests));
		return result;
	};
	runner.mutantRun = async (options) => {
		// What ends in an error counts neither way.
		let result = { status: 'error', errorMessage: 'Not in the sample' };
		if (Math.random() >= Number(MUTATION_SHARE)) return result;
		for (const file of filesOf(options.testFilter)) {
			testFiles = [file];
			result = await mutantRun(options);
			if (result.status !== 'survived') break;
		}
		return result;
	};
	return runner;
}
factory.inject = jestPlugin.factory.inject;

export const strykerPlugins = [{ ...jestPlugin, name: 'reaching', factory }];
