import { whoAndWhy } from '../form/whoAndWhy';
import { UserError } from '../n8n/errors';
import { quote } from '../n8n/text';
import { countSkips } from './guards';
import { isFailure, OUTCOMES, type Outcome } from './outcome';

/** At most so many items are named; the others are counted. */
const MAX_NAMED = 10;

/** So many failures are described besides the first, each up to so many characters. */
const MAX_TOLD = 4;
const MAX_TOLD_LENGTH = 100;

const MAX_MESSAGE_LENGTH = 500;
const MAX_ADVICE_LENGTH = 1300;

type Failure = Outcome & { error: UserError };

/**
 * Says what became of a list that was not called to its end: what went wrong, how many calls were
 * placed, may have been placed and were not, and how to go on. n8n shows nothing else of the run.
 * Positions are counted from 0, as n8n counts items.
 *
 * @param outcomes what became of the items, in order; at least one failed
 * @returns an error about the most serious failure
 */
export function summarizeFailures(outcomes: Outcome[]): UserError {
	const kinds = Object.keys(OUTCOMES);
	const failures = outcomes
		.filter(isFailure)
		.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
	const [first] = failures;
	const { message, advice, status } = first.error;
	const total = outcomes.length;
	const wrong = failures.filter(({ kind }) => kind === 'invalid').length;
	const others = failures.filter(
		({ kind, error }) => kind !== 'notTried' && error.message !== message,
	);
	const isAboutAll = total > 1 && wrong === total && others.length === 0;
	const isSeveral = first.kind === 'invalid' && wrong > 1 && !isAboutAll;
	const isNobody = !outcomes.some(mayHaveRung);
	const title = `${quote(message, MAX_MESSAGE_LENGTH)}${isSeveral ? ` (${wrongOf(wrong, total)})` : ''}`;
	const whole = [
		`Of ${count(total)} calls: ${tally(outcomes, ['placed', 'not tried'])}.`,
		...whoIs(first),
		// The numbers above count all of them.
		...others
			.slice(0, MAX_TOLD)
			.map(({ index, error }) => `Item ${index}: ${quote(error.message, MAX_TOLD_LENGTH)}.`),
		...(wrong > 0 && wrong < total ? [CORRECT] : []),
		...(isNobody ? [] : [RERUN]),
	].join(' ');
	const summary = new UserError(
		isNobody ? `${title}. Nobody was called` : title,
		total === 1 || isAboutAll
			? advice
			: `${quote(advice, MAX_ADVICE_LENGTH - whole.length)} ${whole}`.trim(),
		status,
	);
	const isFinal = failures.some(({ kind }) => !OUTCOMES[kind].resend);
	return Object.assign(summary, { itemIndex: first.index, isAboutAll, isFinal });
}

function wrongOf(wrong: number, total: number): string {
	return `${count(wrong)} of ${count(total)} items cannot be called`;
}

const CORRECT =
	"Correct what is wrong, or set 'On Error' to 'Continue' in the settings of the node to call the others.";

const RERUN =
	"If you run the workflow again, it starts with the first item. To skip the numbers that were called, use 'Skip If Called Within' or 'Redial Plan' under 'Options', once the service lists the calls.";

/** Who an item is: in the table that a person sees, it has another position. */
function whoIs({ index, identity, error }: Failure): string[] {
	const { phone_number: number, variables } = identity;
	const [, name] = Object.entries(variables).find(([key]) => /name/i.test(key)) ?? [];
	const who = [number, name].filter((text) => text && !error.message.includes(String(text)));
	return who.length > 0 ? [`Item ${index} is ${quote(who.join(', '), MAX_TOLD_LENGTH)}.`] : [];
}

/**
 * Says in one line what became of a list that was worked through, and below it who was not called and why.
 *
 * @param outcomes what became of the items, in order
 * @param isDryRun whether nobody was to be called
 * @param stopsOnError whether the first failure ends a run that calls
 * @returns nothing for a single call that was placed
 */
export function describeRun(
	outcomes: Outcome[],
	isDryRun: boolean,
	stopsOnError: boolean,
): { message: string; type: 'info' | 'warning' } | undefined {
	if (outcomes.length === 1 && outcomes[0].kind === 'placed') return undefined;
	const isNobody = !outcomes.some(mayHaveRung);
	const begin = isDryRun ? 'Dry run: ' : isNobody ? 'Nobody was called: ' : '';
	const counts = tally(outcomes, isDryRun ? ['would be called'] : []);
	const wrong = outcomes.filter(({ kind }) => kind === 'invalid').length;
	const correct = wrong < outcomes.length ? ` ${CORRECT}` : '';
	const real = `A real run would call nobody, because ${wrongOf(wrong, outcomes.length)}.${correct}`;
	return {
		message: [
			`${begin}${counts}.${isDryRun && stopsOnError && wrong > 0 ? ` ${real}` : ''}`,
			...whoAndWhy(notCalled(outcomes)),
		].join('\n'),
		// A green node looks as if people had been called.
		type: isNobody || outcomes.some(isFailure) ? 'warning' : 'info',
	};
}

/** Failures come first: somebody has to do something about them. */
function notCalled(outcomes: Outcome[]) {
	const all = outcomes.flatMap((outcome) => {
		const { index, identity, details } = outcome;
		const reason = isFailure(outcome)
			? quote(outcome.error.message.replace(/^The call was not placed\. /, ''))
			: details?.reason;
		if (typeof reason !== 'string') return [];
		return [{ index, phoneNumber: identity.phone_number, reason, isFailure: isFailure(outcome) }];
	});
	return all.sort((a, b) => Number(b.isFailure) - Number(a.isFailure));
}

/**
 * Counts what became of the items: "2 placed, 1 skipped (1 called recently), 1 not placed (item 3)".
 *
 * @param always what is told even if it is 0
 */
function tally(outcomes: Outcome[], always: string[]): string {
	const byLabel = new Map(Object.values(OUTCOMES).map(({ label }) => [label, [] as Outcome[]]));
	for (const outcome of outcomes) byLabel.get(OUTCOMES[outcome.kind].label)?.push(outcome);
	return [...byLabel]
		.filter(([label, group]) => group.length > 0 || always.includes(label))
		.map(([label, group]) => `${count(group.length)} ${label}${detailsOf(group)}`)
		.join(', ');
}

function detailsOf(group: Outcome[]): string {
	const [first] = group;
	if (first?.kind === 'skipped') {
		return ` (${countSkips(group.map(({ details }) => details?.skippedBy))})`;
	}
	const isNamed = first && isFailure(first) && first.kind !== 'notTried';
	return isNamed ? ` (${namedItems(group)})` : '';
}

/** Whether a phone rang, or may have. */
function mayHaveRung({ kind }: Outcome): boolean {
	return kind === 'placed' || kind === 'unconfirmed';
}

function count(number: number): string {
	return number.toLocaleString('en');
}

/** `items 0, 3`. */
function namedItems(group: Outcome[]): string {
	const named = group.slice(0, MAX_NAMED).map(({ index }) => index);
	const more = group.length > MAX_NAMED ? ' and others' : '';
	return `${group.length === 1 ? 'item' : 'items'} ${named.join(', ')}${more}`;
}
