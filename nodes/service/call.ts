import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { keywordsIn } from './keywords';
import { UserError } from '../n8n/errors';
import { quoteValue } from '../n8n/text';
import { asText, ifPossible } from '../n8n/values';

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

type Turn = { Sorting?: unknown; Role?: unknown; Text?: unknown };

/**
 * A call as the service lists it (docs/api.md, Call), its fields read once. Nothing outside of this folder
 * reads a record of the service by its field names.
 */
export class Call {
	private readonly times: { StartedAt?: number; EndedAt?: number } = {};

	/** @param raw the record as the service returned it */
	constructor(readonly raw: IDataObject) {}

	/**
	 * Names the call, the same at every reading: by its identifier, or where the service gives none by its
	 * time, number and assistant, or by all that it has.
	 */
	get key(): string {
		if (this.id !== undefined) return `Id ${this.id}`;
		const { StartedAt, EndedAt, PhoneNumber, Assistant } = this.raw;
		const time = [StartedAt, EndedAt].find((value) => timeOf(value) !== undefined);
		const facts = time === undefined ? this.raw : [time, PhoneNumber, Assistant];
		return hashOf(facts) ?? textOf(time);
	}

	/**
	 * The identifier; undefined where there is none to go by. docs/api.md: a text. A service may send a number;
	 * one of more than 15 digits was rounded when the JSON was read, and may be that of several calls.
	 */
	get id(): string | number | undefined {
		const { Id } = this.raw;
		if (typeof Id === 'number') return Id !== 0 && isExact(Id) ? Id : undefined;
		return typeof Id === 'string' && Id !== '' ? Id : undefined;
	}

	/**
	 * When it started, in milliseconds since 1970; undefined where that is not known, as while it rings.
	 *
	 * @throws UserError if the service sent something that is no time
	 */
	get start(): number | undefined {
		return this.timeIn('StartedAt');
	}

	/**
	 * When it ended, in milliseconds since 1970; undefined while it goes on.
	 *
	 * @throws UserError if the service sent something that is no time
	 */
	get end(): number | undefined {
		return this.timeIn('EndedAt');
	}

	/**
	 * How long it lasted, in whole seconds; undefined where its start or its end is unknown.
	 *
	 * @throws UserError as `start` and `end` do
	 */
	get seconds(): number | undefined {
		const { start, end } = this;
		if (start === undefined || end === undefined || end < start) return undefined;
		return Math.round((end - start) / 1000);
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

	/** Whether somebody other than the assistant said something; null where there is no transcript to tell. */
	get answered(): boolean | null {
		return Array.isArray(this.raw.Transcript) ? this.turnsAsSent.some(isOthersWords) : null;
	}

	get hasTranscript(): boolean {
		const { Transcript } = this.raw;
		return Array.isArray(Transcript) ? Transcript.length > 0 : textOf(Transcript).trim() !== '';
	}

	/** What the assistant said, turn by turn. */
	get assistantTurns(): string[] {
		return this.turns.flatMap((turn) =>
			isAssistant(turn) && typeof turn.Text === 'string' ? [turn.Text] : [],
		);
	}

	/** What the other party said, turn by turn; undefined where there is no transcript to tell. */
	get othersTurns(): string[] | undefined {
		const { Transcript } = this.raw;
		// Services write null in place of a list without turns.
		if (!Array.isArray(Transcript))
			return Transcript === null || Transcript === '' ? [] : undefined;
		return this.turns.filter(isOthersWords).map(({ Text }) => textOf(Text));
	}

	/** The turns of the transcript, in the order of `Sorting`; none where it is no list. */
	get turns(): Turn[] {
		return this.turnsAsSent
			.map((turn, index) => ({ turn, position: positionOf(turn) ?? index }))
			.sort((a, b) => a.position - b.position)
			.map(({ turn }) => turn);
	}

	private get turnsAsSent(): Turn[] {
		const { Transcript } = this.raw;
		if (!Array.isArray(Transcript)) return [];
		return (Transcript as unknown[]).filter(
			(turn): turn is Turn => typeof turn === 'object' && turn !== null,
		);
	}

	private timeIn(field: 'StartedAt' | 'EndedAt'): number | undefined {
		if (field in this.times) return this.times[field];
		const time = timeOf(this.raw[field]);
		if (Number.isNaN(time)) {
			const call = this.id === undefined ? 'a call' : `call ${quoteValue(this.id)}`;
			const error = new UserError(
				`'${field}' of ${call} is ${quoteValue(this.raw[field])}, which is not a time`,
				"The service must send ISO 8601, such as 2026-11-20T08:00:00Z. Ask the service's support.",
			);
			throw Object.assign(error, { isAboutRecord: true });
		}
		return (this.times[field] = time);
	}
}

function positionOf({ Sorting }: Turn): number | undefined {
	const position = typeof Sorting === 'string' && Sorting !== '' ? Number(Sorting) : Sorting;
	return typeof position === 'number' && !Number.isNaN(position) ? position : undefined;
}

function isOthersWords(turn: Turn): boolean {
	return typeof turn.Role === 'string' && !isAssistant(turn) && WORD.test(textOf(turn.Text));
}

/** An ellipsis is none, nor are letters that nobody sees. */
const WORD = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** docs/api.md: AI. Other services have other words for what is no person. */
const NO_PERSON = /^(?:ai|agent|assistant|bot|function|system|tool)$/i;

function isAssistant({ Role }: Turn): boolean {
	return typeof Role === 'string' && NO_PERSON.test(Role.trim());
}

/**
 * Services write the zero of their language where there is no time yet: year 1 (Go, .NET) or 1970.
 * Nothing of this API happened before.
 */
const FIRST_TIME = Date.UTC(2000, 0);

/** From here on a number counts milliseconds, not seconds: it is the year 5138 in seconds, 1973 in milliseconds. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Reads a time of the service. docs/api.md: ISO 8601, UTC. Other forms that mean one thing are read, too:
 * with a blank in place of `T`, RFC 2822, and seconds or milliseconds since 1970, as number or text.
 *
 * @returns milliseconds since 1970; undefined where there is no time yet; NaN for what is no time
 */
function timeOf(value: unknown): number | undefined {
	const text = (value === false ? '' : asText(value ?? ''))?.trim() ?? 'no text';
	// The documented form is read the fast way, since a history has many of them.
	const isUsual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
	const time = isUsual ? Date.parse(text) : unusualTime(text);
	return time < FIRST_TIME ? undefined : time;
}

function unusualTime(text: string): number {
	if (/^(|-?0|0000-00-00.*)$/.test(text)) return 0;
	if (/^-?\d{9,14}(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return Math.round(Math.abs(number) < FIRST_MILLISECONDS ? number * 1000 : number);
	}
	const iso = text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T');
	return /^\d{4}-\d\d-\d\d/.test(text)
		? DateTime.fromISO(iso, { zone: 'utc' }).toMillis()
		: DateTime.fromRFC2822(text, { zone: 'utc' }).toMillis();
}

/** A field that is a text by docs/api.md, where a service may send a number; empty if it is neither. */
export function textOf(value: unknown): string {
	if (typeof value === 'number' && isExact(value)) return String(value);
	return typeof value === 'string' ? value : '';
}

/** Whether a number is the one that stood in the JSON. */
export function isExact(number: number): boolean {
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

/** The same for what is the same; undefined for some thousand levels, which end in an overflow of the stack. */
export function hashOf(value: unknown): string | undefined {
	return ifPossible(() => createHash('sha256').update(JSON.stringify(value)).digest('base64url'));
}
