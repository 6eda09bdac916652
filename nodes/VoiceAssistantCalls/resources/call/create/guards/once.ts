import { asUserError } from '../../../../../shared/userError';

/**
 * Keeps what each owner made of its last texts: an option that is the same for all items of a run, or for
 * many of them, is read once, also where it cannot be read.
 */
export type Once = <T>(owner: string, text: string, make: () => T) => T;

/** Leads of some countries by turns, each with its country code. What is kept may be large. */
const MOST_KEPT = 5;

/** For one run. */
export function makeOnce(): Once {
	const kept = new Map<string, Map<string, () => unknown>>();
	return <T>(owner: string, text: string, make: () => T) => {
		const made = kept.get(owner) ?? new Map<string, () => unknown>();
		kept.set(owner, made);
		const get = made.get(text) ?? attempted(make);
		// The one that was asked for last stands at the end.
		made.delete(text);
		made.set(text, get);
		if (made.size > MOST_KEPT) made.delete([...made.keys()][0]);
		return get() as T;
	};
}

/** Does something at once, and keeps its failure as well as its result. */
function attempted<T>(make: () => T): () => T {
	try {
		const made = make();
		return () => made;
	} catch (thrown) {
		return () => {
			throw asUserError(thrown);
		};
	}
}
