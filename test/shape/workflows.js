/* Reads the workflows of GitHub. In JavaScript, since js-yaml brings no types. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { load } = require('js-yaml');

/**
 * A file of `.github/workflows`, as far as the tests look. A job that uses another workflow has no steps.
 *
 * @typedef {{ uses?: string, run?: string }} WorkflowStep
 * @typedef {{ permissions?: Record<string, string>, steps?: WorkflowStep[] }} WorkflowJob
 * @param {string} name
 * @returns {{ permissions?: Record<string, string>, jobs: Record<string, WorkflowJob> }}
 */
const workflow = (name) =>
	load(readFileSync(join(__dirname, '..', '..', '.github/workflows', name), 'utf8'));

module.exports = { workflow };
