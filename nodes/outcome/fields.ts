import type { INodeProperties } from 'n8n-workflow';
import { assistantField } from '../form/fields';
import { outputFields } from '../form/output';

const displayOptions = { show: { resource: ['call'], operation: ['getOutcome'] } };

/** The form of Call: Get Outcome, filled in for the output of Create. */
export const getOutcomeFields: INodeProperties[] = [
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		displayOptions,
		required: true,
		default: '={{ $json.phone_number }}',
		description: 'The number that was called, in international format',
	},
	assistantField({
		name: 'assistantId',
		default: '={{ $json.assistant_id }}',
		displayOptions,
	}),
	{
		displayName: 'Started After',
		name: 'startedAfter',
		type: 'dateTime',
		displayOptions,
		required: true,
		// Create gives no such field for a dry run, and the form shows what is missing as an error.
		default: "={{ $json.requestedAt ?? '' }}",
		description: 'When the call was requested. The first matching call since then is returned.',
	},
	{
		displayName: 'Wait Up To (Minutes)',
		name: 'waitUpTo',
		type: 'number',
		displayOptions,
		typeOptions: { minValue: 0 },
		default: 10,
		description: 'How long to wait for the call to end. Set to 0 to check only once.',
		hint: 'The execution stays in memory while it waits. For long lists, use the Voice Assistant Calls Trigger.',
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
				displayName: 'Poll Interval (Seconds)',
				name: 'pollInterval',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 10,
				description: 'How long to wait before checking again, at least 1 second',
			},
		],
	},
];
