import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import { customRange, namedRange, type TimeRange } from '../../../shared/calls/dateRange';
import { filterParameters, sortParameter } from '../../../shared/calls/filters';
import { findCalls } from '../../../shared/calls/findCalls';
import { UserError } from '../../../shared/userError';
import type { ItemContext } from '../../execution/itemContext';
import { connectItem } from '../connection';
import { filtersField, sortField } from '../../../shared/calls/filterFields';
import { limitFields, readLimit, pageSizeOption } from '../../../shared/form/fields';
import { outputFields, readOutput } from '../../../shared/calls/output';
import { readCollection, readWholeNumber } from '../../../shared/form/readers';

const displayOptions = { show: { resource: ['call'], operation: ['getAll'] } };
const forCustomRange = { show: { ...displayOptions.show, dateRange: ['custom'] } };

export const getAllFields: INodeProperties[] = [
	...limitFields(
		displayOptions,
		'With a Date Range, you get the newest calls, unless you add a Sort',
	),
	{
		displayName: 'Date Range',
		name: 'dateRange',
		type: 'options',
		displayOptions,
		options: [
			{ name: 'Any Time', value: 'any' },
			{ name: 'Custom', value: 'custom', description: 'Between two dates and times' },
			{ name: 'Last 24 Hours', value: 'last24Hours' },
			{ name: 'Last 30 Days', value: 'last30Days', description: 'The last 30 days up to now' },
			{ name: 'Last 7 Days', value: 'last7Days', description: 'The last 7 days up to now' },
			{ name: 'Last Month', value: 'lastMonth', description: 'The calendar month before this one' },
			{ name: 'This Month', value: 'thisMonth' },
			{ name: 'Today', value: 'today' },
			{ name: 'Yesterday', value: 'yesterday' },
		],
		default: 'any',
		description: "When the calls started, in the workflow's time zone",
	},
	{
		displayName: 'Started After',
		name: 'startedAfter',
		type: 'dateTime',
		displayOptions: forCustomRange,
		default: '',
		description: 'Return only calls that started at or after this time',
	},
	{
		displayName: 'Started Before',
		name: 'startedBefore',
		type: 'dateTime',
		displayOptions: forCustomRange,
		default: '',
		description: 'Return only calls that started before this time',
	},
	filtersField(displayOptions),
	sortField(displayOptions),
	...outputFields(displayOptions),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		displayOptions,
		placeholder: 'Add Option',
		default: {},
		options: [pageSizeOption],
	},
];

/** A filter whose capitals are wrong finds nothing, and no error says so. */
export const CASE_HINT: NodeHint = {
	message:
		'Filters on Keywords and Status are case-sensitive. Known keywords: Appointment, Callback, Invoice, Offer, PrankCall, WrongNumber. Known statuses: archive, unread.',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter["operation"] === "getAll" && ($parameter["filters"]?.["condition"] ?? []).some((filter) => ["Keywords", "Status"].includes(filter.field)) }}',
};

const ADVICE = {
	400: "Check 'Filters' and 'Sort'. In the credential, check 'Cursor Parameter' and 'Page Size Parameter'.",
};

/** Calls List, docs/api.md. */
export async function getManyCalls(item: ItemContext): Promise<IDataObject[]> {
	const { pageSize } = readCollection(item.parameter('options', {}), 'Options');
	const { condition } = readCollection(item.parameter('filters', {}), 'Filters');
	const { order } = readCollection(item.parameter('sort', {}), 'Sort');
	const search = {
		filters: filterParameters(condition),
		sort: sortParameter(order),
		range: rangeOf(item),
		limit: readLimit(item.parameter('returnAll', false), () => item.parameter('limit', 50)),
		pageSize: pageSize === undefined ? undefined : readWholeNumber(pageSize, 'Page Size'),
		advice: ADVICE,
	};
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	const { client, path } = await connectItem(item);
	return (await findCalls(client, { path, ...search })).map(shape);
}

function rangeOf(item: ItemContext): TimeRange | undefined {
	const name = item.parameter('dateRange', 'any');
	if (name === 'any') return undefined;
	if (name !== 'custom') return namedRange(name, item.timezone, Date.now());
	return customRange(
		readEnd(item, 'startedAfter', 'Started After'),
		readEnd(item, 'startedBefore', 'Started Before'),
		item.timezone,
	);
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
