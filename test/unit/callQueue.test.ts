import { sleep } from 'n8n-workflow';

import { CallQueue, type Turn } from '../../nodes/create/callQueue';
import { CreateState } from '../../nodes/create/createState';
import { OUTCOMES, type OutcomeKind, type Verdict } from '../../nodes/create/outcome';
import { UserError } from '../../nodes/n8n/errors';
import { useClockAt } from '../support/clock';
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

const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];
const FAILURES = KINDS.filter((kind) => 'error' in verdict(kind));

interface Circumstances {
	stopsOnError?: boolean;
	signal?: AbortSignal;
	/** What is known of earlier attempts under Retry On Fail. */
	state?: CreateState;
	batching?: { size: number; intervalMs: number };
}

/** A queue, its calls, and what becomes of them. */
function queueOf(plans: Plan[], circumstances: Circumstances = {}) {
	const { stopsOnError = true, signal, state = new CreateState() } = circumstances;
	const { batching = { size: 1, intervalMs: 0 } } = circumstances;
	const calls = new ScriptedCalls(plans);
	const queue = new CallQueue(state, stopsOnError, batching, signal);
	const { outcomes } = state;
	const open = calls.calls.filter(
		({ index }) => OUTCOMES[outcomes.get(index)?.kind ?? 'notTried'].resend,
	);
	const end = async () =>
		await queue.placeAll(open, async (call, turn) => await calls.takeTurn(call, turn));
	return { queue, calls, end, kinds: () => plans.map((_, index) => outcomes.get(index)?.kind) };
}

/** What became of calls, when all of them have ended. */
async function attempt(plans: Plan[], circumstances: Circumstances = {}) {
	const state = circumstances.state ?? new CreateState();
	const { calls, kinds, end } = queueOf(plans, { ...circumstances, state });
	await end();
	return { sent: calls.sent, kinds: kinds(), state };
}

describe('calls', () => {
	it('go out one after another, in the order of the items', async () => {
		const first = pending<Verdict>();
		const { calls, end } = queueOf([{ end: first.promise }, {}, {}]);
		const ended = end();
		await settled();
		expect(calls.sent).toEqual([0]);
		first.resolve(verdict('placed'));
		await ended;
		expect(calls.sent).toEqual([0, 1, 2]);
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
		expect([calls.sent, calls.mostAtOnce]).toEqual([[0, 1, 2, 3], 2]);
	});

	it('have what became of them taken down, with who it was', async () => {
		const { state } = await attempt([{}, { end: verdict('rejected', 'No') }, {}]);
		const reason = callNotPlaced({
			message: 'The run ended before this item was tried',
			advice: 'To call this item, run the workflow again.',
		});
		expect([...state.outcomes.values()]).toMatchObject([
			{ ...verdict('placed'), index: 0, identity: identityOf(0) },
			{ ...verdict('rejected', 'No'), index: 1, identity: identityOf(1) },
			{ kind: 'notTried', error: reason, identity: identityOf(2) },
		]);
	});
});

