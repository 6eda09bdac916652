/*
 * Reads a compose file as Docker Compose does: what `.env` fills in, which services a profile starts. Of
 * its rules, what examples/docker uses. In JavaScript, since js-yaml brings no types.
 */
const { load } = require('js-yaml');

/**
 * @typedef {{
 * 	image: string,
 * 	command?: string | string[],
 * 	environment: Record<string, string>,
 * 	volumes?: string[],
 * 	tmpfs?: string[],
 * 	ports?: string[],
 * 	profiles?: string[],
 * }} Service
 *
 * @typedef {{ services: Record<string, Service>, volumes?: Record<string, unknown> }} Compose
 */

/**
 * @param {string} text Of a compose file.
 * @param {Record<string, string>} env What `.env` has.
 * @returns {Compose} What `docker compose config` shows.
 * @throws {Error} With the words of `:?` when a variable is not set.
 */
function compose(text, env) {
	const filledIn = text
		.replace(/^\s*#.*$/gm, '')
		.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, words) => {
			if (env[name]) return env[name];
			if (kind === '?') throw new Error(`${name}: ${words}`);
			return words ?? '';
		});
	const { services, volumes } = load(filledIn);
	const profiles = (env.COMPOSE_PROFILES ?? '').split(',');
	const starts = ([, { profiles: its }]) => !its || its.some((name) => profiles.includes(name));
	return { services: Object.fromEntries(Object.entries(services).filter(starts)), volumes };
}

module.exports = { compose };
