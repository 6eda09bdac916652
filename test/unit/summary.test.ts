import { OUTCOMES, type Outcome, type OutcomeKind } from '../../nodes/create/outcome';
import { describeRun, summarizeFailures } from '../../nodes/create/summary';
import { UserError } from '../../nodes/n8n/errors';
import { identityOf, verdict } from '../support/scriptedCalls';
import { START_AFTER_THEM } from '../support/sentences';

/** One item: what became of it, and in which words. */
type Item = OutcomeKind | readonly [kind: OutcomeKind, message: string];

function outcomesOf(items: Item[]): Outcome[] {
	return items.map((item, index) => {
		const [kind, message] = typeof item === 'string' ? [item, item] : item;
		const outcome = verdict(kind, message);
		if (outcome.kind === 'skipped') outcome.details = { skippedBy: 'doNotCall', reason: message };
		return { ...outcome, index, identity: identityOf(index) };
	});
}

const summaryOf = (...items: Item[]) => summarizeFailures(outcomesOf(items));
const adviceFor = (...items: Item[]) => summaryOf(...items).advice;
const repeated = (count: number, itemAt: (index: number) => Item) =>
	Array.from({ length: count }, (_, index) => itemAt(index));

const CALL_OTHERS =
	"Correct what is wrong, or set 'On Error' to 'Continue' in the settings of the node to call the others.";
const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];

describe('the summary of a list', () => {
	it.each<[says: string, items: Item[], message: string, advice: string]>([
		['of a single item that nobody was called', ['rejected'], 'rejected. Nobody was called', ''],
		['of a single call in doubt nothing more', ['unconfirmed'], 'unconfirmed', ''],
		[
			'how many calls were placed, which item failed, how many were not tried, and how to go on',
			['placed', 'placed', 'rejected', 'notTried', 'notTried'],
			'rejected',
			`Of 5 calls: 2 placed, 1 not placed (item 2), 2 not tried. ${START_AFTER_THEM}`,
		],
		[
			'that nobody was called where items were only skipped or would be called',
			['skipped', 'dryRun', 'skipped', 'rejected'],
			'rejected. Nobody was called',
			"Of 4 calls: 0 placed, 1 would be called, 2 skipped (2 on the 'Do Not Call' list), 1 not placed (item 3), 0 not tried.",
		],
		[
			'of a wrong item how to call the others',
			['notTried', 'invalid'],
			'invalid. Nobody was called',
			`Of 2 calls: 0 placed, 1 not placed (item 1), 1 not tried. ${CALL_OTHERS}`,
		],
		[
			'of wrong items how many more there are, and what is wrong with them',
			['placed', ['invalid', 'First'], 'notTried', ['invalid', 'Second']],
			'First (2 of 4 items cannot be called)',
			`Of 4 calls: 1 placed, 2 not placed (items 1, 3), 1 not tried. Item 3: Second. ${CALL_OTHERS} ${START_AFTER_THEM}`,
		],
		[
			'not how to call the others where there are none',
			[
				['invalid', 'First'],
				['invalid', 'Second'],
			],
			'First (2 of 2 items cannot be called). Nobody was called',
			'Of 2 calls: 0 placed, 2 not placed (items 0, 1), 0 not tried. Item 1: Second.',
		],
		[
			'nothing else where all items are wrong in the same way',
			['invalid', 'invalid'],
			'invalid. Nobody was called',
			'',
		],
		[
			'first of all that a call may have been placed, then what else is not the same',
			[['rejected', 'No'], 'notTried', ['unconfirmed', 'Lost'], ['rejected', 'No'], 'rateLimited'],
			'Lost',
			`Of 5 calls: 0 placed, 1 may have been placed (item 2), 3 not placed (items 0, 3, 4), 1 not tried. Item 0: No. Item 3: No. Item 4: rateLimited. ${START_AFTER_THEM}`,
		],
	])('says %s', (_, items, message, advice) => {
		const summary = summaryOf(...items);
		const [own, about] = /^Advice on ([^.]+)\./.exec(summary.advice) ?? [];
		const who = `$& Item ${summary.itemIndex} is +49${summary.itemIndex}.`;
		const whole = [own, advice.replace(/not tried\./, who)].filter(Boolean).join(' ');
		expect([summary.message, summary.advice]).toEqual([message, whole]);
		expect(message.startsWith(about)).toBe(true);
	});

	it.each<[Item[], object]>([
		[['invalid', 'invalid'], { isAboutAll: true, isFinal: false }],
		[['invalid'], { isAboutAll: false }],
		[['invalid', 'placed'], { isAboutAll: false, itemIndex: 0 }],
		[['placed', 'rejected'], { isFinal: true, itemIndex: 1 }],
		[['unconfirmed', 'rateLimited'], { isFinal: true }],
		[['placed', 'rateLimited', 'notTried'], { isFinal: false }],
	])('of %j is %j', (items, what) => {
		expect(summaryOf(...items)).toMatchObject(what);
	});

	it('names who it is about, as far as the title does not', () => {
		const [placed, failed] = outcomesOf(['placed', ['rejected', 'Not +491']]);
		const whoIs = (variables: object) =>
			summarizeFailures([
				placed,
				{ ...failed, identity: { ...failed.identity, variables } } as Outcome,
			]).advice;
		expect(whoIs({ id: '7', first_name: 'Ada' })).toContain('tried. Item 1 is Ada.');
		expect(whoIs({ id: '7' })).not.toContain('Item 1 is');
	});

	it('keeps the status, and needs no advice of its own', () => {
		const [placed, failed] = outcomesOf(['placed', 'rejected']);
		const error = new UserError('No', '', 403);
		const { advice, status } = summarizeFailures([placed, { ...failed, error }] as Outcome[]);
		expect([status, advice]).toEqual([
			403,
			`Of 2 calls: 1 placed, 1 not placed (item 1), 0 not tried. Item 1 is +491. ${START_AFTER_THEM}`,
		]);
	});

	it('names ten items, and describes four other failures', () => {
		const all = (count: number) => repeated(count, (index) => ['rejected', `No ${index}`]);
		const ten = '(items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9';
		expect(adviceFor(...all(10))).toContain(`10 not placed ${ten})`);
		expect(adviceFor(...all(11))).toContain(`11 not placed ${ten} and others)`);
		const told = [...adviceFor('placed', ...all(6)).matchAll(/Item (\d): No \d\./g)];
		expect(told.map(([, index]) => index)).toEqual(['2', '3', '4', '5']);
	});

	it.each<[string, (index: number) => OutcomeKind]>([
		['wrong', () => 'invalid'],
		['in doubt, every third one', (index) => (index % 3 ? 'placed' : 'unconfirmed')],
		['of all kinds', (index) => KINDS[index % KINDS.length]],
	])('of 20,000 items stays short, and is told to its end: %s', (_, kindOf) => {
		const words = 'The service rejected the request: '.padEnd(1_000, 'words ');
		const { message, advice } = summaryOf(
			...repeated(20_000, (index) => [kindOf(index), `${index} ${words}`]),
		);
		expect(message).toMatch(
			/^\d+ The service.* (…|items cannot be called\))(. Nobody was called)?$/,
		);
		expect(advice).toMatch(/^Advice .+ \(items [\d, ]+ and others\).+\.$/);
		expect([message.length <= 600, advice.length <= 1_390]).toEqual([true, true]);
		const told = [...advice.matchAll(/([\d,]+) (?:placed|may|skipped|would|not)/g)];
		const total = told.reduce((sum, [, count]) => sum + Number(count.replace(',', '')), 0);
		expect(total).toBe(20_000);
	});
});

