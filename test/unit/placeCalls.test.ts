import type { ItemContext } from '../../nodes/n8n/itemContext';
import type { ItemResult } from '../../nodes/n8n/operation';
import { Run } from '../../nodes/n8n/run';
import { OUTCOMES, outcomeJson, type OutcomeKind, type Verdict } from '../../nodes/create/outcome';
import { placeCalls } from '../../nodes/create/placeCalls';
import { UserError } from '../../nodes/n8n/errors';
import {
	identityOf,
	pending,
	ScriptedCalls,
	settled,
	verdict,
	type Plan,
} from '../support/scriptedCalls';
import { callNotPlaced, START_AFTER_THEM } from '../support/sentences';
import { textsOf } from '../support/userError';
import { useClockAt } from '../support/clock';

/** What is to become of one item: a call, or one whose fields are wrong. */
type ItemPlan = Plan | { wrong: string; dryRun?: boolean };

interface Attempt {
	stopsOnError?: boolean;
	signal?: AbortSignal;
	/** The value of n8n's Request Options, or what reading it throws. */
	requestOptions?: unknown;
	/** Called before an item is prepared. */
	onPrepare?: (index: number) => unknown;
}

const TEXTS = {
	rerunAdvice: () => START_AFTER_THEM,
	countSkips: (by: string[]) => `${by.length} by options`,
};

/** A run of Create: its attempts under Retry On Fail, with one memory. */
class ScriptedList {
	private readonly run = new Run();

	/** The sentences that were shown above the output. */
	readonly hints: string[] = [];

	/** What happened, in this order: "prepare 0", "send 0". */
	readonly log: string[] = [];

	/** One attempt of n8n: what comes out for each item, or how the node ends. */
	async attempt(plans: ItemPlan[], attempt: Attempt = {}) {
		const { stopsOnError = true, signal, requestOptions = {}, onPrepare } = attempt;
		const calls = new ScriptedCalls((index) => this.log.push(`send ${index}`));
		const parameter = (name: string) => {
			if (requestOptions instanceof Error) throw requestOptions;
			return name === 'requestOptions' ? requestOptions : undefined;
		};
		const items = plans.map((_, index) => ({ index, parameter }) as unknown as ItemContext);
		const prepare = async ({ index }: ItemContext) => {
			onPrepare?.(index);
			this.log.push(`prepare ${index}`);
			const plan = plans[index];
			if (!('wrong' in plan)) return calls.prepare(plan, index);
			const error = new UserError(plan.wrong, `Correct ${plan.wrong}.`);
			return { index, identity: identityOf(index), error, dryRun: plan.dryRun };
		};
		const hint = (message: string) => void this.hints.push(message);
		const list = { items, run: this.run, stopsOnError, signal, hint };
		const results = await placeCalls(list, prepare, TEXTS).catch((error: UserError) => error);
		return { results, sent: calls.sent, sentAt: calls.sentAt };
	}
}

/** How the node ended. */
function ending(results: ItemResult[] | UserError) {
	return { ...textsOf(results), itemIndex: (results as UserError).itemIndex };
}

/** The field `outcome` of each item on the regular output. */
function outcomesIn(results: ItemResult[] | UserError): unknown[] {
	if (results instanceof Error) throw results;
	return results.map((result) =>
		'records' in result ? result.records[0].outcome : result.known?.outcome,
	);
}

const call: Plan = {};

/** An item that comes to this end. */
const planFor = (kind: OutcomeKind, message?: string): ItemPlan => {
	if (kind === 'invalid') return { wrong: message ?? 'the number' };
	return kind === 'skipped' || kind === 'dryRun' || kind === 'notTried'
		? { before: async () => verdict(kind, message) }
		: { end: verdict(kind, message) };
};

const jsonOf = (index: number, kind: OutcomeKind) =>
	outcomeJson({ ...verdict(kind), identity: identityOf(index) });

it('a list is checked, all of it, before the first call goes out, and then called in order', async () => {
	const list = new ScriptedList();
	await list.attempt([call, call, call]);
	expect(list.log).toEqual([
		...['prepare 0', 'prepare 1', 'prepare 2'],
		...['send 0', 'send 1', 'send 2'],
	]);
	expect(list.hints).toEqual(['3 called.']);
});

it('of an empty list nothing comes out', async () => {
	expect((await new ScriptedList().attempt([])).results).toEqual([]);
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
		const plans = [call, planFor('rejected'), call, call];
		const { results, sent } = await new ScriptedList().attempt(plans);
		expect(sent).toEqual([0, 1]);
		expect(ending(results)).toEqual({
			message: 'rejected',
			advice: `Advice on rejected. Of 4 calls: 1 placed, 1 not placed (item 1), 2 not tried. ${START_AFTER_THEM}`,
			itemIndex: 1,
		});
	});
});

