import { sleep } from 'n8n-workflow';

import { CallQueue, type Turn } from '../../nodes/create/callQueue';
import { OUTCOMES, type Outcome, type OutcomeKind, type Verdict } from '../../nodes/create/outcome';
import { Pace } from '../../nodes/create/pace';
import { UserError } from '../../nodes/n8n/errors';
import {
	identityOf,
	pending,
	ScriptedCalls,
	settled,
	verdict,
	type Plan,
} from '../support/scriptedCalls';
import { callNotPlaced, callUnconfirmed } from '../support/sentences';
import { textsOf } from '../support/userError';
import { useClockAt } from '../support/clock';

const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];

const FAILURES = KINDS.filter((kind) => 'error' in verdict(kind));

interface Circumstances {
	stopsOnError?: boolean;
	signal?: AbortSignal;
	/** What became of items before, under Retry On Fail. */
	outcomes?: Map<number, Outcome>;
	/** When requests were sent before. */
	pace?: Pace;
	batching?: { size: number; intervalMs: number };
}

/** A queue, its calls, and what becomes of them. */
function queueOf(plans: Plan[], circumstances: Circumstances = {}) {
	const { stopsOnError = true, signal, outcomes = new Map<number, Outcome>() } = circumstances;
	const { pace = new Pace(), batching = { size: 1, intervalMs: 0 } } = circumstances;
	const calls = new ScriptedCalls();
	const queue = new CallQueue(outcomes, pace, stopsOnError, batching, signal);
	const kinds = () => plans.map((_, index) => outcomes.get(index)?.kind);
	const open = calls
		.prepareAll(plans)
		.filter(({ index }) => OUTCOMES[outcomes.get(index)?.kind ?? 'notTried'].resend);
	const end = async () => await queue.placeAll(open);
	return { queue, calls, outcomes, kinds, end };
}

/** What became of calls, when all of them have ended. */
async function attempt(plans: Plan[], circumstances?: Circumstances) {
	const { queue, calls, kinds, end, outcomes } = queueOf(plans, circumstances);
	await end();
	return { sent: calls.sent, kinds: kinds(), isStopped: queue.isStopped, outcomes };
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

	it('are looked up a few at a time, and wait for the request of earlier ones where they ask', async () => {
		const lookUp = pending<undefined>();
		const asked: number[] = [];
		const look = async (index: number, waiting: Promise<unknown>) =>
			(asked.push(index), void (await waiting)) as undefined;
		const { calls, end } = queueOf([
			{ before: async () => await look(0, lookUp.promise), requestsAtOnce: 2 },
			{ before: async ({ run }) => await look(1, run.earlierBegun()), requestsAtOnce: 2 },
		]);
		const ended = end();
		await settled();
		expect([asked, calls.sent]).toEqual([[0, 1], []]);
		lookUp.resolve(undefined);
		await ended;
		expect(calls.sent).toEqual([0, 1]);
	});

	it('have what became of them taken down, with who it was', async () => {
		const { outcomes } = await attempt([{}, { end: verdict('rejected', 'No') }]);
		expect([...outcomes]).toEqual([
			[0, { ...verdict('placed'), identity: identityOf(0) }],
			[1, { ...verdict('rejected', 'No'), identity: identityOf(1) }],
		]);
	});
});

describe('where the node stops on errors', () => {
	it.each(FAILURES)('no further call goes out after one that is %s', async (kind) => {
		expect(await attempt([{}, { end: verdict(kind) }, {}, {}])).toMatchObject({
			...{ sent: [0, 1], isStopped: true },
			kinds: ['placed', kind, undefined, undefined],
		});
	});

	it.each(['placed', 'skipped', 'dryRun'] as const)(
		'the next call goes out after one that is %s',
		async (kind) => {
			const plans = [{ before: async () => verdict(kind) }, {}];
			expect(await attempt(plans)).toMatchObject({ sent: [1], isStopped: false });
		},
	);

	it('nobody is called where one item was taken down as wrong', async () => {
		const { queue, calls, kinds, end } = queueOf([{}, {}]);
		queue.record(2, { ...verdict('invalid'), identity: identityOf(2) });
		await end();
		expect([calls.sent, kinds()]).toEqual([[], [undefined, undefined]]);
	});

	it('calls that are on their way come to their end, and are taken down', async () => {
		const ends = [0, 1].map(() => pending<Verdict>());
		const plans: Plan[] = ends.map(({ promise }) => ({ end: promise, requestsAtOnce: 2 }));
		const ended = attempt([...plans, { requestsAtOnce: 2 }]);
		await settled();
		ends[1].resolve(verdict('rateLimited'));
		await settled();
		ends[0].resolve(verdict('placed'));
		expect(await ended).toMatchObject({
			sent: [0, 1],
			kinds: ['placed', 'rateLimited', undefined],
		});
	});

	it('a call that is only being prepared may not begin any more', async () => {
		const lookUp = pending<undefined>();
		const call = pending<Verdict>();
		const ended = attempt([
			{ end: call.promise, requestsAtOnce: 2 },
			{ before: async () => await lookUp.promise, requestsAtOnce: 2 },
		]);
		await settled();
		call.resolve(verdict('rejected'));
		await settled();
		lookUp.resolve(undefined);
		expect(await ended).toMatchObject({ sent: [0], kinds: ['rejected', undefined] });
	});
});

