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

/** Begins to place calls. */
function begin(plans: Plan[], circumstances: Circumstances = {}) {
	const { stopsOnError = true, signal, state = new CreateState() } = circumstances;
	const { batching = { size: 1, intervalMs: 0 } } = circumstances;
	const calls = new ScriptedCalls(plans);
	const open = calls.calls.filter(
		({ index }) => OUTCOMES[state.outcomes.get(index)?.kind ?? 'notTried'].resend,
	);
	const queue = new CallQueue(state, stopsOnError, batching, signal);
	const ended = queue.placeAll(open, async (call, turn) => await calls.takeTurn(call, turn));
	return { calls, ended, state };
}

/** What became of calls, when all of them have ended. */
async function attempt(plans: Plan[], circumstances?: Circumstances) {
	const { calls, ended, state } = begin(plans, circumstances);
	await ended;
	const kinds = plans.map((_, index) => state.outcomes.get(index)?.kind);
	return { sent: calls.sent, kinds, state };
}

describe('calls', () => {
	it.each([1, 2])('are on their way %i at a time, in the order of the items', async (most) => {
		const ends = [0, 1, 2, 3].map(() => pending<Verdict>());
		const { calls, ended } = begin(
			ends.map(({ promise }) => ({ end: promise, requestsAtOnce: most })),
		);
		await settled();
		expect(calls.sent).toEqual([0, 1].slice(0, most));
		ends[most - 1].resolve(verdict('placed'));
		await settled();
		expect(calls.sent).toEqual([0, 1, 2].slice(0, most + 1));
		for (const { resolve } of ends) resolve(verdict('placed'));
		await ended;
		expect([calls.sent, calls.mostAtOnce]).toEqual([[0, 1, 2, 3], most]);
	});
});

describe('where the node stops on errors', () => {
	it.each(KINDS)('a failure ends this attempt and a further one: %s', async (kind) => {
		for (const stopsOnError of [true, false]) {
			const isStopped = stopsOnError && FAILURES.includes(kind);
			const second: Plan = { before: async () => verdict(kind) };
			expect(await attempt([{}, second, {}], { stopsOnError })).toMatchObject({
				sent: isStopped ? [0] : [0, 2],
				kinds: ['placed', kind, isStopped ? 'notTried' : 'placed'],
			});
			const state = new CreateState();
			state.outcomes.set(7, { ...verdict(kind), index: 7, identity: identityOf(7) });
			const { sent } = await attempt([{}, {}], { state, stopsOnError });
			expect(sent).toEqual(isStopped ? [] : [0, 1]);
		}
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
		const kinds = ['placed', 'rateLimited', 'notTried'];
		expect(await ended).toMatchObject({ sent: [0, 1], kinds });
	});
});

it('a cancelled execution begins nothing further, and not what is being prepared', async () => {
	const controller = new AbortController();
	const { signal } = controller;
	const before = async () => void controller.abort() as undefined;
	const cancelled = await attempt([{}, { before }, {}], { stopsOnError: false, signal });
	expect(cancelled).toMatchObject({ sent: [0], kinds: ['placed', 'notTried', 'notTried'] });
	const isSkipped = async () => verdict('skipped');
	expect((await attempt([{ before: isSkipped }], { signal })).kinds).toEqual(['notTried']);
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

	it('is called once where several requests are on their way, by the first that may be', async () => {
		const first = pending<Verdict>();
		const each = { ...once, requestsAtOnce: 3 };
		const ended = attempt([{ ...each, end: first.promise }, each, each], goesOn);
		await settled();
		first.resolve(verdict('rateLimited'));
		const kinds = ['rateLimited', 'placed', 'skipped'];
		expect(await ended).toMatchObject({ sent: [0, 1], kinds });
	});

	it('is one phone where a country has two numbers for it', async () => {
		const [mobile, other] = ['+5491123456789', '+541123456789'];
		const plans = [mobile, other].map((number) => ({ ...once, phoneNumber: number }));
		expect((await attempt(plans, goesOn)).sent).toEqual([0]);
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
		// In a further attempt those of later items as well.
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
		const start = Date.now();
		const { calls, ended } = begin(plans, circumstances);
		const ending = ended.then(() => Date.now() - start);
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

	const rejected = async () => (await sleep(1_000), verdict('rejected'));
	const fails: Plan = { requestsAtOnce: 2, end: rejected };
	const hour = { pauseMs: 3_600_000, requestsAtOnce: 2 };
	const sentAgain: Plan = { requestsAtOnce: 2, againAfter: [60_000] };

	it.each<[string, string, Plan[], number[]]>([
		['the execution is cancelled', 'the next call', [hour, hour], [0]],
		['the execution is cancelled', 'a request that is sent again', [sentAgain], [0]],
		['a call fails', 'the next call', [{ ...hour, end: rejected }, hour], [0]],
		['a call fails', 'a request that is sent again', [sentAgain, fails], [0, 1]],
	])('end where %s before %s', async (why, _, plans, sent) => {
		const controller = new AbortController();
		const isCancelled = why === 'the execution is cancelled';
		const timer = sleep(1_000).then(() => isCancelled && controller.abort());
		const times = await timesOf(plans, { signal: controller.signal });
		await timer;
		expect([times.sent, times.end <= 1_200]).toEqual([sent, true]);
	});

	it('are none where nobody asks for them', async () => {
		const { calls, ended } = begin(Array<Plan>(100).fill({}));
		await ended;
		expect([jest.getTimerCount(), calls.sent.length]).toEqual([0, 100]);
	});
});
