/** Holds the requests of one poll until it is its turn, so that two polls can take turns. */
export class Lane {
	private isDone = false;

	private next?: () => void;

	private told: () => void = () => undefined;

	private changed = this.change();

	start(poll: Promise<void>): void {
		void poll.then(() => {
			this.isDone = true;
			this.told();
		});
	}

	/** Called by the poll before each request. */
	async turn(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.next = resolve;
			this.told();
		});
	}

	/** Waits until the poll asks for something or is over. */
	async isWaiting(): Promise<boolean> {
		if (!this.isDone && !this.next) await this.changed;
		return !this.isDone;
	}

	/** Lets its next request through. */
	go(): void {
		this.changed = this.change();
		const next = this.next;
		this.next = undefined;
		next?.();
	}

	private async change(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.told = resolve;
		});
	}
}
