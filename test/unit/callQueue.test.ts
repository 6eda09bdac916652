import * as fc from 'fast-check';

import { CallQueue } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/callQueue';
import { Pace } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/pace';
import type {
	Outcome,
	Verdict,
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

	it('may be none', async () => {
		const { outcomes, end } = queueOf([]);
		await end();
		expect(outcomes.size).toBe(0);
	});

	it('go out in order, never more at once than each of them allows, and each of them once', async () => {
		const plan = fc.record({
			requestsAtOnce: fc.integer({ min: 1, max: 5 }),
			rounds: fc.nat(6),
			lookUpRounds: fc.nat(6),
		});
		const wait = async (rounds: number) => {
			for (let round = 0; round < rounds; round++) await Promise.resolve();
			return undefined;
		};
		await fc.assert(
			fc.asyncProperty(fc.array(plan, { maxLength: 20 }), async (plans) => {
				const turns: number[] = [];
				const { calls, end } = queueOf(
					plans.map(({ requestsAtOnce, rounds, lookUpRounds }, index) => ({
						requestsAtOnce,
						before: async () => {
							turns.push(index);
							return await wait(lookUpRounds);
						},
						end: async () => (await wait(rounds)) ?? verdict('placed'),
					})),
				);
				await end();
				expect(turns).toEqual(plans.map((_, index) => index));
				expect([...calls.sent].sort((a, b) => a - b)).toEqual(turns);
				expect(calls.mostAtOnce).toBeLessThanOrEqual(
					Math.max(0, ...plans.map(({ requestsAtOnce }) => requestsAtOnce)),
				);
			}),
			{ numRuns: cases(300) },
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
