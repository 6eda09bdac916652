import { OUTCOMES, type Outcome, type OutcomeKind } from '../../nodes/create/outcome';
import { describeRun, summarize, WRONG_NUMBER } from '../../nodes/create/runSummary';
import { UserError } from '../../nodes/n8n/errors';
import { identityOf, verdict } from '../support/scriptedCalls';
import { START_AFTER_THEM } from '../support/sentences';
import { textsOf } from '../support/userError';

/** One item: what became of it, and in which words. */
type Item = OutcomeKind | readonly [kind: OutcomeKind, message: string];

function outcomesOf(items: Item[]): Map<number, Outcome> {
	return new Map(
		items.map((item, index) => {
			const [kind, message] = typeof item === 'string' ? [item, item] : item;
			const outcome = verdict(kind, message);
			if (outcome.kind === 'skipped') outcome.details = { skippedBy: 'options' };
			if (outcome.kind === 'skipped' && message !== kind) outcome.details.reason = message;
			return [index, { ...outcome, identity: identityOf(index) }] as const;
		}),
	);
}

const summaryOf = (...items: Item[]) => summarize(outcomesOf(items), START_AFTER_THEM);

const adviceFor = (...items: Item[]) => summaryOf(...items).advice;

const CORRECT_THIS =
	"To call the others, correct this item, or set 'On Error' to 'Continue' in the settings of the node.";

const CORRECT_THESE = CORRECT_THIS.replace('this item', 'these items');

const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];

