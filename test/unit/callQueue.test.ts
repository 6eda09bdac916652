import * as fc from 'fast-check';
import { sleep } from 'n8n-workflow';

import {
	CallQueue,
	type Turn,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/callQueue';
import {
	Pace,
	type Batching,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/pace';
import {
	type Outcome,
	type Verdict,
	OUTCOMES,
	type OutcomeKind,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { UserError } from '../../nodes/shared/userError';
import {
	identityOf,
	pending,
	ScriptedCalls,
	settled,
	verdict,
	type FailureKind,
	type Plan,
} from '../support/scriptedCalls';
import { callNotPlaced, callUnconfirmed } from '../support/sentences';
import { textsOf } from '../support/userError';
import { cases } from '../support/deep';

const NO_BATCHING = { size: 1, intervalMs: 0 };

const FAILURES: FailureKind[] = [
	'unconfirmed',
	'rejected',
	'rateLimited',
	'notSent',
	'invalid',
	'notTried',
];

interface Circumstances {
	stopsOnError?: boolean;
	signal?: AbortSignal;
	/** What became of items before, under Retry On Fail. */
	outcomes?: Map<number, Outcome>;
}

/** A queue, its calls, and what becomes of them. */
function queueOf(
	plans: Plan[],
	{ stopsOnError = true, signal, outcomes = new Map<number, Outcome>() }: Circumstances = {},
) {
	const calls = new ScriptedCalls();
	const queue = new CallQueue(outcomes, new Pace(), stopsOnError, NO_BATCHING, signal);
	const kinds = () => plans.map((_, index) => outcomes.get(index)?.kind);
	const end = async () => await queue.placeAll(calls.prepareAll(plans));
	return { queue, calls, outcomes, kinds, end };
}

describe('calls', () => {
	it('go out one after another, in the order of the items', async () => {
		const first = pending<Verdict>();
		const { calls, kinds, end } = queueOf([{ end: first.promise }, {}, {}]);
		const ended = end();
		await settled();
		expect(calls.sent).toEqual([0]);
		first.resolve(verdict('placed'));
		await ended;
		expect(calls.sent).toEqual([0, 1, 2]);
		expect(kinds()).toEqual(['placed', 'placed', 'placed']);
	});

	it('are on their way a few at a time, where the user allows it', async () => {
		const ends = [0, 1, 2, 3].map(() => pending<Verdict>());
		const { calls, end } = queueOf(
			ends.map(({ promise }) => ({ end: promise, requestsAtOnce: 2 })),
		);
		const ended = end();
		await settled();
		expect(calls.sent).toEqual([0, 1]);
		ends[1].resolve(verdict('placed'));
		await settled();
		expect(calls.sent).toEqual([0, 1, 2]);
		for (const { resolve } of ends) resolve(verdict('placed'));
		await ended;
		expect(calls.sent).toEqual([0, 1, 2, 3]);
		expect(calls.mostAtOnce).toBe(2);
	});

	it('have what became of them taken down, with who it was', async () => {
		const { outcomes, end } = queueOf([{}, { end: verdict('rejected', 'No') }]);
		await end();
		expect(outcomes).toEqual(
			new Map([
				[0, { ...verdict('placed'), identity: identityOf(0) }],
				[1, { ...verdict('rejected', 'No'), identity: identityOf(1) }],
			]),
		);
	});
});

describe('where the node stops on errors', () => {
	it.each(FAILURES)('no further call goes out after one that is %s', async (kind) => {
		const { queue, calls, kinds, end } = queueOf([{}, { end: verdict(kind) }, {}, {}]);
		await end();
		expect(calls.sent).toEqual([0, 1]);
		expect(kinds()).toEqual(['placed', kind, undefined, undefined]);
		expect(queue.isStopped).toBe(true);
	});

	it.each(['placed', 'skipped', 'dryRun'] as const)(
		'the next call goes out after one that is %s',
		async (kind) => {
			const { queue, calls, end } = queueOf([{ before: async () => verdict(kind) }, {}]);
			await end();
			expect(calls.sent).toEqual([1]);
			expect(queue.isStopped).toBe(false);
		},
	);

	it('nobody is called where one item was taken down as wrong', async () => {
		const { queue, calls, kinds, end } = queueOf([{}, {}]);
		queue.record(2, {
			...verdict('invalid'),
			identity: identityOf(2),
		});
		await end();
		expect(calls.sent).toEqual([]);
		expect(kinds()).toEqual([undefined, undefined]);
	});

	it('calls that are on their way come to their end, and are taken down', async () => {
		const ends = [0, 1].map(() => pending<Verdict>());
		const { calls, kinds, end } = queueOf([
			...ends.map(({ promise }) => ({ end: promise, requestsAtOnce: 2 })),
			{ requestsAtOnce: 2 },
		]);
		const ended = end();
		await settled();
		ends[1].resolve(verdict('rateLimited'));
		await settled();
		ends[0].resolve(verdict('placed'));
		await ended;
		expect(calls.sent).toEqual([0, 1]);
		expect(kinds()).toEqual(['placed', 'rateLimited', undefined]);
	});

	it('a call that is only being prepared may not begin any more', async () => {
		const lookUp = pending<undefined>();
		const call = pending<Verdict>();
		const { calls, kinds, end } = queueOf([
			{ end: call.promise, requestsAtOnce: 2 },
			{
				requestsAtOnce: 2,
				before: async () => {
					await lookUp.promise;
					return undefined;
				},
			},
		]);
		const ended = end();
		await settled();
		call.resolve(verdict('rejected'));
		await settled();
		lookUp.resolve(undefined);
		await ended;
		expect(calls.sent).toEqual([0]);
		expect(kinds()).toEqual(['rejected', undefined]);
	});
});

it.each(FAILURES)('where the node goes on after errors, so do the calls: %s', async (kind) => {
	const { queue, calls, kinds, end } = queueOf([{ end: verdict(kind) }, {}], {
		stopsOnError: false,
	});
	await end();
	expect(calls.sent).toEqual([0, 1]);
	expect(kinds()).toEqual([kind, 'placed']);
	expect(queue.isStopped).toBe(false);
});

describe('a further attempt', () => {
	/** An item that came to this end in an attempt before, in front of one that is to be called. */
	const after = (kind: Outcome['kind'], stopsOnError = true) =>
		queueOf([{}, {}], {
			stopsOnError,
			outcomes: new Map([[7, { ...verdict(kind), identity: identityOf(7) }]]),
		});

	it.each(['unconfirmed', 'rejected'] as const)(
		'is stopped by a call that was %s before, as the first one was',
		async (kind) => {
			const { calls, end } = after(kind);
			await end();
			expect(calls.sent).toEqual([]);
		},
	);

	it.each([
		'placed',
		'skipped',
		'dryRun',
		'rateLimited',
		'notSent',
		'invalid',
		'notTried',
	] as const)('is not stopped by a call that was %s before', async (kind) => {
		const { calls, end } = after(kind);
		await end();
		expect(calls.sent).toEqual([0, 1]);
	});

	it('is stopped by nothing where the node goes on after errors', async () => {
		const { calls, end } = after('unconfirmed', false);
		await end();
		expect(calls.sent).toEqual([0, 1]);
	});
});

describe('a cancelled execution', () => {
	it('begins nothing', async () => {
		const { queue, calls, outcomes, end } = queueOf([{}, {}], {
			stopsOnError: false,
			signal: AbortSignal.abort(),
		});
		await end();
		expect(queue.isStopped).toBe(true);
		expect(calls.sent).toEqual([]);
		expect(outcomes.size).toBe(0);
	});

	it('begins nothing further, and takes down what was on its way', async () => {
		const controller = new AbortController();
		const { calls, kinds, end } = queueOf(
			[
				{},
				{
					end: async () => {
						controller.abort();
						return verdict('unconfirmed');
					},
				},
				{},
			],
			{ stopsOnError: false, signal: controller.signal },
		);
		await end();
		expect(calls.sent).toEqual([0, 1]);
		expect(kinds()).toEqual(['placed', 'unconfirmed', undefined]);
	});

	it('does not begin a call that is being prepared', async () => {
		const controller = new AbortController();
		const before = async () => {
			controller.abort();
			return undefined;
		};
		const { calls, kinds, end } = queueOf([{ before }], {
			stopsOnError: false,
			signal: controller.signal,
		});
		await end();
		expect(calls.sent).toEqual([]);
		expect(kinds()).toEqual([undefined]);
	});
});

describe('what nobody foresaw', () => {
	const boom = async () => {
		throw new TypeError('x is not a function');
	};
	const refuse = async () => {
		throw new UserError('No look-up', 'Try later.');
	};

	/** What is taken down of a call that goes like this, where the next one is placed all the same. */
	const outcomeOf = async (plan: Plan) => {
		const { outcomes, kinds, end } = queueOf([plan, {}], { stopsOnError: false });
		await end();
		expect(kinds()[1]).toBe('placed');
		const outcome = outcomes.get(0)!;
		return { kind: outcome.kind, ...textsOf('error' in outcome && outcome.error) };
	};

	it.each([
		['an error for users', refuse, { message: 'No look-up', advice: 'Try later.' }],
		['any other error', boom, callNotPlaced({ message: 'x is not a function', advice: '' })],
	])('before the request means that nothing was sent: %s', async (_, before, texts) => {
		expect(await outcomeOf({ before })).toEqual({ kind: 'notSent', ...texts });
	});

	it.each([
		['an error for users', refuse, { message: 'No look-up', advice: 'Try later.' }],
		['any other error', boom, { message: 'x is not a function', advice: '' }],
	])('after it means that the call may have been placed: %s', async (_, end, texts) => {
		expect(await outcomeOf({ end })).toEqual({ kind: 'unconfirmed', ...callUnconfirmed(texts) });
	});

	it('ends the run where the node stops on errors', async () => {
		const { calls, kinds, end } = queueOf([{ before: refuse }, {}]);
		await end();
		expect(calls.sent).toEqual([]);
		expect(kinds()).toEqual(['notSent', undefined]);
	});
});

describe('the calls of a run', () => {
	const NO_BATCHING = { size: 1, intervalMs: 0 };

	const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];

	const phoneNumber = '+4930123456';

	/** Is skipped where the number was called before in the run, as the guards do it. */
	async function skipIfCalled(turn: Turn): Promise<Verdict | undefined> {
		const [earlier] = await turn.run.earlierCalls();
		return earlier === undefined ? undefined : verdict('skipped', `as item ${earlier}`);
	}

	const once: Plan = { phoneNumber, before: skipIfCalled };

	/** One attempt at placing calls: which were sent, and what is known of each item then. */
	async function attempt(plans: Plan[], outcomes = new Map<number, Outcome>()) {
		const calls = new ScriptedCalls();
		const queue = new CallQueue(outcomes, new Pace(), false, NO_BATCHING);
		const open = calls
			.prepareAll(plans)
			.filter(({ index }) => OUTCOMES[outcomes.get(index)?.kind ?? 'notTried'].resend);
		await queue.placeAll(open);
		return {
			sent: calls.sent,
			outcomes,
			kinds: plans.map((_, index) => outcomes.get(index)?.kind),
		};
	}

	describe('a number that several items have', () => {
		it('is called once', async () => {
			const { sent, outcomes } = await attempt([once, once, { before: skipIfCalled }, once]);
			expect(sent).toEqual([0, 2]);
			expect([1, 3].map((index) => outcomes.get(index))).toEqual(
				[1, 3].map(() => expect.objectContaining(verdict('skipped', 'as item 0'))),
			);
		});

		it('is called once where several requests are on their way', async () => {
			const first = pending<Verdict>();
			const both = { ...once, requestsAtOnce: 3 };
			const ended = attempt([{ ...both, end: first.promise }, both, both]);
			await settled();
			first.resolve(verdict('placed'));
			expect(await ended).toMatchObject({ sent: [0], kinds: ['placed', 'skipped', 'skipped'] });
		});

		it('is called by the next item where the request on its way comes to nothing', async () => {
			const first = pending<Verdict>();
			const both = { ...once, requestsAtOnce: 3 };
			const ended = attempt([{ ...both, end: first.promise }, both, both]);
			await settled();
			first.resolve(verdict('rateLimited'));
			expect(await ended).toMatchObject({
				sent: [0, 1],
				kinds: ['rateLimited', 'placed', 'skipped'],
			});
		});

		it.each<[OutcomeKind, boolean]>([
			['placed', false],
			['unconfirmed', false],
			['dryRun', false],
			['skipped', true],
			['rejected', true],
			['rateLimited', true],
			['notSent', true],
			['notTried', true],
		])('where the first item is %s is called by the second: %j', async (kind, isCalled) => {
			const first = { ...once, before: async () => verdict(kind) };
			expect((await attempt([first, once])).sent).toEqual(isCalled ? [1] : []);
		});

		it('is called by an item that may call it again', async () => {
			expect((await attempt([once, { phoneNumber }, once])).sent).toEqual([0, 1]);
		});

		it('has all its calls told, in their order', async () => {
			const told: Array<readonly number[]> = [];
			const tell: Plan = {
				phoneNumber,
				before: async (turn) => {
					told.push([...(await turn.run.earlierCalls())]);
					return undefined;
				},
			};
			await attempt([tell, {}, tell, tell]);
			expect(told).toEqual([[], [0], [0, 2]]);
		});

		it('is not called again by a further attempt, where a later item reached it in the first', async () => {
			const { outcomes } = await attempt([{ ...once, end: verdict('rateLimited') }, once]);
			const again = await attempt([once, once], outcomes);
			expect(again).toMatchObject({ sent: [], kinds: ['skipped', 'placed'] });
		});

		it('is called by a further attempt of the same item', async () => {
			const { outcomes } = await attempt([{ ...once, end: verdict('notSent') }]);
			expect((await attempt([once], outcomes)).sent).toEqual([0]);
		});
	});

	it('a number is called once, in any number of attempts, however calls end and items are spread', async () => {
		const item = fc.record({
			number: fc.constantFrom('+491', '+492'),
			kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 3, maxLength: 3 }),
			rounds: fc.nat(4),
		});
		const run = fc.record({
			items: fc.array(item, { minLength: 1, maxLength: 8 }),
			requestsAtOnce: fc.integer({ min: 1, max: 4 }),
		});
		await fc.assert(
			fc.asyncProperty(run, async ({ items, requestsAtOnce }) => {
				const outcomes = new Map<number, Outcome>();
				const reached: string[] = [];
				for (const tried of [0, 1, 2]) {
					const plans = items.map(({ number, kinds, rounds }) => ({
						phoneNumber: number,
						requestsAtOnce,
						before: skipIfCalled,
						end: async () => {
							for (let round = 0; round < rounds; round++) await Promise.resolve();
							const kind = kinds[tried];
							if (OUTCOMES[kind].countsAsCalled) reached.push(number);
							return verdict(kind);
						},
					}));
					await attempt(plans, outcomes);
				}
				expect(reached).toEqual([...new Set(reached)]);
			}),
			{ numRuns: cases(500) },
		);
	});

	/** Is skipped where so many items of the run were called, as a guard that limits the run does it. */
	const limited = (most: number) => async (turn: Turn) => {
		await turn.run.earlierBegun();
		return turn.run.callsInRun() >= most ? verdict('skipped') : undefined;
	};

	describe('the calls of a run', () => {
		it('are those that were placed, may have been, or are in flight, without the one that asks', async () => {
			const told: number[] = [];
			const tell: Plan = {
				requestsAtOnce: 9,
				before: async (turn) => {
					await turn.run.earlierBegun();
					told.push(turn.run.callsInRun());
					return undefined;
				},
			};
			const inFlight = pending<Verdict>();
			const ended = attempt([
				{ ...tell, end: inFlight.promise },
				...KINDS.map((kind) => ({ ...tell, requestsAtOnce: 2, end: verdict(kind) })),
				{ ...tell, requestsAtOnce: 2 },
			]);
			await settled();
			inFlight.resolve(verdict('rejected'));
			await ended;
			const counted = KINDS.filter((kind) => OUTCOMES[kind].countsAsCalled).length;
			expect([told[0], told.at(-1)]).toEqual([0, counted + 1]);
		});

		it('are counted by a dry run, which sends nothing, as by a real one', async () => {
			const most = 3;
			const dry: Plan = {
				requestsAtOnce: 50,
				before: async (turn) => (await limited(most)(turn)) ?? verdict('dryRun'),
			};
			const real: Plan = { requestsAtOnce: 50, before: limited(most) };
			const { kinds } = await attempt(Array<Plan>(9).fill(dry));
			expect(kinds).toEqual(KINDS.map((_, index) => (index < most ? 'dryRun' : 'skipped')));
			const { sent } = await attempt(Array<Plan>(9).fill(real));
			expect(sent).toEqual([0, 1, 2]);
		});
	});
});

describe('pauses', () => {
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
			const { sent, end } = await timesOf([{ againAfter: [60_000] }], {
				signal: controller.signal,
			});
			await timer;
			expect(sent).toEqual([0]);
			expect(end).toBeLessThanOrEqual(600);
		});

		it('is kept where several requests may be on their way', async () => {
			const plan = lasting(60_000, { pauseMs, requestsAtOnce: 3 });
			const { sentAt } = await timesOf([plan, plan, plan, plan]);
			expect(sentAt).toEqual([0, 5_000, 10_000, 60_000]);
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
	});

	it('without a pause nothing is waited for', async () => {
		const calls = new ScriptedCalls();
		const queue = new CallQueue(new Map(), new Pace(), true, NO_BATCHING);
		await queue.placeAll(calls.prepareAll(Array<Plan>(100).fill({})));
		expect(jest.getTimerCount()).toBe(0);
		expect(calls.sent).toHaveLength(100);
	});
});
