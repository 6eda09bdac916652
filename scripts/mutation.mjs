/*
 * `npm run test:mutation`: changes the sources in one place after the other, and counts how many of
 * these changes (mutants) a test notices. A word behind `--` changes only files with that word in
 * their path.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { CliError, main } from './process/cliError.mjs';
import { say } from './process/screen.mjs';
import { root } from './setup/paths.mjs';

const LEAST_PERCENT = 95;
const word = process.argv[2] ?? '';

const CREATE =
	'engine/create/request engine/create/checkedFirst engine/create/dryRun engine/create/stopOnFailure engine/create/continueOnError engine/create/retryOnFail engine/create/badInput';

/**
 * The tests that have to notice a change in a file without a unit test of its own, by the beginning of
 * the path; the first line that fits counts. Every file has only a few, since all of them are loaded
 * anew for each change.
 */
const TESTS = [
	['credentials/', 'shape/description shape/savedForm engine/credential'],
	['nodes/VoiceAssistantCalls/VoiceAssistantCalls.node', 'shape/description'],
	['nodes/VoiceAssistantCallsTrigger/settle.ts', 'unit/settle unit/newCalls'],
	['nodes/VoiceAssistantCallsTrigger/position.ts', 'unit/position unit/settle unit/newCalls'],
	['nodes/VoiceAssistantCallsTrigger/readList.ts', 'unit/readList unit/newCalls'],
	['nodes/VoiceAssistantCallsTrigger/reading', 'unit/readList unit/newCalls'],
	['nodes/VoiceAssistantCallsTrigger/listCalls', 'unit/readList unit/newCalls'],
	['nodes/VoiceAssistantCallsTrigger/VoiceAssistantCallsTrigger.node', 'shape/description'],
	['nodes/VoiceAssistantCallsTrigger/pollCalls.ts', 'unit/pollCalls engine/trigger/*'],
	['nodes/VoiceAssistantCalls/execution/itemContext.ts', 'unit/itemContext engine/noFields'],
	[
		'nodes/VoiceAssistantCalls/execution/',
		`${CREATE} engine/create/agents engine/create/withoutCustomOperations engine/requests engine/get engine/noFields`,
	],
	['nodes/VoiceAssistantCalls/listSearch/', 'engine/listSearch'],
	['nodes/VoiceAssistantCalls/resources/call/create/guards/', 'unit/guards/guards'],
	[
		'nodes/VoiceAssistantCalls/resources/call/create/options.ts',
		'unit/options shape/description engine/create/badInput',
	],
	['nodes/VoiceAssistantCalls/resources/call/create/queue/', 'unit/callQueue'],
	[
		'nodes/VoiceAssistantCalls/resources/call/create/index.ts',
		'unit/createCalls.random engine/create/loops engine/create/dryRun engine/create/badInput engine/create/callingHours engine/create/skipIfCalledWithin engine/create/stopOnFailure',
	],
	['nodes/VoiceAssistantCalls/resources/call/create/', `${CREATE} engine/noFields`],
	[
		'nodes/VoiceAssistantCalls/resources/call/getReport/count/tally.ts',
		'unit/tally unit/makeReport unit/getReport.random',
	],
	[
		'nodes/VoiceAssistantCalls/resources/call/getReport/count/',
		'unit/tally unit/makeReport unit/getReport.random unit/getReport.sheet',
	],
	['nodes/VoiceAssistantCalls/resources/call/getReport/sheet/', 'unit/getReport.sheet'],
	[
		'nodes/VoiceAssistantCalls/resources/call/getReport/fields',
		'unit/period engine/getReport engine/badInput',
	],
	[
		'nodes/VoiceAssistantCalls/resources/call/getReport/makeReport.ts',
		'unit/makeReport unit/getReport.random',
	],
	['nodes/VoiceAssistantCalls/resources/call/getReport/', 'unit/getReport.* engine/getReport'],
	['nodes/VoiceAssistantCalls/resources/call/getOutcome/output', 'unit/match unit/hints'],
	[
		'nodes/VoiceAssistantCalls/resources/call/getOutcome/',
		'unit/getOutcome.random engine/getOutcome',
	],
	[
		'nodes/VoiceAssistantCalls/resources/call/',
		'engine/get* engine/output engine/dateRange engine/badInput',
	],
	[
		'nodes/VoiceAssistantCalls/resources/connection',
		'engine/requestOptions/* engine/create/skipIfCalledWithin',
	],
	['nodes/VoiceAssistantCalls/resources/', 'engine/undocumented/* engine/output engine/getMany'],
	['nodes/shared/phoneNumber/index.ts', 'unit/phoneNumber unit/match unit/guards/history'],
	['nodes/shared/phoneNumber/numberList.ts', 'unit/numberList unit/guards/history'],
	['nodes/shared/phoneNumber/numberingPlans.ts', 'unit/numberingPlans unit/phoneNumber'],
	[
		'nodes/shared/phoneNumber/numberingPlanData',
		'unit/numberingPlans unit/phoneNumber unit/phoneNumber.oracle',
	],
	['nodes/shared/phoneNumber/', 'unit/phoneNumber unit/numberList'],
	['nodes/shared/form/', 'unit/readers engine/badInput'],
	['nodes/shared/calls/output', 'unit/readers shape/description'],
	['nodes/shared/calls/record.ts', 'unit/record unit/match unit/readers'],
	['nodes/shared/calls/keywords.ts', 'unit/keywords unit/guards/skipAfterKeywords'],
	['nodes/shared/calls/startOrder', 'unit/findCalls unit/newCalls'],
	['nodes/shared/calls/whoAndWhy', 'unit/runSummary unit/hints'],
	['nodes/shared/calls/', 'shape/description engine/getMany'],
	['nodes/shared/lists/cursorName', 'unit/cursorName'],
	['nodes/shared/lists/pagination.ts', 'unit/pagination unit/cursorName'],
	['nodes/shared/lists/', 'unit/pagination'],
	['nodes/shared/http/transport.ts', 'unit/transport engine/requestOptions/*'],
	['nodes/shared/http/client.ts', 'unit/client unit/client.* unit/pagination'],
	['nodes/shared/http/cursorMemory', 'unit/cursorName'],
	['nodes/shared/http/declaredPath', 'engine/getMany'],
	['nodes/shared/text.ts', 'unit/text unit/guards/emptyVariables'],
	['nodes/shared/httpStatus', 'unit/nodeError unit/response'],
];

