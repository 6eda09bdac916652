import type {
	Outcome,
	OutcomeKind,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import {
	describeRun,
	summarize,
	WRONG_NUMBER,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/runSummary';
import { UserError } from '../../nodes/shared/userError';
import { identityOf, verdict } from '../support/scriptedCalls';
import { START_AFTER_THEM } from '../support/sentences';
import { textsOf } from '../support/userError';

/** One item: what became of it, and in which words. */
type Item = OutcomeKind | readonly [kind: OutcomeKind, message: string];

function outcomesOf(items: Item[]): Map<number, Outcome> {
	return new Map(
		items.map((item, index) => {
			const [kind, message] = typeof item === 'string' ? [item, item] : item;
			return [index, { ...verdict(kind, message), identity: identityOf(index) }] as const;
		}),
	);
}

const summaryOf = (...items: Item[]) => summarize(outcomesOf(items), START_AFTER_THEM);

const textsFor = (...items: Item[]) => textsOf(summaryOf(...items));

const adviceFor = (...items: Item[]) => textsFor(...items).advice;

const CORRECT_THIS =
	"To call the others, correct this item, or set 'On Error' to 'Continue' in the settings of the node.";

const CORRECT_THESE = CORRECT_THIS.replace('this item', 'these items');

describe('of a single item', () => {
	it.each(['rejected', 'rateLimited', 'notSent', 'invalid', 'notTried'] as const)(
		'the summary adds only that nobody was called: %s',
		(kind) => {
			expect(textsFor(kind)).toEqual({
				message: `${kind}. Nobody was called`,
				advice: `Advice on ${kind}.`,
			});
		},
	);

	it('the summary adds nothing where the call may have been placed', () => {
		expect(textsFor('unconfirmed')).toEqual({
			message: 'unconfirmed',
			advice: 'Advice on unconfirmed.',
		});
	});

	it('the status stays', () => {
		const error = new UserError('No', '', 403);
		const outcome: Outcome = { kind: 'rejected', error, identity: identityOf(0) };
		expect(summarize(new Map([[0, outcome]]), START_AFTER_THEM).status).toBe(403);
	});
});

describe('the summary of a list', () => {
	it('says how many calls were placed, which item failed, how many were not tried, and how to go on', () => {
		expect(textsFor('placed', 'placed', ['rejected', 'No'], 'notTried', 'notTried')).toEqual({
			message: 'No',
			advice: `Advice on No. Of 5 calls: 2 placed, 1 not placed (item 2), 2 not tried. ${START_AFTER_THEM}`,
		});
	});

	it('says that nobody was called where that is so', () => {
		expect(textsFor(['notSent', 'No'], 'notTried')).toEqual({
			message: 'No. Nobody was called',
			advice: 'Advice on No. Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
		});
	});

	it.each<[OutcomeKind]>([['skipped'], ['dryRun']])(
		'says that nobody was called where items were only %s',
		(kind) => {
			expect(textsFor(kind, 'rejected').message).toBe('rejected. Nobody was called');
		},
	);

	it('does not say so where a call may have been placed', () => {
		expect(textsFor('unconfirmed', 'notTried')).toEqual({
			message: 'unconfirmed',
			advice: `Advice on unconfirmed. Of 2 calls: 0 placed, 1 may have been placed (item 0), 1 not tried. ${START_AFTER_THEM}`,
		});
	});

	it('names the item that failed, for n8n', () => {
		expect(summaryOf('placed', 'placed', 'rejected', 'notTried').itemIndex).toBe(2);
	});

	it('needs no advice of its own', () => {
		const outcomes = outcomesOf(['placed', 'rejected']);
		const error = new UserError('No', '');
		outcomes.set(1, { kind: 'rejected', error, identity: identityOf(1) });
		expect(summarize(outcomes, START_AFTER_THEM).advice).toBe(
			`Of 2 calls: 1 placed, 1 not placed (item 1), 0 not tried. ${START_AFTER_THEM}`,
		);
	});

	it('counts what was skipped and what was only checked', () => {
		expect(adviceFor('skipped', 'dryRun', 'skipped', 'rejected')).toBe(
			'Advice on rejected. Of 4 calls: 0 placed, 2 skipped, 1 checked, 1 not placed (item 3), 0 not tried.',
		);
	});

	it('names the items in their order, however the calls ended', () => {
		const outcomes = new Map([...outcomesOf(['rejected', 'placed', 'rejected'])].reverse());
		expect(summarize(outcomes, START_AFTER_THEM)).toMatchObject({
			itemIndex: 0,
			advice: expect.stringContaining('2 not placed (items 0, 2)'),
		});
	});

	it('tells neighbours as a stretch', () => {
		const items = [0, 1, 1, 0, 1, 1, 1, 0, 1].map(
			(failed): Item => (failed ? 'rejected' : 'placed'),
		);
		expect(adviceFor(...items)).toContain('6 not placed (items 1, 2, 4-6, 8)');
	});

	it('names ten stretches at most, and says that there are others', () => {
		const items = (count: number) =>
			Array.from({ length: 2 * count }, (_, index): Item => (index % 2 ? 'rejected' : 'placed'));
		expect(adviceFor(...items(10))).toContain(
			'10 not placed (items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)',
		);
		expect(adviceFor(...items(11))).toContain(
			'11 not placed (items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and others)',
		);
	});
});

describe('of several failures', () => {
	it('the title tells the most serious one, first of all that a call may have been placed', () => {
		const kinds: OutcomeKind[] = [
			'notTried',
			'notSent',
			'rateLimited',
			'invalid',
			'rejected',
			'unconfirmed',
		];
		const titles: string[] = [];
		for (let count = kinds.length; count > 0; count--) {
			const { message, itemIndex } = summaryOf(...kinds.slice(0, count));
			expect(message.startsWith(kinds[itemIndex ?? -1])).toBe(true);
			titles.push(kinds[itemIndex ?? -1]);
		}
		expect(titles).toEqual([...kinds].reverse());
	});

	it('the title tells the first of those that are alike', () => {
		expect(summaryOf(['rejected', 'First'], ['rejected', 'Second'])).toMatchObject({
			message: 'First. Nobody was called',
			itemIndex: 0,
		});
	});

	it('the others are told with their item, as far as they are not the same', () => {
		expect(
			adviceFor(['rejected', 'No'], ['unconfirmed', 'Lost'], ['rejected', 'No'], 'placed', [
				'rateLimited',
				'Busy',
			]),
		).toBe(
			`Advice on Lost. Of 5 calls: 1 placed, 1 may have been placed (item 1), 3 not placed (items 0, 2, 4), 0 not tried. Item 0: No. Item 2: No. Item 4: Busy. ${START_AFTER_THEM}`,
		);
		expect(adviceFor(['rejected', 'No'], ['rejected', 'No'])).not.toContain('Item 1');
	});

	it('items that were not tried are counted and not told', () => {
		expect(adviceFor('rejected', ['notTried', 'Too late'])).not.toContain('Too late');
	});

	it('ten others are told at most, and then how many more', () => {
		const items = (count: number) =>
			Array.from({ length: count }, (_, index): Item => ['rejected', `No ${index}`]);
		expect(adviceFor(...items(11))).toContain('Item 10: No 10.');
		expect(adviceFor(...items(11))).not.toContain('more items failed');
		expect(adviceFor(...items(13))).toContain('Item 10: No 10. 2 more items failed as well.');
		expect(adviceFor(...items(13))).not.toContain('Item 11');
	});
});

describe('of wrong items', () => {
	it('the only one is told in full, and how to call the others', () => {
		expect(textsFor('notTried', ['invalid', 'No number'])).toEqual({
			message: 'No number. Nobody was called',
			advice: `Advice on No number. Of 2 calls: 0 placed, 1 not placed (item 1), 1 not tried. ${CORRECT_THIS}`,
		});
	});

	it('the first is told in full, then how many more there are, and what is wrong with them', () => {
		expect(textsFor('notTried', ['invalid', 'First'], 'notTried', ['invalid', 'Second'])).toEqual({
			message: 'First, and 1 more of 4 items cannot be called. Nobody was called',
			advice: `Advice on First. Of 4 calls: 0 placed, 2 not placed (items 1, 3), 2 not tried. Item 3: Second. ${CORRECT_THESE}`,
		});
	});

	it('what is wrong with all of them is told once', () => {
		expect(textsFor('notTried', ['invalid', 'No number'], ['invalid', 'No number'])).toEqual({
			message: 'No number (in 2 of 3 items). Nobody was called',
			advice: `Advice on No number. Of 3 calls: 0 placed, 2 not placed (items 1, 2), 1 not tried. ${CORRECT_THESE}`,
		});
	});

	it('a mistake in a setting, which all of them have, is told once and about no item', () => {
		const summary = summaryOf(['invalid', 'No assistant'], ['invalid', 'No assistant']);
		expect({ ...textsOf(summary), isAboutAll: summary.isAboutAll }).toEqual({
			message: 'No assistant. Nobody was called',
			advice: 'Advice on No assistant.',
			isAboutAll: true,
		});
	});

	it('the way to call the others is not told where there are none', () => {
		expect(adviceFor(['invalid', 'First'], ['invalid', 'Second'])).toBe(
			'Advice on First. Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 1: Second.',
		);
	});

	it('they are counted among the others where something more serious happened', () => {
		const { message, advice } = textsFor(['rejected', 'No'], ['invalid', 'A'], ['invalid', 'B']);
		expect(message).toBe('No. Nobody was called');
		expect(advice).toContain('Item 1: A. Item 2: B.');
	});
});

describe('the line about a list', () => {
	const by = (names: string[]) => `${names.length} by options`;
	const lineFor = (isDryRun: boolean, ...items: Item[]) => {
		const outcomes = [...outcomesOf(items).values()].map((outcome) =>
			outcome.kind === 'invalid' && isDryRun ? { ...outcome, label: WRONG_NUMBER } : outcome,
		);
		return describeRun(outcomes, isDryRun, by);
	};
	const warning = (message: string) => ({ message, type: 'warning' });

	it.each<[string, Item[]]>([
		['2 called.', ['placed', 'placed']],
		['1 called, 2 skipped (2 by options).', ['placed', 'skipped', 'skipped']],
	])('tells what went well: %s', (message, items) => {
		expect(lineFor(false, ...items)).toEqual({ message, type: 'info' });
	});

	it('is not needed for a single call that was placed', () => {
		expect(lineFor(false, 'placed')).toBeUndefined();
	});

	it.each<[string, Item[]]>([
		[
			'1 called, 1 may have been called, 1 skipped (1 by options), 2 failed.\n• +491: unconfirmed\n• +493: No\n• +494: invalid',
			['placed', 'unconfirmed', 'skipped', ['rejected', 'The call was not placed. No'], 'invalid'],
		],
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
			'Nobody was called: 1 skipped (1 by options), 1 failed.\n• +491: No',
			['skipped', ['notSent', 'No']],
		],
		['Nobody was called: skipped (1 by options).', ['skipped']],
		['Nobody was called: failed. No.', [['rejected', 'No']]],
	])('warns where somebody was not called: %s', (message, items) => {
		expect(lineFor(false, ...items)).toEqual(warning(message));
	});

	it.each<[string, Item[]]>([
		[
			'Dry run: 2 would be called, 3 skipped (3 by options), 1 wrong number.\n• +495: invalid',
			['dryRun', 'skipped', 'dryRun', 'skipped', 'skipped', 'invalid'],
		],
		['Dry run: 0 would be called, 2 wrong numbers. invalid.', ['invalid', 'invalid']],
		['Dry run: 1 would be called, 1 failed.\n• +491: No', ['dryRun', ['notSent', 'No']]],
		['Dry run: 1 would be called.', ['dryRun']],
	])('says of a dry run what would be: %s', (message, items) => {
		expect(lineFor(true, ...items)).toEqual(warning(message));
	});

	it('names as many as the first screen has room for', () => {
		const many = Array<Item>(1200).fill('rejected');
		const lines = lineFor(false, 'placed', ...many)?.message.split('\n');
		expect(lines).toHaveLength(7);
		expect(lines?.[6]).toBe("• and 1,195 more: see 'reason'");
	});
});
