import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { keywordsIn } from './keywords';
import { idOf, isExact } from './recordId';

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
 * A call as the service lists it (docs/api.md, Call), its fields read once. Nothing outside of this folder
 * reads a record of the service by its field names.
 */
export class Call {
	private times: { start?: number; end?: number } | undefined;

	/** @param raw the record as the service returned it */
	constructor(readonly raw: IDataObject) {}

	/**
	 * Names the call, the same at every reading: by its identifier, or where the service gives none by its
	 * time, number and assistant.
	 */
	get key(): string {
		if (this.id !== undefined) return `Id ${this.id}`;
		const { StartedAt, EndedAt, PhoneNumber, Assistant } = this.raw;
		const time = this.start === undefined ? EndedAt : StartedAt;
		return hashOf([time, PhoneNumber, Assistant]) ?? textOf(time);
	}

	/** The identifier; undefined where there is none to go by. */
	get id(): string | number | undefined {
		return idOf(this.raw);
	}

	/** When it started, in milliseconds since 1970; undefined where that is not known, as while it rings. */
	get start(): number | undefined {
		return this.readTimes().start;
	}

	/** When it ended, in milliseconds since 1970; undefined while it goes on. */
	get end(): number | undefined {
		return this.readTimes().end;
	}

	/** How long it lasted, in whole seconds; undefined where its start or its end is unknown. */
	get seconds(): number | undefined {
		return durationOf(this.raw);
	}

	/** The number of the other party as the service writes it; empty if it is no text. */
	get number(): string {
		return textOf(this.raw.PhoneNumber);
	}

	get keywords(): string[] {
		return keywordsIn(this.raw.Keywords);
	}

	/** Empty where the service does not say. */
	get status(): string {
		return textOf(this.raw.Status).trim();
	}

	/** The ID of the assistant; empty where the service does not say. */
	get assistantId(): string {
		return textOf(this.raw.Assistant).trim();
	}

	/** The name of the assistant; empty where the service does not say. */
	get assistantName(): string {
		return textOf(this.raw.AssistantName).trim();
	}

	get summary(): string {
		return textOf(this.raw.Summary);
	}

	/** Whether somebody other than the assistant spoke; null where there is no transcript to tell. */
	get answered(): boolean | null {
		return hasAnswer(this.raw);
	}

	get hasTranscript(): boolean {
		const { Transcript } = this.raw;
		return Array.isArray(Transcript) ? Transcript.length > 0 : textOf(Transcript).trim() !== '';
	}

	/** What the assistant said, turn by turn. */
	get assistantTurns(): string[] {
		const { Transcript } = this.raw;
		if (!Array.isArray(Transcript)) return [];
		const turns = Transcript as Array<IDataObject | null>;
		return turns.flatMap((turn) =>
			isAssistant(turn) && typeof turn?.Text === 'string' ? [turn.Text] : [],
		);
	}

	/** What the output says of a call that forbids another one. */
	get brief(): IDataObject {
		const { Id, StartedAt, Status, AssistantName } = this.raw;
		return { Id, StartedAt, Status, AssistantName };
	}

	private readTimes() {
		this.times ??= { start: startOf(this.raw), end: endOf(this.raw) };
		return this.times;
	}
}

/** Undefined for some thousand levels, which end in an overflow of the stack. */
function hashOf(value: unknown): string | undefined {
	try {
		return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
	} catch {
		return undefined;
	}
}

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
