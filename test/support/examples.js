/* The files that people look at, and what the tests make; see the test of the reports. */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** @type {(example: string, text: string) => string[]} the lines that are not those of the example */
function changesOf(example, text) {
	const path = join(__dirname, '..', '..', 'examples', 'report', example);
	if (process.env.UPDATE_EXAMPLES === 'yes') writeFileSync(path, text);
	const kept = readFileSync(path, 'utf8').split('\n');
	const lines = text.split('\n');
	const changes = lines.filter((line, index) => line !== kept[index]);
	if (changes.length === 0 && lines.length === kept.length) return [];
	return [...changes, 'UPDATE_EXAMPLES=yes npm test -- test/unit/getReport.sheet writes it anew'];
}

module.exports = { changesOf };
