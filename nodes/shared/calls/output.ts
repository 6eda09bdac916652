import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { readChoice } from '../form/readers';
import { UserError } from '../userError';
import { formatRecord, OUTPUT_FIELDS, type Output } from './record';

/** Output and, for Selected Fields, their names. */
export function outputFields(displayOptions?: IDisplayOptions): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			displayOptions,
			options: [
				{
					name: 'Raw',
					value: 'raw',
					description: 'The call as the API returns it',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'Ten fields, with the duration in seconds and the transcript as text',
				},
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'Only the fields you select, for example those with a column in your table',
				},
			],
			default: 'simplified',
			description: 'How to return each call',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { ...displayOptions?.show, output: ['selected'] } },
			// As they are called in the output: people name the columns of their tables after them.
			options: OUTPUT_FIELDS.map((value) => ({ name: value, value })).sort((a, b) =>
				a.name.localeCompare(b.name),
			),
			default: ['CallId', 'StartedAt', 'AssistantName', 'PhoneNumber', 'Summary'],
			description: 'The fields to return for each call',
		},
	];
}

/**
 * @param value the value of the field Output
 * @param readNames reads the field Fields, where it is needed
 * @returns what brings a record into the form that the user chose
 * @throws UserError if no field was chosen, or the form does not exist, as an expression can make it
 */
export function readOutput(
	value: unknown,
	readNames: () => unknown,
): (record: IDataObject) => IDataObject {
	const output = readChoice<Output>(value, 'Output', ['raw', 'simplified', 'selected']);
	const chosen = output === 'selected' ? readNames() : [];
	const fields = (Array.isArray(chosen) ? chosen : String(chosen ?? '').split(','))
		.map((name) => String(name).trim())
		.filter((name) => name !== '');
	if (output === 'selected' && fields.length === 0) {
		throw new UserError("'Fields' is empty", "Choose at least one field under 'Fields'.");
	}
	return (record) => formatRecord(record, output, fields);
}
