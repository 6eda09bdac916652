import * as fc from 'fast-check';

import {
	outcomeJson,
	type Outcome,
	OUTCOMES,
	type OutcomeKind,
	type Verdict,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { identityOf, pending, settled, verdict, type Plan } from '../support/scriptedCalls';
import {
	ending,
	outcomesIn,
	ScriptedList,
	type ItemPlan,
	type Attempt,
} from '../support/scriptedList';
import { callNotPlaced, START_AFTER_THEM } from '../support/sentences';
import { textsOf } from '../support/userError';
import { cases } from '../support/deep';

const call: Plan = {};

const ending1 = (kind: Outcome['kind']): Plan => ({ end: verdict(kind) });

const jsonOf = (index: number, kind: Outcome['kind']) =>
	outcomeJson({ ...verdict(kind), identity: identityOf(index) });

describe('a list', () => {
	it('is checked, all of it, before the first call goes out, and then called in order', async () => {
		const list = new ScriptedList();
		await list.attempt([call, call, call]);
		expect(list.log).toEqual([
			...['prepare 0', 'prepare 1', 'prepare 2'],
			...['send 0', 'send 1', 'send 2'],
		]);
	});

	it('gives one result for each item, in their order', async () => {
		const { results } = await new ScriptedList().attempt([
			call,
			{ before: async () => verdict('skipped') },
			{ before: async () => verdict('dryRun') },
		]);
		expect(results).toEqual([
			{ records: [jsonOf(0, 'placed')] },
			{ records: [jsonOf(1, 'skipped')] },
			{ records: [jsonOf(2, 'dryRun')] },
		]);
	});
});

describe('where the node stops on errors', () => {
	it('nobody is called where one item is wrong, and the error names it', async () => {
		const list = new ScriptedList();
		const { results, sent } = await list.attempt([call, { wrong: 'the number' }, call]);
		expect(sent).toEqual([]);
		expect(list.log).toEqual(['prepare 0', 'prepare 1', 'prepare 2']);
		expect(ending(results)).toEqual({
			message: 'the number. Nobody was called',
			advice:
				"Correct the number. Of 3 calls: 0 placed, 1 not placed (item 1), 2 not tried. To call the others, correct this item, or set 'On Error' to 'Continue' in the settings of the node.",
			itemIndex: 1,
		});
	});

	it('the error tells what became of the whole list', async () => {
		const { results, sent } = await new ScriptedList().attempt([
			call,
			ending1('rejected'),
			call,
			call,
		]);
		expect(sent).toEqual([0, 1]);
		expect(ending(results)).toEqual({
			message: 'rejected',
			advice: `Advice on rejected. Of 4 calls: 1 placed, 1 not placed (item 1), 2 not tried. ${START_AFTER_THEM}`,
			itemIndex: 1,
		});
	});

	it('the error waits for the calls that are on their way', async () => {
		const late = pending<Awaited<ReturnType<typeof verdict>>>();
		let hasEnded = false;
		const attempt = new ScriptedList()
			.attempt([
				{ end: late.promise, requestsAtOnce: 2 },
				{ ...ending1('rejected'), requestsAtOnce: 2 },
			])
			.finally(() => (hasEnded = true));
		await settled();
		expect(hasEnded).toBe(false);
		late.resolve(verdict('unconfirmed'));
		expect(ending((await attempt).results)).toMatchObject({ message: 'unconfirmed', itemIndex: 0 });
	});
});

describe('where the node goes on after errors', () => {
	const stopsOnError = false;

	it('a failed item comes with its error and with all that is known of it', async () => {
		const { results } = await new ScriptedList().attempt(
			[ending1('unconfirmed'), { wrong: 'the number' }],
			{ stopsOnError },
		);
		if (results instanceof Error) throw results;
		expect(results.map((result) => 'error' in result && textsOf(result.error))).toEqual([
			{ message: 'unconfirmed', advice: 'Advice on unconfirmed.' },
			{ message: 'the number', advice: 'Correct the number.' },
		]);
		expect(results.map((result) => 'error' in result && result.known)).toEqual([
			jsonOf(0, 'unconfirmed'),
			{
				outcome: 'notPlaced',
				accepted: false,
				...identityOf(1),
				reason: 'the number',
				error: 'the number',
				message: 'Correct the number.',
			},
		]);
	});
});

describe('a cancelled execution', () => {
	const notTried = callNotPlaced({ message: 'The execution was canceled', advice: '' }).message;

	it('prepares and calls nobody, and says so of every item', async () => {
		const list = new ScriptedList();
		const signal = AbortSignal.abort();
		const { results } = await list.attempt([call, call], { stopsOnError: false, signal });
		expect(list.log).toEqual([]);
		expect(outcomesIn(results)).toEqual(['notPlaced', 'notPlaced']);
		if (results instanceof Error) throw results;
		for (const result of results) {
			expect('error' in result && result.error.message).toBe(notTried);
		}
	});

	it('calls nobody where it is cancelled while the list is checked', async () => {
		const controller = new AbortController();
		const list = new ScriptedList();
		const { sent } = await list.attempt([call, call, call], {
			stopsOnError: false,
			signal: controller.signal,
			onPrepare: (index) => index === 1 && controller.abort(),
		});
		expect(list.log).toEqual(['prepare 0', 'prepare 1']);
		expect(sent).toEqual([]);
	});

	it('tells what was on its way as in doubt, and the others as not tried', async () => {
		const controller = new AbortController();
		const cancelled: Plan = {
			end: async () => {
				controller.abort();
				return verdict('unconfirmed', 'Cancelled');
			},
		};
		const { results, sent } = await new ScriptedList().attempt([call, cancelled, call], {
			signal: controller.signal,
		});
		expect(sent).toEqual([0, 1]);
		expect(ending(results)).toEqual({
			message: 'Cancelled',
			advice: `Advice on Cancelled. Of 3 calls: 1 placed, 1 may have been placed (item 1), 1 not tried. ${START_AFTER_THEM}`,
			itemIndex: 1,
		});
	});

	it('says of a single item only what happened', async () => {
		const signal = AbortSignal.abort();
		const { results } = await new ScriptedList().attempt([call], { signal });
		expect(ending(results)).toMatchObject({
			message: `${notTried}. Nobody was called`,
			advice: '',
		});
	});
});

describe('Batching', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: 0 });
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	/** When three calls are sent. */
	async function timesWith(requestOptions: unknown): Promise<number[]> {
		const sentAt: number[] = [];
		const start = Date.now();
		const plan: Plan = {
			end: async () => {
				sentAt.push(Date.now() - start);
				return verdict('placed');
			},
		};
		const attempt = new ScriptedList().attempt([plan, plan, plan], { requestOptions });
		await jest.runAllTimersAsync();
		await attempt;
		return sentAt;
	}

	const batch = (batchSize: unknown, batchInterval: unknown) => ({
		batching: { batch: { batchSize, batchInterval } },
	});

	it.each([
		['two at a time', batch(2, 1000), [0, 0, 1000]],
		['one at a time', batch(1, 1000), [0, 1000, 2000]],
		['as texts', batch('2', '1000'), [0, 0, 1000]],
		['more at a time than there are', batch(50, 1000), [0, 0, 0]],
		['a size that is none', batch(0, 1000), [0, 1000, 2000]],
		['a negative size', batch(-1, 1000), [0, 1000, 2000]],
		['a size that cannot be read', batch('many', 1000), [0, 1000, 2000]],
		['an interval of zero', batch(1, 0), [0, 0, 0]],
		['an interval that cannot be read', batch(1, 'soon'), [0, 0, 0]],
		['nothing', {}, [0, 0, 0]],
		['nothing at all', undefined, [0, 0, 0]],
		['an expression that cannot be evaluated', new Error('invalid syntax'), [0, 0, 0]],
	])('of the first item is honoured: %s', async (_, requestOptions, times) => {
		expect(await timesWith(requestOptions)).toEqual(times);
	});
});

