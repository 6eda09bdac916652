/** Holds whoever comes until enough are there, or until told; from then on it stays open. */
export class Gate {
	private arrived = 0;
	private isOpen = false;
	private readonly waiting: Array<() => void> = [];

	/** @param count how many must be there; Infinity waits until told */
	constructor(private readonly count: number) {}

	/** Resolves when the gate is open. */
	async pass(): Promise<void> {
		this.arrived += 1;
		if (this.arrived >= this.count) this.open();
		if (!this.isOpen) await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	open(): void {
		this.isOpen = true;
		for (const letGo of this.waiting.splice(0)) letGo();
	}
}
