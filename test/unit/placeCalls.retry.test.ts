import * as fc from 'fast-check';

import {
	OUTCOMES,
	type OutcomeKind,
	type Verdict,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { pending, settled, verdict, type Plan } from '../support/scriptedCalls';
import { ending, outcomesIn, ScriptedList, type ItemPlan } from '../support/scriptedList';
import { START_AFTER_THEM } from '../support/sentences';
import { cases } from '../support/deep';

const call: Plan = {};

/** An item that comes to this end. */
const planFor = (kind: OutcomeKind, message?: string): ItemPlan => {
	if (kind === 'invalid') return { wrong: message ?? 'the number' };
	return kind === 'skipped' || kind === 'dryRun' || kind === 'notTried'
		? { before: async () => verdict(kind, message) }
		: { end: verdict(kind, message) };
};

/** Whether the item of a further attempt is sent again, for every kind of end: design of Retry On Fail. */
const IS_SENT_AGAIN: Record<OutcomeKind, boolean> = {
	placed: false,
	skipped: false,
	dryRun: false,
	unconfirmed: false,
	rejected: false,
	rateLimited: true,
	notSent: true,
	invalid: true,
	notTried: true,
};

const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];

describe('a further attempt', () => {
	it.each(Object.entries(IS_SENT_AGAIN) as Array<[OutcomeKind, boolean]>)(
		'of an item that was %s sends it: %j',
		async (kind, isSent) => {
			for (const stopsOnError of [false, true]) {
				const list = new ScriptedList();
				const first = await list.attempt([planFor(kind)], { stopsOnError });
				const again = await list.attempt([call], { stopsOnError });
				expect(again.sent).toEqual(isSent ? [0] : []);
				if (isSent) expect(outcomesIn(again.results)).toEqual(['placed']);
				else expect(again.results).toEqual(first.results);
			}
		},
	);

	it('does not even look at what is final', async () => {
		const list = new ScriptedList();
		await list.attempt([call, planFor('rateLimited'), planFor('skipped')], { stopsOnError: false });
		list.log.length = 0;
		await list.attempt([call, call, call], { stopsOnError: false });
		expect(list.log).toEqual(['prepare 1', 'send 1']);
	});

	it('goes on where the first one stopped', async () => {
		const list = new ScriptedList();
		expect((await list.attempt([call, planFor('rateLimited'), call])).sent).toEqual([0, 1]);
		const again = await list.attempt([call, call, call]);
		expect(again.sent).toEqual([1, 2]);
		expect(outcomesIn(again.results)).toEqual(['placed', 'placed', 'placed']);
	});

	it.each(['unconfirmed', 'rejected'] as const)(
		'is stopped by a call that was %s, as the first one was',
		async (kind) => {
			const list = new ScriptedList();
			const first = await list.attempt([call, planFor(kind), call]);
			const again = await list.attempt([call, call, call]);
			expect(again.sent).toEqual([]);
			expect(ending(again.results)).toEqual(ending(first.results));
		},
	);

	it('after a call that was rejected calls the others where the node goes on', async () => {
		const list = new ScriptedList();
		const stopsOnError = false;
		await list.attempt([planFor('rejected'), planFor('notSent')], { stopsOnError });
		expect((await list.attempt([call, call], { stopsOnError })).sent).toEqual([1]);
	});

	it('calls nobody where an item is still wrong', async () => {
		const list = new ScriptedList();
		await list.attempt([call, planFor('invalid')]);
		const again = await list.attempt([call, planFor('invalid', 'another reason')]);
		expect(again.sent).toEqual([]);
		expect(ending(again.results).message).toBe('another reason. Nobody was called');
	});

	it('calls nobody where an item is wrong by now', async () => {
		const list = new ScriptedList();
		await list.attempt([planFor('rateLimited'), call]);
		expect((await list.attempt([call, planFor('invalid')])).sent).toEqual([]);
	});

	it('tells what became of each item in the end', async () => {
		const list = new ScriptedList();
		await list.attempt([call, planFor('rateLimited'), call]);
		const { results } = await list.attempt([call, call, planFor('rejected', 'No')]);
		expect(ending(results)).toEqual({
			message: 'No',
			advice: `Advice on No. Of 3 calls: 2 placed, 1 not placed (item 2), 0 not tried. ${START_AFTER_THEM}`,
			itemIndex: 2,
		});
	});

	it('keeps what is known of an item that gets no turn this time', async () => {
		const list = new ScriptedList();
		const both = { requestsAtOnce: 2 };
		const ends = [pending<Verdict>(), pending<Verdict>()];
		const first = list.attempt(ends.map(({ promise }) => ({ ...both, end: promise })));
		await settled();
		ends[0].resolve(verdict('rateLimited', 'Busy'));
		ends[1].resolve(verdict('rejected', 'No'));
		await first;
		const { results, sent } = await list.attempt([call, call]);
		expect(sent).toEqual([]);
		expect(ending(results).advice).toBe(
			'Advice on No. Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 0: Busy.',
		);
	});

	it('does not call an item wrong that is right by now, where no turn came to it', async () => {
		const list = new ScriptedList();
		await list.attempt([call, planFor('invalid')]);
		const { results } = await list.attempt([planFor('rateLimited', 'Busy'), call]);
		expect(ending(results).advice).toBe(
			'Advice on Busy. Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
		);
	});

	it('begins nothing after the execution was cancelled, and forgets nothing', async () => {
		const list = new ScriptedList();
		await list.attempt([call, planFor('rateLimited', 'Busy'), call]);
		list.log.length = 0;
		const { results } = await list.attempt([call, call, call], { signal: AbortSignal.abort() });
		expect(list.log).toEqual([]);
		expect(ending(results)).toMatchObject({
			message: 'Busy',
			advice: expect.stringContaining('1 placed, 1 not placed (item 1), 1 not tried.'),
		});
	});
});

it('no call that reached somebody is sent again, whatever happens in any number of attempts', async () => {
	const item = fc.record({
		kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 4, maxLength: 4 }),
		requestsAtOnce: fc.integer({ min: 1, max: 4 }),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.array(item, { minLength: 1, maxLength: 8 }),
			fc.boolean(),
			async (items, stopsOnError) => {
				const list = new ScriptedList();
				const reached = new Set<number>();
				for (const attempt of [0, 1, 2, 3]) {
					const isLastKind = (index: number) => items[index].kinds[attempt];
					const plans = items.map(({ requestsAtOnce }, index): ItemPlan => {
						const plan = planFor(isLastKind(index));
						return 'wrong' in plan ? plan : { ...plan, requestsAtOnce };
					});
					const { sent, results } = await list.attempt(plans, { stopsOnError });
					for (const index of sent) {
						expect(reached.has(index)).toBe(false);
						if (!IS_SENT_AGAIN[isLastKind(index)]) reached.add(index);
					}
					if (!(results instanceof Error)) expect(results).toHaveLength(items.length);
				}
			},
		),
		{ numRuns: cases(500) },
	);
});
