import type { Outcome } from './callRun';
import { Problem } from './problem';

/** So many items are described one by one; of more, the numbers are given. */
const MOST_DETAILS = 25;

/**
 * Completes what one failed item says with an account of the whole run: how many calls were placed,
 * how many may have been, which items failed and how many were not tried. The positions of the items
 * are counted from 0, as n8n counts them.
 *
 * @param outcomes what became of each item
 * @param index the item that reports
 * @param problem what happened to it
 * @param total how many items the node had to work on
 */
export function accountOf(
	outcomes: ReadonlyMap<number, Outcome>,
	index: number,
	problem: Problem,
	total: number,
): Problem {
	const itemsOf = (...kinds: Array<Outcome['kind']>) =>
		[...outcomes]
			.filter(([, { kind }]) => kinds.includes(kind))
			.map(([item]) => item)
			.sort((a, b) => a - b);
	const placed = itemsOf('placed');
	const maybe = itemsOf('maybePlaced');
	const invalid = itemsOf('invalid');
	const failed = itemsOf('invalid', 'rejected', 'refused', 'notSent');
	const skipped = itemsOf('skipped');
	const checked = itemsOf('checked');

	const nobody = placed.length + maybe.length === 0 ? 'Nobody was called' : '';
	const title =
		invalid.length > 1 && invalid.includes(index)
			? `${invalid.length} of ${total} items cannot be called (${named(invalid)})`
			: problem.message;
	if (total === 1) return new Problem(joined(title, nobody), problem.advice, problem.status);

	const counts = [
		`${placed.length} placed`,
		maybe.length > 0 && `${maybe.length} may have been placed (${named(maybe)})`,
		skipped.length > 0 && `${skipped.length} skipped`,
		checked.length > 0 && `${checked.length} checked`,
		failed.length > 0 && `${failed.length} not placed (${named(failed)})`,
		`${itemsOf('notTried').length + total - outcomes.size} not tried`,
	];
	const others = [...failed, ...maybe].filter((item) => item !== index);
	const details = (invalid.length > 1 ? invalid : others)
		.slice(0, MOST_DETAILS)
		.map(
			(item) => `Item ${item}: ${(outcomes.get(item) as { problem: Problem }).problem.message}.`,
		);
	return new Problem(
		joined(title, nobody),
		[problem.advice, `Of ${total} calls: ${counts.filter(Boolean).join(', ')}.`, ...details]
			.filter(Boolean)
			.join(' '),
		problem.status,
	);
}

function joined(title: string, nobody: string): string {
	return nobody ? `${title}. ${nobody}` : title;
}

function named(items: number[]): string {
	return `${items.length === 1 ? 'item' : 'items'} ${items.join(', ')}`;
}
