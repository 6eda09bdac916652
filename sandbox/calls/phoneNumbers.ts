import type { Random } from '../random';

/**
 * Numbers that the authorities keep free for fiction, less their last digits. None of +1 202: the
 * leads of the example workflows have those, and somebody whom the history has called just now would
 * be skipped.
 */
const fictionalRanges = [
	{ prefix: '+131255501', digits: 2 },
	{ prefix: '+141555501', digits: 2 },
	{ prefix: '+493023125', digits: 3 },
	{ prefix: '+498999998', digits: 3 },
	{ prefix: '+442079460', digits: 3 },
];

/** A phone number in E.164 format that belongs to nobody. */
export function fictionalNumber(random: Random): string {
	const { prefix, digits } = random.pick(fictionalRanges);
	return prefix + String(random.below(10 ** digits)).padStart(digits, '0');
}
