import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../scripts/lib/n8n.mjs';
import { prepare } from '../../scripts/lib/prepare.mjs';
import { nodeType, openStage } from '../../scripts/lib/stage.mjs';

const trigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const nodeSpacing = 220;

/** Where pictures and logs go that help to understand a failure; outside the repository. */
function openArtifacts() {
	const wish = process.env.E2E_ARTIFACTS;
	if (!wish) return mkdtempSync(join(tmpdir(), 'voice-assistant-calls-e2e-'));
	mkdirSync(wish, { recursive: true });
	return wish;
}

/**
 * Opens what all suites share: the sandbox, and a new n8n with the packed package in it. The folder
 * `artifacts` goes away at the end unless `kept.artifacts` is set.
 * @param {import('../../scripts/lib/undo.mjs').Undo} undo
 */
export async function openRig(undo) {
	const artifacts = openArtifacts();
	const kept = { artifacts: Boolean(process.env.E2E_ARTIFACTS) };
	undo.add(() => kept.artifacts || rmSync(artifacts, { recursive: true, force: true }));
	const userFolder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-n8n-'));
	undo.add(() => rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	undo.add(() => {
		const log = join(userFolder, 'n8n.log');
		if (existsSync(log)) copyFileSync(log, join(artifacts, 'n8n.log'));
	});
	const packed = await prepare(join(userFolder, 'package'));
	const stage = await openStage({ undo, packed, userFolder, sandbox: { turnSeconds: 0.2 } });
	const rig = { ...stage, undo, packed, userFolder, artifacts, kept };
	undo.add(async () => await rig.n8n.stop());
	return rig;
}

/**
 * Stops n8n and starts it again on the same data, and on the same port if nobody has taken it in
 * the meantime; logins stay valid.
 * @param {object} rig Gets the new `n8n`; its `api` follows.
 * @param {() => Promise<void>} [meanwhile] Done while n8n is down.
 */
export async function restartN8n(rig, meanwhile = async () => {}) {
	const port = Number(new URL(rig.n8n.url).port);
	await rig.n8n.stop();
	await meanwhile();
	rig.n8n = await startN8n({ userFolder: rig.userFolder, port });
	rig.api.url = rig.n8n.url;
}

/**
 * A node of this package for a workflow.
 * @param {{ credential: { type: string, id: string, name: string } }} rig
 * @param {string} name
 * @param {Record<string, unknown>} parameters
 * @param {object} [settings] Of the node, such as `onError` or `retryOnFail`.
 */
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

/** A node that gives these items. */
export const itemsNode = (name, items) => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}` },
});

/**
 * Saves the nodes as a workflow, one after another behind a manual trigger, and runs it to its end.
 * @param {{ api: import('../../scripts/lib/n8nApi.mjs').N8nApi }} rig
 * @param {string} name
 * @param {Array<{ name: string, type: string, typeVersion: number, parameters: object }>} nodes
 * @returns {ReturnType<import('../../scripts/lib/n8nApi.mjs').N8nApi['execute']>}
 */
export async function runChain({ api }, name, nodes) {
	const chain = [{ ...trigger, parameters: {} }, ...nodes].map((node, index) => ({
		id: randomUUID(),
		position: [index * nodeSpacing, 0],
		...node,
	}));
	const link = (next) => ({ main: [[{ node: next.name, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries(
		chain.slice(0, -1).map((node, index) => [node.name, link(chain[index + 1])]),
	);
	const { id } = await api.createWorkflow({ name, nodes: chain, connections });
	return await api.execute(id, trigger.name);
}
