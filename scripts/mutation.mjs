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

const MIN_PERCENT = 94;

/** In the folder of the project ESLint would look at what a run that was killed has left. */
const tempFolder = join(tmpdir(), 'voice-assistant-calls-mutants');
/** For n8n-core: a process whose tests take too long is killed, and removes nothing. */
const userFolder = `${tempFolder}-n8n`;

/** The files with this ending below a folder, and what they import of this package. */
const modulesIn = (folder, ending) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith(ending))
		.sort()
		.map((name) => {
			const path = `${folder}/${name.replaceAll('\\', '/')}`;
			const text = readFileSync(path, 'utf8');
			const found = [...text.matchAll(/ from '(\..*?)(\/index)?'/g)];
			const imports = found.map(([, module]) => join(dirname(path), module));
			return { path, text, module: path.replace(/(\/index)?\.ts$/, ''), imports };
		});

const sources = ['credentials', 'nodes'].flatMap((folder) => modulesIn(folder, '.ts'));
const support = modulesIn('test/support', '.ts');
const unitTests = modulesIn('test/unit', '.test.ts').map((test) => {
	const helpers = support.filter(({ module }) => test.imports.includes(module));
	return { ...test, through: [test, ...helpers].flatMap(({ imports }) => imports) };
});
const otherTests = ['engine', 'shape'].flatMap((layer) => modulesIn(`test/${layer}`, '.test.ts'));

/**
 * The tests that have to notice a change in a file: the unit tests that import it, also through test/support,
 * and those that import what imports it, if all are not too many; the engine tests of its name, or where no
 * unit test has it, of its folder; and what looks at the forms.
 */
function testsOf({ path, module }) {
	const near = sources.filter((one) => one.path === path || one.imports.includes(module));
	const levels = [
		unitTests.filter(({ imports }) => imports.includes(module)),
		unitTests.filter(({ through }) => near.some((one) => through.includes(one.module))),
	];
	// All of them are loaded anew for each change.
	const unit = levels.findLast((tests) => tests.length <= 10) ?? levels[0];
	const isOwn = unit.some((test) => test.path.includes(`/${basename(module)}.`));
	const names = [module, ...(isOwn ? [] : [dirname(path)])].map((one) => basename(one)).join('|');
	const named = new RegExp(`/description|engine.*/(get)?(${names})[./]`, 'i');
	const asked = [...unit, ...otherTests.filter((test) => named.test(test.path))];
	return asked.map((test) => test.path).join(' ');
}

async function mutate(source) {
	const chosen = testsOf(source);
	say(`\n${source.path}\nhas to be noticed by ${chosen}`);
	process.env.MUTATION_TESTS = chosen;
	const mutants = new Stryker({
		mutate: [source.path],
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest.config.js',
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		// What runs while a file of an operation is loaded is the texts of its form. Those of a class run in
		// a few tests as well, and Stryker would ask only these.
		ignoreStatic: /displayName: /.test(source.text) && !/\.node|\.credentials/.test(source.path),
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
	const results = [];
	mkdirSync(userFolder, { recursive: true });
	process.env.TESTS_USER_FOLDER = userFolder;
	try {
		for (const source of sources.filter(({ path }) => path.includes(process.argv[2] ?? '')))
			results.push(...(await mutate(source)));
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
	const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const all = noticed + count('Survived', 'NoCoverage');
	const percent = (100 * noticed) / (all || 1);
	const ignored = `${count('Ignored')} more run only while a file is loaded, and are not changed.`;
	say(`\n${noticed} of ${all} mutants were noticed: ${percent.toFixed(1)} %. ${ignored}`);
	if (percent < MIN_PERCENT) throw new CliError(`At least ${MIN_PERCENT} % have to be noticed.`);
});
