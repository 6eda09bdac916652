import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isExact } from '../recordId';

/** The fields of a Call, as docs/api.md spells them. */
export const CALL_FIELDS = [
	'Assistant',
	'AssistantName',
	'Company',
	'EndedAt',
	'Flags',
	'Id',
	'Keywords',
	'PhoneNumber',
	'StartedAt',
	'Status',
	'Summary',
	'Transcript',
] as const;

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
 * Reads a time of the service. docs/api.md: ISO 8601, UTC.
 *
 * @returns milliseconds since 1970, or undefined where there is no readable time
 */
export function timeOf(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	// The documented form is read the fast way, since a history has many of them.
	if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) {
		const time = Date.parse(value);
		return Number.isNaN(time) ? undefined : time;
	}
	const time = DateTime.fromISO(value.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'), { zone: 'utc' });
	return time.isValid && /^\d{4}-\d\d-\d\d/.test(value) ? time.toMillis() : undefined;
}

/** A field that is a text by docs/api.md, where a service may send a number; empty if it is neither. */
export function textOf(value: unknown): string {
	if (typeof value === 'number' && isExact(value)) return String(value);
	return typeof value === 'string' ? value : '';
}

/**
 * Services write the zero of their language where there is no time yet: year 1 (Go, .NET) or 1970.
 * Nothing of this API happened before.
 */
const FIRST_TIME = Date.UTC(2000, 0);

/** The start of a call, in milliseconds since 1970; undefined where it has none, as one that is ringing. */
export function startOf({ StartedAt }: IDataObject): number | undefined {
	return realTime(StartedAt);
}

/** The end of a call, in milliseconds since 1970; undefined while it goes on. */
export function endOf({ EndedAt }: IDataObject): number | undefined {
	return realTime(EndedAt);
}

function realTime(value: unknown): number | undefined {
	const time = timeOf(value);
	return time !== undefined && time >= FIRST_TIME ? time : undefined;
}

/** How long a call lasted, in whole seconds; undefined where its start or its end is unknown. */
export function durationOf(record: IDataObject): number | undefined {
	const start = startOf(record);
	const end = endOf(record);
	if (start === undefined || end === undefined || end < start) return undefined;
	return Math.round((end - start) / 1000);
}

/** Whether somebody other than the assistant spoke; null where there is no transcript to tell. */
export function hasAnswer({ Transcript }: IDataObject): boolean | null {
	if (!Array.isArray(Transcript)) return null;
	return Transcript.some(
		(turn: IDataObject | null) => typeof turn?.Role === 'string' && !isAssistant(turn),
	);
}

/** Whether a turn of a transcript is the assistant's. */
export function isAssistant(turn: IDataObject | null): boolean {
	return typeof turn?.Role === 'string' && turn.Role.trim().toUpperCase() === 'AI';
}

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
