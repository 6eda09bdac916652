import { customRange, NAMED_RANGES, namedRange } from './dateRange';
import { readChoice } from './readers';
import { UserError } from '../n8n/errors';
import type { TimeRange } from '../service/calls';
import type { ItemContext } from '../n8n/itemContext';

/**
 * Reads Date Range and, for Custom, its two ends.
 *
 * @param fallback the default of the field; `any` where that is offered
 * @param now milliseconds since 1970
 * @returns no range for `any`
 * @throws UserError if a value is not valid
 */
export function readDateRange(
	item: ItemContext,
	fallback: 'any' | 'yesterday',
	now: number,
): TimeRange | undefined {
	const choices = [...new Set([fallback, ...NAMED_RANGES, 'custom' as const])];
	const name = readChoice(item.parameter('dateRange', fallback), 'Date Range', choices);
	if (name === 'any') return undefined;
	if (name !== 'custom') return namedRange(name, item.timezone, now);
	const after = readEnd(item, 'startedAfter', 'Started After');
	const before = readEnd(item, 'startedBefore', 'Started Before');
	return customRange(after, before, item.timezone);
}

/** An end that was left empty is open. One whose expression found nothing is not: it would return too much. */
function readEnd(item: ItemContext, name: string, label: string): unknown {
	const value = item.parameter(name, '');
	const isEmpty = value === undefined || value === null || value === '';
	if (!isEmpty || !item.isExpression(name)) return value;
	throw new UserError(
		`The expression in '${label}' returned nothing`,
		`Check that the input item contains the field in the expression. To leave this end of the range open, clear '${label}'.`,
	);
}
