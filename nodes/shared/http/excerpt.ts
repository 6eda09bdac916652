/** So many fields and entries of a response are looked at, in all. */
const MOST_PARTS = 5_000;

/** So much of one text; twice as much as anything that is shown is taken from. */
const LONGEST_TEXT = 40_000;

/** What is nested deeper is nothing for people. */
const DEEPEST = 100;

const CUT_OFF = '…';

/**
 * The beginning of what a service sent, for bodies that hold no records. A body of 50 MB would block n8n
 * for seconds while it is searched for the key and for words.
 *
 * @param body text, or anything that was read from JSON
 */
export function excerpt(body: unknown): unknown {
	let left = MOST_PARTS;
	const copy = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
		if (typeof value !== 'object' || value === null) return value;
		if (depth === DEEPEST) return CUT_OFF;
		if (Array.isArray(value)) {
			const taken: unknown[] = [];
			for (const entry of value) {
				if (left-- <= 0) break;
				taken.push(copy(entry, depth + 1));
			}
			return taken.length < value.length ? [...taken, CUT_OFF] : taken;
		}
		const taken: Array<[string, unknown]> = [];
		for (const name in value) {
			if (left-- <= 0) break;
			const field = (value as Record<string, unknown>)[name];
			taken.push([name.slice(0, LONGEST_TEXT), copy(field, depth + 1)]);
		}
		// Unlike an assignment, it makes a field of "__proto__", too.
		return Object.fromEntries(taken);
	};
	return copy(body, 0);
}
