import { join } from 'node:path';
import { readExample } from '../../scripts/n8n/examples.mjs';
import { root } from '../../scripts/setup/paths.mjs';
import { until } from './rig.mjs';
import { outputOf, pollEvery, runChain } from './workflows.mjs';

/**
 * Reads a template as n8n would get it from `npm start`; with an ID, a copy that a test changes. Its
 * trigger does not poll each minute, so that nobody waits for it.
 */
export function readTemplate({ credentials }, name, id) {
	const example = readExample(join(root, 'examples', 'workflows', `${name}.json`), credentials);
	for (const { parameters } of example.nodes) {
		if (parameters.pollTimes) parameters.pollTimes = pollEvery(2);
	}
	return id === undefined ? example : { ...example, id, name: `${example.name} (${id})` };
}

/** @returns {any} The parameters of a node of a template. */
export const parametersOf = ({ nodes }, name) =>
	nodes.find((candidate) => candidate.name === name).parameters;

/** The name of a template's trigger. @param {string} type The end of its type. */
export const triggerOf = ({ nodes }, type = 'manualTrigger') =>
	nodes.find((node) => node.type.endsWith(`.${type}`)).name;

/** Fills in the form of a published template, as a browser does: values in the order of the fields. */
export async function submitForm({ n8n }, template, values) {
	const { options } = parametersOf(template, triggerOf(template, 'formTrigger'));
	const body = new FormData();
	for (const [index, value] of values.entries()) body.set(`field-${index}`, value);
	const { status } = await fetch(`${n8n.url}/form/${options.path}`, { method: 'POST', body });
	if (status !== 200) throw new Error(`The form of "${template.name}" answered ${status}.`);
}

/** Reads a data table of n8n, the oldest row first. */
export async function readTable(rig, name) {
	const read = tableNode(name, 'Rows', 'get', { returnAll: true });
	return outputOf(await runChain(rig, `Read ${name}`, [read]), 'Rows');
}

/** A node of n8n that does something to the rows of a data table. */
export const tableNode = (table, name, operation, parameters = {}) => ({
	name,
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1,
	parameters: {
		resource: 'row',
		operation,
		dataTableId: { __rl: true, mode: 'name', value: table },
		...parameters,
	},
});

/** Ends all calls that go on, in the order in which they began. */
export function endCalls(sandbox) {
	for (const { Id, EndedAt } of sandbox.calls.toReversed()) if (EndedAt === '') sandbox.end(Id);
}

/**
 * Calls somebody without the workflow that is tested, and gives the record of the call when it is over.
 * The last two digits of the number decide how it goes; see docs/sandbox.md.
 */
export async function callElsewhere(sandbox, phone, variables = {}) {
	const known = new Set(sandbox.calls);
	await fetch(`${sandbox.url}/calls`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', Authentication: sandbox.apiKey },
		body: JSON.stringify({ assistant_id: 'assistant-theo', phone_number: phone, ...variables }),
	});
	return await until('the call is over', () =>
		sandbox.calls.find((call) => call.PhoneNumber === phone && call.EndedAt && !known.has(call)),
	);
}
