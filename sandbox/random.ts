/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** A whole number from 0 up to, not including, 2^32. */
	bits(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	}

	/** A whole number from 0 up to, not including, `limit`. */
	below(limit: number): number {
		return Math.floor((this.bits() / 2 ** 32) * limit);
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.below(choices.length)];
	}

	/** A text in the form of a UUID. */
	uuid(): string {
		const digits = Array.from({ length: 4 }, () => this.bits().toString(16).padStart(8, '0'));
		return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
	}

	/** The same elements in another order. */
	shuffle<T>(elements: readonly T[]): T[] {
		const shuffled = [...elements];
		for (let last = shuffled.length - 1; last > 0; last--) {
			const other = this.below(last + 1);
			[shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
		}
		return shuffled;
	}
}
