/**
 * One try of the node at its input: n8n hands over the items one after another, and hands all of them
 * over again when it tries once more (Retry On Fail).
 */
export class Attempt {
	/** Whether nothing further is to be begun, because an item failed or n8n began another try. */
	isStopped = false;

	/** Resolves when every item has come to an end. */
	readonly end: Promise<void>;

	private readonly arrived = new Set<number>();

	private settled = 0;

	private givenUp?: Promise<boolean>;

	private resolveEnd!: () => void;

	/**
	 * @param total how many items the node has to work on
	 * @param batchSize how many n8n hands over before it pauses (Request Options > Batching); 0 = all
	 * @param stopsOnError whether the first failure ends the try
	 * @param hasGivenUp whether n8n, which did not hand over all items, has given the node up
	 */
	constructor(
		private readonly total: number,
		private readonly batchSize: number,
		readonly stopsOnError: boolean,
		private readonly hasGivenUp: () => Promise<boolean>,
	) {
		this.end = new Promise((resolve) => (this.resolveEnd = resolve));
	}

	/** Whether this item was handed over before, so that another try has begun. */
	has(index: number): boolean {
		return this.arrived.has(index);
	}

	arrive(index: number): void {
		this.arrived.add(index);
	}

	settle(): void {
		this.settled++;
		if (this.settled === this.total) this.resolveEnd();
	}

	fail(): void {
		if (this.stopsOnError) this.isStopped = true;
	}

	/**
	 * Whether n8n takes what becomes of the items that it has handed over. It does not where it gave the
	 * node up since it could not build one of them, as an expression that fails makes it: then it has
	 * reported that, and would show nothing of a call. Only where the node continues on errors does n8n
	 * go on without that item, and not before 2.39.8 or so.
	 */
	async isAwaited(): Promise<boolean> {
		if (this.isComplete) return true;
		if (this.stopsOnError) return false;
		this.givenUp ??= this.hasGivenUp();
		return !(await this.givenUp);
	}

	/** Whether n8n has handed over all items, or a whole batch of them. */
	private get isComplete(): boolean {
		const { size } = this.arrived;
		return size === this.total || (this.batchSize > 0 && size % this.batchSize === 0);
	}
}
