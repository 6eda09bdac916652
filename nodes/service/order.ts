import type { Call } from './call';

/** An order by start, oldest first or newest first. */
export type Direction = 'asc' | 'desc';

/**
 * Watches whether a list comes in the order by start that was asked for.
 *
 * The order is believed only as long as every pair of starts so far was in it, also those on two pages:
 * a service may ignore the sort. Calls without a start and calls with the same start say nothing.
 */
export class StartOrder {
	/** Whether no pair so far was out of order. A list in an order that nobody asked for is in none. */
	isKept = true;

	private hasSteps = false;

	private latest?: number;

	/** Whether at least one pair was in order; a service that sorts by something else may send one time for long. */
	get isProven(): boolean {
		return this.isKept && this.hasSteps;
	}

	/**
	 * Takes in the next page of the list.
	 *
	 * @param direction the order that was asked for, if any
	 */
	take(calls: Call[], direction?: Direction): void {
		if (direction === undefined) this.isKept = false;
		for (const start of startsOf(calls)) {
			if (this.latest !== undefined && start !== this.latest) {
				this.hasSteps = true;
				if (start > this.latest !== (direction === 'asc')) this.isKept = false;
			}
			this.latest = start;
		}
	}
}

/** The starts of calls, as far as they have one. */
export function startsOf(calls: Call[]): number[] {
	return calls.flatMap(({ start }) => start ?? []);
}
