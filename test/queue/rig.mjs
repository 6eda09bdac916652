import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStage } from '../../scripts/n8n/stage.mjs';
import { openQueue } from '../../scripts/queue/queue.mjs';
import { n8nHome } from '../../scripts/setup/paths.mjs';
import { openFolder, until } from '../e2e/rig.mjs';

export { post, publishCampaign } from '../e2e/workflows.mjs';

const settings = {
	// The shortest that n8n notices a killed worker after, so that a test need not wait two minutes; long
	// enough for a worker that waits for its share of a busy processor.
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	// Nothing may be asked of npm's registry, whether this machine reaches it or not.
	HTTPS_PROXY: 'http://127.0.0.1:9',
	https_proxy: 'http://127.0.0.1:9',
	// As it will be in n8n 3 for everybody.
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	// In seconds; a process that is told to stop and does not is killed after ten.
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '9',
};
/** So many looks must see the same: an execution that n8n has just taken is not in its database yet. */
const MIN_LOOKS = 4;
/** Between two looks, each of which reads hundreds of executions. */
const lookMs = 500;
/** How long hundreds of executions may take. */
const idleMs = 240_000;
/** After this long in no queue an execution will not begin any more. */
const lostMs = 8_000;

/** Opens what all tests share: Redis, PostgreSQL, the sandbox, and a main with the packed package. */
export async function openRig(undo) {
	const { folder, packed, userFolder } = await openFolder(undo);
	const queue = await openQueue({ undo, packed, folder, env: settings });
	const sandbox = { turnSeconds: 0, calls: 50 };
	const stage = await openStage({ undo, packed, userFolder, queue, sandbox });
	const { env, path } = queue;
	const rig = { ...stage, queue, packed, folder, userFolder, env, path, workers: new Map() };
	undo.add(async () => await rig.n8n.stop());
	return rig;
}

/** Starts workers with folders of their own, all at once, unless they run. */
export async function haveWorkers({ queue, workers }, names) {
	const start = async (name) => workers.set(name, await queue.startWorker(name));
	await Promise.all(names.filter((name) => !workers.has(name)).map(start));
}

/** Ends all workers that run. */
export async function stopWorkers({ workers }) {
	const running = [...workers.values()];
	workers.clear();
	await Promise.all(running.map(async (worker) => await worker.stop()));
}

/** Whether this process of n8n has run an execution, as its log tells. */
export const hasRun = (worker, executionId) =>
	worker.log().includes(`Worker started execution ${executionId} (`);

/** So many phone numbers, up to a thousand. */
export const numbersOf = (prefix, count) =>
	Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);

/** Whether an execution waits for a worker, or runs on one. */
export const isGoing = ({ status }) => status === 'new' || status === 'running';

/** The executions of a workflow, the newest first, when it has some and none of them runs. */
export const settled = async ({ api }, workflowId) =>
	await until('the executions have ended', async () => {
		const all = await api.executions(workflowId);
		return all.length > 0 && !all.some(isGoing) && all;
	});

/** n8n refuses while its database is not there. */
const ignoreOutage = (error) => {
	if (error.status !== 503) throw error;
};

/**
 * Waits until no execution of these workflows is in the queue or on a worker. One that ended while the
 * database was down runs for ever as far as n8n knows, until n8n looks after such executions: when the
 * main starts, and every three hours (`recoverFromQueue` in `scaling.service.js`, 2.41).
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
		const asked = workflowIds.map(async (id) => await api.executions(id).catch(ignoreOutage));
		const found = await Promise.all(asked);
		if (found.includes(undefined)) return false;
		const all = found.flat();
		const going = all.filter(isGoing);
		const state = JSON.stringify([lengths, all.length, going.map(({ id }) => id)]);
		if (state !== last) [since, looks] = [Date.now(), 0];
		last = state;
		looks += 1;
		if (looks < MIN_LOOKS || lengths.some((length) => length > 0)) return false;
		return going.length === 0 || Date.now() - since > lostMs;
	};
	try {
		await until('no execution runs any more', isIdle, idleMs);
	} finally {
		redis.disconnect();
	}
}
