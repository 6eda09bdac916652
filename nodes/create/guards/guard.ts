import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { NumberList } from '../../phone';
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
	/** The values under Options, for a guard that two of them make. */
	options: IDataObject;
	/** The names and texts of its variables, in the order in which they were given. */
	variables: ReadonlyArray<readonly [name: string, text: string]>;
	/** The last list of numbers that was read in this run, by its entries as JSON. */
	numberLists: Map<string, Promise<NumberList>>;
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
	 * with time. No other request is sent between the answer and the request.
	 */
	reasonNow?: (call: GuardedCall) => Reason | undefined;
	/** How far back `history` must reach for it, in milliseconds. */
	lookBackMs?: number;
}

/** A call, and all that a guard may ask of it and of its run. Tests make one with `callWith`. */
export interface GuardedCall {
	/** E.164. */
	phoneNumber: string;
	/** The workflow's time zone, an IANA name. */
	timezone: string;
	/** How often this run called the number before, or may have; see `Turn`. */
	earlierCalls: () => Promise<number>;
	/**
	 * The calls with this number that the service lists, newest first, from one look-up for all guards and
	 * items: back to the longest `lookBackMs`, and maybe further. Those without a readable time come first.
	 * Where this run called the number, they are not older than a minute, and its own calls are among them.
	 *
	 * @throws UserError if the service cannot be asked
	 */
	history: () => Promise<Call[]>;
	/** Whether one of those calls is certainly none of this run's own, which `earlierCalls` counts. */
	wasBefore: (call: Call) => boolean;
	/** What time it is for those calls, once they are known. Milliseconds since 1970. */
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
