import type { Random } from '../random';

/**
 * Numbers that the authorities keep free for fiction, less their last digits. None of +1 202: the
 * leads of the example workflows have those, and somebody whom the history has called just now would
 * be skipped.
 */
const fictionalRanges = [
	{ prefix: '+1312555', from: 100, count: 100, digits: 4 },
	{ prefix: '+1415555', from: 100, count: 100, digits: 4 },
	{ prefix: '+493023125', from: 0, count: 1000, digits: 3 },
	{ prefix: '+498999998', from: 0, count: 1000, digits: 3 },
	{ prefix: '+442079460', from: 0, count: 1000, digits: 3 },
];

/** A phone number in E.164 format that belongs to nobody. */
export function fictionalNumber(random: Random): string {
	const range = random.pick(fictionalRanges);
	const digits = String(range.from + random.below(range.count));
	return range.prefix + digits.padStart(range.digits, '0');
}
