import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { endOf, startOf, textOf } from './record';
import { idOf } from '../recordId';

/** What a trigger can wait for: the values of the field Event. */
export type CallEvent = 'callEnded' | 'callStarted' | 'transcriptReady';

/** 60 bits: that one of 50,000 calls is taken for another happens once in a billion times. */
const KEY_LENGTH = 10;

/**
 * When the event happened to a call, by the clock of the service.
 *
 * The transcript has no time of its own; it counts as ready at the end of the call. A call that ends
 * before it starts ended at its start: the times come from machines whose clocks differ.
 *
 * @returns milliseconds since 1970, or undefined while the event has not happened
 */
export function eventTime(event: CallEvent, record: IDataObject): number | undefined {
	const started = startOf(record);
	if (event === 'callStarted') return started;
	const ended = endOf(record);
	if (ended === undefined || (event === 'transcriptReady' && !hasTranscript(record))) return;
	return Math.max(ended, started ?? ended);
}

/**
 * A short name for the event of a call, the same at every reading. A hash, since identifiers may be
 * long, and since `__proto__` is one that a plain object cannot have as a key.
 *
 * The end and the transcript are one event here, so that nobody who changes from one to the other
 * gets a call twice.
 */
export function eventKey(event: CallEvent, record: IDataObject): string {
	const { StartedAt, EndedAt, PhoneNumber, Assistant } = record;
	const time = startOf(record) === undefined && event !== 'callStarted' ? EndedAt : StartedAt;
	const id = idOf(record) ?? [time, PhoneNumber, Assistant];
	const moment = event === 'callStarted' ? 'start' : 'end';
	const name = written([moment, id]) ?? `${moment} ${textOf(time)}`;
	return createHash('sha256').update(name).digest('base64url').slice(0, KEY_LENGTH);
}

/** As JSON text; undefined for some thousand levels, which end in an overflow of the stack. */
function written(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

function hasTranscript({ Transcript }: IDataObject): boolean {
	return Array.isArray(Transcript) ? Transcript.length > 0 : textOf(Transcript).trim() !== '';
}
