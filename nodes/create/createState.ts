import type { Outcome } from './outcome';
import { Pace } from './pace';

/** What the attempts of n8n at one list of calls have in common. */
export class CreateState {
	/** What became of the calls, by the position of their item. Kept, so that no retry repeats a call. */
	readonly outcomes = new Map<number, Outcome>();

	/** Kept, so that a retry does not cut the pause between calls short. */
	readonly pace = new Pace();

	private readonly kept = new Map<unknown, unknown>();

	/** The one object of a class that all items share. */
	recall<T>(Kind: new () => T): T {
		const kept = (this.kept.get(Kind) as T | undefined) ?? new Kind();
		this.kept.set(Kind, kept);
		return kept;
	}
}
