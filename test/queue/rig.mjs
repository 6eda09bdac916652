import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStage } from '../../scripts/n8n/stage.mjs';
import { startN8n } from '../../scripts/n8n/server.mjs';
import { openQueue } from '../../scripts/queue/queue.mjs';
import { n8nHome } from '../../scripts/setup/paths.mjs';
import { prepare } from '../../scripts/setup/prepare.mjs';
import { ourNode, saveChain, until, webhookNode } from '../e2e/rig.mjs';

/**
 * The shortest that n8n notices a killed worker after, so that a test need not wait two minutes; long
 * enough for a worker that waits for its share of a busy processor.
 */
const soonNoticed = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};
/** So many looks must see the same: an execution that n8n has just taken is not in its database yet. */
const fewestLooks = 4;
/** Between two looks, each of which reads hundreds of executions. */
const lookMs = 500;
/** How long hundreds of executions may take there; less than a step. */
const idleMs = 240_000;
/** After this long in no queue an execution will not begin any more. */
const lostMs = 8_000;
/** Nothing may be asked of npm's registry, whether this machine reaches it or not. */
const noInternet = { HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' };
/** As it will be in n8n 3 for everybody. */
const shortTasks = { N8N_RUNNERS_TASK_TIMEOUT: '60' };
/** In seconds; a process that is told to stop and does not is killed after ten. */
const stopTimeout = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '9' };

function keepLogs(folder, artifacts) {
	const logs = readdirSync(folder, { recursive: true }).filter((path) =>
		/^[\w-]+[/\\][\w-]+\.log$/.test(path),
	);
	for (const path of logs) {
		cpSync(join(folder, path), join(artifacts.folder, path.replaceAll(/[/\\]/g, '-')));
	}
}

/**
 * Opens what all suites share: Redis, PostgreSQL, the sandbox, and a main with the packed package. It
 * starts no worker.
 * @param {import('../../scripts/process/undo.mjs').Undo} undo
 * @param {ReturnType<typeof import('../e2e/rig.mjs').openArtifacts>} [artifacts] Gets all logs.
 */
export async function openRig(undo, artifacts) {
	const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-queue-'));
	undo.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	if (artifacts) undo.add(() => keepLogs(folder, artifacts));
	const packed = await prepare(join(folder, 'package'));
	const env = { ...soonNoticed, ...noInternet, ...shortTasks, ...stopTimeout };
	const queue = await openQueue({ undo, packed, folder, env });
	const userFolder = join(folder, 'main');
	const sandbox = { turnSeconds: 0, calls: 50 };
	const stage = await openStage({ undo, packed, userFolder, queue, sandbox });
	const rig = { ...stage, undo, queue, packed, folder, userFolder, workers: new Map() };
	undo.add(async () => await rig.n8n.stop());
	return rig;
}

/**
 * Kills the main and starts it again on the same data and port.
 * @param {object} rig Gets the new `n8n`; its `api` follows.
 * @param {() => Promise<void>} [meanwhile] Done while the main is down.
 */
export async function killAndRestartMain(rig, meanwhile = async () => {}) {
	const { userFolder, queue } = rig;
	const port = Number(new URL(rig.n8n.url).port);
	await rig.n8n.kill();
	await meanwhile();
	rig.n8n = await startN8n({
		userFolder,
		port,
		env: queue.env,
		path: queue.path,
		name: 'restarted',
	});
	rig.api.url = rig.n8n.url;
}

/**
 * Starts workers with folders of their own, all at once, where they do not run yet.
 * @param {object} rig
 * @param {string[]} names
 */
export async function haveWorkers(rig, names) {
	const start = async (name) => rig.workers.set(name, await rig.queue.startWorker(name));
	await Promise.all(names.filter((name) => !rig.workers.has(name)).map(start));
}

/** Ends all workers of `haveWorkers` but these. */
export async function haveNoWorkersBut(rig, names) {
	const others = [...rig.workers].filter(([name]) => !names.includes(name));
	for (const [name] of others) rig.workers.delete(name);
	await Promise.all(others.map(async ([, worker]) => await worker.stop()));
}

/** Whether this process of n8n has run an execution, as its log tells. */
export const hasRun = (worker, executionId) =>
	worker.log().includes(`Worker started execution ${executionId} (`);

/**
 * Sends something to a webhook of n8n.
 * @returns {Promise<Response>}
 */
export const post = async (rig, path, body) =>
	await fetch(`${rig.n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify(body),
	});

/** So many phone numbers, up to a thousand. */
export const numbersOf = (prefix, count) =>
	Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);

/** Create for the number of each item. */
export const placeNode = (rig, options = {}) =>
	ourNode(rig, 'Place', {
		resource: 'call',
		operation: 'create',
		assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
		phoneNumber: '={{ $json.phone }}',
		options,
	});

/** Makes an item of each entry of the webhook's list `leads`. */
const leadsNode = {
	name: 'Leads',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.leads', options: {} },
};

/**
 * Saves and publishes a workflow that calls the leads that its webhook gets.
 * @returns {Promise<string>} Its id.
 */
export async function publishCampaign(rig, name, path, options) {
	const id = await saveChain(rig, name, [webhookNode(path), leadsNode, placeNode(rig, options)]);
	await rig.api.publish(id);
	return id;
}

/**
 * Waits until a workflow has as many executions as said, and none of them runs.
 * @returns {Promise<Array<{ id: string, status: string }>>} The newest first.
 */
export async function settled(rig, workflowId, count) {
	return await until(`${count} executions have ended`, async () => {
		const all = await rig.api.executions(workflowId);
		return all.length >= count && !all.some(isGoing) && all;
	});
}

/** Whether an execution waits for a worker, or runs on one. */
export const isGoing = ({ status }) => status === 'new' || status === 'running';

/** The executions of these workflows; undefined while n8n refuses, since its database is not there. */
async function allExecutions(api, workflowIds) {
	try {
		return (await Promise.all(workflowIds.map(async (id) => await api.executions(id)))).flat();
	} catch (error) {
		if (error.status === 503) return undefined;
		throw error;
	}
}

/**
 * Waits until no execution of these workflows is in the queue or on a worker. One that ended while the
 * database was down runs for ever as far as n8n knows, until n8n looks after such executions: when the
 * main starts, and every three hours (`recoverFromQueue` in `scaling.service.js`, 2.41).
 * @param {object} rig
 * @param {string[]} workflowIds
 */
export async function untilIdle({ api, queue }, workflowIds) {
	const Redis = createRequire(join(n8nHome, 'package.json'))('ioredis');
	const redis = new Redis(queue.redisUrl);
	let last;
	let since = Date.now();
	let looks = 0;
	const isIdle = async () => {
		await wait(lookMs);
		const lengths = [await redis.llen('bull:jobs:wait'), await redis.llen('bull:jobs:active')];
		const all = await allExecutions(api, workflowIds);
		if (all === undefined) return false;
		const going = all.filter(isGoing);
		const state = JSON.stringify([lengths, all.length, going.map(({ id }) => id)]);
		if (state !== last) [since, looks] = [Date.now(), 0];
		last = state;
		looks += 1;
		if (looks < fewestLooks || lengths.some((length) => length > 0)) return false;
		return going.length === 0 || Date.now() - since > lostMs;
	};
	try {
		await until('no execution runs any more', isIdle, idleMs);
	} finally {
		redis.disconnect();
	}
}
