import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startN8n } from '../../scripts/n8n/server.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { CliError } from '../../scripts/process/cliError.mjs';
import { nodeType, openStage } from '../../scripts/n8n/stage.mjs';

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
const pollMs = 250;
/** Less than a step may take, so that it is this that fails. */
const untilMs = 120_000;
const logName = 'n8n.log';

/**
 * Opens the folder outside of the repository for the pictures and n8n's log that help to understand
 * a failure.
 * @param {import('../../scripts/process/undo.mjs').Undo} undo Takes the folder away, unless `kept` is set.
 * @returns {{ folder: string, kept: boolean }}
 */
export function openArtifacts(undo) {
	const wish = process.env.E2E_ARTIFACTS;
	const folder = wish || mkdtempSync(join(tmpdir(), 'voice-assistant-calls-e2e-'));
	mkdirSync(folder, { recursive: true });
	rmSync(join(folder, logName), { force: true });
	const artifacts = { folder, kept: Boolean(wish) };
	undo.add(() => artifacts.kept || rmSync(folder, { recursive: true, force: true }));
	return artifacts;
}

/** Adds what n8n wrote to the log among the artifacts; each start of n8n begins its own log anew. */
function keepLog(artifacts, userFolder) {
	const log = join(userFolder, logName);
	if (existsSync(log)) appendFileSync(join(artifacts.folder, logName), readFileSync(log));
}

/** What would make pictures differ from run to run is fixed where they are taken for the documents. */
const sameEachTime = {
	ports: { n8n: 5678, sandbox: 4010 },
	sandbox: { newest: new Date('2026-11-20T08:00:00Z'), everyMinutes: undefined },
	timezone: 'Europe/Berlin',
};

/**
 * Opens what all suites share: the sandbox, and a new n8n with the packed package in it.
 * @param {import('../../scripts/process/undo.mjs').Undo} undo
 * @param {ReturnType<typeof openArtifacts>} artifacts
 * @param {{ pictures?: boolean }} [options] `pictures`: whether the suites write the pictures of the
 * documents (see scripts/pictures.mjs).
 */
export async function openRig(undo, artifacts, { pictures = false } = {}) {
	const userFolder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-n8n-'));
	undo.add(() => rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	undo.add(() => keepLog(artifacts, userFolder));
	const packed = await prepare(join(userFolder, 'package'));
	const fixed = pictures ? sameEachTime : {};
	const { timezone = Intl.DateTimeFormat().resolvedOptions().timeZone } = fixed;
	const env = { GENERIC_TIMEZONE: timezone };
	const stage = await openStage({
		undo,
		packed,
		userFolder,
		ports: fixed.ports,
		// At even distances, so that there are as many calls on a Sunday: some suites count.
		sandbox: { turnSeconds: 0.2, everyMinutes: 10, pageSizeParameter: 'limit', ...fixed.sandbox },
		env,
	});
	const rig = {
		...stage,
		undo,
		packed,
		userFolder,
		artifacts: artifacts.folder,
		pictures,
		timezone,
		env,
	};
	undo.add(async () => await rig.n8n.stop());
	return rig;
}

/**
 * Stops n8n, if it still runs, and starts it again on the same data, and on the same port if nobody
 * has taken it in the meantime; logins stay valid.
 * @param {object} rig Gets the new `n8n`; its `api` follows.
 * @param {() => Promise<void>} [meanwhile] Done while n8n is down.
 */
export async function restartN8n(rig, meanwhile = async () => {}) {
	const port = Number(new URL(rig.n8n.url).port);
	await rig.page?.goto('about:blank');
	await rig.n8n.stop();
	keepLog({ folder: rig.artifacts }, rig.userFolder);
	await meanwhile();
	rig.n8n = await startN8n({ userFolder: rig.userFolder, port, env: rig.env });
	rig.api.url = rig.n8n.url;
}

/**
 * Waits until something is so.
 * @template Result
 * @param {string} what In words, for the error.
 * @param {() => Result | Promise<Result>} look
 * @param {number} [limitMs]
 * @returns {Promise<Result>} The first one that counts as true.
 */
export async function until(what, look, limitMs = untilMs) {
	const end = Date.now() + limitMs;
	for (;;) {
		const result = await look();
		if (result) return result;
		if (Date.now() > end) throw new CliError(`Waited ${limitMs / 1000} seconds until ${what}.`);
		await wait(pollMs);
	}
}

/** In seconds. Longer than any test takes: a call that long goes on until it is ended. */
export const anHour = 3600;

/** The calls of the sandbox that are over; the one that ended last comes first. */
export const endedCalls = ({ sandbox }) =>
	sandbox.calls
		.filter(({ EndedAt }) => EndedAt !== '')
		.sort((a, b) => Date.parse(b.EndedAt) - Date.parse(a.EndedAt));

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
 * Saves the nodes as a workflow, one after another.
 * @param {{ api: import('../../scripts/n8n/api.mjs').N8nApi }} rig
 * @param {string} name
 * @param {Array<{ name: string, type: string, typeVersion: number, parameters: object }>} nodes The
 * first one is the trigger.
 * @returns {Promise<string>} The workflow's ID.
 */
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

/**
 * Saves the nodes as a workflow behind a manual trigger, and runs it to its end.
 * @param {{ api: import('../../scripts/n8n/api.mjs').N8nApi }} rig
 * @param {string} name
 * @param {Parameters<typeof saveChain>[2]} nodes
 * @returns {ReturnType<import('../../scripts/n8n/api.mjs').N8nApi['execute']>}
 */
export async function runChain(rig, name, nodes) {
	const id = await saveChain(rig, name, [manualTrigger, ...nodes]);
	return await rig.api.execute(id, manualTrigger.name);
}
