import { join } from 'node:path';
import { readExample } from '../../scripts/n8n/examples.mjs';
import { root } from '../../scripts/setup/paths.mjs';

/**
 * Reads a template as n8n would get it from `npm start`, under an id of its own.
 * @param {object} rig
 * @param {string} name The file's name without its end.
 * @param {string} [id] For a copy that a test changes.
 */
export function readTemplate({ credentials }, name, id) {
	const example = readExample(join(root, 'examples', 'workflows', `${name}.json`), credentials);
	return id === undefined ? example : { ...example, id, name: `${example.name} (${id})` };
}

/** @param {object} template @param {string} name @returns {any} The parameters of a node. */
export function parametersOf(template, name) {
	const node = template.nodes.find((candidate) => candidate.name === name);
	if (node === undefined) throw new Error(`"${template.name}" has no node "${name}".`);
	return node.parameters;
}

/** @param {object} template @param {string} type The end of the trigger's type. */
export const triggerOf = (template, type = 'manualTrigger') =>
	template.nodes.find((node) => node.type.endsWith(`.${type}`)).name;
