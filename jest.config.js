/*
 * The tests run in a zone at the far end of the clock (UTC+14), so that a date taken from the
 * machine instead of the workflow's time zone lands on the wrong day and fails a test.
 */
process.env.TZ = 'Pacific/Kiritimati';

/** Whether tests try all their cases and not only a few: `npm run test:deep`. */
const isDeep = process.env.DEEP_TESTS === 'yes';

/** Another n8n than the newest; see `npm run test:compat`. n8n and the node must share one n8n-workflow. */
const n8n = process.env.N8N_CORE_FOLDER;
const moduleNameMapper = n8n ? { '^n8n-workflow$': `${n8n}/node_modules/n8n-workflow` } : {};

/**
 * Engine tests of rules that the node alone applies, and that take long. With older versions, and with
 * another engine for expressions, they show nothing that the others do not.
 */
const onceOnly = ['create/callingHours', 'dateRange', 'undocumented/paths'].map(
	(file) => `engine/${file}.test.ts`,
);

/** What is no part of the engine tests. The fault matrix has a command of its own. */
const isOnceMore = n8n || process.env.EXPRESSION_ENGINE === 'vm';
const leftOut = ['engine/faultMatrix', ...(isOnceMore ? onceOnly : [])];

/** The packages that tests and nodes import, except jest's own. */
const LOADED_ONCE =
	'/node_modules/(n8n-|@n8n/|luxon|fast-check|fastify|flatted|ajv|typescript|google-libphonenumber).*\\.js$';

const layer = (name) => ({
	displayName: name,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: require.resolve('./test/loadOnce/environment.js'),
	setupFiles: ['<rootDir>/test/setup.js'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }],
		[LOADED_ONCE]: require.resolve('./test/loadOnce/transform.js'),
	},
	// By default jest transforms nothing in node_modules.
	transformIgnorePatterns: [],
	// jest looks through all of them, and at nothing else: `.cache` alone has 200,000 files.
	roots: ['credentials', 'nodes', 'sandbox', 'test'].map((folder) => `<rootDir>/${folder}`),
	modulePathIgnorePatterns: ['<rootDir>/test/e2e'],
	moduleNameMapper,
	globals: { DEEP: isDeep },
});

/** Tests of what is built. `npm test -- test/unit` does not wait for a build. */
const built = (name) => ({ ...layer(name), globalSetup: '<rootDir>/test/buildPackage.js' });

const engine = {
	...built('engine'),
	setupFilesAfterEnv: ['<rootDir>/test/support/expressionEngine.ts'],
};

module.exports = {
	globalSetup: '<rootDir>/test/globalSetup.js',
	projects: [
		built('shape'),
		layer('unit'),
		layer('simulation'),
		{ ...engine, testPathIgnorePatterns: leftOut.map((file) => `<rootDir>/test/${file}`) },
		{ ...built('deep'), testMatch: ['<rootDir>/test/deep/*.test.ts'] },
		// Thousands of runs, many of which wait before a request is repeated: `npm run test:faults`.
		{
			...engine,
			displayName: 'faults',
			testMatch: ['<rootDir>/test/engine/faultMatrix/*.test.ts'],
		},
	],
	// jest leaves one core free, which on two cores halves the speed; most tests wait for a socket.
	maxWorkers: '100%',
	// On a busy machine a process that has nothing left to do needs longer than half a second to end. With
	// older versions of n8n-core, which leave timers behind, it never does.
	workerGracefulExitTimeout: n8n ? 500 : 60_000,
	// Nothing is judged by time: a busy machine takes many times as long as an idle one.
	testTimeout: 600_000,
};
