import * as fc from 'fast-check';

import { Attempt } from '../../nodes/VoiceAssistantCalls/execution/attempt';
import {
	CallRun,
	NOT_TRIED,
	type Candidate,
	type Dialable,
	type Outcome,
} from '../../nodes/VoiceAssistantCalls/execution/callQueue';
import { Gate } from '../../nodes/VoiceAssistantCalls/execution/semaphore';
import { UserError } from '../../nodes/shared/userError';
import { said, type Said } from './said';

type FailureKind = 'rejected' | 'refused' | 'maybePlaced' | 'notSent';

const placed = (id: number): Outcome => ({ kind: 'placed', output: { placed: id } });

const failed = (kind: FailureKind, title: string = kind): Outcome => ({
	kind,
	problem: new UserError(title, `Advice on ${title}.`),
});

/** An outcome that a test brings about when it likes. */
function pending(): { outcome: Promise<Outcome>; end: (outcome: Outcome) => void } {
	let end: (outcome: Outcome) => void = () => undefined;
	const outcome = new Promise<Outcome>((resolve) => (end = resolve));
	return { outcome, end };
}

/** Lets everything happen that can happen by itself. */
async function settled(): Promise<void> {
	for (let round = 0; round < 50; round++) await Promise.resolve();
}

interface Plan {
	/** What becomes of the call; nothing means that it is placed. */
	dial?: Outcome | Promise<Outcome> | ((hasEnded: () => boolean) => Promise<Outcome>);
	/** What is wrong with the fields of the item. */
	invalid?: string;
	phoneNumber?: string;
	callsAtOnce?: number;
	/** Skips the item where the number was called before. */
	callOnce?: boolean;
}

/** A run of the node, and what happened in it. */
class Scene {
	readonly log: string[] = [];

	readonly run = new CallRun<Dialable>(new Gate());

	/** Hands items over as n8n does: all of them, one after another, before anything else happens. */
	try(
		plans: Plan[],
		{ stopsOnError = true, total = plans.length, batchSize = 0, isGivenUp = false } = {},
	): { ends: Array<Promise<Said | unknown[]>>; attempt: Attempt } {
		const attempt = new Attempt(total, batchSize, stopsOnError, async () => isGivenUp);
		if (this.run.hasFailedForGood) attempt.fail();
		const ends = plans.map((plan, index) => this.hand(plan, index, attempt));
		return { ends, attempt };
	}

	hand(plan: Plan, index: number, attempt: Attempt): Promise<Said | unknown[]> {
		attempt.arrive(index);
		return this.run
			.carryOut(this.candidate(plan, index), attempt)
			.finally(() => attempt.settle())
			.catch((error: unknown) => {
				attempt.fail();
				return said(error);
			});
	}

	private candidate(plan: Plan, index: number): Candidate<Dialable> {
		const { dial = placed(index), invalid, callsAtOnce = 1, callOnce } = plan;
		const phoneNumber = plan.phoneNumber ?? `+49${index}`;
		return {
			index,
			read: () => {
				this.log.push(`read ${index}`);
				if (invalid !== undefined) throw new UserError(invalid, `Correct ${invalid}.`);
				return { phoneNumber, callsAtOnce };
			},
			dial: async (_request, hasEnded) => {
				if (callOnce) {
					const earlier = await this.run.earlierCallTo(phoneNumber, index);
					if (earlier !== undefined) return { kind: 'skipped', output: { sameAs: earlier } };
				}
				this.log.push(`dial ${index}`);
				return await (typeof dial === 'function' ? dial(hasEnded) : dial);
			},
		};
	}

	/** The items whose calls went out, in this order. */
	get dialled(): number[] {
		return this.log.filter((line) => line.startsWith('dial')).map((line) => Number(line.slice(5)));
	}
}

const output = (id: number) => [{ placed: id }];

const told = (title: string): Said => ({ title, advice: `Advice on ${title}.` });

const wrong = (title: string): Said => ({ title, advice: `Correct ${title}.` });

