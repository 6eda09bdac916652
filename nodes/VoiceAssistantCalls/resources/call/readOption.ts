import { quoteValue } from '../../../shared/text';
import { UserError } from '../../../shared/userError';

/*
 * The options of Create decide who is called, so a value that an expression did not find is not taken
 * for "off".
 */

const UNDER_OPTIONS = "The option is under 'Options'.";

/** @throws UserError if the value is neither true nor false */
export function readSwitch(label: string, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw wrongOption(label, value, 'Turn it on or off. An expression must return true or false.');
}

/**
 * @param advice what to enter instead
 * @param place where the field is, as a sentence; empty for a field that the form always shows
 * @throws UserError if the value is not a number of at least 0
 */
export function readNumber(
	label: string,
	value: unknown,
	advice: string,
	place = UNDER_OPTIONS,
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && number >= 0 && Number.isFinite(number)) return number;
	throw wrongOption(label, value, advice, place);
}

/** The error about an option with a value that it cannot have. */
export function wrongOption(
	label: string,
	value: unknown,
	advice: string,
	place = UNDER_OPTIONS,
): UserError {
	return new UserError(
		`'${label}' is ${quoteValue(value)}, which is not valid`,
		`${advice} ${place}`.trim(),
	);
}
