import type { IDataObject } from 'n8n-workflow';

import { isBlank, quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { asText, readList } from '../n8n/values';
import { readRows } from './readers';
import { KNOWN_VALUES } from './filterFields';
import { CALL_FIELDS } from '../service/call';
import { foldKeyword } from '../service/keywords';

const LIST_OPERATOR = 'array-contains-any';
/** What an expression returns as a list is not taken apart any further. */
const NEVER = /(?!)/;
const OPERATORS = ['equals', 'not', LIST_OPERATOR];
const DIRECTIONS = ['asc', 'desc'];

/**
 * Writes the conditions as the service reads them: `<Field>:<operator>:<value>`, one `filter`
 * parameter each (docs/api.md, Calls List). Everything after the second colon is the value, so a value
 * may contain colons.
 *
 * @param conditions the rows of the field Filters
 * @throws UserError naming the row, if a part is missing or cannot be expressed
 */
export function filterParameters(conditions: unknown): string[] {
	return readRows(conditions, 'Filters').map((row, index) => {
		const where = `filter ${index + 1}`;
		const field =
			row.field === 'custom'
				? part(row.customField, `field of ${where}`)
				: chosen(row.field, `field of ${where}`, CALL_FIELDS, 'custom');
		const operator = operatorOf(row, where);
		const value = valueOf(row.value, operator, `${where} (${field})`);
		if (field === 'Assistant' && isBlank(value)) {
			const advice = 'Choose one from the list, or remove the filter.';
			throw new UserError(`No assistant is chosen in ${where}`, advice);
		}
		return `${field}:${operator}:${value}`;
	});
}

const SIGNS: Record<string, string> = { '==': ' =', not: ' ≠', [LIST_OPERATOR]: ':' };

/**
 * Says by what calls were filtered, in signs that every language has.
 *
 * @param filters what `filterParameters` wrote
 * @returns for example `Assistant = a1; Keywords: Callback,Invoice`; empty without filters
 */
export function describeFilters(filters: string[]): string {
	const signOf = (operator: string) => SIGNS[operator] ?? ` ${operator}`;
	return filters
		.map((filter) => filter.replace(/:([^:]*):/, (_, operator: string) => `${signOf(operator)} `))
		.join('; ');
}

/**
 * Writes the order as the service reads it: `<Field>:<direction>` (docs/api.md, Calls List).
 *
 * @param order the row of the field Sort, if there is one
 * @returns nothing if no order was chosen
 * @throws UserError if the field or the direction is missing
 */
export function sortParameter(order: unknown): string | undefined {
	const [row] = readRows(order, 'Sort');
	if (row === undefined) return undefined;
	const { field, direction } = row;
	const name = chosen(field, 'field of the sort', CALL_FIELDS);
	return `${name}:${chosen(direction, 'direction of the sort', DIRECTIONS)}`;
}

/** `equals` stands for `==` in the form, since n8n takes a value that begins with "=" for an expression. */
function operatorOf(row: IDataObject, where: string): string {
	if (row.operator !== 'custom') {
		const operator = chosen(row.operator, `operator of ${where}`, OPERATORS, 'custom');
		return operator === 'equals' ? '==' : operator;
	}
	// "==" in a field that n8n evaluates arrives as "=".
	const custom = part(row.customOperator, `operator of ${where}`);
	return custom === '=' ? '==' : custom;
}

function part(value: unknown, name: string): string {
	const text = typeof value === 'string' ? (asText(value) ?? '').trim() : '';
	if (text === '' || text.includes(':')) {
		throw new UserError(
			text === '' ? `The ${name} is empty` : `The ${name}, ${quoteValue(text)}, contains a colon`,
			"The service needs a field and an operator or direction, each without a colon. Correct the entry under 'Filters' or 'Sort'.",
		);
	}
	return text;
}

/** A part that is one of a list. The service may ignore what it does not know, and return other calls. */
function chosen(value: unknown, name: string, choices: readonly string[], other = ''): string {
	const text = part(value, name);
	if (choices.includes(text)) return text;
	throw new UserError(
		`The ${name}, ${quoteValue(text)}, is not valid`,
		`Choose one from the list. An expression must return one of: ${[...choices, other].filter(Boolean).join(', ')}.`,
	);
}

function valueOf(value: unknown, operator: string, where: string): string {
	const isSingle = operator === '==' || operator === 'not';
	if (operator === LIST_OPERATOR || (!isSingle && Array.isArray(value))) {
		return listOf(value, where);
	}
	const text = asText(value);
	if (text !== undefined) return text;
	throw new UserError(
		`The value of ${where} is ${quoteValue(value)}, which is not a single value`,
		"If it uses an expression, check that the input item contains that field. It must return text, a number or a date. For a list, choose the operator 'Contains Any Of'.",
	);
}

/** A list is chosen, or comes from an expression: as a list, or as text with commas in between. */
function listOf(value: unknown, where: string): string {
	const isList = Array.isArray(value);
	const values = readList(value, isList ? NEVER : /,/) ?? [];
	if (values.length === 0 || (isList && values.length < value.length)) {
		throw new UserError(
			`A value of ${where} is empty or not text`,
			'Enter one or more values, separated by commas, for example Callback, Invoice.',
		);
	}
	const withComma = values.find((text) => text.includes(','));
	if (withComma !== undefined) {
		throw new UserError(
			`The value ${quoteValue(withComma)} of ${where} contains a comma`,
			'The service reads a comma as the end of a value. Remove this value, and use a Filter node after this node instead.',
		);
	}
	return [...new Set(values.flatMap((text) => [text, asKnown(text)]))].join(',');
}

/** The service compares capitals, too, so that "callback" alone finds no call with Callback. */
function asKnown(text: string): string {
	return KNOWN_VALUES.Keywords.find((word) => foldKeyword(word) === foldKeyword(text)) ?? text;
}
