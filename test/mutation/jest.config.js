/*
 * For `npm run test:mutation`. It changes the sources and not what is built of them, so the engine tests
 * load the sources here. One project, since Stryker sees which test reaches which change only where there
 * are no projects.
 */
const { projects, ...common } = require('../../jest.config.js');

const { displayName, ...unit } = projects.find((layer) => layer.displayName === 'unit');

module.exports = {
	...common,
	...unit,
	testMatch: ['unit/**/*', 'engine/**/*', 'simulation/*', 'shape/description'].map(
		(files) => `<rootDir>/test/${files}.test.ts`,
	),
	// Too slow for thousands of changes.
	testPathIgnorePatterns: ['engine/faultMatrix', 'simulation/volumes'].map(
		(file) => `<rootDir>/test/${file}`,
	),
	setupFilesAfterEnv: ['<rootDir>/test/mutation/setup.ts'],
	moduleNameMapper: { '^(?:\\./|\\.\\./\\.\\./)dist/(.*)\\.js$': '<rootDir>/$1.ts' },
};
