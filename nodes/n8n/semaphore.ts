/** Lets a limited number of tasks through at once, in the order in which they came. */
export class Semaphore {
	private inside = 0;

	private readonly waiting: Array<{ limit: number; enter: () => void }> = [];

	/**
	 * Waits for a turn. Whoever acquired must release.
	 *
	 * @param limit how many may be inside, this one included
	 */
	async acquire(limit: number): Promise<void> {
		if (this.waiting.length === 0 && this.inside < limit) {
			this.inside++;
			return;
		}
		await new Promise<void>((enter) => this.waiting.push({ limit, enter }));
	}

	/** Gives the place to whoever waits longest. */
	release(): void {
		this.inside--;
		while (this.waiting.length > 0 && this.inside < this.waiting[0].limit) {
			this.inside++;
			this.waiting.shift()?.enter();
		}
	}
}