describe('the calls of a run', () => {
	it('go out one after another, in the order of the items', async () => {
		const scene = new Scene();
		const first = pending();
		const { ends } = scene.try([{ dial: first.outcome }, {}, {}]);
		await settled();
		expect(scene.dialled).toEqual([0]);
		first.end(placed(0));
		expect(await Promise.all(ends)).toEqual([output(0), output(1), output(2)]);
		expect(scene.dialled).toEqual([0, 1, 2]);
	});

	it('are checked, all of them, before the first goes out', async () => {
		const scene = new Scene();
		await Promise.all(scene.try([{}, {}, {}]).ends);
		expect(scene.log).toEqual(['read 0', 'read 1', 'read 2', 'dial 0', 'dial 1', 'dial 2']);
	});

	it('are on their way a few at a time, where the user allows it', async () => {
		const scene = new Scene();
		const calls = [0, 1, 2, 3].map(() => pending());
		const { ends } = scene.try(calls.map(({ outcome }) => ({ dial: outcome, callsAtOnce: 2 })));
		await settled();
		expect(scene.dialled).toEqual([0, 1]);
		calls[1].end(placed(1));
		await settled();
		expect(scene.dialled).toEqual([0, 1, 2]);
		for (const [index, call] of calls.entries()) call.end(placed(index));
		expect(await Promise.all(ends)).toEqual([0, 1, 2, 3].map(output));
	});

	it.each([
		['a call that was placed', placed(0), output(0)],
		[
			'a call that was skipped',
			{ kind: 'skipped', output: { reason: 'x' } } as const,
			[{ reason: 'x' }],
		],
		['a dry run', { kind: 'checked', output: { dryRun: true } } as const, [{ dryRun: true }]],
	])('put out what became of %s', async (_, dial, items) => {
		expect(await Promise.all(new Scene().try([{ dial }]).ends)).toEqual([items]);
	});
});

describe('where the node stops on errors', () => {
	it.each<[FailureKind]>([['rejected'], ['refused'], ['maybePlaced'], ['notSent']])(
		'no further call goes out after one that is %s',
		async (kind) => {
			const scene = new Scene();
			const { ends } = scene.try([{}, { dial: failed(kind) }, {}, {}]);
			expect(await Promise.all(ends)).toEqual([output(0), told(kind), [], []]);
			expect(scene.dialled).toEqual([0, 1]);
		},
	);

	it('nobody is called where one item is wrong', async () => {
		const scene = new Scene();
		const { ends } = scene.try([{}, {}, { invalid: 'the number' }]);
		expect(await Promise.all(ends)).toEqual([[], [], wrong('the number')]);
		expect(scene.log).toEqual(['read 0', 'read 1', 'read 2']);
	});

	it('calls that are on their way come to their end', async () => {
		const scene = new Scene();
		const calls = [pending(), pending()];
		const { ends } = scene.try([
			...calls.map(({ outcome }) => ({ dial: outcome, callsAtOnce: 2 })),
			{ callsAtOnce: 2 },
		]);
		await settled();
		calls[1].end(failed('refused'));
		await settled();
		calls[0].end(placed(0));
		expect(await Promise.all(ends)).toEqual([output(0), told('refused'), []]);
		expect(scene.dialled).toEqual([0, 1]);
	});

	it('a call that was only being prepared is told that the run has ended, and is tried again', async () => {
		const scene = new Scene();
		const lookUp = pending();
		const call = pending();
		const prepared = async (hasEnded: () => boolean) => {
			const outcome = await lookUp.outcome;
			return hasEnded() ? NOT_TRIED : outcome;
		};
		const plans = [
			{ dial: call.outcome, callsAtOnce: 2 },
			{ dial: prepared, callsAtOnce: 2 },
		];
		const first = scene.try(plans);
		await settled();
		call.end(failed('refused'));
		await settled();
		lookUp.end(placed(1));
		expect(await Promise.all(first.ends)).toEqual([told('refused'), []]);
		expect(await Promise.all(scene.try([{}, plans[1]]).ends)).toEqual([output(0), output(1)]);
	});

	it('nobody is called where n8n could not hand over all items, and nothing is reported', async () => {
		const scene = new Scene();
		const { ends } = scene.try([{}, { invalid: 'the number' }], { total: 3 });
		expect(await Promise.all(ends)).toEqual([[], []]);
		expect(scene.dialled).toEqual([]);
	});

	it('the calls of a whole batch go out before the next one begins', async () => {
		const scene = new Scene();
		const { ends, attempt } = scene.try([{}, {}], { total: 3, batchSize: 2 });
		expect(await Promise.all(ends)).toEqual([output(0), output(1)]);
		expect(await scene.hand({}, 2, attempt)).toEqual(output(2));
	});

	it('no call of the next batch goes out after a failure', async () => {
		const scene = new Scene();
		const { ends, attempt } = scene.try([{}, { dial: failed('refused') }], {
			total: 3,
			batchSize: 2,
		});
		await Promise.all(ends);
		expect(await scene.hand({}, 2, attempt)).toEqual([]);
		expect(scene.dialled).toEqual([0, 1]);
	});
});

