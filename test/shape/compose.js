/*
 * Reads compose files as Docker Compose does: what an override adds, what `.env` fills in, which
 * services a profile starts. The rules: https://docs.docker.com/reference/compose-file/merge/ and
 * …/interpolation/. Of them, what examples/docker uses. In JavaScript, since js-yaml brings no types.
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
 * 	depends_on?: Record<string, { condition: string }>,
 * 	healthcheck?: { test: string[] },
 * 	stop_grace_period?: string,
 * 	restart?: string,
 * }} Service
 *
 * @typedef {{ services: Record<string, Service>, volumes?: Record<string, unknown> }} Compose
 */

const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Of these the last file counts alone. */
const replaced = ['command', 'entrypoint', 'test'];

/** Mappings entry by entry, lists one behind the other, of anything else the latter. */
function merge(first, second, name) {
	if (isMapping(first) && isMapping(second)) {
		const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
		return Object.fromEntries(names.map((key) => [key, merge(first[key], second[key], key)]));
	}
	if (second === undefined) return first;
	const isAppended = Array.isArray(first) && Array.isArray(second) && !replaced.includes(name);
	return isAppended ? [...first, ...second] : second;
}

/** @throws {Error} With the words of `:?` when a variable is not set. */
function fillIn(value, env) {
	if (Array.isArray(value)) return value.map((entry) => fillIn(entry, env));
	if (isMapping(value)) {
		return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, fillIn(of, env)]));
	}
	if (typeof value !== 'string') return value;
	return value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, words) => {
		if (env[name]) return env[name];
		if (kind === '?') throw new Error(`${name}: ${words}`);
		return words ?? '';
	});
}

/**
 * @param {string[]} files The texts of a compose file and what overrides it.
 * @param {Record<string, string>} env What `.env` has.
 * @returns {Compose} What `docker compose config` shows.
 */
function compose(files, env) {
	const merged = files.map((text) => load(text)).reduce((first, second) => merge(first, second));
	const { services, volumes } = fillIn(merged, env);
	const profiles = (env.COMPOSE_PROFILES ?? '').split(',');
	const starts = ([, { profiles: its }]) => !its || its.some((name) => profiles.includes(name));
	return { services: Object.fromEntries(Object.entries(services).filter(starts)), volumes };
}

/**
 * @param {string} text Of a `.env`.
 * @returns {Record<string, string>}
 */
const dotEnv = (text) =>
	Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

module.exports = { compose, dotEnv };
