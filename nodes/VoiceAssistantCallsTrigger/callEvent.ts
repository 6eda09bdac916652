import { createHash } from 'crypto';

import type { Call } from '../service/call';

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
export function eventTime(event: CallEvent, call: Call): number | undefined {
	const { start, end } = call;
	if (event === 'callStarted') return start;
	if (end === undefined || (event === 'transcriptReady' && !call.hasTranscript)) return;
	return Math.max(end, start ?? end);
}

/**
 * A short name for the event of a call, the same at every reading. A hash, since identifiers may be
 * long, and since `__proto__` is one that a plain object cannot have as a key.
 *
 * The end and the transcript are one event here, so that nobody who changes from one to the other
 * gets a call twice.
 */
export function eventKey(event: CallEvent, { key }: Call): string {
	const moment = event === 'callStarted' ? 'start' : 'end';
	return createHash('sha256').update(`${moment} ${key}`).digest('base64url').slice(0, KEY_LENGTH);
}
