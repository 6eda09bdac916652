import * as fc from 'fast-check';
import { sleep } from 'n8n-workflow';

import { CallQueue } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/callQueue';
import {
	Pace,
	type Batching,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/pace';
import { ScriptedCalls, verdict, type Plan } from '../support/scriptedCalls';

const NOW = Date.parse('2026-11-20T08:00:00Z');

const NO_BATCHING: Batching = { size: 1, intervalMs: 0 };

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

interface Circumstances {
	batching?: Batching;
	/** When requests were sent before. */
	pace?: Pace;
	stopsOnError?: boolean;
	signal?: AbortSignal;
}

/** A call that takes so long, with so long a look-up before it. */
const lasting = (ms: number, plan: Plan = {}, lookUpMs = 0): Plan => ({
	before: async () => {
		if (lookUpMs > 0) await sleep(lookUpMs);
		return undefined;
	},
	end: async () => {
		if (ms > 0) await sleep(ms);
		return verdict('placed');
	},
	...plan,
});

const skipped = (plan: Plan = {}): Plan => ({ before: async () => verdict('skipped'), ...plan });

/** Places calls, and lets the clock run until all of them have ended: when they were sent, and the end. */
async function timesOf(
	plans: Plan[],
	{ batching = NO_BATCHING, pace = new Pace(), stopsOnError = true, signal }: Circumstances = {},
) {
	const calls = new ScriptedCalls();
	const start = Date.now();
	const queue = new CallQueue(new Map(), pace, stopsOnError, batching, signal);
	const ending = queue.placeAll(calls.prepareAll(plans)).then(() => Date.now() - start);
	await jest.runAllTimersAsync();
	const end = await ending;
	return { sentAt: calls.sentAt.map((time) => time - start), sent: calls.sent, end };
}

describe('a pause between calls', () => {
	const pauseMs = 5_000;

	it('is kept between one request and the next, and neither before nor after all of them', async () => {
		const { sentAt, end } = await timesOf([{ pauseMs }, { pauseMs }, { pauseMs }]);
		expect(sentAt).toEqual([0, 5_000, 10_000]);
		expect(end).toBe(10_000);
	});

	it('begins with the request, not with its end', async () => {
		const { sentAt } = await timesOf([3_000, 7_000, 0].map((ms) => lasting(ms, { pauseMs })));
		expect(sentAt).toEqual([0, 5_000, 12_000]);
	});

	it('is kept after a request without a pause of its own, however long that takes to begin', async () => {
		const plans = [lasting(0, { requestsAtOnce: 2 }, 1_000), { requestsAtOnce: 2, pauseMs }];
		const { sent, sentAt } = await timesOf(plans);
		expect([sent, sentAt]).toEqual([
			[0, 1],
			[1_000, 6_000],
		]);
	});

	it('is kept before a request that is sent again, and after it', async () => {
		const once = { pauseMs, requestsAtOnce: 3 };
		const { sent, sentAt } = await timesOf([{ ...once, againAfter: [5_001] }, once, once]);
		expect(sent.map((index, position) => [index, sentAt[position]])).toEqual(
			expect.arrayContaining([[0, 0]]),
		);
		expect([...sent].sort()).toEqual([0, 0, 1, 2]);
		expect(sentAt).toEqual([0, 5_000, 10_000, 15_000]);
	});

	it('is kept between the attempts of Retry On Fail', async () => {
		const pace = new Pace();
		await timesOf([{ pauseMs }], { pace });
		const { sentAt } = await timesOf([{ pauseMs }, { pauseMs }], { pace });
		expect(sentAt).toEqual([5_000, 10_000]);
	});

	it('ends with the run, also before a request that is sent again', async () => {
		const { sent, end } = await timesOf([
			{ requestsAtOnce: 2, againAfter: [60_000] },
			{ requestsAtOnce: 2, ...lasting(1_000, { end: verdict('rejected') }, 1_000) },
		]);
		expect(sent).toEqual([0, 1]);
		expect(end).toBeLessThanOrEqual(1_200);
	});

	it('is not waited for where the execution is cancelled, also before a request that is sent again', async () => {
		const controller = new AbortController();
		const timer = sleep(500).then(() => controller.abort());
		const { sent, end } = await timesOf([{ againAfter: [60_000] }], { signal: controller.signal });
		await timer;
		expect(sent).toEqual([0]);
		expect(end).toBeLessThanOrEqual(600);
	});

	it('may be a fraction of a second', async () => {
		const { sentAt } = await timesOf([{ pauseMs: 250 }, { pauseMs: 250 }, { pauseMs: 130 }]);
		expect(sentAt).toEqual([0, 250, 380]);
	});

	it('is kept where several requests may be on their way', async () => {
		const plan = lasting(60_000, { pauseMs, requestsAtOnce: 3 });
		const { sentAt } = await timesOf([plan, plan, plan, plan]);
		expect(sentAt).toEqual([0, 5_000, 10_000, 60_000]);
	});

	it('is kept where the one before looked something up first', async () => {
		const plan = { pauseMs, requestsAtOnce: 3 };
		const { sentAt } = await timesOf([lasting(0, plan, 4_000), lasting(0, plan)]);
		expect(sentAt).toEqual([4_000, 9_000]);
	});

	it('is not needed after an item that was skipped', async () => {
		const { sentAt, sent } = await timesOf([
			skipped({ pauseMs }),
			{ pauseMs },
			skipped({ pauseMs }),
			{ pauseMs },
		]);
		expect(sent).toEqual([1, 3]);
		expect(sentAt).toEqual([0, 5_000]);
	});

	it('ends at once where the execution is cancelled', async () => {
		const controller = new AbortController();
		const cancels = lasting(1_000, { pauseMs });
		const plans = [{ ...cancels, end: async () => verdict('placed') }, { pauseMs }];
		const timer = sleep(1_000).then(() => controller.abort());
		const { sent, end } = await timesOf(plans, { signal: controller.signal });
		await timer;
		expect(sent).toEqual([0]);
		expect(end).toBeLessThanOrEqual(1_100);
	});

	it('ends at once where a call fails that ends the run', async () => {
		const plan = { pauseMs: 3_600_000, requestsAtOnce: 2 };
		const fails = async () => {
			await sleep(1_000);
			return verdict('rejected');
		};
		const { sent, end } = await timesOf([{ ...plan, end: fails }, plan]);
		expect(sent).toEqual([0]);
		expect(end).toBeLessThanOrEqual(1_100);
	});
});

describe('Batching', () => {
	it('lets so many calls through, then waits', async () => {
		const batching = { size: 2, intervalMs: 1_000 };
		const { sentAt, end } = await timesOf([{}, {}, {}, {}, {}], { batching });
		expect(sentAt).toEqual([0, 0, 1_000, 1_000, 2_000]);
		expect(end).toBe(2_000);
	});

	it('counts requests, not items that were skipped', async () => {
		const batching = { size: 2, intervalMs: 1_000 };
		const { sentAt } = await timesOf([{}, skipped(), {}, skipped(), {}], { batching });
		expect(sentAt).toEqual([0, 0, 1_000]);
	});

	it('waits where several requests may be on their way', async () => {
		const batching = { size: 2, intervalMs: 1_000 };
		const plan = lasting(10_000, { requestsAtOnce: 5 }, 300);
		const { sentAt } = await timesOf([plan, plan, plan], { batching });
		expect(sentAt).toEqual([300, 600, 1_900]);
	});

	it('and a pause between calls are both kept', async () => {
		const batching = { size: 2, intervalMs: 1_000 };
		const plan = { pauseMs: 400 };
		const { sentAt } = await timesOf([plan, plan, plan, plan], { batching });
		expect(sentAt).toEqual([0, 400, 1_400, 1_800]);
	});

	it('has no end where the execution is cancelled meanwhile', async () => {
		const batching = { size: 1, intervalMs: 3_600_000 };
		const controller = new AbortController();
		const timer = sleep(500).then(() => controller.abort());
		const { sent, end } = await timesOf([{}, {}], { batching, signal: controller.signal });
		await timer;
		expect(sent).toEqual([0]);
		expect(end).toBeLessThanOrEqual(600);
	});
});

it('without a pause nothing is waited for', async () => {
	const calls = new ScriptedCalls();
	const queue = new CallQueue(new Map(), new Pace(), true, NO_BATCHING);
	await queue.placeAll(calls.prepareAll(Array<Plan>(100).fill({})));
	expect(jest.getTimerCount()).toBe(0);
	expect(calls.sent).toHaveLength(100);
});

it('any pauses are kept, however long calls and look-ups take and whoever is skipped', async () => {
	const plan = fc.record({
		lookUpMs: fc.constantFrom(0, 70, 900),
		ms: fc.constantFrom(0, 130, 2_500),
		isSkipped: fc.boolean(),
	});
	const run = fc.record({
		plans: fc.array(plan, { maxLength: 10 }),
		pauseMs: fc.constantFrom(0, 1, 350, 1_000),
		requestsAtOnce: fc.integer({ min: 1, max: 4 }),
		batching: fc.record({
			size: fc.integer({ min: 1, max: 4 }),
			intervalMs: fc.constantFrom(0, 600, 2_000),
		}),
	});
	await fc.assert(
		fc.asyncProperty(run, async ({ plans, pauseMs, requestsAtOnce, batching }) => {
			const each = { pauseMs, requestsAtOnce };
			const { sentAt, sent } = await timesOf(
				plans.map(({ lookUpMs, ms, isSkipped }) =>
					isSkipped ? skipped(each) : lasting(ms, each, lookUpMs),
				),
				{ batching },
			);
			expect(sent).toHaveLength(plans.filter(({ isSkipped }) => !isSkipped).length);
			const gaps = sentAt.slice(1).map((time, index) => time - sentAt[index]);
			for (const [index, gap] of gaps.entries()) {
				const isBatchEnd = (index + 1) % batching.size === 0;
				expect(gap).toBeGreaterThanOrEqual(Math.max(pauseMs, isBatchEnd ? batching.intervalMs : 0));
			}
		}),
		{ numRuns: 150 },
	);
});
