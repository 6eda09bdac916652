import type { IDataObject } from 'n8n-workflow';

import { quoteValue } from '../n8n/text';
import { asNumber, asText, isPlainObject, readList } from '../n8n/values';
import { UserError } from '../n8n/errors';
import { foldKeyword, jsonIn, KEYWORD_SEPARATOR } from '../service/keywords';

/** @throws UserError if the value is none of a list, as an expression can make it */
export function readChoice<T extends string>(
	value: unknown,
	field: string,
	choices: readonly T[],
): T {
	const text = asText(value);
	const choice = choices.find((name) => name === text);
	if (choice !== undefined) return choice;
	const advice = `Choose one from the list. An expression must return one of: ${choices.join(', ')}.`;
	throw wrongOption(value, field, advice, '');
}

const UNDER_OPTIONS = "The option is under 'Options'.";

/**
 * @param place where the field is, as a sentence; empty for a field that the form always shows
 * @throws UserError if the value is not a whole number of at least 1
 */
export function readWholeNumber(value: unknown, field: string, place = UNDER_OPTIONS): number {
	const number = asNumber(value);
	if (Number.isInteger(number) && number >= 1) return number;
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
	throw wrongOption(value, field, `Correct the expression in '${field}'.`, '');
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
	const text = asText(value);
	if (text === 'true' || text === 'false') return text === 'true';
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
	const number = asNumber(value);
	if (number >= 0 && Number.isFinite(number)) return number;
	throw wrongOption(value, field, advice, place);
}

/**
 * Reads an option that names keywords: a text with commas in between, or a list from an expression.
 *
 * @param label the label of the option
 * @returns the keywords as `foldKeyword` writes them
 * @throws UserError if it has none, or something that is no text
 */
export function readKeywords(value: unknown, label: string): Set<string> {
	const keywords = readList(jsonIn(value ?? ''), KEYWORD_SEPARATOR)?.map(foldKeyword);
	const wanted = new Set(keywords?.filter((keyword) => keyword !== ''));
	if (wanted.size > 0) return wanted;
	throw new UserError(
		keywords ? `'${label}' is empty` : `'${label}' contains something that is not a keyword`,
		`Enter keywords, or remove '${label}' from 'Options'. If it uses an expression, check that it returns text or a list.`,
	);
}

/** The error about an option with a value that it cannot have. */
export function wrongOption(
	value: unknown,
	field: string,
	advice: string,
	place = UNDER_OPTIONS,
): UserError {
	const shown = quoteValue(value);
	return new UserError(
		`'${field}' is ${shown}${shown === 'empty' ? '' : ', which is not valid'}`,
		`${advice} ${place}`.trim(),
	);
}
