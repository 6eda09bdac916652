import * as fc from 'fast-check';

import {
	CallQueue,
	type Turn,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/callQueue';
import { Pace } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/pace';
import {
	OUTCOMES,
	type Outcome,
	type OutcomeKind,
	type Verdict,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { pending, ScriptedCalls, settled, verdict, type Plan } from '../support/scriptedCalls';
import { cases } from '../support/deep';

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
	return { sent: calls.sent, outcomes, kinds: plans.map((_, index) => outcomes.get(index)?.kind) };
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

	it('is not waited for by the call itself, however late it asks', async () => {
		const before = async (turn: Turn) => {
			await settled();
			return await skipIfCalled(turn);
		};
		expect((await attempt([{ phoneNumber, before }])).sent).toEqual([0]);
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

it('a run calls no more than so many, in any number of attempts, however calls end', async () => {
	const item = fc.record({
		kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 3, maxLength: 3 }),
		rounds: fc.nat(4),
		lookUp: fc.nat(9),
	});
	const run = fc.record({
		items: fc.array(item, { minLength: 1, maxLength: 9 }),
		most: fc.integer({ min: 1, max: 4 }),
		requestsAtOnce: fc.integer({ min: 1, max: 50 }),
	});
	await fc.assert(
		fc.asyncProperty(run, async ({ items, most, requestsAtOnce }) => {
			const outcomes = new Map<number, Outcome>();
			let inFlight = 0;
			let reached = 0;
			for (const tried of [0, 1, 2]) {
				const plans = items.map(({ kinds, rounds, lookUp }) => ({
					requestsAtOnce,
					before: async (turn: Turn) => {
						for (let round = 0; round < lookUp; round++) await Promise.resolve();
						return await limited(most)(turn);
					},
					end: async () => {
						inFlight++;
						expect(reached + inFlight).toBeLessThanOrEqual(most);
						for (let round = 0; round < rounds; round++) await Promise.resolve();
						inFlight--;
						if (OUTCOMES[kinds[tried]].countsAsCalled) reached++;
						return verdict(kinds[tried]);
					},
				}));
				const { sent } = await attempt(plans, outcomes);
				expect(sent).toEqual([...sent].sort((a, b) => a - b));
			}
		}),
		{ numRuns: cases(500) },
	);
});