it.each(FAILURES)('where the node goes on after errors, so do the calls: %s', async (kind) => {
	expect(await attempt([{ end: verdict(kind) }, {}], { stopsOnError: false })).toMatchObject({
		...{ sent: [0, 1], isStopped: false },
		kinds: [kind, 'placed'],
	});
});

it.each(KINDS)('a further attempt is stopped as the first one was by: %s', async (kind) => {
	const outcomes = () => new Map([[7, { ...verdict(kind), identity: identityOf(7) }]]);
	const { sent } = await attempt([{}, {}], { outcomes: outcomes() });
	expect(sent).toEqual(['unconfirmed', 'rejected'].includes(kind) ? [] : [0, 1]);
	const anyway = await attempt([{}, {}], { outcomes: outcomes(), stopsOnError: false });
	expect(anyway.sent).toEqual([0, 1]);
});

describe('a cancelled execution', () => {
	it('begins nothing, no look-up either', async () => {
		const signal = AbortSignal.abort();
		const before = async () => verdict('skipped');
		expect(await attempt([{ before }, {}], { stopsOnError: false, signal })).toMatchObject({
			...{ isStopped: true, sent: [] },
			outcomes: new Map(),
		});
	});

	it.each<[string, (cancel: () => void) => Plan, object]>([
		[
			'takes down what was on its way',
			(cancel) => ({ end: async () => (cancel(), verdict('unconfirmed')) }),
			{ sent: [0, 1], kinds: ['placed', 'unconfirmed', undefined] },
		],
		[
			'does not begin a call that is being prepared',
			(cancel) => ({ before: async () => void cancel() as undefined }),
			{ sent: [0], kinds: ['placed', undefined, undefined] },
		],
	])('begins nothing further, and %s', async (_, planOf, expected) => {
		const controller = new AbortController();
		const plan = planOf(() => controller.abort());
		const { signal } = controller;
		expect(await attempt([{}, plan, {}], { stopsOnError: false, signal })).toMatchObject(expected);
	});
});

describe('what nobody foresaw', () => {
	const boom = async () => await Promise.reject(new TypeError('x is not a function'));
	const refuse = async () => await Promise.reject(new UserError('No look-up', 'Try later.'));
	const forUsers = { message: 'No look-up', advice: 'Try later.' };
	const unforeseen = { message: 'x is not a function', advice: '' };

	it.each<[string, Plan, string, object]>([
		['an error for users before the request', { before: refuse }, 'notSent', forUsers],
		['any other error before it', { before: boom }, 'notSent', callNotPlaced(unforeseen)],
		['an error for users after it', { end: refuse }, 'unconfirmed', callUnconfirmed(forUsers)],
		['any other error after it', { end: boom }, 'unconfirmed', callUnconfirmed(unforeseen)],
	])('is in doubt once a request was sent: %s', async (_, plan, kind, texts) => {
		const { outcomes, kinds } = await attempt([plan, {}], { stopsOnError: false });
		const outcome = outcomes.get(0)!;
		expect(kinds).toEqual([kind, 'placed']);
		expect(textsOf('error' in outcome && outcome.error)).toEqual(texts);
	});

	it('ends the run where the node stops on errors', async () => {
		expect(await attempt([{ before: refuse }, {}])).toMatchObject({
			sent: [],
			kinds: ['notSent', undefined],
		});
	});
});

