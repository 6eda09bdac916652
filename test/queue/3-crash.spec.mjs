/*
 * A campaign in whose middle something ends: one list that is called by one execution, and one whose
 * leads come one by one through a webhook. Afterwards both are sent again, and everybody must have been
 * called exactly once. All the time the trigger watches the calls end.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dialled, restartN8n, until } from '../e2e/rig.mjs';
import { publishCampaign, sendList } from '../e2e/workflows.mjs';
import { expect, test } from './fixtures.mjs';
import { hasRun, haveWorkers, isGoing, numbersOf, untilIdle } from './rig.mjs';
import { deliveries, pollMs, publishTrigger } from './trigger.mjs';

const people = 80;
const middle = 25;
/** How long the service takes for a call, so that there is a middle. */
const callMs = 50;
const pauseMs = 25;
const endedAt = ({ EndedAt }) => Date.parse(EndedAt);

/** Sends each lead by itself, once, and tells how many n8n has taken, which may be down. */
async function sendOneByOne(rig, numbers) {
	let taken = 0;
	for (const phone of numbers) {
		const answer = await sendList(rig, 'one-by-one', [phone]).catch(() => {});
		if (answer?.ok) taken += 1;
		await wait(pauseMs);
	}
	return taken;
}

test('something ends in the middle of a campaign', async ({ api, rig, sandbox }) => {
	const { redis, postgres } = rig.queue;
	await haveWorkers(rig, ['worker-1', 'worker-2']);
	const options = { skipIfCalledWithin: 24 };
	const list = await publishCampaign(rig, 'One list', 'one-list', options);
	const leads = await publishCampaign(rig, 'One by one', 'one-by-one', options);
	const before = new Set(sandbox.calls);
	const trigger = await publishTrigger(rig, 'Calls that ended, over crashes');
	const windows = [];
	/** The IDs of calls with which executions had begun when a worker was killed. */
	const cut = new Set();

	const placed = (prefix) => dialled(sandbox).filter((number) => number.startsWith(prefix));
	/** How the newest executions of a workflow ended; n8n lists those that run first. */
	const states = async (workflow, count) =>
		(await api.executions(workflow, 2 * count))
			.sort((one, other) => Number(other.id) - Number(one.id))
			.slice(0, count)
			.map(({ status }) => status);
	/**
	 * n8n stores the position of a trigger and starts the workflow one after the other, without looking
	 * whether either worked. So a crash may affect what ended since the last call whose delivery is stored.
	 */
	const inWindow = async (strike) => {
		const struck = Date.now();
		await strike();
		await until('n8n has its database', async () => {
			return await api.executions(trigger).catch(() => false);
		});
		// Its next poll may still get a connection to the database that is gone.
		const to = Date.now() + 2 * pollMs;
		const isOlder = ({ createdAt }) => Date.parse(createdAt) < struck;
		const stored = new Set(await deliveries(rig, trigger, isOlder));
		const known = sandbox.calls.filter(({ Id }) => stored.has(Id));
		expect(known).not.toEqual([]);
		windows.push([Math.max(...known.map(endedAt)), to]);
	};
	const restart = async (service) => {
		await service.stop();
		await service.start();
	};
	const killMain = async () => {
		await rig.n8n.kill();
		await restartN8n(rig);
	};
	/** Kills the worker that calls the list, and with it its share of the others. */
	const killWorker = async () => {
		const [{ id }] = await api.executions(list);
		const [[name, worker]] = [...rig.workers].filter((entry) => hasRun(entry[1], id));
		rig.workers.delete(name);
		await worker.kill();
		// n8n notices later, and forgets what they began with (`processError`, workflow-runner.js 2.41).
		for (const call of await deliveries(rig, trigger, isGoing)) cut.add(call);
	};

	for (const [nth, [what, strike]] of [
		['Redis is restarted', async () => await restart(redis)],
		['PostgreSQL is restarted', async () => await inWindow(async () => await restart(postgres))],
		['the main is killed', async () => await inWindow(killMain)],
		// Last: the other one calls the rest.
		['a worker is killed', killWorker],
	].entries()) {
		const prefixes = [`+49301${nth}1`, `+49301${nth}2`];
		const [inList, oneByOne] = prefixes.map((prefix) => numbersOf(prefix, people));

		await test.step(`${what}: nobody is called twice`, async () => {
			sandbox.clear();
			sandbox.fault({ method: 'POST', fault: { kind: 'delay', ms: callMs } });
			await sendList(rig, 'one-list', inList);
			const sending = sendOneByOne(rig, oneByOne);
			await until('both are in the middle', () =>
				prefixes.every((prefix) => placed(prefix).length >= middle),
			);
			await strike();
			await sending;
			await untilIdle(rig, [list, leads]);
			expect(dialled(sandbox)).toEqual([...new Set(dialled(sandbox))]);
		});

		await test.step(`${what}: sent again, it calls exactly the others`, async () => {
			await sendList(rig, 'one-list', inList);
			expect(await sendOneByOne(rig, oneByOne)).toBe(people);
			await untilIdle(rig, [list, leads]);
			expect(placed(prefixes[0]).sort()).toEqual(inList);
			expect(placed(prefixes[1]).sort()).toEqual(oneByOne);
			const all = [...(await states(list, 1)), ...(await states(leads, people))];
			expect(new Set(all)).toEqual(new Set(['success']));
		});
	}

	await test.step('the trigger has delivered every call that ended exactly once', async () => {
		const mayBeLost = (call) =>
			cut.has(call.Id) || windows.some(([from, to]) => endedAt(call) > from && endedAt(call) <= to);
		const calls = sandbox.calls.filter((call) => !before.has(call));
		const sure = calls.filter((call) => !mayBeLost(call));
		expect(sure.length).toBeGreaterThan(calls.length / 2);
		let delivered = [];
		await until('every call is delivered', async () => {
			delivered = await deliveries(rig, trigger);
			return sure.every(({ Id }) => delivered.includes(Id));
		}).catch(() => {});
		await api.unpublish(trigger);
		const times = ({ Id }) => delivered.filter((other) => other === Id).length;
		const wrong = sure.filter((call) => times(call) !== 1);
		const said = `Windows: ${windows.flat().map((time) => new Date(time).toISOString())}`;
		expect(
			wrong.map((call) => `${call.EndedAt}, ${times(call)} times`),
			said,
		).toEqual([]);
	});
});