describe('where the node goes on after errors', () => {
	const stopsOnError = false;

	it('a failed item comes with its error and with all that is known of it', async () => {
		const { results } = await new ScriptedList().attempt(
			[planFor('unconfirmed'), { wrong: 'the number' }],
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
	const stopsOnError = false;
	const notTried = callNotPlaced({ message: 'The execution was canceled', advice: '' });
	const NOBODY = { phone_number: '', assistant_id: '', variables: {} };

	it('prepares and calls nobody, and says so of every item', async () => {
		const list = new ScriptedList();
		const signal = AbortSignal.abort();
		const { results } = await list.attempt([call, call], { stopsOnError, signal });
		expect(list.log).toEqual([]);
		expect(list.hints).toEqual([expect.stringMatching(/^Nobody was called: all 2 failed/)]);
		expect(outcomesIn(results)).toEqual(['notPlaced', 'notPlaced']);
		if (results instanceof Error) throw results;
		for (const result of results) {
			expect(textsOf('error' in result && result.error)).toEqual(notTried);
			expect('error' in result && result.known).toMatchObject(NOBODY);
		}
	});

	it('calls nobody where it is cancelled while the list is checked, and says who was read', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const list = new ScriptedList();
		const onPrepare = (index: number) => index === 1 && controller.abort();
		const attempt = await list.attempt([call, call, call], { stopsOnError, signal, onPrepare });
		expect(list.log).toEqual(['prepare 0', 'prepare 1']);
		expect(attempt.sent).toEqual([]);
		expect(attempt.results).toMatchObject(
			[identityOf(0), identityOf(1), NOBODY].map((known) => ({ known })),
		);
	});
});

describe('Batching', () => {
	useClockAt(0);

	/** When three calls are sent. */
	async function timesWith(requestOptions: unknown): Promise<number[]> {
		const attempt = new ScriptedList().attempt([call, call, call], { requestOptions });
		await jest.runAllTimersAsync();
		return (await attempt).sentAt;
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
		['an empty collection', { batching: {} }, [0, 0, 0]],
		['an expression that finds nothing', null, [0, 0, 0]],
		['an expression that cannot be evaluated', new Error('invalid syntax'), [0, 0, 0]],
	])('of the first item is honoured: %s', async (_, requestOptions, times) => {
		expect(await timesWith(requestOptions)).toEqual(times);
	});
});

describe('a list is a dry run', () => {
	const judged = { dryRun: true, ...planFor('dryRun') };
	const skipped = { dryRun: true, ...planFor('skipped') };
	const wrong = { dryRun: true, wrong: 'Wrong' };
	const unknown = { wrong: 'Wrong' };
	const unsent = planFor('notSent');

	it.each<[string, ItemPlan[][], string]>([
		['and no wrong item ends it', [[judged, wrong]], 'Dry run: 1 would be called, 1 failed.'],
		['also if all are wrong', [[wrong, wrong]], 'Dry run: 0 would be called, 2 failed. Wrong.'],
		['but not with a call', [[judged, call]], '1 called, 1 would be called (dry run).'],
		['but not with what may be a call', [[judged, unknown]], 'Wrong. Nobody was called'],
		['but not with wrong calls alone', [[unknown]], 'Wrong. Nobody was called'],
		[
			'also in a further attempt',
			[
				[judged, unsent],
				[call, judged],
			],
			'Dry run: 2 would be called.',
		],
		[
			'also with nothing left',
			[
				[judged, skipped],
				[call, call],
			],
			'Dry run: 1 would be called, 1 skipped (1 by options).',
		],
		[
			'but not after a call',
			[
				[call, unsent],
				[call, wrong],
			],
			'Wrong',
		],
	])('%s', async (_, attempts, expected) => {
		const list = new ScriptedList();
		let end: ItemResult[] | UserError = [];
		for (const plans of attempts) end = (await list.attempt(plans)).results;
		const sentence = end instanceof Error ? end.message : list.hints.at(-1)?.split('\n')[0];
		expect(sentence).toBe(expected);
	});
});

describe('a further attempt under Retry On Fail', () => {
	it.each(Object.keys(OUTCOMES) as OutcomeKind[])(
		'sends an item that was %s again only where its kind may be',
		async (kind) => {
			for (const stopsOnError of [false, true]) {
				const list = new ScriptedList();
				const first = await list.attempt([planFor(kind)], { stopsOnError });
				const again = await list.attempt([call], { stopsOnError });
				const isSent = OUTCOMES[kind].resend;
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
