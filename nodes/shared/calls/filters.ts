import { quoteValue } from '../text';
import { UserError } from '../userError';
import { readRows } from '../form/readers';

/** A condition as the form holds it; see the field Filters of Call: Get Many. */
interface Condition {
	field?: unknown;
	customField?: unknown;
	operator?: unknown;
	customOperator?: unknown;
	value?: unknown;
}

const LIST_OPERATOR = 'array-contains-any';

/**
 * Writes the conditions as the service reads them: `<Field>:<operator>:<value>`, one `filter`
 * parameter each (docs/api.md, Calls List). Everything after the second colon is the value, so a value
 * may contain colons.
 *
 * @param conditions the rows of the field Filters
 * @throws UserError naming the row, if a part is missing or cannot be expressed
 */
export function filterParameters(conditions: unknown): string[] {
	return readRows(conditions, 'Filters').map((row: Condition, index) => {
		const where = `filter ${index + 1}`;
		const field = part(row.field === 'custom' ? row.customField : row.field, `field of ${where}`);
		const operator = operatorOf(row, where);
		return `${field}:${operator}:${valueOf(row.value, operator, `${where} (${field})`)}`;
	});
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
	return `${part(field, 'field of the sort')}:${part(direction, 'direction of the sort')}`;
}

/** `equals` stands for `==` in the form, since n8n takes a value that begins with "=" for an expression. */
function operatorOf(row: Condition, where: string): string {
	if (row.operator === 'equals') return '==';
	if (row.operator !== 'custom') return part(row.operator, `operator of ${where}`);
	// "==" in a field that n8n evaluates arrives as "=".
	const custom = part(row.customOperator, `operator of ${where}`);
	return custom === '=' ? '==' : custom;
}

function part(value: unknown, name: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '' || text.includes(':')) {
		throw new UserError(
			text === '' ? `The ${name} is empty` : `The ${name}, ${quoteValue(text)}, contains a colon`,
			"The service needs a field and an operator or direction, each without a colon. Correct the entry under 'Filters' or 'Sort'.",
		);
	}
	return text;
}

function valueOf(value: unknown, operator: string, where: string): string {
	if (operator === LIST_OPERATOR) return listOf(value, where);
	if (value === undefined || value === null) {
		throw new UserError(
			`The value of ${where} is missing`,
			'If it uses an expression, check that the input item contains that field. Without a value, the wrong calls would be returned.',
		);
	}
	const text = textOf(value);
	if (text !== undefined) return text;
	throw new UserError(
		`The value of ${where} is not a single value`,
		"An expression must return text, a number or a date. For a list, choose the operator 'Contains Any Of'.",
	);
}

/** A list is typed with commas in between, or comes as a list from an expression. */
function listOf(value: unknown, where: string): string {
	const entries = Array.isArray(value) ? value : String(textOf(value) ?? '').split(',');
	const values = entries.map((entry) => textOf(entry)?.trim() ?? '');
	const isTyped = !Array.isArray(value);
	const named = isTyped ? values.filter((text) => text !== '') : values;
	if (named.length === 0 || named.includes('')) {
		throw new UserError(
			`A value of ${where} is empty or not text`,
			'Enter one or more values, separated by commas, for example Callback, Invoice.',
		);
	}
	const withComma = named.find((text) => text.includes(','));
	if (withComma !== undefined) {
		throw new UserError(
			`The value ${quoteValue(withComma)} of ${where} contains a comma`,
			'The service reads a comma as the end of a value. Remove this value, and use a Filter node after this node instead.',
		);
	}
	return named.join(',');
}

/** Dates, of JavaScript as of Luxon, write themselves as an ISO 8601 text, and an invalid one as null. */
function textOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'object') return String(value);
	const { toJSON } = value as { toJSON?: () => unknown };
	const text = typeof toJSON === 'function' ? toJSON.call(value) : undefined;
	return typeof text === 'string' ? text : undefined;
}
