import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { nodeType } from '../../scripts/n8n/stage.mjs';
import { until } from './rig.mjs';

/** What "Execute workflow" starts. */
export const manualTrigger = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};
/** A trigger for production: n8n answers as soon as the execution has begun, or waits in its queue. */
export const webhookNode = (path) => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: randomUUID(),
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
});
const nodeSpacing = 220;
/** What came out of a node of an execution, which must have succeeded. */
export function outputOf({ status, error, items }, node, output = 0) {
	assert.equal(status, 'success', error?.message);
	return items(node, output).map(({ json }) => json);
}

/**
 * Poll times of a trigger, in seconds that divide a minute. n8n refuses an interval of less than a
 * minute, but takes several poll times in a minute.
 */
export const pollEvery = (seconds) => ({
	item: Array.from({ length: 60 / seconds }, (_item, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** A node of this package. @param {object} [settings] Such as `retryOnFail`; or another type. */
export function ourNode({ credential }, name, parameters, settings = {}) {
	const { type, ...reference } = credential;
	return {
		name,
		type: nodeType,
		typeVersion: 1,
		parameters,
		credentials: { [type]: reference },
		...settings,
	};
}

/** Create, for the number of each item. */
export const placeNode = (rig, options = {}) =>
	ourNode(rig, 'Place', {
		resource: 'call',
		operation: 'create',
		assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
		phoneNumber: '={{ $json.phone }}',
		options,
	});

/** A node that gives these items. */
export const itemsNode = (name, items) => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}` },
});

/** Saves the nodes as a workflow, one after another. @returns {Promise<string>} Its ID. */
export async function saveChain({ api }, name, nodes) {
	const chain = nodes.map((node, index) => ({
		id: randomUUID(),
		position: [index * nodeSpacing, 0],
		...node,
	}));
	const link = (next) => ({ main: [[{ node: next.name, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries(
		chain.slice(0, -1).map((node, index) => [node.name, link(chain[index + 1])]),
	);
	const { id } = await api.createWorkflow({ name, nodes: chain, connections });
	return id;
}

/** Saves the nodes as a workflow behind a manual trigger, and runs it to its end. */
export async function runChain(rig, name, nodes) {
	const id = await saveChain(rig, name, [manualTrigger, ...nodes]);
	return await rig.api.execute(id, manualTrigger.name);
}

/** Sends something to a webhook of n8n. @returns {Promise<Response>} */
export const post = async ({ n8n }, path, body) =>
	await fetch(`${n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify(body),
	});

/**
 * Makes a trigger begin an execution of a published workflow, and waits for its end.
 * @param {string} [mode] What n8n calls its executions, where another trigger may begin one as well:
 * `trigger` for one that polls, `webhook` for a form.
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

/** Makes an item of each entry of the webhook's list `leads`. */
const leadsNode = {
	name: 'Leads',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.leads', options: {} },
};

/** Saves and publishes a workflow that calls the leads that its webhook gets. */
export async function publishCampaign(rig, name, path, options) {
	const id = await saveChain(rig, name, [webhookNode(path), leadsNode, placeNode(rig, options)]);
	await rig.api.publish(id);
	return id;
}

/** Sends numbers to the webhook of a campaign, as one list. */
export const sendList = async (rig, path, numbers) =>
	await post(rig, path, { leads: numbers.map((phone) => ({ phone })) });