describe('the summary of a list', () => {
	it.each<[says: string, items: Item[], message: string, advice: string]>([
		[
			'of a single item only that nobody was called',
			['rejected'],
			'rejected. Nobody was called',
			'',
		],
		['of a single call in doubt nothing more', ['unconfirmed'], 'unconfirmed', ''],
		[
			'how many calls were placed, which item failed, how many were not tried, and how to go on',
			['placed', 'placed', 'rejected', 'notTried', 'notTried'],
			'rejected',
			`Of 5 calls: 2 placed, 1 not placed (item 2), 2 not tried. ${START_AFTER_THEM}`,
		],
		[
			'that nobody was called where items were only skipped or checked',
			['skipped', 'dryRun', 'skipped', 'rejected'],
			'rejected. Nobody was called',
			'Of 4 calls: 0 placed, 2 skipped, 1 checked, 1 not placed (item 3), 0 not tried.',
		],
		[
			'not so where a call may have been placed',
			['unconfirmed', 'notTried'],
			'unconfirmed',
			`Of 2 calls: 0 placed, 1 may have been placed (item 0), 1 not tried. ${START_AFTER_THEM}`,
		],
		[
			'of a wrong item how to call the others',
			['notTried', 'invalid'],
			'invalid. Nobody was called',
			`Of 2 calls: 0 placed, 1 not placed (item 1), 1 not tried. ${CORRECT_THIS}`,
		],
		[
			'of a wrong item among calls how to call the others, and how to go on',
			['placed', 'invalid'],
			'invalid',
			`Of 2 calls: 1 placed, 1 not placed (item 1), 0 not tried. ${CORRECT_THIS} ${START_AFTER_THEM}`,
		],
		[
			'of wrong items how many more there are, and what is wrong with them',
			['notTried', ['invalid', 'First'], 'notTried', ['invalid', 'Second']],
			'First, and 1 more of 4 items cannot be called. Nobody was called',
			`Of 4 calls: 0 placed, 2 not placed (items 1, 3), 2 not tried. Item 3: Second. ${CORRECT_THESE}`,
		],
		[
			'once what is wrong with several',
			['notTried', ['invalid', 'No number'], ['invalid', 'No number']],
			'No number (in 2 of 3 items). Nobody was called',
			`Of 3 calls: 0 placed, 2 not placed (items 1, 2), 1 not tried. ${CORRECT_THESE}`,
		],
		[
			'not how to call the others where there are none',
			[
				['invalid', 'First'],
				['invalid', 'Second'],
			],
			'First, and 1 more of 2 items cannot be called. Nobody was called',
			'Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 1: Second.',
		],
		[
			'the other failures with their items, as far as they are not the same',
			[
				['rejected', 'No'],
				...([['unconfirmed', 'Lost'], ['rejected', 'No'], 'placed', 'rateLimited'] as Item[]),
			],
			'Lost',
			`Of 5 calls: 1 placed, 1 may have been placed (item 1), 3 not placed (items 0, 2, 4), 0 not tried. Item 0: No. Item 2: No. Item 4: rateLimited. ${START_AFTER_THEM}`,
		],
		[
			'wrong items among the others where something more serious happened',
			['rejected', ['invalid', 'A'], ['invalid', 'B']],
			'rejected. Nobody was called',
			`Of 3 calls: 0 placed, 3 not placed (items 0-2), 0 not tried. Item 1: A. Item 2: B. ${CORRECT_THESE}`,
		],
	])('says %s', (_, items, message, advice) => {
		const summary = summaryOf(...items);
		const [own, about] = /^Advice on ([^.]+)\./.exec(summary.advice) ?? [];
		const whole = [own, advice].filter(Boolean).join(' ');
		expect([summary.message, summary.advice]).toEqual([message, whole]);
		expect(message.startsWith(about)).toBe(true);
	});

	it('is about all items where a setting is wrong that all of them have', () => {
		const summary = summaryOf(['invalid', 'No assistant'], ['invalid', 'No assistant']);
		expect({ ...textsOf(summary), isAboutAll: summary.isAboutAll }).toEqual({
			message: 'No assistant. Nobody was called',
			advice: 'Advice on No assistant.',
			isAboutAll: true,
		});
		expect(summaryOf('invalid').isAboutAll).toBe(false);
		expect(summaryOf('invalid', 'placed').isAboutAll).toBe(false);
	});

	it('is final where something would fail again, or may have been placed', () => {
		expect(summaryOf('placed', 'rejected').isFinal).toBe(true);
		expect(summaryOf('unconfirmed', 'rateLimited').isFinal).toBe(true);
		expect(summaryOf('placed', 'rateLimited', 'notTried').isFinal).toBe(false);
	});

	it('keeps the status, and needs no advice of its own', () => {
		const error = new UserError('No', '', 403);
		const outcomes = outcomesOf(['placed', 'rejected']);
		outcomes.set(1, { kind: 'rejected', error, identity: identityOf(1) });
		const { advice, status } = summarize(outcomes, START_AFTER_THEM);
		expect([status, advice]).toEqual([
			403,
			`Of 2 calls: 1 placed, 1 not placed (item 1), 0 not tried. ${START_AFTER_THEM}`,
		]);
	});

	it('is about the most serious failure, first of all that a call may have been placed', () => {
		const kinds: OutcomeKind[] = [
			...(['notTried', 'notSent', 'rateLimited'] as const),
			...(['invalid', 'rejected', 'unconfirmed'] as const),
		];
		for (let count = kinds.length; count > 0; count--) {
			const { message, itemIndex } = summaryOf(...kinds.slice(0, count));
			expect([message.replace(/\..*/, ''), itemIndex]).toEqual([kinds[count - 1], count - 1]);
		}
		expect(summaryOf(['rejected', 'First'], ['rejected', 'Second']).itemIndex).toBe(0);
	});

	it('names the items in their order, however the calls ended, and neighbours as a stretch', () => {
		const items = [0, 1, 1, 0, 1, 1, 1, 0, 1].map(
			(failed): Item => (failed ? 'rejected' : 'placed'),
		);
		const outcomes = new Map([...outcomesOf(items)].reverse());
		expect(summarize(outcomes, START_AFTER_THEM)).toMatchObject({
			itemIndex: 1,
			advice: expect.stringContaining('6 not placed (items 1, 2, 4-6, 8)'),
		});
	});

	it('names ten stretches and ten other failures at most, and says that there are others', () => {
		const failed = (count: number) =>
			Array.from(
				{ length: 2 * count },
				(_, index): Item => (index % 2 ? ['rejected', `No ${index}`] : 'placed'),
			);
		const ten = '(items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19';
		expect(adviceFor(...failed(10))).toContain(`10 not placed ${ten})`);
		expect(adviceFor(...failed(11))).toContain(`11 not placed ${ten} and others)`);
		expect(adviceFor(...failed(11))).toContain('Item 21: No 21.');
		expect(adviceFor(...failed(11))).not.toContain('more items failed');
		expect(adviceFor(...failed(13))).toContain('Item 21: No 21. 2 more items failed as well.');
		expect(adviceFor('rejected', ['notTried', 'Too late'])).not.toContain('Too late');
		const long = ['notSent', 'x'.repeat(200)] as const;
		expect(adviceFor('rejected', long)).toContain(`Item 1: ${'x'.repeat(118)} ….`);
	});

	it('counts every item once, under what became of it', () => {
		for (let size = 2; size < 60; size++) {
			const kinds = Array.from(
				{ length: size },
				(_, index) => KINDS[(index * size) % KINDS.length],
			);
			kinds.push('rejected');
			const [counts] = /Of \d+ calls: [^.]*\./.exec(adviceFor(...kinds)) ?? [''];
			for (const label of new Set(KINDS.map((kind) => OUTCOMES[kind].label))) {
				const count = kinds.filter((kind) => OUTCOMES[kind].label === label).length;
				const told = Number(new RegExp(`(\\d+) ${label}`).exec(counts)?.[1] ?? 0);
				expect([size, label, told]).toEqual([size, label, count]);
			}
		}
	});
});

