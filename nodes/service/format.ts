import type { IDataObject } from 'n8n-workflow';

import { CALL_FIELDS, textOf, type Call } from './call';
import { ifPossible } from '../n8n/values';

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

/** In the order of Get Outcome: what people look for first. */
const SIMPLIFIED_FIELDS = [
	'Summary',
	'TranscriptText',
	'CallId',
	'Status',
	'AssistantName',
	'PhoneNumber',
	'StartedAt',
	'EndedAt',
	'DurationSeconds',
	'Keywords',
];

const LINE_BREAKS = /[\r\n\v\f\x85\u2028\u2029]+/g;

/**
 * Brings a call into the form that the user chose. It never fails, whatever the record holds.
 *
 * @param output `raw` returns the record untouched, `simplified` as ten flat fields
 * @param fields the names to keep for `selected`; a field that the record lacks becomes null, so that
 * a table built from the items has the same columns in every row
 */
export function formatCall(call: Call, output: Output, fields: string[]): IDataObject {
	if (output === 'raw') return call.raw;
	if (output === 'selected')
		return Object.fromEntries(fields.map((name) => [name, fieldOf(call, name) ?? null]));
	return Object.fromEntries(SIMPLIFIED_FIELDS.map((name) => [name, flat(fieldOf(call, name))]));
}

function fieldOf(call: Call, name: string): IDataObject[string] {
	if (name === 'CallId') return call.raw.Id;
	if (name === 'DurationSeconds') return ifPossible(() => call.seconds);
	if (name === 'TranscriptText') return transcriptText(call);
	return Object.hasOwn(call.raw, name) ? call.raw[name] : undefined;
}

/** One line a turn, `AI: …` or `User: …`; a text as it is. */
function transcriptText({ raw, turns }: Call): string {
	if (!Array.isArray(raw.Transcript)) return textOf(raw.Transcript);
	// A line break in what somebody said would look like the end of a turn.
	const line = (value: unknown) => String(flat(value) ?? '').replace(LINE_BREAKS, ' ');
	return turns.map(({ Role, Text }) => `${line(Role)}: ${line(Text)}`).join('\n');
}

/** A value that fits into one cell of a table; `…` for some thousand levels, which overflow the stack. */
function flat(value: unknown): string | number | boolean | null {
	const fitting = ifPossible(() => cell(value));
	return fitting === undefined ? '…' : fitting;
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
