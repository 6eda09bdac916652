import {
	outcomeJson,
	type Outcome,
	type OutcomeKind,
	type Verdict,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import {
	placeCalls,
	type PrepareCall,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/placeCalls';
import type { ItemContext } from '../../nodes/VoiceAssistantCalls/execution/itemContext';
import { Run } from '../../nodes/VoiceAssistantCalls/execution/run';
import { UserError } from '../../nodes/shared/userError';
import { identityOf, pending, settled, verdict, type Plan } from '../support/scriptedCalls';
import { ending, outcomesIn, ScriptedList, type ItemPlan } from '../support/scriptedList';
import { callNotPlaced, START_AFTER_THEM } from '../support/sentences';
import { textsOf } from '../support/userError';

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
		expect(list.hints).toEqual(['3 called.']);
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
			const nobody = { phone_number: '', assistant_id: '', variables: {} };
			expect('error' in result && result.known).toMatchObject(nobody);
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
		['a size that is none', batch(0, 1000), [0, 1000, 2000]],
		['a size with a fraction', batch(1.5, 1000), [0, 1000, 2000]],
		['a size that cannot be read', batch('many', 1000), [0, 1000, 2000]],
		['an interval of zero', batch(1, 0), [0, 0, 0]],
		['nothing', {}, [0, 0, 0]],
		['an expression that finds nothing', null, [0, 0, 0]],
		['an expression that cannot be evaluated', new Error('invalid syntax'), [0, 0, 0]],
	])('of the first item is honoured: %s', async (_, requestOptions, times) => {
		expect(await timesWith(requestOptions)).toEqual(times);
	});
});

describe('a list is a dry run', () => {
	type Item = [dryRun: boolean | undefined, end: OutcomeKind];
	const judged: Item = [true, 'dryRun'];
	const skipped: Item = [true, 'skipped'];
	const wrong: Item = [true, 'invalid'];
	const unknown: Item = [undefined, 'invalid'];
	const real: Item = [false, 'placed'];
	const unsent: Item = [false, 'notSent'];

	/** The sentence above the output of an attempt, or the error that ends it. */
	async function sentenceOn(items: Item[], run: Run): Promise<string> {
		let sentence = '';
		const prepare: PrepareCall = async ({ index }) => {
			const [dryRun, kind] = items[index];
			const item = { index, identity: identityOf(index), requestsAtOnce: 1, pauseMs: 0 };
			return kind === 'invalid'
				? { ...item, dryRun, error: new UserError('Wrong', '') }
				: { ...item, dryRun: dryRun === true, place: async () => verdict(kind) };
		};
		const hint = (message: string) => void (sentence = message.split('\n')[0]);
		const contexts = items.map((_, index) => ({ index, parameter: () => ({}) }));
		const list = { items: contexts as unknown as ItemContext[], run, stopsOnError: true, hint };
		const texts = { rerunAdvice: '', countSkips: () => 'x' };
		const end = await placeCalls(list, prepare, texts).catch(({ message }: Error) => message);
		return typeof end === 'string' ? end : sentence;
	}

	it.each<[string, Item[][], string]>([
		['and no wrong item ends it', [[judged, wrong]], 'Dry run: 1 would be called, 1 failed.'],
		['also if all are wrong', [[wrong, wrong]], 'Dry run: 0 would be called, 2 failed. Wrong.'],
		['but not with a call', [[judged, real]], '1 called.'],
		['but not with what may be a call', [[judged, unknown]], 'Wrong. Nobody was called'],
		['but not with wrong calls alone', [[unknown]], 'Wrong. Nobody was called'],
		[
			'also in a further attempt',
			[
				[judged, unsent],
				[real, judged],
			],
			'Dry run: 2 would be called.',
		],
		[
			'also with nothing left',
			[
				[judged, skipped],
				[real, real],
			],
			'Dry run: 1 would be called, 1 skipped (x).',
		],
		[
			'but not after a call',
			[
				[real, unsent],
				[real, wrong],
			],
			'Wrong',
		],
	])('%s', async (_, attempts, expected) => {
		const run = new Run();
		const sentences: string[] = [];
		for (const items of attempts) sentences.push(await sentenceOn(items, run));
		expect(sentences.at(-1)).toBe(expected);
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

		it('says that an item was not tried, and not any more that it is wrong', async () => {
			const list = new ScriptedList();
			await list.attempt([call, planFor('invalid')]);
			const { results } = await list.attempt([planFor('rejected'), call]);
			expect(ending(results).advice).toContain('1 not placed (item 0), 1 not tried.');
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
});
