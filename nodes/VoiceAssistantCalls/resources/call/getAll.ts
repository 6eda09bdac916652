import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CALL_FIELDS } from '../../../shared/callRecord';
import { customRange, namedRange, type TimeRange } from '../../../shared/dateRange';
import { filterParameters, sortParameter } from '../../../shared/filters';
import { findCalls } from '../../../shared/findCalls';
import type { Item } from '../../item';
import { inWords, limitFields, limitOf, outputFields, outputOf, wholeNumber } from '../fields';

const displayOptions = { show: { resource: ['call'], operation: ['getAll'] } };
const forCustomRange = { show: { ...displayOptions.show, dateRange: ['custom'] } };

const LIST_FIELDS = ['Flags', 'Keywords'];
const COMPARABLE = CALL_FIELDS.filter((field) => field !== 'Transcript');

const isOption: INodePropertyOptions = { name: 'Is', value: 'equals' };
const isNotOption: INodePropertyOptions = { name: 'Is Not', value: 'not' };
const containsOption: INodePropertyOptions = {
	name: 'Contains Any Of',
	value: 'array-contains-any',
};
const otherOption: INodePropertyOptions = {
	name: 'Other',
	value: 'custom',
	description: 'An operator of the service that is not in this list',
};

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

const condition: INodeProperties[] = [
	{
		displayName: 'Field',
		name: 'field',
		type: 'options',
		options: [
			...COMPARABLE.map((value) => ({ name: inWords(value), value })),
			{ name: 'Custom', value: 'custom', description: 'A field that is not in this list' },
		].sort(byName),
		default: 'Status',
	},
	{
		displayName: 'Field Name',
		name: 'customField',
		type: 'string',
		displayOptions: { show: { field: ['custom'] } },
		default: '',
		placeholder: 'e.g. AssistantName',
		description: 'The name of the field, as it is spelled in the records of the service',
	},
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		displayOptions: { show: { field: LIST_FIELDS } },
		options: [containsOption, otherOption],
		default: 'array-contains-any',
	},
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		displayOptions: { show: { field: ['custom'] } },
		options: [isOption, isNotOption, containsOption, otherOption],
		default: 'equals',
	},
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		displayOptions: { hide: { field: [...LIST_FIELDS, 'custom'] } },
		options: [isOption, isNotOption, otherOption],
		default: 'equals',
	},
	{
		displayName: 'Operator Name',
		name: 'customOperator',
		type: 'string',
		displayOptions: { show: { operator: ['custom'] } },
		default: '',
		placeholder: 'e.g. array-contains-any',
		description: 'The operator, as the service spells it',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		displayOptions: { show: { field: ['Status'] } },
		default: '',
		placeholder: 'e.g. archive',
		hint: 'Seen so far: unread, archive. Any other text is accepted.',
	},
	{
		displayName: 'Values',
		name: 'value',
		type: 'string',
		displayOptions: { show: { field: ['Keywords'] } },
		default: '',
		placeholder: 'e.g. Callback, Invoice',
		hint: 'Seen so far: Appointment, Callback, Invoice, Offer, PrankCall, WrongNumber',
	},
	{
		displayName: 'Values',
		name: 'value',
		type: 'string',
		displayOptions: { show: { field: ['Flags'] } },
		default: '',
		placeholder: 'e.g. green, yellow, phone',
		hint: 'Seen so far: one text such as "green, yellow, phone", which cannot be looked for',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		displayOptions: { hide: { field: ['Flags', 'Keywords', 'Status'] } },
		default: '',
		placeholder: 'e.g. +15550100',
		description: 'The text to compare with, exactly as it stands in the record',
	},
];

export const getAllFields: INodeProperties[] = [
	...limitFields(displayOptions),
	{
		displayName: 'Date Range',
		name: 'dateRange',
		type: 'options',
		displayOptions,
		options: [
			{ name: 'Any Time', value: 'any' },
			{ name: 'Custom', value: 'custom', description: 'Between two moments' },
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
		description: 'Only calls that started at this moment or later',
	},
	{
		displayName: 'Started Before',
		name: 'startedBefore',
		type: 'dateTime',
		displayOptions: forCustomRange,
		default: '',
		description: 'Only calls that started earlier than this moment',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		displayOptions,
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Filter' },
		placeholder: 'Add Filter',
		default: {},
		description: 'Only calls that meet every one of these conditions',
		options: [{ displayName: 'Filter', name: 'condition', values: condition }],
	},
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		displayOptions,
		placeholder: 'Add Sort',
		default: {},
		description: 'The order in which the service returns the calls',
		options: [
			{
				displayName: 'Order',
				name: 'order',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'options',
						options: COMPARABLE.filter((field) => !LIST_FIELDS.includes(field))
							.map((value) => ({ name: inWords(value), value }))
							.sort(byName),
						default: 'StartedAt',
					},
					{
						displayName: 'Direction',
						name: 'direction',
						type: 'options',
						options: [
							{ name: 'Ascending (Oldest First, A to Z)', value: 'asc' },
							{
								name: 'Descending (Newest First, Z to A)',
								value: 'desc',
								description: 'Not documented by the service',
							},
						],
						default: 'asc',
					},
				],
			},
		],
	},
	...outputFields(displayOptions),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		displayOptions,
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description:
					'How many calls to ask for in one request. Needs the Page Size Parameter in the credential.',
			},
		],
	},
];

const ADVICE = {
	400: 'Correct what the service names: a filter, the sort, or the name of a parameter. Cursor Parameter and Page Size Parameter are set in the credential.',
};

/** Calls List, API description 4.2. */
export async function getManyCalls(item: Item): Promise<IDataObject[]> {
	const { pageSize } = item.parameter('options', {}) as { pageSize?: unknown };
	const { condition: conditions } = item.parameter('filters', {}) as IDataObject;
	const { order } = item.parameter('sort', {}) as IDataObject;
	const search = {
		filters: filterParameters(conditions),
		sort: sortParameter(order),
		range: rangeOf(item),
		limit: limitOf(item),
		advice: ADVICE,
	};
	const shape = outputOf(item);
	const service = item.service();
	const paging = await item.paging(
		pageSize === undefined ? undefined : wholeNumber(pageSize, 'Page Size'),
	);
	const records = await item.whileReading(async () => await findCalls(service, search, paging));
	return (records ?? []).map(shape);
}

function rangeOf(item: Item): TimeRange | undefined {
	const name = item.parameter('dateRange', 'any') as string;
	if (name === 'any') return undefined;
	if (name !== 'custom') return namedRange(name, item.timezone, Date.now());
	return customRange(
		item.parameter('startedAfter', ''),
		item.parameter('startedBefore', ''),
		item.timezone,
	);
}
