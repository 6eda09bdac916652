/*
 * Whether the parameters of a saved node exist in a description, as n8n reads them. Shared by the shape
 * tests and the end-to-end tests, of which the latter ask a running n8n for the descriptions of its own
 * nodes.
 */
const { NodeHelpers } = require('n8n-workflow');

/** What n8n leaves out, since there is no such parameter or it is not shown with the others. */
function leftOut(saved, given, path = '') {
	if (given === undefined) return [`${path} does not exist, or is not shown with the others`];
	if (saved === null || typeof saved !== 'object') return [];
	return Object.entries(saved).flatMap(([name, value]) =>
		leftOut(value, given[name], path === '' ? name : `${path}.${name}`),
	);
}

/**
 * @param {import('n8n-workflow').INodeTypeDescription} description of the node's type
 * @param {{ typeVersion: number, parameters: object }} node as it is saved
 * @returns {string[]} what does not exist in the description, in words; empty if all is well
 */
function problemsOfParameters(description, { typeVersion, parameters }) {
	const { properties } = description;
	const node = { typeVersion, parameters };
	const given = NodeHelpers.getNodeParameters(
		...[properties, parameters, true, false, node, description],
	);
	const issues = NodeHelpers.getNodeParametersIssues(
		...[properties, { ...node, parameters: given }, description],
	);
	return [...leftOut(parameters, given), ...Object.values(issues?.parameters ?? {}).flat()];
}

module.exports = { problemsOfParameters };