describe('where the node stops on errors', () => {
	it.each(FAILURES)('no further call goes out after one that is %s', async (kind) => {
		const stopped = await attempt([{}, { end: verdict(kind) }, {}]);
		expect(stopped).toMatchObject({ sent: [0, 1], kinds: ['placed', kind, 'notTried'] });
		const goesOn = await attempt([{ end: verdict(kind) }, {}], { stopsOnError: false });
		expect(goesOn).toMatchObject({ sent: [0, 1], kinds: [kind, 'placed'] });
	});

	it.each(['placed', 'skipped', 'dryRun'] as const)('one that is %s ends nothing', async (kind) => {
		expect((await attempt([{ before: async () => verdict(kind) }, {}])).sent).toEqual([1]);
	});

	it('nobody is called where one item was taken down as wrong', async () => {
		const { queue, calls, kinds, end } = queueOf([{}, {}]);
		queue.record({ index: 2, identity: identityOf(2) }, verdict('invalid'));
		await end();
		expect([calls.sent, kinds()]).toEqual([[], ['notTried', 'notTried']]);
	});

	it('calls on their way come to their end, and those that are being prepared do not begin', async () => {
		const ends = [0, 1].map(() => pending<Verdict>());
		const lookUp = pending<undefined>();
		const plans: Plan[] = ends.map(({ promise }) => ({ end: promise, requestsAtOnce: 3 }));
		const looking = { requestsAtOnce: 3, before: async () => await lookUp.promise };
		const ended = attempt([...plans, looking]);
		await settled();
		ends[1].resolve(verdict('rateLimited'));
		await settled();
		ends[0].resolve(verdict('placed'));
		lookUp.resolve(undefined);
		expect(await ended).toMatchObject({
			...{ sent: [0, 1], kinds: ['placed', 'rateLimited', 'notTried'] },
		});
	});

	it.each(KINDS)(
		'a further attempt is stopped by what is left of the first one: %s',
		async (kind) => {
			for (const stopsOnError of [true, false]) {
				const state = new CreateState();
				state.outcomes.set(7, { ...verdict(kind), index: 7, identity: identityOf(7) });
				const isStopped = stopsOnError && FAILURES.includes(kind);
				const { sent } = await attempt([{}, {}], { state, stopsOnError });
				expect(sent).toEqual(isStopped ? [] : [0, 1]);
			}
		},
	);
});

describe('a cancelled execution', () => {
	it.each<[string, (cancel: () => void) => Plan, object]>([
		[
			'takes down what was on its way',
			(cancel) => ({ end: async () => (cancel(), verdict('unconfirmed')) }),
			{ sent: [0, 1], kinds: ['placed', 'unconfirmed', 'notTried'] },
		],
		[
			'does not begin a call that is being prepared',
			(cancel) => ({ before: async () => void cancel() as undefined }),
			{ sent: [0], kinds: ['placed', 'notTried', 'notTried'] },
		],
	])('begins nothing further, and %s', async (_, planOf, expected) => {
		const controller = new AbortController();
		const plan = planOf(() => controller.abort());
		const { signal } = controller;
		expect(await attempt([{}, plan, {}], { stopsOnError: false, signal })).toMatchObject(expected);
		const before = async () => verdict('skipped');
		expect((await attempt([{ before }], { signal })).kinds).toEqual(['notTried']);
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
		const { state } = await attempt([plan]);
		const outcome = state.outcomes.get(0)!;
		expect([outcome.kind, textsOf('error' in outcome && outcome.error)]).toEqual([kind, texts]);
	});
});

describe('a number that several items have', () => {
	const phoneNumber = '+4930123456';

	/** Is skipped where the number was called before in the run, as the guards do it. */
	const skipIfCalled = async (turn: Turn) => {
		return (await turn.earlierCalls()) > 0 ? verdict('skipped') : undefined;
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
		const isReached = kind === 'placed' || kind === 'unconfirmed';
		const first = { ...once, dryRun: kind === 'dryRun', before: async () => verdict(kind) };
		expect((await attempt([first, once], goesOn)).sent).toEqual(isReached ? [] : [1]);
		// A dry run counts those that would be called, a real call does not.
		const dry = await attempt([first, { ...once, dryRun: true }], goesOn);
		expect(dry.sent).toEqual(isReached || kind === 'dryRun' ? [] : [1]);
	});

	it('has all its calls counted, and none that began later', async () => {
		const told: number[] = [];
		const before = async (turn: Turn) => void told.push(await turn.earlierCalls()) as undefined;
		const tell: Plan = { phoneNumber, before };
		const { state } = await attempt(
			[{ ...tell, end: verdict('rateLimited') }, {}, tell, tell],
			goesOn,
		);
		expect(told).toEqual([0, 0, 1]);
		await attempt([tell, tell, tell, tell], { ...goesOn, state });
		expect(told.at(-1)).toBe(2);

		const lookUp = pending<undefined>();
		const late = async (turn: Turn) => {
			await lookUp.promise;
			return await before(turn);
		};
		const ended = attempt([
			{ ...tell, before: late, requestsAtOnce: 2 },
			{ phoneNumber, requestsAtOnce: 2 },
		]);
		await settled();
		lookUp.resolve(undefined);
		expect((await ended).sent).toEqual([1, 0]);
		expect(told.at(-1)).toBe(0);
	});

	it('is not called by a further attempt, where a later item reached it in the first', async () => {
		const { state } = await attempt([{ ...once, end: verdict('rateLimited') }, once], goesOn);
		const again = await attempt([once, once], { ...goesOn, state });
		expect(again).toMatchObject({ sent: [], kinds: ['skipped', 'placed'] });
	});
});