describe('the line about a list', () => {
	it.each<[type: string, message: string, items: Item[]]>([
		[
			'info',
			"1 placed, 2 skipped (2 on the 'Do Not Call' list).\n• +491 and 1 more: Late",
			['placed', ['skipped', 'Late'], ['skipped', 'Late']],
		],
		['info', '1 placed, 1 would be called.', ['placed', 'dryRun']],
		[
			'warning',
			"1 placed, 1 may have been placed (item 1), 1 skipped (1 on the 'Do Not Call' list), 2 not placed (items 3, 4).\n• +491: unconfirmed\n• +493: No\n• +494: invalid\n• +492: Late",
			[
				...(['placed', 'unconfirmed', ['skipped', 'Late']] as Item[]),
				...([['rejected', 'The call was not placed. No'], 'invalid'] as Item[]),
			],
		],
		[
			'warning',
			'Nobody was called: 2 not placed (items 0, 1).\n• +490: No\n• Not for +491',
			[
				['rejected', 'No'],
				['notSent', 'Not for +491'],
			],
		],
		[
			'warning',
			"Nobody was called: 1 skipped (1 on the 'Do Not Call' list).\n• +490: Late",
			[['skipped', 'Late']],
		],
		['warning', 'Dry run: 1 would be called.', ['dryRun']],
		[
			'warning',
			'Dry run: 0 would be called, 1 not placed (item 0). A real run would call nobody, because 1 of 1 items cannot be called.\n• +490: Wrong',
			[['invalid', 'Wrong']],
		],
	])('is of type %s: %s', (type, message, items) => {
		expect(describeRun(outcomesOf(items), message.startsWith('Dry'), true)).toEqual({
			message,
			type,
		});
	});

	it('is none for one call that was placed, and names as many as the first screen has room for', () => {
		expect(describeRun(outcomesOf(['placed']), false, true)).toBeUndefined();
		const many = outcomesOf(repeated(1_200, (index) => ['rejected', `No ${index}`]));
		const lines = describeRun(many, false, true)?.message.split('\n');
		expect([lines?.length, lines?.[6]]).toEqual([7, "• and 1,195 more: see 'reason'"]);
		const six = describeRun(many.slice(0, 6), false, true)?.message.split('\n');
		expect([six?.length, six?.[6]]).toEqual([7, '• +495: No 5']);
		// A setting that is wrong is told once.
		const [, ...all] = describeRun(
			outcomesOf(repeated(1_200, () => 'invalid')),
			true,
			true,
		)!.message.split('\n');
		expect(all).toEqual(['• +490 and 1,199 more: invalid']);
	});
});
