/*
 * Reads the workflows of GitHub. js-yaml comes with eslint, whose version is locked; TypeScript here
 * may import only what package.json names.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { load } = require('js-yaml');

module.exports = {
	workflow: (name) =>
		load(readFileSync(join(__dirname, '..', '..', '.github', 'workflows', name), 'utf8')),
};
