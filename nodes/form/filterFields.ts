import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CALL_FIELDS } from '../service/call';

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
	description: 'An operator that is not in this list',
};

/** As the output calls it. */
const asOption = (value: string): INodePropertyOptions => ({
	name: value === 'Id' ? 'CallId' : value,
	value,
});

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

const condition: INodeProperties[] = [
	{
		displayName: 'Field',
		name: 'field',
		type: 'options',
		options: [
			...COMPARABLE.map(asOption),
			{ name: 'Other', value: 'custom', description: 'A field that is not in this list' },
		].sort(byName),
		default: 'Keywords',
	},
	{
		displayName: 'Field Name',
		name: 'customField',
		type: 'string',
		displayOptions: { show: { field: ['custom'] } },
		default: '',
		placeholder: 'e.g. AssistantName',
		description: 'The name of the field, spelled as in the raw output',
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
	// The last one: n8n gives a new row the default of the last field of a name, and Keywords needs this one
	// (n8n 2.41.1).
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		displayOptions: { show: { field: LIST_FIELDS } },
		options: [containsOption, otherOption],
		default: 'array-contains-any',
	},
	{
		displayName: 'Operator Name',
		name: 'customOperator',
		type: 'string',
		displayOptions: { show: { operator: ['custom'] } },
		default: '',
		placeholder: 'e.g. array-contains-any',
		description: 'The operator, spelled as the API expects it',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		displayOptions: { show: { field: ['Status'] } },
		default: '',
		placeholder: 'e.g. archive',
		hint: 'Known: unread, archive. Case-sensitive. You can enter any other status.',
	},
	{
		displayName: 'Values',
		name: 'value',
		type: 'string',
		displayOptions: { show: { field: ['Keywords'] } },
		default: '',
		placeholder: 'e.g. Callback, Invoice',
		hint: 'Known: Appointment, Callback, Invoice, Offer, PrankCall, WrongNumber. Case-sensitive. Separate with commas.',
	},
	{
		displayName: 'Values',
		name: 'value',
		type: 'string',
		displayOptions: { show: { field: ['Flags'] } },
		default: '',
		placeholder: 'e.g. green, yellow, phone',
		hint: 'Known: green, yellow, phone. Case-sensitive. Separate with commas.',
	},
	{
		displayName: 'Assistant Name or ID',
		name: 'value',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getAssistants' },
		displayOptions: { show: { field: ['Assistant'] } },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		displayOptions: { hide: { field: ['Assistant', 'Flags', 'Keywords', 'Status'] } },
		default: '',
		placeholder: 'e.g. +4930123456',
		description: 'The value to compare with, exactly as in the call',
	},
];

/** The field Filters of Get Many, Get Report and the trigger; `filterParameters` reads it. */
export function filtersField(displayOptions?: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'fixedCollection',
		displayOptions,
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Filter' },
		placeholder: 'Add Filter',
		default: {},
		description: 'Only calls that match all filters are used',
		options: [{ displayName: 'Filter', name: 'condition', values: condition }],
	};
}

/** The field Sort of Call: Get Many; `sortParameter` reads it. */
export function sortField(displayOptions: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		displayOptions,
		placeholder: 'Add Sort',
		default: {},
		description: 'The order in which the API returns the calls',
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
							.map(asOption)
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
								description: 'Not documented by the API',
							},
						],
						default: 'asc',
					},
				],
			},
		],
	};
}
