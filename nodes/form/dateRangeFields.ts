import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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