describe('pauses', () => {
	useClockAt(Date.parse('2026-11-20T08:00:00Z'));

	/** A call that takes so long, with so long a look-up before it. */
	const lasting = (ms: number, plan: Plan = {}, lookUpMs = 0): Plan => ({
		before: async () => (await sleep(lookUpMs)) as undefined,
		end: async () => (await sleep(ms), verdict('placed')),
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
	const again: Plan = { requestsAtOnce: 3, pauseMs, againAfter: [5_001] };

	it.each<[string, Plan[], number[], Circumstances]>([
		[
			'the beginning of requests, not from their end',
			[3_000, 7_000, 0].map((ms) => lasting(ms, { pauseMs })),
			[0, 5_000, 12_000],
			{},
		],
		[
			'requests one of which is sent again',
			[again, { ...again, againAfter: [] }],
			[0, 5_000, 10_000],
			{},
		],
		['several requests on their way', [long, long, long, long], [0, 5_000, 10_000, 60_000], {}],
		['requests, and not items', [skipped, { pauseMs }, skipped, { pauseMs }], [0, 5_000], {}],
		['batches', [{}, {}, {}, {}, {}], [0, 0, 1_000, 1_000, 2_000], { batching }],
		['batches of requests that were sent', [{}, skipped, {}, {}], [0, 5_000, 6_000], { batching }],
		[
			'batches with several on their way',
			[withLookUp, withLookUp, withLookUp],
			[300, 300, 1_300],
			{ batching },
		],
		[
			'batches, and calls',
			Array<Plan>(4).fill({ pauseMs: 400 }),
			[0, 400, 1_400, 1_800],
			{ batching },
		],
	])('are kept between %s', async (_, plans, times, circumstances) => {
		expect((await timesOf(plans, circumstances)).sentAt).toEqual(times);
	});

	it('are kept between the attempts of Retry On Fail', async () => {
		const state = new CreateState();
		await timesOf([{ pauseMs }], { state });
		expect((await timesOf([{}, { pauseMs }, { pauseMs }], { state })).sentAt).toEqual([
			5_000, 10_000,
		]);
	});

	it.each<[string, Plan[]]>([
		['before the next call', [{ pauseMs }, { pauseMs }]],
		['before a request that is sent again', [{ againAfter: [60_000] }]],
	])('end where the execution is cancelled, %s', async (_, plans) => {
		const controller = new AbortController();
		const timer = sleep(500).then(() => controller.abort());
		const { sent, end } = await timesOf(plans, { signal: controller.signal });
		await timer;
		expect(sent).toEqual([0]);
		expect(end).toBeLessThanOrEqual(600);
	});

	it('end where a call fails that ends the run, also before a request that is sent again', async () => {
		const rejected = async () => (await sleep(1_000), verdict('rejected'));
		const hour = { pauseMs: 3_600_000, requestsAtOnce: 2 };
		const next = await timesOf([{ ...hour, end: rejected }, hour]);
		expect([next.sent, next.end <= 1_100]).toEqual([[0], true]);
		const again = await timesOf([
			{ requestsAtOnce: 2, againAfter: [60_000] },
			{ requestsAtOnce: 2, end: rejected },
		]);
		expect([again.sent, again.end <= 1_200]).toEqual([[0, 1], true]);
	});

	it('are none where nobody asks for them', async () => {
		const { calls, end } = queueOf(Array<Plan>(100).fill({}));
		await end();
		expect([jest.getTimerCount(), calls.sent.length]).toEqual([0, 100]);
	});
});