describe('where the node goes on after errors', () => {
	const stopsOnError = false;

	it('every other item is called', async () => {
		const scene = new Scene();
		const plans = [{ dial: failed('rejected') }, { invalid: 'the number' }, {}];
		expect(await Promise.all(scene.try(plans, { stopsOnError }).ends)).toEqual([
			told('rejected'),
			wrong('the number'),
			output(2),
		]);
		expect(scene.dialled).toEqual([0, 2]);
	});

	it('items that n8n could not hand over are not waited for', async () => {
		const { ends } = new Scene().try([{}, {}], { stopsOnError, total: 3 });
		expect(await Promise.all(ends)).toEqual([output(0), output(1)]);
	});

	it('nobody is called where n8n gave up without them', async () => {
		const scene = new Scene();
		const { ends } = scene.try([{}, {}], { stopsOnError, total: 3, isGivenUp: true });
		expect(await Promise.all(ends)).toEqual([[], []]);
		expect(scene.dialled).toEqual([]);
	});

	it('an attempt that another one replaced tries nothing further, and says so', async () => {
		const scene = new Scene();
		const first = pending();
		const { ends, attempt } = scene.try([{ dial: first.outcome }, {}], { stopsOnError });
		await settled();
		attempt.isStopped = true;
		first.end(placed(0));
		expect(await Promise.all(ends)).toEqual([
			output(0),
			{ title: 'The call was not tried', advice: 'The run ended before its turn came.' },
		]);
		expect(scene.dialled).toEqual([0]);
	});
});

