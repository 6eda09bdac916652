import type { IDataObject, INodeProperties } from 'n8n-workflow';

/**
 * An option that can forbid a call: the field in the form and what it means. A new one is a file beside
 * this one and a line in `index.ts`.
 */
export interface Guard {
	/** The field under Options. Its name is what the output says in `skippedBy`. */
	field: INodeProperties;
	/**
	 * Reads the value of the field, where it was added.
	 *
	 * @returns nothing if the value means "off"
	 * @throws UserError if the value is not one that the field can have: it is never taken for "off"
	 */
	read: (value: unknown) => Check | undefined;
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
	/** How far back `history` must reach for it, in milliseconds. */
	lookBackMs?: number;
}

/** A call, as the guards see it. */
export interface GuardedCall {
	/** E.164. */
	phoneNumber: string;
	/** The workflow's time zone, an IANA name. */
	timezone: string;
	/** The position of an earlier item of this run that called the number, or may have. */
	earlierCall: () => Promise<number | undefined>;
	/**
	 * The calls with this number that the service knows, from one look-up for all guards: back to the
	 * longest `lookBackMs`, and those without a readable start.
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
