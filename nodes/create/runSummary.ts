import { whoAndWhy } from '../form/whoAndWhy';
import { quote } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { isFailure, OUTCOMES, type Outcome } from './outcome';

/** At most so many items, or runs of consecutive items, are named; the others are counted. */
const MAX_NAMED = 10;

/** At most so many failures are described besides the first, if there is room. */
const MAX_TOLD = 10;
const MAX_TOLD_LENGTH = 120;

/** The first failure is told in full up to these lengths. Characters. */
const MAX_MESSAGE_LENGTH = 500;
const MAX_ADVICE_LENGTH = 700;
const MAX_SUMMARY_LENGTH = 1300;

/**
 * Says what became of a list that was not called to its end: what went wrong, how many calls were
 * placed, may have been placed and were not, and how to go on. n8n shows nothing else of the run.
 * Positions are counted from 0, as n8n counts items.
 *
 * @param outcomes what became of each item
 * @param rerunAdvice what to do before the list is run again, where somebody was called
 * @returns an error about the item that failed
 */
export function summarize(outcomes: ReadonlyMap<number, Outcome>, rerunAdvice: string): UserError {
	const items = [...outcomes].sort(([a], [b]) => a - b);
	const total = items.length;
	const [index, first] = firstFailure(items);
	const message = quote(first.message, MAX_MESSAGE_LENGTH);
	const advice = quote(first.advice, MAX_ADVICE_LENGTH);
	const isAboutAll = items.every(
		([, outcome]) => outcome.kind === 'invalid' && outcome.error.message === first.message,
	);
	const called = items.filter(([, outcome]) => mayHaveRung(outcome)).length;
	const nobody = called === 0 ? '. Nobody was called' : '';

	const begin = [advice, counts(items)].filter(Boolean).join(' ');
	const end = [correctItems(items), called > 0 && rerunAdvice].filter(Boolean).join(' ');
	const room = MAX_SUMMARY_LENGTH - begin.length - end.length;
	const summary =
		total === 1 || isAboutAll
			? new UserError(`${message}${nobody}`, advice, first.status)
			: new UserError(
					`${message}${othersLikeIt(items, first, index)}${nobody}`,
					[begin, ...otherFailures(items, index, first, room), end].filter(Boolean).join(' '),
					first.status,
				);
	summary.itemIndex = index;
	summary.isAboutAll = total > 1 && isAboutAll;
	summary.isFinal = items.some(
		([, outcome]) => isFailure(outcome) && !OUTCOMES[outcome.kind].resend,
	);
	return summary;
}

/**
 * Says in one line what became of a list that was worked through, and below it who was not called and why.
 *
 * @param outcomes what became of each item, in order
 * @param isDryRun whether nobody was to be called
 * @param countSkips how many items each option skipped, in words; gets the names of the options
 * @returns nothing for a single call that was placed
 */
export function describeRun(
	outcomes: Outcome[],
	isDryRun: boolean,
	countSkips: (skippedBy: string[]) => string,
): { message: string; type: 'info' | 'warning' } | undefined {
	const kinds = outcomes.map(({ kind }) => kind);
	const total = outcomes.length;
	const placed = kinds.filter((kind) => kind === 'placed').length;
	if (total === 0 || (total === 1 && placed === 1)) return undefined;

	const skipped = outcomes.filter(({ kind }) => kind === 'skipped');
	const by = countSkips(skipped.map(({ details }) => String(details?.skippedBy)));
	const unconfirmed = kinds.filter((kind) => kind === 'unconfirmed').length;
	const failed = outcomes.filter((outcome) => isFailure(outcome) && !mayHaveRung(outcome));
	const labels = new Map<string, number>();
	for (const { label } of failed) {
		const name = (isDryRun && label) || 'failed';
		labels.set(name, (labels.get(name) ?? 0) + 1);
	}
	const failures = [...labels].map(([label, number]) => countOf(number, label));
	const reasons = new Set(
		failed.flatMap((outcome) => (isFailure(outcome) ? [reasonIn(outcome.error)] : [])),
	);

	const isNobody = !isDryRun && placed + unconfirmed === 0;
	const isOneReason = failed.length === total && reasons.size === 1;
	const all = total > 1 ? `all ${count(total)} ` : '';
	const dry = kinds.filter((kind) => kind === 'dryRun').length;
	const parts = [
		isDryRun && `${count(dry)} would be called`,
		!isDryRun && !isNobody && `${count(placed)} called`,
		!isDryRun && dry > 0 && `${count(dry)} would be called (dry run)`,
		unconfirmed > 0 && `${count(unconfirmed)} may have been called`,
		skipped.length > 0 &&
			(skipped.length === total && isNobody
				? `${all}skipped (${by})`
				: `${count(skipped.length)} skipped (${by})`),
		...(failed.length === total && isNobody ? [`${all}failed`] : failures),
	].filter(Boolean);
	const begin = isDryRun ? 'Dry run: ' : isNobody ? 'Nobody was called: ' : '';
	const sentence = `${begin}${parts.join(', ')}.`;
	return {
		message: isOneReason
			? `${sentence} ${[...reasons][0]}.`
			: [sentence, ...(total > 1 ? whoAndWhy(notCalled(outcomes)) : [])].join('\n'),
		// A green node looks as if people had been called.
		type: isNobody || isDryRun || unconfirmed > 0 || failed.length > 0 ? 'warning' : 'info',
	};
}

