/** Lets a limited number of tasks through at once, in the order in which they came. */
export class Gate {
	private inside = 0;

	private readonly waiting: Array<{ limit: number; open: () => void }> = [];

	/**
	 * Waits for a turn. Whoever entered must leave.
	 *
	 * @param limit how many may be inside, this one included
	 */
	async enter(limit: number): Promise<void> {
		if (this.waiting.length === 0 && this.inside < limit) {
			this.inside++;
			return;
		}
		await new Promise<void>((open) => this.waiting.push({ limit, open }));
	}

	/** Gives the place to whoever waits longest. */
	leave(): void {
		this.inside--;
		while (this.waiting.length > 0 && this.inside < this.waiting[0].limit) {
			this.inside++;
			this.waiting.shift()?.open();
		}
	}
}
