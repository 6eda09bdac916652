/*
 * A campaign in whose middle something ends: one list that is called by one execution, and one whose
 * leads come one by one through a webhook. Afterwards both are sent again, and everybody must have been
 * called exactly once. All the time the trigger watches the calls end.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../e2e/rig.mjs';
import {
	hasRun,
	haveWorkers,
	isGoing,
	killAndRestartMain,
	numbersOf,
	post,
	publishCampaign,
	untilIdle,
} from '../rig.mjs';
import { deliveries, pollMs, publishTrigger } from '../trigger.mjs';

export const title = 'Something ends in the middle of a campaign';

const people = 80;
const middle = 25;
/** How long the service takes for a call, so that there is a middle. */
const callMs = 50;
const pauseMs = 25;

class Campaign {
	#rig;
	#path;

	constructor(rig, path) {
		this.#rig = rig;
		this.#path = path;
	}

	async publish() {
		const options = { skipIfCalledWithin: 24 };
		this.id = await publishCampaign(this.#rig, this.#path, this.#path, options);
	}

	/** Sends the whole list at once. */
	async sendList(numbers) {
		const leads = numbers.map((phone) => ({ phone }));
		assert.equal((await post(this.#rig, this.#path, { leads })).status, 200);
	}

	/**
	 * Sends each lead by itself. What n8n does not take, since it is down, is not sent again.
	 * @returns {Promise<number>} How many n8n has taken.
	 */
	async sendOneByOne(numbers) {
		let taken = 0;
		for (const phone of numbers) {
			const answer = await post(this.#rig, this.#path, { leads: [{ phone }] }).catch(() => {});
			if (answer?.ok) taken += 1;
			await wait(pauseMs);
		}
		return taken;
	}

	/** How its newest executions ended; they are read before n8n lists more than it shows at once. */
	async states(count) {
		const all = await this.#rig.api.executions(this.id, 2 * count);
		// n8n lists those that run first.
		const newest = all.sort((one, other) => Number(other.id) - Number(one.id)).slice(0, count);
		return newest.map(({ status }) => status);
	}
}

export async function run(step, rig) {
	const { sandbox } = rig;
	const list = new Campaign(rig, 'one-list');
	const leads = new Campaign(rig, 'one-by-one');
	const placed = (prefix) =>
		sandbox.placed
			.map(({ phone_number: number }) => number)
			.filter((number) => number.startsWith(prefix));
	let count = 0;
	let before;
	let trigger;
	const windows = [];
	/** The IDs of calls with which executions had begun when a worker was killed. */
	const cut = new Set();
	const endedAt = ({ EndedAt }) => Date.parse(EndedAt);

	/**
	 * n8n stores the position of a trigger and starts the workflow one after the other, without looking
	 * whether either worked. So a crash may affect what ended since the last call whose delivery is stored.
	 * @param {() => Promise<void>} strike
	 */
	const inWindow = async (strike) => {
		const struck = Date.now();
		await strike();
		await until('n8n has its database', async () => {
			return await rig.api.executions(trigger).catch(() => false);
		});
		// Its next poll may still get a connection to the database that is gone.
		const to = Date.now() + 2 * pollMs;
		const isOlder = ({ createdAt }) => Date.parse(createdAt) < struck;
		const stored = new Set(await deliveries(rig, trigger, isOlder));
		const known = sandbox.calls.filter(({ Id }) => stored.has(Id));
		assert.ok(known.length > 0);
		windows.push([Math.max(...known.map(endedAt)), to]);
	};

	/**
	 * @param {string} what
	 * @param {() => Promise<void>} strike Ends something, and brings it back.
	 */
	const inTheMiddle = async (what, strike) => {
		count += 1;
		const prefixes = [`+49301${count}1`, `+49301${count}2`];
		const [inList, oneByOne] = prefixes.map((prefix) => numbersOf(prefix, people));

		await step(`${what}: nobody is called twice`, async () => {
			sandbox.clear();
			sandbox.fault({ method: 'POST', fault: { kind: 'delay', ms: callMs } });
			await list.sendList(inList);
			const sending = leads.sendOneByOne(oneByOne);
			await until('both are in the middle', () =>
				prefixes.every((prefix) => placed(prefix).length >= middle),
			);
			await strike();
			await sending;
			await untilIdle(rig, [list.id, leads.id]);
			for (const prefix of prefixes) {
				assert.deepEqual(placed(prefix), [...new Set(placed(prefix))]);
			}
		});

		await step(`${what}: sent again, it calls exactly the others`, async () => {
			await list.sendList(inList);
			assert.equal(await leads.sendOneByOne(oneByOne), people);
			await untilIdle(rig, [list.id, leads.id]);
			assert.deepEqual(placed(prefixes[0]).sort(), inList);
			assert.deepEqual(placed(prefixes[1]).sort(), oneByOne);
			assert.deepEqual(await list.states(1), ['success']);
			assert.deepEqual(new Set(await leads.states(people)), new Set(['success']));
		});
	};

	await step('two campaigns and the trigger are published', async () => {
		await haveWorkers(rig, ['worker-1', 'worker-2']);
		await list.publish();
		await leads.publish();
		before = new Set(sandbox.calls.map(({ Id }) => Id));
		trigger = await publishTrigger(rig, 'Calls that ended, over crashes');
	});

	const restart = async (service) => {
		await service.stop();
		await service.start();
	};
	const { redis, postgres } = rig.queue;
	await inTheMiddle('Redis is restarted', async () => await restart(redis));
	await inTheMiddle('PostgreSQL is restarted', async () => {
		await inWindow(async () => await restart(postgres));
	});
	await inTheMiddle('the main is killed', async () => {
		await inWindow(async () => await killAndRestartMain(rig));
	});
	// Last: the other one calls the rest.
	await inTheMiddle('a worker is killed', async () => {
		// The one that calls the list, and with it its share of the others.
		const [{ id }] = await rig.api.executions(list.id);
		const [[name, worker]] = [...rig.workers].filter((entry) => hasRun(entry[1], id));
		rig.workers.delete(name);
		await worker.kill();
		// n8n notices later, and forgets what they began with (`processError`, workflow-runner.js 2.41).
		for (const call of await deliveries(rig, trigger, isGoing)) cut.add(call);
	});

	await step('the trigger has delivered every call that ended exactly once', async () => {
		const mayBeLost = (call) =>
			cut.has(call.Id) || windows.some(([from, to]) => endedAt(call) > from && endedAt(call) <= to);
		const calls = sandbox.calls.filter(({ Id }) => !before.has(Id));
		const sure = calls.filter((call) => !mayBeLost(call));
		assert.ok(sure.length > calls.length / 2);
		let delivered = [];
		await until('every call is delivered', async () => {
			delivered = await deliveries(rig, trigger);
			return sure.every(({ Id }) => delivered.includes(Id));
		}).catch(() => {});
		await rig.api.unpublish(trigger);
		const times = ({ Id }) => delivered.filter((other) => other === Id).length;
		const wrong = sure.filter((call) => times(call) !== 1);
		assert.deepEqual(
			wrong.map((call) => `${call.EndedAt}, ${times(call)} times`),
			[],
			`Windows: ${windows.flat().map((time) => new Date(time).toISOString())}`,
		);
	});
}
