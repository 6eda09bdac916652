import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Call } from '../../service/call';

/**
 * An option that can forbid a call: the field in the form and what it means. A new one is a file beside
 * this one and a line in `index.ts`.
 */
export interface Guard {
	/** The field under Options. Its name is what the output says in `skippedBy`. */
	field: INodeProperties;
	/** How the hint after a run counts those it skipped: "32 called recently". */
	label: string;
	/** The value that counts where the option was not added. Without one, the guard is off then. */
	whenNotAdded?: unknown;
	/**
	 * Reads the value of the field.
	 *
	 * @param value evaluated for the item
	 * @param item the item that it was evaluated for
	 * @returns nothing if the value means "off"
	 * @throws UserError if the value is not one that the field can have: it is never taken for "off"
	 */
	read: (value: unknown, item: GuardedItem) => Promise<Check | undefined> | Check | undefined;
}

/** An item that was read, while its options are. Tests make one with `itemWith`. */
export interface GuardedItem {
	/** The names and texts of its variables, in the order in which they were given. */
	variables: ReadonlyArray<readonly [name: string, text: string]>;
	/** Whether spaces, dashes and the like in phone numbers are removed; if not, they are errors. */
	clean: boolean;
	/** The one object of a class that all items of a run share, attempts under Retry On Fail included. */
	recall: <T>(Kind: new () => T) => T;
}

/** A guard with its setting, for one item. */
export interface Check {
	/**
	 * Looks for a reason not to place the call. Asked in a Dry Run too: it may read, but changes nothing.
	 *
	 * @returns nothing if this guard has none
	 * @throws UserError if it cannot know: then the number is not called
	 */
	reasonToSkip: (call: GuardedCall) => Promise<Reason | undefined> | Reason | undefined;
	/**
	 * Looks again right before each request, and where a Dry Run would send it: for a reason that comes
	 * with time, or with the calls of other items. By then every earlier item has sent its request, or
	 * sends none, and none is sent between the answer and the request.
	 */
	reasonNow?: (call: GuardedCall) => Reason | undefined;
	/** How far back `history` must reach for it, in milliseconds. */
	lookBackMs?: number;
}

/** What is known of the run while one of its items has its turn; of all attempts under Retry On Fail. */
export interface RunSoFar {
	/**
	 * Finds the items of this run that called the same number before, or may have, waiting for those
	 * that are on their way.
	 *
	 * @returns their positions in the input, in ascending order
	 */
	earlierCalls: () => Promise<readonly number[]>;
	/**
	 * Counts the other items of this run that called, may have called, or have a request in flight; in a
	 * dry run those that would be called.
	 */
	callsInRun: () => number;
	/** Waits until each item before this one has sent its request, or sends none: a dry run has ended. */
	earlierBegun: () => Promise<void>;
}

/** A call, and all that a guard may ask of it and of its run. Tests make one with `callWith`. */
export interface GuardedCall extends RunSoFar {
	/** E.164. */
	phoneNumber: string;
	/** The workflow's time zone, an IANA name. */
	timezone: string;
	/**
	 * The calls with this number that the service knew before this run, newest first, from one look-up
	 * for all guards and items: back to the longest `lookBackMs`, and maybe further. Those without a
	 * readable start come first.
	 *
	 * @throws UserError if the service cannot be asked
	 */
	history: () => Promise<Call[]>;
	/** What time it is for the starts of those calls, once they are known. Milliseconds since 1970. */
	now: () => number;
}

/** Why a number is not called now. */
export interface Reason {
	/** For people; a sentence without a period. */
	reason: string;
	/** When the number may be called, ISO 8601. */
	callableFrom?: string;
	/** The call that the reason is about. */
	lastCall?: IDataObject;
}
