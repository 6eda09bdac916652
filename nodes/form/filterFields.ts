import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CALL_FIELDS } from '../service/call';
import { assistantField } from './fields';

const LIST_FIELDS = ['Flags', 'Keywords'];
const COMPARABLE = CALL_FIELDS.filter((field) => field !== 'Transcript');

const IS = [
	{ name: 'Is', value: 'equals' },
	{ name: 'Is Not', value: 'not' },
];
const CONTAINS = [{ name: 'Contains Any Of', value: 'array-contains-any' }];

const other = (what: string): INodePropertyOptions[] => [
	{ name: 'Other', value: 'custom', description: `${what} that is not in this list` },
];

/** Fields as the output calls them. */
function asOptions(fields: string[], more: INodePropertyOptions[] = []): INodePropertyOptions[] {
	const named = fields.map((value) => ({ name: value === 'Id' ? 'CallId' : value, value }));
	return [...named, ...more].sort((a, b) => a.name.localeCompare(b.name));
}

/** @param options of which the first is the default */
function operator(
	displayOptions: IDisplayOptions,
	options: INodePropertyOptions[],
): INodeProperties {
	const { value } = options[0];
	return {
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		displayOptions,
		options: options.concat(other('An operator')),
		default: value,
	};
}

/** The values that were seen (docs/api.md); the reference has no list of them. */
export const KNOWN_VALUES = {
	Flags: ['green', 'phone', 'yellow'],
	Keywords: ['Appointment', 'Callback', 'Invoice', 'Offer', 'PrankCall', 'WrongNumber'],
	Status: ['archive', 'unread'],
};

/** The value of a field whose usual values are known. Any other text comes from an expression. */
function known(
	field: keyof typeof KNOWN_VALUES,
	type: 'options' | 'multiOptions',
): INodeProperties {
	return {
		displayName: type === 'options' ? 'Value' : 'Values',
		name: 'value',
		type,
		displayOptions: { show: { field: [field] } },
		options: KNOWN_VALUES[field].map((value) => ({ name: value, value })),
		allowArbitraryValues: true,
		default: type === 'options' ? '' : [],
		hint: 'For a value that is not in the list, use an expression',
	};
}

const condition: INodeProperties[] = [
	{
		displayName: 'Field',
		name: 'field',
		type: 'options',
		options: asOptions(COMPARABLE, other('A field')),
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
	operator({ show: { field: ['custom'] } }, [...IS, ...CONTAINS]),
	operator({ hide: { field: [...LIST_FIELDS, 'custom'] } }, IS),
	// The last one: n8n gives a new row the default of the last field of a name, and Keywords needs this one
	// (n8n 2.41.1).
	operator({ show: { field: LIST_FIELDS } }, CONTAINS),
	{
		displayName: 'Operator Name',
		name: 'customOperator',
		type: 'string',
		displayOptions: { show: { operator: ['custom'] } },
		default: '',
		placeholder: 'e.g. array-contains-any',
		description: 'The operator, spelled as the API expects it',
	},
	known('Status', 'options'),
	known('Keywords', 'multiOptions'),
	known('Flags', 'multiOptions'),
	assistantField({
		name: 'value',
		default: '',
		displayOptions: { show: { field: ['Assistant'] } },
	}),
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
		description: 'Use only calls that match all filters',
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
						options: asOptions(COMPARABLE.filter((field) => !LIST_FIELDS.includes(field))),
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
