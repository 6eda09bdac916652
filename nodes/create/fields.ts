import type { INodeProperties } from 'n8n-workflow';

import { createOptionsField } from './options';

const displayOptions = { show: { resource: ['call'], operation: ['create'] } };

const LINK =
	'<a href="https://github.com/voice-assistant-calls/n8n-nodes-voice-assistant-calls/blob/main/docs/call-safety.md" target="_blank">How calls are kept safe</a>';

/** The notice at the top of the form, one of two. */
function notice(displayName: string, isDryRun: boolean): INodeProperties {
	const dryRun = { '/options.dryRun': [true] };
	const { show } = displayOptions;
	return {
		displayName,
		name: 'realCallNotice',
		type: 'notice',
		displayOptions: isDryRun ? { show: { ...show, ...dryRun } } : { show, hide: dryRun },
		default: '',
	};
}

/** The form of Call: Create. */
export const createFields: INodeProperties[] = [
	notice(
		`Each run places a real phone call for every input item. Running it again calls everyone again, unless 'Skip If Called Within' or 'Redial Plan' under 'Options' prevents it. To try it without calling anyone, turn on 'Dry Run' there. ${LINK}`,
		false,
	),
	notice(`'Dry Run' is on: nobody is called. ${LINK}`, true),
	{
		displayName: 'Assistant',
		name: 'assistantId',
		type: 'resourceLocator',
		displayOptions,
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The voice assistant that makes the call',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an assistant...',
				hint: 'Lists only assistants from recent calls. For any other, choose By ID.',
				typeOptions: { searchListMethod: 'searchAssistants', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. asst-3f2a',
				hint: 'The ID, not the name. From List shows both.',
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
		displayName: 'Enter Variables As',
		name: 'variablesMode',
		type: 'options',
		displayOptions,
		options: [
			{ name: 'Fields', value: 'fields', description: 'One row for each variable' },
			{
				name: 'All Fields of the Item',
				value: 'input',
				description: 'Every field of the input item under its own name',
			},
			{ name: 'JSON', value: 'json', description: 'All variables as one JSON object' },
		],
		default: 'fields',
		description: 'How to specify the variables',
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'fixedCollection',
		displayOptions: { show: { ...displayOptions.show, variablesMode: ['fields'] } },
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Variable' },
		placeholder: 'Add Variable',
		default: {},
		description:
			"Values for the {name} placeholders in the assistant's instructions. A placeholder without a value may be read aloud.",
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
						// n8n's editor shows no hint of the list itself (2.41.1).
						hint: "The name used in braces in the assistant's instructions",
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
			'JSON object of names and values. Put numbers longer than 15 digits in quotes, or they lose precision.',
	},
	{
		displayName: 'Except Fields',
		name: 'variablesExcept',
		type: 'string',
		displayOptions: { show: { ...displayOptions.show, variablesMode: ['input'] } },
		default: '',
		placeholder: 'e.g. row_number, phone, notes',
		description:
			'Names of fields that are not sent, separated by commas. Fields named assistant_id or phone_number are never sent as variables.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		displayOptions,
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description:
					'Adds the variables, the request, the response, and the earlier call that caused a skip',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'What happened, to whom, and why',
			},
		],
		default: 'simplified',
		description: 'How to return each item',
	},
	createOptionsField(displayOptions),
	{
		displayName: "'Calling Hours' limits nothing yet: press 'Add Hours'",
		name: 'noHoursNotice',
		type: 'notice',
		// n8n's editor adds it without a row, whatever its default, and does not save it so (2.41.1).
		displayOptions: {
			show: { ...displayOptions.show, '/options.callingHours': [{ _cnd: { exists: true } }] },
			hide: { '/options.callingHours.window': [{ _cnd: { exists: true } }] },
		},
		default: '',
	},
];
