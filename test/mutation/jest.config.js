/*
 * For `npm run test:mutation`, which says in MUTATION_TESTS which tests have to notice a change. It
 * changes the sources and not what is built of them, so the engine tests load the sources here. One
 * project, since Stryker sees which test reaches which change only where there are no projects.
 */
const { projects, ...common } = require('../../jest.config.js');

const { displayName, ...unit } = projects.find((layer) => layer.displayName === 'unit');
const tests = process.env.MUTATION_TESTS.split(' ');

module.exports = {
	...common,
	...unit,
	testMatch: tests.map((test) => `<rootDir>/${test}`),
	setupFilesAfterEnv: ['<rootDir>/test/mutation/setup.ts'],
	moduleNameMapper: { '^(?:\\./|\\.\\./\\.\\./)dist/(.*)\\.js$': '<rootDir>/$1.ts' },
};
