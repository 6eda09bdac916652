import type { IDataObject } from 'n8n-workflow';

import { CALL_FIELDS, durationOf, textOf } from './call';

/**
 * The fields of the outputs Simplified and Selected Fields. `CallId` stands for `Id`, a name that n8n's
 * data tables keep for themselves.
 */
export const OUTPUT_FIELDS = [
	...CALL_FIELDS.filter((field) => field !== 'Id'),
	'CallId',
	'DurationSeconds',
	'TranscriptText',
];

/** How a record is returned: the values of the field Output. */
export type Output = 'raw' | 'simplified' | 'selected';

const SIMPLIFIED_FIELDS = [
	'CallId',
	'Status',
	'AssistantName',
	'PhoneNumber',
	'Summary',
	'StartedAt',
	'EndedAt',
	'DurationSeconds',
	'Keywords',
	'TranscriptText',
];

/**
 * Brings a record into the form that the user chose. It never fails, whatever the record holds.
 *
 * @param record the record as the service returned it
 * @param output `raw` returns it untouched, `simplified` as ten flat fields
 * @param fields the names to keep for `selected`; a field that the record lacks becomes null, so that
 * a table built from the items has the same columns in every row
 */
export function formatRecord(record: IDataObject, output: Output, fields: string[]): IDataObject {
	if (output === 'raw') return record;
	if (output === 'selected')
		return Object.fromEntries(fields.map((name) => [name, fieldOf(record, name) ?? null]));
	return Object.fromEntries(SIMPLIFIED_FIELDS.map((name) => [name, flat(fieldOf(record, name))]));
}

function fieldOf(record: IDataObject, name: string): IDataObject[string] {
	if (name === 'CallId') return record.Id;
	if (name === 'DurationSeconds') return durationOf(record);
	if (name === 'TranscriptText') return transcriptText(record.Transcript);
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** One line a turn, `AI: …` or `User: …`, in the order of `Sorting`; a text as it is. */
function transcriptText(transcript: unknown): string {
	if (!Array.isArray(transcript)) return textOf(transcript);
	return transcript
		.filter((turn): turn is IDataObject => typeof turn === 'object' && turn !== null)
		.map((turn, index) => ({
			turn,
			position: positionOf(turn.Sorting) ?? index,
		}))
		.sort((a, b) => a.position - b.position)
		.map(({ turn }) => `${flat(turn.Role) ?? ''}: ${flat(turn.Text) ?? ''}`)
		.join('\n');
}

function positionOf(sorting: unknown): number | undefined {
	const position = typeof sorting === 'string' && sorting !== '' ? Number(sorting) : sorting;
	return typeof position === 'number' && !Number.isNaN(position) ? position : undefined;
}

/** A value that fits into one cell of a table; `…` where it is nested too deep to be written. */
function flat(value: unknown): string | number | boolean | null {
	try {
		return cell(value);
	} catch {
		// Some thousand levels end in an overflow of the stack.
		return '…';
	}
}

/** Lists with commas in between, objects as JSON text. */
function cell(value: unknown): string | number | boolean | null {
	if (value === undefined || value === null) return null;
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		return value;
	}
	return Array.isArray(value)
		? value.map((entry) => String(cell(entry) ?? '')).join(', ')
		: JSON.stringify(value);
}