describe('under Retry On Fail', () => {
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

		it('goes on where the first one stopped', async () => {
			const list = new ScriptedList();
			expect((await list.attempt([call, planFor('rateLimited'), call])).sent).toEqual([0, 1]);
			const again = await list.attempt([call, call, call]);
			expect(again.sent).toEqual([1, 2]);
			expect(outcomesIn(again.results)).toEqual(['placed', 'placed', 'placed']);
		});

		it('calls nobody where an item is still wrong', async () => {
			const list = new ScriptedList();
			await list.attempt([call, planFor('invalid')]);
			const again = await list.attempt([call, planFor('invalid', 'another reason')]);
			expect(again.sent).toEqual([]);
			expect(ending(again.results).message).toBe('another reason. Nobody was called');
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
});

describe('many items', () => {
	const MANY = 5_000;

	/** A memory that counts how often it is asked, told or walked through. */
	class CountingMap extends Map<number, Outcome> {
		steps = 0;

		override get(index: number) {
			this.steps++;
			return super.get(index);
		}

		override has(index: number) {
			this.steps++;
			return super.has(index);
		}

		override set(index: number, outcome: Outcome) {
			this.steps++;
			return super.set(index, outcome);
		}

		override [Symbol.iterator]() {
			this.steps += this.size;
			return super[Symbol.iterator]();
		}

		override values() {
			this.steps += this.size;
			return super.values();
		}
	}

	/** One attempt at many items, and how often the memory of the run was touched for each of them. */
	async function attemptMany(planOf: (index: number) => ItemPlan, attempt: Attempt = {}) {
		const list = new ScriptedList();
		const outcomes = new CountingMap();
		Object.assign(list.run, { outcomes });
		const plans = Array.from({ length: MANY }, (_, index) => planOf(index));
		const { results, sent } = await list.attempt(plans, attempt);
		return { list, results, sent, stepsEach: outcomes.steps / MANY };
	}

	it('5,000 wrong items are each read once, and end in a text that stays short', async () => {
		const { list, results, sent, stepsEach } = await attemptMany((index) => ({
			wrong: `'Phone Number' is "${index}", which is no number`,
		}));
		expect(list.log).toHaveLength(MANY);
		expect(sent).toEqual([]);
		expect(stepsEach).toBeLessThan(10);
		const { message, advice } = ending(results);
		expect(message).toContain('4999 more of 5000 items cannot be called. Nobody was called');
		expect(`${message} ${advice}`.length).toBeLessThan(20_000);
		expect(advice).toContain('4989 more items failed as well.');
	});

	it('5,000 calls of which the last one fails cost as much each as a few', async () => {
		const { results, sent, stepsEach } = await attemptMany((index) =>
			index === MANY - 1 ? { end: verdict('rejected') } : {},
		);
		expect(sent).toHaveLength(MANY);
		expect(stepsEach).toBeLessThan(10);
		expect(ending(results).advice).toContain(
			'Of 5000 calls: 4999 placed, 1 not placed (item 4999)',
		);
	});

	it('5,000 calls to one number cost as much each as to many', async () => {
		let told = 0;
		const { sent, stepsEach } = await attemptMany(() => ({
			phoneNumber: '+4930123456',
			before: async (turn) => {
				told = (await turn.run.earlierCalls()).length;
				return told > 0 ? verdict('skipped') : undefined;
			},
		}));
		expect(sent).toEqual([0]);
		expect(told).toBe(1);
		expect(stepsEach).toBeLessThan(10);
	});
});
