import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { readList } from '../n8n/values';
import { readChoice } from './readers';
import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import type { Call } from '../service/call';
import { formatCall, OUTPUT_FIELDS, type Output } from '../service/format';

/** Output and, for Selected Fields, their names. */
export function outputFields(displayOptions?: IDisplayOptions): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			displayOptions,
			options: [
				{ name: 'Raw', value: 'raw', description: 'The call as the API returns it' },
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
export function readOutput(value: unknown, readNames: () => unknown): (call: Call) => IDataObject {
	const output = readChoice<Output>(value, 'Output', ['raw', 'simplified', 'selected']);
	const fields = output === 'selected' ? readFieldNames(readNames()) : [];
	return (call) => formatCall(call, output, fields);
}

/** A service may have more fields than those in the list, which an expression can name. */
function readFieldNames(value: unknown): string[] {
	const names = readList(value ?? '', /,/);
	if (names?.length === 0) {
		throw new UserError("'Fields' is empty", "Choose at least one field under 'Fields'.");
	}
	const known = new Map([...OUTPUT_FIELDS, 'Id'].map((name) => [name.toLowerCase(), name]));
	const wrong = names?.find((name) => (known.get(name.toLowerCase()) ?? name) !== name);
	if (names && wrong === undefined) return names;
	throw new UserError(
		`'Fields' is ${quoteValue(wrong ?? value)}, which is not valid`,
		`Choose from the list. An expression must return names such as ${OUTPUT_FIELDS.join(', ')}.`,
	);
}
