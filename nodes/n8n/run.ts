import { Semaphore } from './semaphore';

/** Keeps one object of each class, made when it is first asked for. */
class Memory {
	private readonly kept = new Map<unknown, unknown>();

	recall<T>(Kind: new () => T): T {
		const kept = (this.kept.get(Kind) as T | undefined) ?? new Kind();
		this.kept.set(Kind, kept);
		return kept;
	}
}

/** One run of the node: what n8n's attempts at the same input have in common. */
export class Run extends Memory {
	/** How often n8n has tried, this attempt included. */
	attempts = 0;

	/** The attempt of RoutingNode that is in progress. */
	attempt?: Attempt;

	/** Limits how many items read from the service at once. */
	readonly reads = new Semaphore();

	beginAttempt(total: number, stopsOnError: boolean): Attempt {
		if (this.attempt) this.attempt.isStopped = true;
		this.attempts++;
		this.attempt = new Attempt(total, stopsOnError);
		return this.attempt;
	}
}

/** One attempt at the input. With Retry On Fail, n8n makes up to five. */
export class Attempt extends Memory {
	/** Whether no further item is to be started: one failed, or n8n began another attempt. */
	isStopped = false;

	/** Resolves when every item is done. */
	readonly end: Promise<void>;

	private readonly joined = new Set<number>();

	private done = 0;

	private resolveEnd!: () => void;

	/**
	 * @param total how many items the node has to work on
	 * @param stopsOnError whether the first failure ends the attempt
	 */
	constructor(
		readonly total: number,
		readonly stopsOnError: boolean,
	) {
		super();
		this.end = new Promise((resolve) => (this.resolveEnd = resolve));
	}

	/** Whether this item was handed over before, so that another attempt has begun. */
	has(index: number): boolean {
		return this.joined.has(index);
	}

	join(index: number): void {
		this.joined.add(index);
	}

	itemDone(failed: boolean): void {
		if (failed && this.stopsOnError) this.isStopped = true;
		this.done++;
		if (this.done === this.total) this.resolveEnd();
	}
}