describe('a number that several items have', () => {
	const phoneNumber = '+4930123456';

	/** Is skipped where the number was called before in the run, as the guards do it. */
	const skipIfCalled = async (turn: Turn) => {
		const [earlier] = await turn.run.earlierCalls();
		return earlier === undefined ? undefined : verdict('skipped', `as item ${earlier}`);
	};
	const once: Plan = { phoneNumber, before: skipIfCalled };
	const goesOn = { stopsOnError: false };

	it.each<[OutcomeKind, number[], OutcomeKind[]]>([
		['placed', [0], ['placed', 'skipped', 'skipped']],
		['rateLimited', [0, 1], ['rateLimited', 'placed', 'skipped']],
	])('is called once where several requests may be on their way: %s', async (kind, sent, kinds) => {
		const first = pending<Verdict>();
		const each = { ...once, requestsAtOnce: 3 };
		const ended = attempt([{ ...each, end: first.promise }, each, each], goesOn);
		await settled();
		first.resolve(verdict(kind));
		expect(await ended).toMatchObject({ sent, kinds });
	});

	it('is one phone where a country has two numbers for it', async () => {
		const mobile = ['+5491123456789', '+541123456789'].map((two) => ({
			...once,
			phoneNumber: two,
		}));
		expect((await attempt(mobile, goesOn)).sent).toEqual([0]);
	});

	it.each(KINDS)('is called by the second item where nobody was reached: %s', async (kind) => {
		const isReached = ['placed', 'unconfirmed', 'dryRun'].includes(kind);
		const first = { ...once, before: async () => verdict(kind) };
		expect((await attempt([first, once], goesOn)).sent).toEqual(isReached ? [] : [1]);
	});

	it('has all its calls told, in their order, also to who may call it again', async () => {
		const told: Array<readonly number[]> = [];
		const before = async (turn: Turn) =>
			void told.push([...(await turn.run.earlierCalls())]) as undefined;
		const tell: Plan = { phoneNumber, before };
		expect((await attempt([tell, {}, tell, tell], goesOn)).sent).toEqual([0, 1, 2, 3]);
		expect(told).toEqual([[], [0], [0, 2]]);
		const { outcomes } = await attempt([{ ...tell, end: verdict('rateLimited') }, tell], goesOn);
		await attempt([tell, tell, tell], { ...goesOn, outcomes });
		expect(told.at(-1)).toEqual([0, 1]);
	});

	it('is not called by a further attempt, where a later item reached it in the first', async () => {
		const first = await attempt([{ ...once, end: verdict('rateLimited') }, once], goesOn);
		const again = await attempt([once, once], { ...goesOn, outcomes: first.outcomes });
		expect(again).toMatchObject({ sent: [], kinds: ['skipped', 'placed'] });
		const alone = await attempt([{ ...once, end: verdict('notSent') }], goesOn);
		expect((await attempt([once], { ...goesOn, outcomes: alone.outcomes })).sent).toEqual([0]);
	});

	it('is counted among the calls of the run, but for the call that asks', async () => {
		const told: number[] = [];
		const tell: Plan = {
			requestsAtOnce: 9,
			before: async (turn) => {
				await turn.run.earlierBegun();
				return void told.push(turn.run.callsInRun()) as undefined;
			},
		};
		const inFlight = pending<Verdict>();
		const ends = KINDS.map((kind) => ({ ...tell, requestsAtOnce: 2, end: verdict(kind) }));
		const last = { ...tell, requestsAtOnce: 2 };
		const ended = attempt([{ ...tell, end: inFlight.promise }, ...ends, last], goesOn);
		await settled();
		inFlight.resolve(verdict('rejected'));
		await ended;
		const counted = KINDS.filter((kind) => OUTCOMES[kind].countsAsCalled).length;
		expect([told[0], told.at(-1)]).toEqual([0, counted + 1]);
	});
});

