import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { UserError } from '../n8n/errors';
import type { ItemContext } from '../n8n/itemContext';
import type { TimeRange } from '../service/calls';
import { customRange, NAMED_RANGES, namedRange } from './dateRange';
import { readChoice } from './readers';

const RANGES: INodePropertyOptions[] = [
	{ name: 'Custom', value: 'custom', description: 'Between two dates and times' },
	{ name: 'Last 24 Hours', value: 'last24Hours' },
	{ name: 'Last 7 Days', value: 'last7Days', description: 'The last 7 days up to now' },
	{ name: 'Last 30 Days', value: 'last30Days', description: 'The last 30 days up to now' },
	{ name: 'Last Month', value: 'lastMonth', description: 'The calendar month before this one' },
	{ name: 'Last Week', value: 'lastWeek', description: 'Monday to Sunday of the week before' },
	{ name: 'This Month', value: 'thisMonth' },
	{ name: 'This Week', value: 'thisWeek', description: 'From Monday to Sunday' },
	{ name: 'Today', value: 'today' },
	{ name: 'Yesterday', value: 'yesterday' },
];

/**
 * Date Range and, for Custom, its two ends; `readDateRange` reads them.
 *
 * @param fallback the default; `any` offers Any Time as well
 * @param verb what the operation does with the calls, such as "Return"
 */
export function dateRangeFields(
	displayOptions: IDisplayOptions,
	fallback: 'any' | 'yesterday',
	verb: string,
): INodeProperties[] {
	const forCustom = { show: { ...displayOptions.show, dateRange: ['custom'] } };
	const end = (displayName: string, name: string, when: string): INodeProperties => ({
		displayName,
		name,
		type: 'dateTime',
		displayOptions: forCustom,
		default: '',
		description: `${verb} only calls that started ${when} this time`,
	});
	return [
		{
			displayName: 'Date Range',
			name: 'dateRange',
			type: 'options',
			displayOptions,
			// A report is about a period.
			options: fallback === 'any' ? [{ name: 'Any Time', value: 'any' }, ...RANGES] : RANGES,
			default: fallback,
			description: "When the calls started, in the workflow's time zone",
		},
		end('Started After', 'startedAfter', 'at or after'),
		end('Started Before', 'startedBefore', 'before'),
	];
}

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
