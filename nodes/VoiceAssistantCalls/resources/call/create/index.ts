import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Dialable } from '../../../execution/callQueue';
import type { ApiClient } from '../../../../shared/client';
import { normalizePhoneNumber } from './phoneNumber';
import { UserError } from '../../../../shared/userError';
import { callBody, variablesFromJson, variablesFromRows, type Variables } from './variables';
import type { Item } from '../../../execution/itemContext';
import { createOptionsField, createOptionsOf, type CreateOptions } from './options';
import { dial } from './dial';

const displayOptions = { show: { resource: ['call'], operation: ['create'] } };

export const createFields: INodeProperties[] = [
	{
		displayName:
			'Each run places a real phone call for every input item. To try it without calling anyone, add Dry Run under Options.',
		name: 'realCallNotice',
		type: 'notice',
		displayOptions,
		default: '',
	},
	{
		displayName: 'Assistant',
		name: 'assistantId',
		type: 'resourceLocator',
		displayOptions,
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The voice assistant that speaks',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an assistant...',
				hint: 'Shows the assistants of recent calls',
				typeOptions: { searchListMethod: 'searchAssistants', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. asst-3f2a',
			},
		],
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		displayOptions,
		required: true,
		default: '',
		placeholder: 'e.g. +4930123456',
		description: 'The number to call, in international format with "+" and the country code',
	},
	{
		displayName: 'Variables Mode',
		name: 'variablesMode',
		type: 'options',
		displayOptions,
		options: [
			{ name: 'Fields', value: 'fields', description: 'One row for each variable' },
			{ name: 'JSON', value: 'json', description: 'All variables as one JSON object' },
		],
		default: 'fields',
		description: 'How to enter what the assistant should know',
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'fixedCollection',
		displayOptions: { show: { ...displayOptions.show, variablesMode: ['fields'] } },
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Variable' },
		placeholder: 'Add Variable',
		default: {},
		description: 'What the assistant can use as {name} in its instructions',
		options: [
			{
				displayName: 'Variable',
				name: 'variable',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. first_name',
						description: 'The name that stands in braces in the instructions, without the braces',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada',
					},
				],
			},
		],
	},
	{
		displayName: 'Variables (JSON)',
		name: 'variablesJson',
		type: 'json',
		displayOptions: { show: { ...displayOptions.show, variablesMode: ['json'] } },
		default: '{}',
		description:
			'A JSON object of names and values. Put numbers of more than 15 digits in quotes, or they are rounded.',
	},
	createOptionsField(displayOptions),
];

/** What one item asks for, checked. */
export interface CallRequest extends Dialable {
	assistantId: string;
	variables: Variables;
	/** JSON text. */
	body: string;
	service: ApiClient;
	options: CreateOptions;
}

/** Call Create, API description 4.1. */
export async function createCall(item: Item): Promise<IDataObject[]> {
	return await item.run.calls.carryOut(
		{
			index: item.index,
			read: () => requestOf(item),
			dial: async (request, hasEnded) => await dial(item, request, hasEnded),
		},
		item.run.attempt,
	);
}

/** Completes what a failed item reports with what became of the other calls. */
export function accountOfCalls(item: Item, problem: UserError): UserError {
	return item.run.calls.account(item.index, problem, item.run.total);
}

function requestOf(item: Item): CallRequest {
	const assistant = item.chosen('assistantId');
	const assistantId = typeof assistant === 'number' ? String(assistant) : assistant;
	if (typeof assistantId !== 'string' || assistantId.trim() === '') {
		throw new UserError(
			'No assistant is chosen',
			'Choose one under Assistant, or enter its ID. If the field holds an expression, check that the input item has that value.',
		);
	}
	const options = createOptionsOf(item.parameter('options', {}) as IDataObject);
	const phoneNumber = normalizePhoneNumber(
		item.parameter('phoneNumber', ''),
		options.cleanPhoneNumber,
	);
	const variables = variablesOf(item);
	return {
		assistantId: assistantId.trim(),
		phoneNumber,
		variables,
		body: callBody(assistantId.trim(), phoneNumber, variables),
		service: item.service(),
		callsAtOnce: options.callsAtOnce,
		options,
	};
}

function variablesOf(item: Item): Variables {
	if (item.parameter('variablesMode', 'fields') === 'json') {
		return variablesFromJson(item.parameter('variablesJson', '{}'));
	}
	const { variable } = item.parameter('variables', {}) as IDataObject;
	return variablesFromRows(variable);
}
