/* Reads the settings of GitHub. In JavaScript, since js-yaml brings no types. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { load } = require('js-yaml');

const yaml = (path) => load(readFileSync(join(__dirname, '..', '..', path), 'utf8'));

module.exports = { yaml, workflow: (name) => yaml(`.github/workflows/${name}`) };
