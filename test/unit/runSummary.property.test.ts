import * as fc from 'fast-check';

import {
	OUTCOMES,
	type Outcome,
	type OutcomeKind,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { summarize } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/runSummary';
import { UserError } from '../../nodes/shared/userError';
import { identityOf, verdict } from '../support/scriptedCalls';
import { START_AFTER_THEM } from '../support/sentences';
import { cases } from '../support/deep';

const LONGEST = 20_000;

const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];
const FAILURES = KINDS.filter((kind) => 'error' in verdict(kind));

const outcomesOf = (kinds: OutcomeKind[], messageOf: (index: number) => string) =>
	new Map<number, Outcome>(
		kinds.map((kind, index) => [
			index,
			{ ...verdict(kind, messageOf(index)), identity: identityOf(index) },
		]),
	);

/** Some items, of which at least one failed. */
const run = fc
	.tuple(
		fc.array(fc.constantFrom(...KINDS), { maxLength: 60 }),
		fc.constantFrom(...FAILURES),
		fc.array(fc.constantFrom(...KINDS), { maxLength: 60 }),
	)
	.map(([before, failure, after]) => [...before, failure, ...after]);

const numberBefore = (text: string, label: string) =>
	Number(new RegExp(`(\\d+) ${label}`).exec(text)?.[1] ?? 0);

it('every item is counted once, under what became of it', () => {
	fc.assert(
		fc.property(run, (kinds) => {
			const { advice } = summarize(
				outcomesOf(kinds, (index) => `message ${index}`),
				START_AFTER_THEM,
			);
			fc.pre(kinds.length > 1);
			const [counts] = /Of \d+ calls: [^.]*\./.exec(advice) ?? [''];
			for (const label of new Set(KINDS.map((kind) => OUTCOMES[kind].label))) {
				const count = kinds.filter((kind) => OUTCOMES[kind].label === label).length;
				expect(numberBefore(counts, label)).toBe(count);
			}
		}),
		{ numRuns: cases(500) },
	);
});

it('it is said that nobody was called if and only if no phone rang, or may have', () => {
	fc.assert(
		fc.property(run, (kinds) => {
			const { message } = summarize(
				outcomesOf(kinds, (index) => `message ${index}`),
				START_AFTER_THEM,
			);
			const isCalled = kinds.some((kind) => kind === 'placed' || kind === 'unconfirmed');
			expect(message.endsWith('. Nobody was called')).toBe(!isCalled);
		}),
		{ numRuns: cases(500) },
	);
});

it('the item that is named is the one that the title is about', () => {
	fc.assert(
		fc.property(run, (kinds) => {
			const { message, itemIndex = -1 } = summarize(
				outcomesOf(kinds, (index) => `<${index}>`),
				START_AFTER_THEM,
			);
			expect(message).toContain(`<${itemIndex}>`);
			expect(FAILURES).toContain(kinds[itemIndex]);
		}),
		{ numRuns: cases(300) },
	);
});

it.each<[string, (index: number) => OutcomeKind]>([
	['wrong', () => 'invalid'],
	['rejected, every other one', (index) => (index % 2 ? 'rejected' : 'placed')],
	['in doubt, every third one', (index) => (index % 3 ? 'placed' : 'unconfirmed')],
	['of all kinds', (index) => KINDS[index % KINDS.length]],
])('the summary of 5,000 items stays short, and says that there are more: %s', (_, kindOf) => {
	const kinds = Array.from({ length: 5_000 }, (__, index) => kindOf(index));
	const words = 'The service rejected the request: '.padEnd(400, 'words ');
	const { message, advice } = summarize(
		outcomesOf(kinds, (index) => `${words} ${index}`),
		START_AFTER_THEM,
	);
	expect(message.length).toBeLessThan(1_000);
	expect(advice.length).toBeLessThan(LONGEST);
	expect(advice).toMatch(/ and others\)|more items failed as well/);
	expect(advice).toMatch(/[\d,]+ more items failed as well\./);
});

/** How often a summary looks at what became of an item. */
function looksAt(count: number, kindOf: (index: number) => OutcomeKind): number {
	let looks = 0;
	const outcomes = new Map<number, Outcome>();
	for (let index = 0; index < count; index++) {
		const { kind, ...rest } = verdict(kindOf(index), `message ${index}`);
		const outcome = { ...rest, identity: identityOf(index) };
		Object.defineProperty(outcome, 'kind', {
			get: () => {
				looks++;
				return kind;
			},
		});
		outcomes.set(index, outcome as Outcome);
	}
	summarize(outcomes, START_AFTER_THEM);
	return looks;
}

it.each<[string, (index: number) => OutcomeKind]>([
	['wrong items', () => 'invalid'],
	['items that failed', (index) => (index % 2 ? 'rejected' : 'notSent')],
	['items that were not tried', (index) => (index === 0 ? 'rejected' : 'notTried')],
])('a summary looks at each item a few times, however many there are: %s', (_, kindOf) => {
	expect(looksAt(5_000, kindOf)).toBeLessThanOrEqual(5_000 * 15);
});

it('a text without bounds is no exception', () => {
	const error = new UserError('x'.repeat(1_000_000), 'y'.repeat(1_000_000));
	const kinds = Array.from({ length: 50 }, (): OutcomeKind => 'invalid');
	const outcomes = outcomesOf(kinds, (index) => `${index}`.repeat(100_000));
	outcomes.set(0, { kind: 'invalid', error, identity: identityOf(0) });
	const { message, advice } = summarize(outcomes, START_AFTER_THEM);
	expect(message.length + advice.length).toBeLessThan(LONGEST);
	expect(advice).toContain('more items failed as well.');
});