describe('a further try', () => {
	it.each([
		['was placed', placed(0), output(0)],
		['was skipped', { kind: 'skipped', output: { reason: 'x' } } as const, [{ reason: 'x' }]],
		['was checked', { kind: 'checked', output: { dryRun: true } } as const, [{ dryRun: true }]],
		['was rejected', failed('rejected'), told('rejected')],
		['may have been placed', failed('maybePlaced'), told('maybePlaced')],
	])('leaves alone an item that %s', async (_, dial, end) => {
		const scene = new Scene();
		for (const stopsOnError of [false, true]) {
			expect(await Promise.all(scene.try([{ dial }], { stopsOnError }).ends)).toEqual([end]);
		}
		expect(scene.log).toEqual(['read 0', 'dial 0']);
	});

	it.each<[string, Plan]>([
		['was refused', { dial: failed('refused') }],
		['was never sent', { dial: failed('notSent') }],
		['was wrong', { invalid: 'the number' }],
	])('tries an item again that %s', async (_, plan) => {
		const scene = new Scene();
		await Promise.all(scene.try([plan]).ends);
		expect(await Promise.all(scene.try([{}]).ends)).toEqual([output(0)]);
	});

	it('goes on where the first one stopped', async () => {
		const scene = new Scene();
		await Promise.all(scene.try([{}, { dial: failed('refused') }, {}]).ends);
		expect(await Promise.all(scene.try([{}, {}, {}]).ends)).toEqual([0, 1, 2].map(output));
		expect(scene.dialled).toEqual([0, 1, 1, 2]);
	});

	it.each<[FailureKind, boolean]>([
		['rejected', true],
		['maybePlaced', true],
		['refused', false],
		['notSent', false],
	])('after a call that was %s is stopped by it: %j', async (kind, stopped) => {
		const scene = new Scene();
		await Promise.all(scene.try([{ dial: failed(kind) }, {}]).ends);
		expect(scene.run.hasFailedForGood).toBe(stopped);
		const ends = await Promise.all(scene.try([{}, {}]).ends);
		expect(ends).toEqual(stopped ? [told(kind), []] : [output(0), output(1)]);
	});

	it('is not stopped by a call that was placed, skipped or checked', async () => {
		const scene = new Scene();
		await Promise.all(scene.try([{}, { dial: { kind: 'skipped', output: {} } }]).ends);
		expect(scene.run.hasFailedForGood).toBe(false);
	});

	it('waits for a call that is still on its way from the one before', async () => {
		const scene = new Scene();
		const call = pending();
		const before = scene.try([{ dial: call.outcome }]);
		await settled();
		const after = scene.try([{}]);
		await settled();
		call.end(placed(0));
		expect(await Promise.all([...before.ends, ...after.ends])).toEqual([output(0), output(0)]);
		expect(scene.dialled).toEqual([0]);
	});

	it('dials after a call that was on its way and was refused', async () => {
		const scene = new Scene();
		const call = pending();
		const before = scene.try([{ dial: call.outcome }], { stopsOnError: false });
		await settled();
		const after = scene.try([{}], { stopsOnError: false });
		await settled();
		call.end(failed('refused'));
		expect(await Promise.all([...before.ends, ...after.ends])).toEqual([
			told('refused'),
			output(0),
		]);
	});
});

describe('what nobody foresaw', () => {
	it('is told as not sent where it is a UserError, and is tried again', async () => {
		const scene = new Scene();
		const dial = () => Promise.reject(new UserError('No look-up', 'Advice on No look-up.'));
		expect(await Promise.all(scene.try([{ dial }]).ends)).toEqual([told('No look-up')]);
		expect(await Promise.all(scene.try([{}]).ends)).toEqual([output(0)]);
	});

	it('may have placed the call where it is anything else, says so and is not tried again', async () => {
		const scene = new Scene();
		const dial = () => Promise.reject(new TypeError('x is not a function'));
		const [end] = await Promise.all(scene.try([{ dial }]).ends);
		expect(scene.run.hasFailedForGood).toBe(true);
		await Promise.all(scene.try([{}]).ends);
		expect(scene.dialled).toEqual([0]);
		expect((end as Said).title).toMatch(/^The call may have been placed: /);
	});

	it('lets the next call through', async () => {
		const scene = new Scene();
		const dial = () => Promise.reject(new UserError('No look-up', 'Advice on No look-up.'));
		const { ends } = scene.try([{ dial }, {}], { stopsOnError: false });
		expect(await Promise.all(ends)).toEqual([told('No look-up'), output(1)]);
	});
});

