import { asUserError } from '../../../../shared/userError';

/**
 * Keeps what each owner made of its last text: an option that is the same for all items of a run is read
 * once, also where it cannot be read.
 */
export type Once = <T>(owner: string, text: string, make: () => T) => T;

/** For one run. */
export function makeOnce(): Once {
	const last = new Map<string, { text: string; get: () => unknown }>();
	return <T>(owner: string, text: string, make: () => T) => {
		const known = last.get(owner);
		const { get } = known?.text === text ? known : { get: attempted(make) };
		last.set(owner, { text, get });
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
