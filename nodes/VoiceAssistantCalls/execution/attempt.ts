/**
 * One attempt of n8n's RoutingNode at the input: it hands over the items one after another without
 * waiting for them, and hands all of them over again when it tries once more (Retry On Fail).
 */
export class Attempt {
	/** Whether no further item is to be begun, because one failed or n8n began another attempt. */
	isStopped = false;

	/** Resolves when every item has come to an end. */
	readonly end: Promise<void>;

	private readonly joined = new Set<number>();

	private done = 0;

	private resolveEnd!: () => void;

	/**
	 * @param total how many items the node has to work on
	 * @param stopsOnError whether the first failure ends the attempt
	 */
	constructor(
		private readonly total: number,
		readonly stopsOnError: boolean,
	) {
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