/** Failures come first: somebody has to do something about them. */
function notCalled(outcomes: Outcome[]) {
	const all = outcomes.flatMap((outcome, index) => {
		const reason = isFailure(outcome) ? reasonIn(outcome.error) : outcome.details?.reason;
		const { phone_number: phoneNumber } = outcome.identity;
		return typeof reason === 'string'
			? [{ index, phoneNumber, reason, isFailure: isFailure(outcome) }]
			: [];
	});
	return all.sort((a, b) => Number(b.isFailure) - Number(a.isFailure));
}

/** How the items are counted whose only mistake is the phone number. */
export const WRONG_NUMBER = 'wrong number';

type Items = Array<[index: number, outcome: Outcome]>;

/** Whether a phone rang, or may have. */
function mayHaveRung({ kind }: Outcome): boolean {
	return kind === 'placed' || kind === 'unconfirmed';
}

function reasonIn({ message }: UserError): string {
	return quote(message.replace(/^The call was not placed\. /, ''));
}

function count(number: number): string {
	return number.toLocaleString('en');
}

function countOf(number: number, label: string): string {
	const isCountable = label.endsWith('number') || label.endsWith('item');
	return `${count(number)} ${label}${isCountable && number > 1 ? 's' : ''}`;
}

/** The first one of the kind that `OUTCOMES` has first. */
function firstFailure(items: Items): [index: number, error: UserError] {
	const kinds = Object.keys(OUTCOMES);
	const failures = items.flatMap(([index, outcome]) =>
		isFailure(outcome) ? [{ index, error: outcome.error, rank: kinds.indexOf(outcome.kind) }] : [],
	);
	const { index, error } = failures.reduce((a, b) => (b.rank < a.rank ? b : a));
	return [index, error];
}

/** Wrong items are found before the first call, so there may be many of them. */
function othersLikeIt(items: Items, { message }: UserError, index: number): string {
	const wrong = items.filter(([, { kind }]) => kind === 'invalid');
	if (wrong.length < 2 || !wrong.some(([item]) => item === index)) return '';
	return wrong.every(([, outcome]) => isFailure(outcome) && outcome.error.message === message)
		? ` (in ${wrong.length} of ${items.length} items)`
		: `, and ${wrong.length - 1} more of ${items.length} items cannot be called`;
}

function counts(items: Items): string {
	const byLabel = new Map(Object.values(OUTCOMES).map(({ label }) => [label, [] as number[]]));
	for (const [index, { kind }] of items) byLabel.get(OUTCOMES[kind].label)?.push(index);
	const parts = [...byLabel].flatMap(([label, indexes]) => {
		if (label === 'placed' || label === 'not tried') return [`${indexes.length} ${label}`];
		if (indexes.length === 0) return [];
		const isNamed = label === 'may have been placed' || label === 'not placed';
		return [`${indexes.length} ${label}${isNamed ? ` (${namedItems(indexes)})` : ''}`];
	});
	return `Of ${items.length} calls: ${parts.join(', ')}.`;
}

/** What went wrong with the others, as far as it is not the same and there is room for it. */
function otherFailures(
	items: Items,
	index: number,
	{ message }: UserError,
	room: number,
): string[] {
	const others = items.flatMap(
		([item, outcome]): Array<[number, string]> =>
			item !== index &&
			outcome.kind !== 'notTried' &&
			isFailure(outcome) &&
			outcome.error.message !== message
				? [[item, outcome.error.message]]
				: [],
	);
	const told: string[] = [];
	const more = () => {
		const left = others.length - told.length;
		return `${left} more ${left === 1 ? 'item' : 'items'} failed as well.`;
	};
	let left = room - more().length - 2;
	for (const [item, text] of others.slice(0, MAX_TOLD)) {
		const sentence = `Item ${item}: ${quote(text, MAX_TOLD_LENGTH)}.`;
		left -= sentence.length + 1;
		if (left < 0) break;
		told.push(sentence);
	}
	return others.length > told.length ? [...told, more()] : told;
}

function correctItems(items: Items): string | false {
	const wrong = items.filter(([, { kind }]) => kind === 'invalid').length;
	return (
		wrong > 0 &&
		wrong < items.length &&
		`To call the others, correct ${wrong === 1 ? 'this item' : 'these items'}, or set 'On Error' to 'Continue' in the settings of the node.`
	);
}

/** `items 0, 3-5`: consecutive items as a run, since lists are long. */
function namedItems(indexes: number[]): string {
	const runs: Array<[first: number, last: number]> = [];
	for (const index of indexes) {
		const open = runs.at(-1);
		if (open && open[1] === index - 1) open[1] = index;
		else runs.push([index, index]);
	}
	const texts = runs
		.slice(0, MAX_NAMED)
		.map(([first, last]) =>
			first === last ? `${first}` : `${first}${last - first > 1 ? '-' : ', '}${last}`,
		);
	const more = runs.length > MAX_NAMED ? ' and others' : '';
	return `${indexes.length === 1 ? 'item' : 'items'} ${texts.join(', ')}${more}`;
}
