import { quote } from '../../../../../shared/text';
import { UserError } from '../../../../../shared/userError';
import { isFailure, OUTCOMES, type Outcome } from './outcome';

/** A text names so many items, and as many stretches of neighbouring items; of the others it tells the number. */
const MOST_NAMED = 10;

/** The failure in the title is told in full, as long as that is for people. */
const LONGEST_MESSAGE = 1000;
const LONGEST_ADVICE = 2000;

/**
 * Says what became of a list that was not called to its end: what went wrong, how many calls were
 * placed, may have been placed and were not, and how to go on. n8n shows nothing else of the run.
 * Positions are counted from 0, as n8n counts items.
 *
 * @param outcomes what became of each item
 * @returns an error about the item that failed
 */
export function summarize(outcomes: ReadonlyMap<number, Outcome>): UserError {
	const items = [...outcomes].sort(([a], [b]) => a - b);
	const total = items.length;
	const [index, first] = firstFailure(items);
	const message = quote(first.message, LONGEST_MESSAGE);
	const advice = quote(first.advice, LONGEST_ADVICE);
	const of = (label: string) => items.filter(([, { kind }]) => OUTCOMES[kind].label === label);
	const called = of('placed').length + of('may have been placed').length;
	const nobody = called === 0 ? '. Nobody was called' : '';

	const title = total === 1 ? message : `${message}${othersLikeIt(items, first, index)}`;
	const summary = new UserError(
		`${title}${nobody}`,
		total === 1
			? advice
			: [advice, counts(items), ...otherFailures(items, index, first), goOn(items, called)]
					.filter(Boolean)
					.join(' '),
		first.status,
	);
	summary.itemIndex = index;
	summary.isFinal = items.some(
		([, outcome]) => isFailure(outcome) && !OUTCOMES[outcome.kind].resend,
	);
	return summary;
}

type Items = Array<[index: number, outcome: Outcome]>;

function firstFailure(items: Items): [index: number, error: UserError] {
	for (const kind of Object.keys(OUTCOMES)) {
		const found = items.find(([, outcome]) => outcome.kind === kind);
		if (found && isFailure(found[1])) return [found[0], found[1].error];
	}
	return [0, new UserError('The run ended', '')];
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
		return [`${indexes.length} ${label}${isNamed ? ` (${stretches(indexes)})` : ''}`];
	});
	return `Of ${items.length} calls: ${parts.join(', ')}.`;
}

/** What went wrong with the others, as far as it is not the same. */
function otherFailures(items: Items, index: number, { message }: UserError): string[] {
	const others = items.flatMap(
		([item, outcome]): Array<[number, string]> =>
			item !== index &&
			outcome.kind !== 'notTried' &&
			isFailure(outcome) &&
			outcome.error.message !== message
				? [[item, outcome.error.message]]
				: [],
	);
	const more = others.length - MOST_NAMED;
	return [
		...others.slice(0, MOST_NAMED).map(([item, text]) => `Item ${item}: ${quote(text)}.`),
		...(more > 0 ? [`${more} more items failed as well.`] : []),
	];
}

function goOn(items: Items, called: number): string {
	const wrong = items.filter(([, { kind }]) => kind === 'invalid').length;
	return [
		wrong > 0 &&
			wrong < items.length &&
			`To call the others, correct ${wrong === 1 ? 'this item' : 'these items'}, or set 'On Error' to 'Continue' in the settings of the node.`,
		called > 0 &&
			"If you run the workflow again, it starts with the first item. Remove the items that were called, or add 'Skip If Called Within' under 'Options'.",
	]
		.filter(Boolean)
		.join(' ');
}

/** `items 0, 3-5`: neighbours as a stretch, since lists are long. */
function stretches(indexes: number[]): string {
	const found: Array<[first: number, last: number]> = [];
	for (const index of indexes) {
		const open = found.at(-1);
		if (open && open[1] === index - 1) open[1] = index;
		else found.push([index, index]);
	}
	const texts = found
		.slice(0, MOST_NAMED)
		.map(([first, last]) =>
			first === last ? `${first}` : `${first}${last - first > 1 ? '-' : ', '}${last}`,
		);
	const more = found.length > MOST_NAMED ? ' and others' : '';
	return `${indexes.length === 1 ? 'item' : 'items'} ${texts.join(', ')}${more}`;
}
