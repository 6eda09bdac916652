import type { IDataObject } from 'n8n-workflow';

import { quoteValue } from '../text';
import { UserError } from '../userError';

/** @throws UserError if the value is none of a list, as an expression can make it */
export function readChoice<T extends string>(
	value: unknown,
	field: string,
	choices: readonly T[],
): T {
	const choice = choices.find((name) => name === value);
	if (choice !== undefined) return choice;
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not valid`,
		`Choose one from the list. An expression must return one of: ${choices.join(', ')}.`,
	);
}

const UNDER_OPTIONS = "The option is under 'Options'.";

/**
 * @param place where the field is, as a sentence; empty for a field that the form always shows
 * @throws UserError if the value is not a whole number of at least 1
 */
export function readWholeNumber(value: unknown, field: string, place = UNDER_OPTIONS): number {
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= 1) return number;
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not a whole number of at least 1`,
		`Correct '${field}', or the expression in it. ${place}`.trim(),
	);
}

/**
 * Reads a collection: an object, empty where nothing was added.
 *
 * @returns the fields that were added. `undefined` means that a field was not added; one whose expression
 * found nothing is null, which no reader takes for a value
 * @throws UserError if it is none, as an expression in place of the whole collection can make it
 */
export function readCollection(value: unknown, field: string): IDataObject {
	if (isPlainObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inner ?? null]));
	}
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not valid`,
		`Correct the expression in '${field}'.`,
	);
}

/** Whether a value is an object with fields: no list, and no date or map, whose fields are not its own. */
export function isPlainObject(value: unknown): value is IDataObject {
	// Objects that an expression returns may have another Object.prototype (n8n 2.41.1 evaluates apart).
	return Object.prototype.toString.call(value) === '[object Object]' && !isDate(value);
}

/**
 * Reads the rows of a fixed collection. One that comes as an object, not in a list, is a row too.
 *
 * @param value a member of what `readCollection` returned: undefined where no row was added
 * @throws UserError if something else is found, as an expression can make it
 */
export function readRows(value: unknown, field: string): IDataObject[] {
	if (value === undefined) return [];
	const rows: unknown[] = Array.isArray(value) ? value : [value];
	const wrong = rows.find((row) => typeof row !== 'object' || row === null || Array.isArray(row));
	if (wrong === undefined && !rows.includes(undefined)) return rows as IDataObject[];
	throw new UserError(
		`A row of '${field}' is ${quoteValue(wrong)}, not an object`,
		`Correct '${field}', or the expression in it.`,
	);
}

/**
 * @param place where the field is, as a sentence; empty for a field that the form always shows
 * @throws UserError if the value is neither true nor false
 */
export function readSwitch(value: unknown, field: string, place = UNDER_OPTIONS): boolean {
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	const advice = 'Turn it on or off. An expression must return true or false.';
	throw wrongOption(value, field, advice, place);
}

/**
 * @param advice what to enter instead
 * @param place where the field is, as a sentence; empty for a field that the form always shows
 * @throws UserError if the value is not a number of at least 0
 */
export function readNumber(
	value: unknown,
	field: string,
	advice: string,
	place = UNDER_OPTIONS,
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && number >= 0 && Number.isFinite(number)) return number;
	throw wrongOption(value, field, advice, place);
}

/** The error about an option with a value that it cannot have. */
export function wrongOption(
	value: unknown,
	field: string,
	advice: string,
	place = UNDER_OPTIONS,
): UserError {
	return new UserError(
		`'${field}' is ${quoteValue(value)}, which is not valid`,
		`${advice} ${place}`.trim(),
	);
}

/**
 * A single value of a field as text: text, a number, true or false, or a date in ISO 8601.
 *
 * @returns undefined for what cannot be written, such as nothing, NaN, a list, an object or a date that
 * is none
 */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return Number.isNaN(value) ? undefined : String(value);
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (!isDate(value)) return undefined;
	const text = value.toJSON();
	return typeof text === 'string' ? text : undefined;
}

/** Dates, of JavaScript as of Luxon, write themselves as an ISO 8601 text, and an invalid one as null. */
function isDate(value: unknown): value is { toJSON: () => unknown } {
	return (
		typeof value === 'object' &&
		value !== null &&
		typeof (value as { toJSON?: unknown }).toJSON === 'function'
	);
}

const BETWEEN_ENTRIES = /[,;\r\n]/;

/**
 * Reads a list: what stands between the separators of a text, or of each text of a list.
 *
 * @param separator commas, semicolons and line breaks unless it says otherwise
 * @returns the entries, trimmed, without the empty ones; undefined if something in it is neither text
 * nor a number
 */
export function readList(value: unknown, separator = BETWEEN_ENTRIES): string[] | undefined {
	const entries: string[] = [];
	// A list may have a hundred thousand entries.
	for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
		if (typeof part !== 'string' && typeof part !== 'number') return undefined;
		const text = asText(part);
		if (text === undefined) return undefined;
		for (const entry of separator.test(text) ? text.split(separator) : [text]) {
			const trimmed = entry.trim();
			if (trimmed !== '') entries.push(trimmed);
		}
	}
	return entries;
}