describe('a number that several items have', () => {
	const same = { phoneNumber: '+4930123456', callOnce: true };
	const skipped = (earlier: number) => [{ sameAs: earlier }];

	it('is called once', async () => {
		const scene = new Scene();
		const { ends } = scene.try([same, { ...same }, { callOnce: true }, { ...same }]);
		expect(await Promise.all(ends)).toEqual([output(0), skipped(0), output(2), skipped(0)]);
		expect(scene.dialled).toEqual([0, 2]);
	});

	it('is called once where several calls are on their way', async () => {
		const scene = new Scene();
		const call = pending();
		const both = { ...same, callsAtOnce: 2 };
		const { ends } = scene.try([{ ...both, dial: call.outcome }, both, both]);
		await settled();
		call.end(placed(0));
		expect(await Promise.all(ends)).toEqual([output(0), skipped(0), skipped(0)]);
		expect(scene.dialled).toEqual([0]);
	});

	it.each<[string, Outcome, boolean]>([
		['was checked in a dry run', { kind: 'checked', output: { placed: 0 } }, false],
		['may have been placed', failed('maybePlaced'), false],
		['was skipped for another reason', { kind: 'skipped', output: { placed: 0 } }, true],
		['was rejected', failed('rejected'), true],
		['was refused', failed('refused'), true],
		['was never sent', failed('notSent'), true],
	])('where the first call %s is called by the second: %j', async (_, dial, isCalled) => {
		const scene = new Scene();
		const { ends } = scene.try([{ ...same, dial }, same], { stopsOnError: false });
		expect((await Promise.all(ends))[1]).toEqual(isCalled ? output(1) : skipped(0));
	});

	it('is called by one item that may not, where another may', async () => {
		const scene = new Scene();
		const { ends } = scene.try([same, { ...same, callOnce: false }, same]);
		expect(await Promise.all(ends)).toEqual([output(0), output(1), skipped(0)]);
	});

	it('is not called again by a further try, where a later item reached it in the first', async () => {
		const scene = new Scene();
		const stopsOnError = false;
		await Promise.all(
			scene.try([{ ...same, dial: failed('refused') }, same], { stopsOnError }).ends,
		);
		const { ends } = scene.try([same, same], { stopsOnError });
		expect(await Promise.all(ends)).toEqual([skipped(1), output(1)]);
		expect(scene.dialled).toEqual([0, 1]);
	});

	it('never waits for itself, however late it asks', async () => {
		const scene = new Scene();
		const dial = async (): Promise<Outcome> => {
			await settled();
			const earlier = await scene.run.earlierCallTo(same.phoneNumber, 0);
			return { kind: 'placed', output: { earlier } };
		};
		const { ends } = scene.try([{ phoneNumber: same.phoneNumber, dial }]);
		expect(await Promise.all(ends)).toEqual([[{ earlier: undefined }]]);
	});

	it('is called by a further try of the same item', async () => {
		const scene = new Scene();
		await Promise.all(scene.try([{ ...same, dial: failed('refused') }, same]).ends);
		expect(await Promise.all(scene.try([same, same]).ends)).toEqual([output(0), skipped(0)]);
	});

	it('is called once, in any number of tries, however calls end and items are spread', async () => {
		const outcome = fc.constantFrom<Outcome>(
			...[
				placed(9),
				failed('maybePlaced'),
				failed('refused'),
				failed('notSent'),
				failed('rejected'),
			],
		);
		const item = fc.record({
			phoneNumber: fc.constantFrom('+491', '+492'),
			outcomes: fc.array(outcome, { minLength: 3, maxLength: 3 }),
		});
		const run = fc.record({
			items: fc.array(item, { minLength: 1, maxLength: 6 }),
			callsAtOnce: fc.integer({ min: 1, max: 4 }),
			stopsOnError: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(run, async ({ items, callsAtOnce, stopsOnError }) => {
				const scene = new Scene();
				const reached: string[] = [];
				for (const tries of [0, 1, 2]) {
					const plans = items.map(({ phoneNumber, outcomes }) => ({
						phoneNumber,
						callsAtOnce,
						callOnce: true,
						dial: async () => {
							await Promise.resolve();
							const end = outcomes[tries];
							if (['placed', 'maybePlaced'].includes(end.kind)) reached.push(phoneNumber);
							return end;
						},
					}));
					await Promise.all(scene.try(plans, { stopsOnError }).ends);
				}
				expect(reached).toEqual([...new Set(reached)]);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('the account of a run', () => {
	const account = async (plans: Plan[], index: number, options = {}) => {
		const scene = new Scene();
		const total = plans.length;
		await Promise.all(scene.try(plans, options).ends);
		return said(scene.run.account(index, new UserError('It failed', 'Do this.', 400), total));
	};

	it('adds to a single item only that nobody was called', async () => {
		expect(await account([{ dial: failed('rejected') }], 0)).toEqual({
			title: 'It failed. Nobody was called',
			advice: 'Do this.',
			status: 400,
		});
		expect(await account([{ dial: failed('maybePlaced') }], 0)).toEqual({
			title: 'It failed',
			advice: 'Do this.',
			status: 400,
		});
	});

	it('says how many calls were placed, which item failed and how many were not tried', async () => {
		expect(await account([{}, {}, { dial: failed('rejected') }, {}, {}], 2)).toEqual({
			title: 'It failed',
			advice: 'Do this. Of 5 calls: 2 placed, 1 not placed (item 2), 2 not tried.',
			status: 400,
		});
	});

	it('says that nobody was called where that is so', async () => {
		expect(await account([{ dial: failed('notSent') }, {}], 0)).toEqual({
			title: 'It failed. Nobody was called',
			advice: 'Do this. Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
			status: 400,
		});
	});

	it('needs no advice of its own', async () => {
		const scene = new Scene();
		await Promise.all(scene.try([{}, { dial: failed('rejected') }]).ends);
		expect(said(scene.run.account(1, new UserError('It failed', ''), 2)).advice).toBe(
			'Of 2 calls: 1 placed, 1 not placed (item 1), 0 not tried.',
		);
	});

	it('names the other failures, and the items whose calls may have been placed', async () => {
		const plans = [
			{ dial: failed('rejected', 'No') },
			{ dial: failed('maybePlaced', 'Lost') },
			{},
			{ dial: failed('refused', 'Busy') },
		];
		expect(await account(plans, 0, { stopsOnError: false })).toEqual({
			title: 'It failed',
			advice:
				'Do this. Of 4 calls: 1 placed, 1 may have been placed (item 1), 2 not placed (items 0, 3), 0 not tried. Item 3: Busy. Item 1: Lost.',
			status: 400,
		});
	});

	it('is given by the first of several wrong items, since n8n shows no other', async () => {
		const plans = [{ invalid: 'First' }, { invalid: 'Second' }];
		expect(await account(plans, 1, { stopsOnError: false })).toMatchObject({ advice: 'Do this.' });
	});

	it('counts what nobody foresaw before a call as not placed', async () => {
		const dial = () => Promise.reject(new UserError('No look-up', 'Do that.'));
		expect(await account([{ dial }, {}], 0)).toMatchObject({
			advice: 'Do this. Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
		});
	});

	it('counts what was skipped or only checked', async () => {
		const plans: Plan[] = [
			{ dial: { kind: 'skipped', output: {} } },
			{ dial: { kind: 'checked', output: {} } },
			{ dial: failed('rejected') },
		];
		expect((await account(plans, 2)).advice).toBe(
			'Do this. Of 3 calls: 0 placed, 1 skipped, 1 checked, 1 not placed (item 2), 0 not tried.',
		);
	});

	it('names every wrong item with what is wrong', async () => {
		const plans = [{}, { invalid: 'First' }, {}, { invalid: 'Second' }];
		expect(await account(plans, 1)).toEqual({
			title: '2 of 4 items cannot be called (items 1, 3). Nobody was called',
			advice:
				'Do this. Of 4 calls: 0 placed, 2 not placed (items 1, 3), 2 not tried. Item 1: First. Item 3: Second.',
			status: 400,
		});
	});

	it('says only once what is wrong with all of them', async () => {
		const plans = [{}, { invalid: 'It failed' }, { invalid: 'It failed' }];
		expect(await account(plans, 1)).toEqual({
			title: 'It failed (items 1, 2). Nobody was called',
			advice: 'Do this. Of 3 calls: 0 placed, 2 not placed (items 1, 2), 1 not tried.',
			status: 400,
		});
	});

	it('says of each what is wrong where that is not the same', async () => {
		const plans = [{ invalid: 'It failed' }, { invalid: 'Second' }];
		expect(await account(plans, 0)).toEqual({
			title: '2 of 2 items cannot be called (items 0, 1). Nobody was called',
			advice:
				'Do this. Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 0: It failed. Item 1: Second.',
			status: 400,
		});
	});

	it('names the other failures besides the only wrong item', async () => {
		const plans = [{ invalid: 'It failed' }, { dial: failed('rejected', 'No') }];
		expect((await account(plans, 0, { stopsOnError: false })).advice).toBe(
			'Do this. Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 1: No.',
		);
	});

	it('speaks of no failure where a call may have been placed', async () => {
		expect((await account([{ dial: failed('maybePlaced') }, {}], 0)).advice).toBe(
			'Do this. Of 2 calls: 0 placed, 1 may have been placed (item 0), 1 not tried.',
		);
	});

	it('names the items in their order, whichever call ended first', async () => {
		const scene = new Scene();
		const calls = [pending(), pending(), pending()];
		const { ends } = scene.try(calls.map(({ outcome }) => ({ dial: outcome, callsAtOnce: 3 })));
		await settled();
		for (const index of [2, 0, 1]) {
			calls[index].end(failed('rejected', `No ${index}`));
			await settled();
		}
		await Promise.all(ends);
		expect(said(scene.run.account(0, new UserError('It failed', 'Do this.'), 3)).advice).toBe(
			'Do this. Of 3 calls: 0 placed, 3 not placed (items 0-2), 0 not tried. Item 1: No 1. Item 2: No 2.',
		);
	});

	it('keeps the words of the only wrong item', async () => {
		expect(await account([{}, { invalid: 'First' }], 1)).toEqual({
			title: 'It failed. Nobody was called',
			advice: 'Do this. Of 2 calls: 0 placed, 1 not placed (item 1), 1 not tried.',
			status: 400,
		});
	});

	it('counts items that n8n never handed over as not tried', async () => {
		const scene = new Scene();
		const options = { stopsOnError: false, total: 4 };
		await Promise.all(scene.try([{}, { dial: failed('rejected') }], options).ends);
		expect(said(scene.run.account(1, new UserError('It failed', 'Do this.'), 4)).advice).toBe(
			'Do this. Of 4 calls: 1 placed, 1 not placed (item 1), 2 not tried.',
		);
	});

	it('has a title that names up to five stretches of items', async () => {
		const plans = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) =>
			index % 2 === 0 ? { invalid: `Wrong ${index}` } : {},
		);
		expect((await account(plans, 0)).title).toBe(
			'5 of 9 items cannot be called (items 0, 2, 4, 6, 8). Nobody was called',
		);
	});

	it('has a short title and names every item, however many are wrong', async () => {
		const wrongItems = [0, 1, 3, 5, 6, 7, 9, 11, 13, 15, 16];
		const plans = Array.from({ length: 17 }, (_, index) =>
			wrongItems.includes(index) ? { invalid: `Wrong ${index}` } : {},
		);
		const { title, advice } = await account(plans, 0);
		expect(title).toBe(
			'11 of 17 items cannot be called (items 0, 1, 3, 5-7, 9, 11 and others). Nobody was called',
		);
		expect(advice).toBe(
			`Do this. Of 17 calls: 0 placed, 11 not placed (items 0, 1, 3, 5-7, 9, 11, 13, 15, 16), 6 not tried. ${wrongItems
				.map((item) => `Item ${item}: Wrong ${item}.`)
				.join(' ')}`,
		);
	});

	it('tells of a further try what became of each item in the end', async () => {
		const scene = new Scene();
		await Promise.all(scene.try([{}, { dial: failed('refused') }, {}]).ends);
		await Promise.all(scene.try([{}, {}, { dial: failed('rejected') }]).ends);
		expect(said(scene.run.account(2, new UserError('It failed', 'Do this.'), 3))).toEqual({
			title: 'It failed',
			advice: 'Do this. Of 3 calls: 2 placed, 1 not placed (item 2), 0 not tried.',
		});
	});

	it('is given by an item that fails in a further try, whatever failed only in the first', async () => {
		const scene = new Scene();
		const calls = [pending(), pending()];
		const first = scene.try(calls.map(({ outcome }) => ({ dial: outcome, callsAtOnce: 2 })));
		await settled();
		calls[0].end(failed('refused'));
		calls[1].end(failed('rejected'));
		await Promise.all(first.ends);
		const ends = await Promise.all(scene.try([{}, {}]).ends);
		const accounts = ends.flatMap((end, index) =>
			Array.isArray(end) ? [] : [scene.run.account(index, new UserError(end.title, end.advice), 2)],
		);
		// The refusal counts, also where no turn came to the item this time.
		expect(accounts.map(({ advice }) => advice)).toEqual([
			'Advice on rejected. Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 0: refused.',
		]);
	});
});

describe('an attempt', () => {
	const never = async () => false;

	it('ends when every item has come to an end', async () => {
		const attempt = new Attempt(2, 0, true, never);
		let hasEnded = false;
		void attempt.end.then(() => (hasEnded = true));
		attempt.settle();
		await settled();
		expect(hasEnded).toBe(false);
		attempt.settle();
		await settled();
		expect(hasEnded).toBe(true);
	});

	it.each([
		[true, true],
		[false, false],
	])('that stops on errors (%j) is stopped by one: %j', (stopsOnError, isStopped) => {
		const attempt = new Attempt(2, 0, stopsOnError, never);
		expect(attempt.isStopped).toBe(false);
		attempt.fail();
		expect(attempt.isStopped).toBe(isStopped);
	});

	it('knows an item that it was given before', () => {
		const attempt = new Attempt(2, 0, true, never);
		attempt.arrive(1);
		expect([attempt.has(0), attempt.has(1)]).toEqual([false, true]);
	});

	it.each([
		['all at once', 5, 0, [5]],
		['in batches of two', 5, 2, [2, 4, 5]],
		['in batches of one', 3, 1, [1, 2, 3]],
		['in batches that are larger than the input', 3, 10, [3]],
	])('is awaited when n8n has handed over the items %s', async (_, total, batchSize, complete) => {
		const attempt = new Attempt(total, batchSize, true, never);
		const counts: number[] = [];
		for (let index = 0; index < total; index++) {
			attempt.arrive(index);
			if (await attempt.isAwaited()) counts.push(index + 1);
		}
		expect(counts).toEqual(complete);
	});
});

describe('a gate', () => {
	it('lets nobody past who waits longer, even if there is room for somebody else', async () => {
		const gate = new Gate();
		const order: string[] = [];
		const enter = (name: string, limit: number) =>
			void gate.enter(limit).then(() => order.push(name));
		enter('first', 2);
		enter('second', 1);
		enter('third', 2);
		await settled();
		expect(order).toEqual(['first']);
		gate.leave();
		await settled();
		expect(order).toEqual(['first', 'second', 'third']);
	});

	it('lets everybody through in their order, and never more at once than each of them allows', async () => {
		const visitor = fc.record({ limit: fc.integer({ min: 1, max: 4 }), stay: fc.nat(5) });
		await fc.assert(
			fc.asyncProperty(fc.array(visitor, { maxLength: 20 }), async (visitors) => {
				const gate = new Gate();
				const order: number[] = [];
				let inside = 0;
				await Promise.all(
					visitors.map(async ({ limit, stay }, index) => {
						await gate.enter(limit);
						order.push(index);
						inside++;
						expect(inside).toBeLessThanOrEqual(limit);
						for (let round = 0; round < stay; round++) await Promise.resolve();
						inside--;
						gate.leave();
					}),
				);
				expect(order).toEqual(visitors.map((_, index) => index));
			}),
			{ numRuns: 300 },
		);
	});
});
