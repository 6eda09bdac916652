import type { IDataObject, INodeProperties } from 'n8n-workflow';

/**
 * An option that can forbid a call: the field in the form and what it means. A new one is a file beside
 * this one and a line in `index.ts`.
 */
export interface Guard {
	/** The field under Options. Its name is what the output says in `skippedBy`. */
	field: INodeProperties;
	/** How the hint after a run counts those it skipped: "32 called recently". */
	label: string;
	/**
	 * Reads the value of the field, where it was added.
	 *
	 * @param value evaluated for the item
	 * @param item the item that it was evaluated for
	 * @returns nothing if the value means "off"
	 * @throws UserError if the value is not one that the field can have: it is never taken for "off"
	 */
	read: (value: unknown, item: GuardedItem) => Check | undefined;
}

/** An item that was read, while its options are. */
export interface GuardedItem {
	/** The names and texts of its variables, in the order in which they were given. */
	variables: ReadonlyArray<readonly [name: string, text: string]>;
	/**
	 * Reads a phone number as the item's own is read.
	 *
	 * @throws UserError
	 */
	readPhoneNumber: (value: unknown) => string;
	/** Makes something from a text once for all items of a run that have the same text. Each guard has its own. */
	once: <T>(text: string, make: () => T) => T;
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
	/** Looks again right before each request, for a reason that comes with time. */
	reasonNow?: () => Reason | undefined;
	/** How far back `history` must reach for it, in milliseconds. */
	lookBackMs?: number;
}

/** A call, as the guards see it. */
export interface GuardedCall {
	/** E.164. */
	phoneNumber: string;
	/** The workflow's time zone, an IANA name. */
	timezone: string;
	/** The positions of the items that called the number earlier in this run, or may have. */
	earlierCalls: () => Promise<readonly number[]>;
	/**
	 * The calls with this number that the service knew before this run, newest first, from one look-up
	 * for all guards: back to the longest `lookBackMs`. Those without a readable start come first.
	 *
	 * @throws UserError if the service cannot be asked
	 */
	history: () => Promise<IDataObject[]>;
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
