/*
 * Runs the code of the templates' Code nodes as n8n does: as the body of a function that is given n8n's
 * variables. In JavaScript, since the lint of the package allows no code from texts.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', '..', 'examples', 'workflows');

/**
 * @template Result what the code returns
 * @param {string} template the name of its file, without the end
 * @param {string} node
 * @returns {(variables: Record<string, unknown>) => Result} runs the node's code with these variables
 */
function templateCode(template, node) {
	const { nodes } = JSON.parse(readFileSync(join(folder, `${template}.json`), 'utf8'));
	const { jsCode } = nodes.find(({ name }) => name === node).parameters;
	return (variables) =>
		new Function(...Object.keys(variables), jsCode)(...Object.values(variables));
}

module.exports = { templateCode };
