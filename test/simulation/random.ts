/** Random numbers that are the same for the same seed (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to, and without, 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	between(least: number, most: number): number {
		return least + this.next() * (most - least);
	}

	/** A whole number, both ends included. */
	whole(least: number, most: number): number {
		return Math.floor(this.between(least, most + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(list: readonly T[]): T {
		return list[Math.floor(this.next() * list.length)];
	}

	/** The time to the next of events that happen on average `mean` apart. */
	gap(mean: number): number {
		return -Math.log(1 - this.next()) * mean;
	}

	shuffled<T>(list: readonly T[]): T[] {
		return list
			.map((entry) => ({ entry, order: this.next() }))
			.sort((a, b) => a.order - b.order)
			.map(({ entry }) => entry);
	}
}
