/* Reads the workflows of GitHub. In JavaScript, since js-yaml brings no types. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { load } = require('js-yaml');

module.exports = {
	workflow: (name) =>
		load(readFileSync(join(__dirname, '..', '..', '.github', 'workflows', name), 'utf8')),
};
