import { join } from 'node:path';
import { readExample } from '../../scripts/n8n/examples.mjs';
import { root } from '../../scripts/setup/paths.mjs';
import { pollEvery, runChain, until } from './rig.mjs';

/**
 * Reads a template as n8n would get it from `npm start`, under an id of its own. Its trigger does not
 * poll each minute, so that nobody waits for it.
 * @param {object} rig
 * @param {string} name The file's name without its end.
 * @param {string} [id] For a copy that a test changes.
 */
export function readTemplate({ credentials }, name, id) {
	const example = readExample(join(root, 'examples', 'workflows', `${name}.json`), credentials);
	for (const { parameters } of example.nodes) {
		if (parameters.pollTimes) parameters.pollTimes = pollEvery(2);
	}
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

/**
 * Fills in the form of a published template, as a browser does.
 * @param {object} rig
 * @param {object} template
 * @param {string[]} values In the order of the fields.
 */
export async function submitForm({ n8n }, template, values) {
	const { options } = parametersOf(template, triggerOf(template, 'formTrigger'));
	const body = new FormData();
	for (const [index, value] of values.entries()) body.set(`field-${index}`, value);
	const answer = await fetch(`${n8n.url}/form/${options.path}`, { method: 'POST', body });
	if (!answer.ok) throw new Error(`The form of "${template.name}" answered ${answer.status}.`);
}

/**
 * Waits for the execution that a trigger begins, and for its end.
 * @param {object} rig
 * @param {string} id Of the published workflow.
 * @param {() => unknown} begin What makes a trigger begin one.
 * @param {string} [mode] What n8n calls its executions, where another trigger may begin one as well:
 * `trigger` for one that polls, `webhook` for a form.
 * @returns {ReturnType<import('../../scripts/n8n/api.mjs').N8nApi['executionResult']>}
 */
export async function executionAfter({ api }, id, begin, mode) {
	const executions = async () =>
		(await api.executions(id)).filter(({ mode: its }) => mode === undefined || its === mode);
	const known = new Set((await executions()).map((execution) => execution.id));
	await begin();
	const { id: fresh } = await until('an execution has begun', async () =>
		(await executions()).findLast((execution) => !known.has(execution.id)),
	);
	return await api.executionResult(fresh);
}

/**
 * Reads a data table of n8n.
 * @param {object} rig
 * @param {string} name Of the table.
 * @returns {Promise<Array<Record<string, any>>>} Its rows, the oldest first.
 */
export async function readTable(rig, name) {
	const { items } = await runChain(rig, `Read ${name}`, [
		tableNode(name, 'Rows', 'get', { returnAll: true }),
	]);
	return items('Rows').map(({ json }) => json);
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
export function endCalls({ sandbox }) {
	for (const { Id, EndedAt } of sandbox.calls.toReversed()) if (EndedAt === '') sandbox.end(Id);
}

/**
 * Lets somebody be called, or call, without the workflow that is tested.
 * @param {object} rig
 * @param {string} phone Its last two digits decide how the call goes; see docs/sandbox.md.
 * @param {Record<string, string>} [variables]
 * @returns {Promise<object>} The record of the call, when it is over.
 */
export async function callElsewhere({ sandbox }, phone, variables = {}) {
	const known = new Set(sandbox.calls.map(({ Id }) => Id));
	const answer = await fetch(`${sandbox.url}/calls`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', Authentication: sandbox.apiKey },
		body: JSON.stringify({ assistant_id: 'assistant-theo', phone_number: phone, ...variables }),
	});
	if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
	return await until('the call is over', () => {
		const call = sandbox.calls.find(
			({ Id, PhoneNumber }) => PhoneNumber === phone && !known.has(Id),
		);
		return call?.EndedAt && call;
	});
}
