import type { UserError } from '../n8n/errors';

/**
 * What is known of the query parameter that takes `nextCursor` back, where the credential does not name
 * it. All items of an attempt share it; see lists/cursorName.ts.
 */
export class CursorMemory {
	/**
	 * The name that worked last, here or in an earlier execution. A caller that remembers names may set
	 * it: it is tried first.
	 */
	name = '';

	/** The names that were seen to work, by the path of the list. */
	readonly found = new Map<string, string>();

	/** Why none of the names works, by the path of the list. */
	readonly failures = new Map<string, UserError>();

	/** The search that is in progress; it never rejects. */
	search?: Promise<void>;
}
