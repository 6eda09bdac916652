import type { Outcome } from './callQueue';
import { UserError } from '../../shared/userError';

/** A title names so many items or stretches of items; the description names all. */
const MOST_IN_TITLE = 5;

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
	problem: UserError,
	total: number,
): UserError {
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
	const problemOf = (item: number) => (outcomes.get(item) as { problem: UserError }).problem;

	const nobody = placed.length + maybe.length === 0 ? '. Nobody was called' : '';
	if (total === 1) {
		return new UserError(`${problem.message}${nobody}`, problem.advice, problem.status);
	}
	// n8n shows the first failed item alone; of a long list, the account is not made for each of them.
	if (invalid.includes(index) && index !== invalid[0]) return problem;

	const isShared = invalid.every((item) => problemOf(item).message === problem.message);
	const several = `${invalid.length} of ${total} items cannot be called (${named(invalid, MOST_IN_TITLE)})`;
	const title =
		invalid.length < 2 || !invalid.includes(index)
			? problem.message
			: isShared
				? `${problem.message} (${named(invalid, MOST_IN_TITLE)})`
				: several;
	const counts = [
		`${placed.length} placed`,
		maybe.length > 0 && `${maybe.length} may have been placed (${named(maybe)})`,
		skipped.length > 0 && `${skipped.length} skipped`,
		checked.length > 0 && `${checked.length} checked`,
		failed.length > 0 && `${failed.length} not placed (${named(failed)})`,
		`${total - outcomes.size + itemsOf('notTried').length} not tried`,
	];
	const others = [...failed, ...maybe].filter((item) => item !== index || invalid.length > 1);
	return new UserError(
		`${title}${nobody}`,
		[
			problem.advice,
			`Of ${total} calls: ${counts.filter(Boolean).join(', ')}.`,
			...(isShared && invalid.length > 1 ? [] : others).map(
				(item) => `Item ${item}: ${problemOf(item).message}.`,
			),
		]
			.filter(Boolean)
			.join(' '),
		problem.status,
	);
}

/** `items 0, 3-5`: neighbours as a stretch, since lists are long. */
function named(items: number[], most = Infinity): string {
	const stretches: Array<[first: number, last: number]> = [];
	for (const item of items) {
		const open = stretches.at(-1);
		if (open && open[1] === item - 1) open[1] = item;
		else stretches.push([item, item]);
	}
	const texts = stretches
		.slice(0, most)
		.map(([first, last]) =>
			first === last ? `${first}` : `${first}${last - first > 1 ? '-' : ', '}${last}`,
		);
	const more = stretches.length > most ? ' and others' : '';
	return `${items.length === 1 ? 'item' : 'items'} ${texts.join(', ')}${more}`;
}
