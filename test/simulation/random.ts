import { Random as Numbers } from '../../sandbox/random';

/** Numbers that are the same for the same seed, and chance as a simulation needs it. */
export class Random extends Numbers {
	between(least: number, most: number): number {
		return least + (this.bits() / 2 ** 32) * (most - least);
	}

	/** A whole number, both ends included. */
	whole(least: number, most: number): number {
		return Math.floor(this.between(least, most + 1));
	}

	chance(probability: number): boolean {
		return this.between(0, 1) < probability;
	}

	/** The time to the next of events that happen on average `mean` apart. */
	gap(mean: number): number {
		return -Math.log(1 - this.between(0, 1)) * mean;
	}
}
