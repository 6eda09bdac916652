/*
 * The tests run in a zone at the far end of the clock (UTC+14), so that a date taken from the
 * machine instead of the workflow's time zone lands on the wrong day and fails a test.
 */
process.env.TZ = 'Pacific/Kiritimati';

const layer = (name) => ({
	displayName: name,
	rootDir: __dirname,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	setupFiles: ['<rootDir>/test/setup.js'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
	modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp', '<rootDir>/.cache', '<rootDir>/test/e2e'],
	testEnvironment: 'node',
});

module.exports = {
	projects: [
		layer('shape'),
		layer('unit'),
		{ ...layer('engine'), setupFilesAfterEnv: ['<rootDir>/test/engine/expressionEngine.ts'] },
	],
	coverageReporters: ['text', 'lcovonly'],
	testTimeout: 30_000,
};