describe('pauses', () => {
	useClockAt(Date.parse('2026-11-20T08:00:00Z'));

	/** A call that takes so long, with so long a look-up before it. */
	const lasting = (ms: number, plan: Plan = {}, lookUpMs = 0): Plan => ({
		before: async () => (await sleep(lookUpMs)) as undefined,
		end: async () => {
			await sleep(ms);
			return verdict('placed');
		},
		...plan,
	});
	const pauseMs = 5_000;
	const skipped: Plan = { pauseMs, before: async () => verdict('skipped') };

	/** Places calls, and lets the clock run until all of them have ended: when they were sent, and the end. */
	async function timesOf(plans: Plan[], circumstances?: Circumstances) {
		const { calls, end } = queueOf(plans, circumstances);
		const start = Date.now();
		const ending = end().then(() => Date.now() - start);
		await jest.runAllTimersAsync();
		const sentAt = calls.sentAt.map((time) => time - start);
		return { sentAt, sent: calls.sent, end: await ending };
	}

	const batching = { size: 2, intervalMs: 1_000 };
	const long = lasting(60_000, { pauseMs, requestsAtOnce: 3 });
	const withLookUp = lasting(10_000, { requestsAtOnce: 5 }, 300);

	it.each<[string, Plan[], number[], Circumstances]>([
		['one request and the next', [{ pauseMs }, { pauseMs }, { pauseMs }], [0, 5_000, 10_000], {}],
		[
			'the beginning of requests, not from their end',
			[3_000, 7_000, 0].map((ms) => lasting(ms, { pauseMs })),
			[0, 5_000, 12_000],
			{},
		],
		[
			'requests one of which is sent again',
			[
				{ requestsAtOnce: 3, pauseMs, againAfter: [5_001] },
				{ requestsAtOnce: 3, pauseMs },
			],
			[0, 5_000, 10_000],
			{},
		],
		['several requests on their way', [long, long, long, long], [0, 5_000, 10_000, 60_000], {}],
		[
			'requests, without those of items that are skipped',
			[skipped, { pauseMs }, skipped, { pauseMs }],
			[0, 5_000],
			{},
		],
		['batches', [{}, {}, {}, {}, {}], [0, 0, 1_000, 1_000, 2_000], { batching }],
		['batches of requests that were sent', [{}, skipped, {}, {}], [0, 5_000, 6_000], { batching }],
		[
			'batches with several requests on their way',
			[withLookUp, withLookUp, withLookUp],
			[300, 600, 1_900],
			{ batching },
		],
		[
			'batches, and between calls',
			Array<Plan>(4).fill({ pauseMs: 400 }),
			[0, 400, 1_400, 1_800],
			{ batching },
		],
	])('are kept between %s', async (_, plans, times, circumstances) => {
		const { sentAt, end } = await timesOf(plans, circumstances);
		expect(sentAt).toEqual(times);
		if (!plans.includes(long) && !plans.includes(withLookUp)) expect(end).toBe(times.at(-1));
	});

	it('are kept between the attempts of Retry On Fail', async () => {
		const pace = new Pace();
		await timesOf([{ pauseMs }], { pace });
		expect((await timesOf([{ pauseMs }, { pauseMs }], { pace })).sentAt).toEqual([5_000, 10_000]);
	});

	it.each<[string, Plan[], number[]]>([
		['before the next call', [{ pauseMs }, { pauseMs }], [0]],
		['before a request that is sent again', [{ againAfter: [60_000] }], [0]],
	])('end where the execution is cancelled, %s', async (_, plans, expected) => {
		const controller = new AbortController();
		const timer = sleep(500).then(() => controller.abort());
		const { sent, end } = await timesOf(plans, { signal: controller.signal });
		await timer;
		expect(sent).toEqual(expected);
		expect(end).toBeLessThanOrEqual(600);
	});

	it('end where a call fails that ends the run, also before a request that is sent again', async () => {
		const fails = lasting(1_000, { pauseMs: 3_600_000, requestsAtOnce: 2 });
		const plan = { ...fails, end: async () => (await sleep(1_000), verdict('rejected')) };
		const next = await timesOf([plan, { requestsAtOnce: 2, pauseMs: 3_600_000 }]);
		expect(next.sent).toEqual([0]);
		expect(next.end).toBeLessThanOrEqual(1_100);
		const again = await timesOf([
			{ requestsAtOnce: 2, againAfter: [60_000] },
			lasting(1_000, { requestsAtOnce: 2, end: verdict('rejected') }, 1_000),
		]);
		expect(again.sent).toEqual([0, 1]);
		expect(again.end).toBeLessThanOrEqual(1_200);
	});

	it('are none where nobody asks for them', async () => {
		const { calls, end } = queueOf(Array<Plan>(100).fill({}));
		await end();
		expect([jest.getTimerCount(), calls.sent.length]).toEqual([0, 100]);
	});
});
