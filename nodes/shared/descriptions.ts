import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { formatRecord, OUTPUT_FIELDS, type Output } from './calls/record';
import { quoteValue } from './text';
import { UserError } from './userError';

/** Fields that more than one operation has, each with the function that reads it. */

/**
 * Return All and Limit.
 *
 * @param hint what the limit means besides
 */
export function limitFields(displayOptions: IDisplayOptions, hint?: string): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			displayOptions,
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			displayOptions: { show: { ...displayOptions.show, returnAll: [false] } },
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			...(hint && { hint }),
		},
	];
}

/**
 * @param returnAll the value of the field Return All
 * @param limit the value of the field Limit
 * @returns the most records to return
 * @throws UserError if Return All is neither on nor off, or Limit is not a whole number of at least 1,
 * as an expression can make it
 */
export function readLimit(returnAll: unknown, limit: unknown): number {
	const written = typeof returnAll === 'boolean' ? String(returnAll) : returnAll;
	return readChoice(written, 'Return All', ['true', 'false']) === 'true'
		? Infinity
		: readWholeNumber(limit, 'Limit');
}

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
			options: OUTPUT_FIELDS.map((value) => ({ name: inWords(value), value })).sort((a, b) =>
				a.name.localeCompare(b.name),
			),
			default: ['CallId', 'StartedAt', 'AssistantName', 'PhoneNumber', 'Summary'],
			description: 'The fields to return for each call',
		},
	];
}

/**
 * @param value the value of the field Output
 * @param names the value of the field Fields
 * @returns what brings a record into the form that the user chose
 * @throws UserError if no field was chosen, or the form does not exist, as an expression can make it
 */
export function readOutput(value: unknown, names: unknown): (record: IDataObject) => IDataObject {
	const output = readChoice<Output>(value, 'Output', ['raw', 'simplified', 'selected']);
	const chosen = output === 'selected' ? names : [];
	const fields = (Array.isArray(chosen) ? chosen : String(chosen ?? '').split(','))
		.map((name) => String(name).trim())
		.filter((name) => name !== '');
	if (output === 'selected' && fields.length === 0) {
		throw new UserError("'Fields' is empty", "Choose at least one field under 'Fields'.");
	}
	return (record) => formatRecord(record, output, fields);
}

/** Page Size, in the collection Options of whatever reads calls. */
export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: "Number of calls per page. Requires 'Page Size Parameter' in the credential.",
};

/** @throws UserError if the value is none of a list, as an expression can make it */
export function readChoice<T extends string>(
	value: unknown,
	field: string,
	choices: readonly T[],
): T {
	const choice = choices.find((name) => name === value);
	if (choice !== undefined) return choice;
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not valid`,
		`Choose one from the list. An expression must return one of: ${choices.join(', ')}.`,
	);
}

/** @throws UserError if the value is not a whole number of at least 1 */
export function readWholeNumber(value: unknown, field: string): number {
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= 1) return number;
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not a whole number of at least 1`,
		`Correct '${field}', or the expression in it.`,
	);
}

/**
 * Reads a collection: an object, empty where nothing was added.
 *
 * @throws UserError if it is none, as an expression in place of the whole collection can make it
 */
export function readCollection(value: unknown, field: string): IDataObject {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return value as IDataObject;
	}
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not valid`,
		`Correct the expression in '${field}'.`,
	);
}

/**
 * Reads the rows of a fixed collection. One that comes as an object, not in a list, is a row too.
 *
 * @throws UserError if something else is found, as an expression can make it
 */
export function readRows(value: unknown, field: string): IDataObject[] {
	if (value === undefined || value === null) return [];
	const rows: unknown[] = Array.isArray(value) ? value : [value];
	const wrong = rows.find((row) => typeof row !== 'object' || row === null || Array.isArray(row));
	if (wrong === undefined && !rows.includes(undefined)) return rows as IDataObject[];
	throw new UserError(
		`A row of '${field}' is ${quoteValue(wrong)}, not an object`,
		`Correct '${field}', or the expression in it.`,
	);
}

/** Names that the words of a field alone would not make clear. */
const FIELD_NAMES: Record<string, string> = {
	Assistant: 'Assistant ID',
	Company: 'Company ID',
	CallId: 'Call ID',
	DurationSeconds: 'Duration (Seconds)',
	Id: 'Call ID',
	TranscriptText: 'Transcript as Text',
};

/** `PhoneNumber` as people write it: Phone Number. */
export function inWords(field: string): string {
	const words = field.replace(/([a-z])([A-Z])/g, '$1 $2');
	return FIELD_NAMES[field] ?? words;
}