describe('the summary of many items', () => {
	it.each<[string, (index: number) => OutcomeKind, message: RegExp]>([
		['wrong', () => 'invalid', /, and 999 more of 1000 items cannot be called. Nobody was called$/],
		['rejected, every other one', (index) => (index % 2 ? 'rejected' : 'placed'), / …$/],
		['in doubt, every third one', (index) => (index % 3 ? 'placed' : 'unconfirmed'), / …$/],
		['of all kinds', (index) => KINDS[index % KINDS.length], / …$/],
	])('stays short, and is told to its end: %s', (_, kindOf, messageEnd) => {
		const words = 'The service rejected the request: '.padEnd(1_000, 'words ');
		const items = Array.from(
			{ length: 1_000 },
			(__, index): Item => [kindOf(index), `${index} ${words}`],
		);
		const { message, advice } = summaryOf(...items);
		expect(message).toMatch(messageEnd);
		expect(advice).toMatch(/[\d,]+ more items failed as well\.( [A-Z].+\.)?$/);
		expect(message.length + advice.length).toBeLessThan(2_000);
	});

	it.each<[string, (index: number) => OutcomeKind]>([
		['wrong items', () => 'invalid'],
		['items that failed', (index) => (index % 2 ? 'rejected' : 'notSent')],
		['items that were not tried', (index) => (index === 0 ? 'rejected' : 'notTried')],
	])('looks at each of them a few times: %s', (_, kindOf) => {
		let looks = 0;
		const outcomes = outcomesOf(Array.from({ length: 5_000 }, (__, index) => kindOf(index)));
		for (const outcome of outcomes.values()) {
			const { kind } = outcome;
			Object.defineProperty(outcome, 'kind', { get: () => (looks++, kind) });
		}
		summarize(outcomes, START_AFTER_THEM);
		expect(looks).toBeLessThanOrEqual(5_000 * 15);
	});
});

describe('the line about a list', () => {
	const by = (names: string[]) => `${names.length} by ${names[0]}`;
	const lineFor = (isDryRun: boolean, items: Item[]) =>
		describeRun(
			[...outcomesOf(items).values()].map((outcome) =>
				outcome.kind === 'invalid' && isDryRun ? { ...outcome, label: WRONG_NUMBER } : outcome,
			),
			isDryRun,
			by,
		);

	it.each<[string, Item[]]>([
		['2 called.', ['placed', 'placed']],
		['1 called, 2 skipped (2 by options).', ['placed', 'skipped', 'skipped']],
		['1 called, 1 would be called (dry run).', ['placed', 'dryRun']],
	])('tells what went well: %s', (message, items) => {
		expect(lineFor(false, items)).toEqual({ message, type: 'info' });
		expect(lineFor(false, ['placed'])).toBeUndefined();
	});

	it.each<[string, Item[]]>([
		[
			'1 called, 1 may have been called, 1 skipped (1 by options), 2 failed.\n• +491: unconfirmed\n• +493: No\n• +494: invalid',
			['placed', 'unconfirmed', 'skipped', ['rejected', 'The call was not placed. No'], 'invalid'],
		],
		['1 called, 1 may have been called.\n• +491: unconfirmed', ['placed', 'unconfirmed']],
		['1 called, 1 failed.\n• +491: No', ['placed', ['rejected', 'No']]],
		[
			'Nobody was called: all 2 failed. No.',
			[
				['rejected', 'No'],
				['notSent', 'No'],
			],
		],
		[
			'Nobody was called: all 2 failed.\n• +490: No\n• Not for +491',
			[
				['rejected', 'No'],
				['notSent', 'Not for +491'],
			],
		],
		['Nobody was called: all 2 skipped (2 by options).', ['skipped', 'skipped']],
		[
			'Nobody was called: 1 skipped (1 by options), 1 failed.\n• +491: No\n• +490: Late',
			[
				['skipped', 'Late'],
				['notSent', 'No'],
			],
		],
		['Nobody was called: skipped (1 by options).', [['skipped', 'Late']]],
		['Nobody was called: failed. No.', [['rejected', 'No']]],
		[
			'Dry run: 2 would be called, 3 skipped (3 by options), 1 wrong number.\n• +495: invalid',
			['dryRun', 'skipped', 'dryRun', 'skipped', 'skipped', 'invalid'],
		],
		['Dry run: 0 would be called, 2 wrong numbers. invalid.', ['invalid', 'invalid']],
		['Dry run: 1 would be called, 1 failed.\n• +491: No', ['dryRun', ['notSent', 'No']]],
		['Dry run: 1 would be called.', ['dryRun']],
	])('warns where somebody was not called: %s', (message, items) => {
		const isDryRun = message.startsWith('Dry run');
		expect(lineFor(isDryRun, items)).toEqual({ message, type: 'warning' });
	});

	it('names as many as the first screen has room for', () => {
		const many = Array<Item>(1200).fill('rejected');
		expect(lineFor(false, ['placed', ...many.slice(0, 6)])?.message.split('\n')).toHaveLength(7);
		const lines = lineFor(false, ['placed', ...many])?.message.split('\n');
		expect(lines).toHaveLength(7);
		expect(lines?.[6]).toBe("• and 1,195 more: see 'reason'");
	});
});