/** In the folder of the project ESLint would look at what a run that was killed has left. */
const tempFolder = join(tmpdir(), 'voice-assistant-calls-mutants');
/** For n8n-core: a process whose tests take too long is killed, and removes nothing. */
const userFolder = `${tempFolder}-n8n`;

/** The unit test that has the name of a file and imports it, or the tests in the table, of a whole path first. */
function testsOf(file) {
	const name = basename(file, '.ts');
	const path = file.replace(/\.ts$/, "'");
	const own = [`unit/${name}`, `unit/guards/${name}`].find((test) => {
		const full = join(root, 'test', `${test}.test.ts`);
		return existsSync(full) && readFileSync(full, 'utf8').includes(path);
	});
	const line = TESTS.find(([beginning]) => file.startsWith(beginning));
	if (own && line?.[0] !== file) return `${own} ${own}.*`;
	if (line) return line[1];
	throw new CliError(`No test is named that has to notice a change in ${file}.`);
}

const sourcesBelow = (folder) =>
	readdirSync(join(root, folder), { recursive: true })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => `${folder}/${path}`)
		.sort();

async function mutate(files, tests) {
	process.env.MUTATION_TESTS = tests;
	const mutants = new Stryker({
		mutate: files,
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest.config.js',
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		// What runs while a file is loaded is, in the files of the operations, the texts of the form. Those
		// of a class run in a few tests as well, and Stryker would ask only these.
		ignoreStatic:
			!files.some((file) => /\.(node|credentials)\.ts$/.test(file)) &&
			(/engine|shape/.test(tests) || files.some((file) => file.includes('/resources/'))),
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
	const filesByTests = new Map();
	for (const file of [...sourcesBelow('credentials'), ...sourcesBelow('nodes')]) {
		if (!file.includes(word)) continue;
		filesByTests.set(testsOf(file), [...(filesByTests.get(testsOf(file)) ?? []), file]);
	}
	const results = [];
	mkdirSync(userFolder, { recursive: true });
	process.env.TESTS_USER_FOLDER = userFolder;
	try {
		for (const [tests, files] of filesByTests) {
			say(`\n${files.join(', ')}\nhas to be noticed by ${tests}`);
			results.push(...(await mutate(files, tests)));
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
	if (percent < LEAST_PERCENT) {
		throw new CliError(`At least ${LEAST_PERCENT} % have to be noticed.`);
	}
});
