/* Reads the settings of GitHub. In JavaScript, since js-yaml brings no types. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { load } = require('js-yaml');

/**
 * @typedef {{
 * 	uses?: string,
 * 	run?: string,
 * 	if?: string,
 * 	env?: Record<string, string>,
 * 	with?: Record<string, unknown>,
 * }} WorkflowStep
 *
 * @typedef {{
 * 	needs?: string,
 * 	permissions?: Record<string, string>,
 * 	environment?: string,
 * 	uses?: string,
 * 	steps?: WorkflowStep[],
 * }} WorkflowJob `uses` is another workflow of this repository; such a job has no steps
 *
 * @typedef {{
 * 	on: Record<string, unknown>,
 * 	permissions?: Record<string, string>,
 * 	concurrency?: { group: string, 'cancel-in-progress': boolean },
 * 	jobs: Record<string, WorkflowJob>,
 * }} GitHubWorkflow
 */

/**
 * A YAML file of the repository.
 *
 * @template Content
 * @param {string} path
 * @returns {Content}
 */
const yaml = (path) => load(readFileSync(join(__dirname, '..', '..', path), 'utf8'));

/**
 * A file of `.github/workflows`.
 *
 * @param {string} name
 * @returns {GitHubWorkflow}
 */
const workflow = (name) => yaml(`.github/workflows/${name}`);

module.exports = { yaml, workflow };
