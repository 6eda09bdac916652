/*
 * All test files of a layer in a few: jest gives each file modules of its own, and loading n8n's takes
 * longer than most files run. `npm test` without arguments runs these, with arguments the files themselves.
 */
const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const test = join(__dirname, '..');

/** How many files a layer comes to. With four, `npm test` took half as long again on two cores. */
const GROUPS = 2;

/**
 * Runs every second test file of a layer, each in a `describe` of its own. `npm run test:deep` runs only
 * those that have more cases then.
 *
 * @param {string} layer a folder of `test`
 * @param {number} group from 1
 */
module.exports = function runGroup(layer, group) {
	const files = readdirSync(join(test, layer), { recursive: true })
		.map((file) => `${layer}/${String(file).replaceAll('\\', '/')}`)
		.filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.some((part) => file.includes(part)))
		.filter((file) => !DEEP || /support\/deep'/.test(readFileSync(join(test, file), 'utf8')))
		.sort();
	for (const [index, file] of files.entries()) {
		if (index % GROUPS === group - 1) describe(file, () => void require(join(test, file)));
	}
};
