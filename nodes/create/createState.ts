import type { GuardedItem } from './guards/guard';
import { LookUps } from './guards/history';
import { CallsInProgress } from './callsInProgress';
import type { Outcome } from './outcome';

/** What the attempts of n8n at one list of calls have in common. */
export class CreateState {
	/** What became of the calls, by the position of their item. Kept, so that no retry repeats a call. */
	readonly outcomes = new Map<number, Outcome>();

	/** The requests that placed calls. Kept, so that a retry does not cut the pause between calls short. */
	readonly requests = { count: 0, lastAt: 0 };

	/** What the service knows of the numbers. */
	readonly lookUps = new LookUps();

	/** The calls in progress, those of an attempt before included. */
	readonly inProgress = new CallsInProgress();

	/** The last list of numbers that are never called, by its text. */
	readonly numberLists: GuardedItem['numberLists'] = new Map();
}
