import { createHash } from 'crypto';

import type { Call } from '../service/call';

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What a trigger can wait for: the values of the field Event. */
export const EVENTS = ['callEnded', 'callStarted', 'transcriptReady'] as const;
export type CallEvent = (typeof EVENTS)[number];

/** The figures of the trigger; milliseconds, unless it says otherwise. */
export const RULES = {
	/** How late the service may list an event, or show that it matches the filters. */
	lag: 6 * HOUR,
	/** How long a call may last: lists are in the order of the starts. */
	reach: { callEnded: DAY, callStarted: 0, transcriptReady: DAY } as Record<CallEvent, number>,
	/** In how many further deep readings an event is looked for before `since` passes it. */
	looks: 5,
	/** Ten minutes, less what a poll may come early. */
	deepEvery: 9.5 * 60_000,
	/** How often calls without a start are looked for, and how soon a list that is too long is read again. */
	rarely: HOUR,
	/** How many pages of calls without a start are read. */
	undatedPages: 20,
	/** How far back a changed watch looks at most. */
	maxAfterChange: DAY,
	/** The most events in `done`. As JSON they take 2.1 MB; a backlog of a week at 28,000 calls a day. */
	maxDone: 200_000,
};

/** What a trigger waits for. */
export interface Watch {
	event: CallEvent;
	/** Where the calls are listed. */
	address: string;
	/** Event, address and filters as the user wrote them, as one text: another text is another watch. */
	text: string;
}

/**
 * What a trigger knows, kept in n8n's static data as one value that is replaced whole. Times are the list's:
 * by the service's clock, as the service writes them. `deepAt` and `undatedAt` are by n8n's clock.
 */
export interface Position {
	watch: Watch;
	/** Events up to it are not delivered: when the trigger was published, or last read before a change. */
	from: number;
	/** When it last read the list, as far as a poll has to. */
	lastRead: number;
	/** How far the list's times are ahead of the service's clock: a zone that is sent as UTC. */
	ahead: number;
	/** Calls that started before it, and events before it, are settled: delivered, or too late for it. */
	since: number;
	/** What was delivered: keys of events by the hour since 1970 in which they happened, as one text an hour. */
	done: Record<string, string>;
	/** The newest time that each of the last deep readings saw. */
	deepReads: number[];
	/** When the list was last read back to `since`. */
	deepAt: number;
	/** When calls without a start were last looked for. */
	undatedAt: number;
}

/** The position in static data, or undefined if there is none that can be read. */
export function storedPosition(stored: unknown): Position | undefined {
	const position = stored as Position | undefined;
	return Array.isArray(position?.deepReads) ? position : undefined;
}

/** Whether an event at this time is too old for the trigger, whatever the list shows. */
export function isTooOld({ from, since }: Position, time: number): boolean {
	return time <= from || time < since;
}

/**
 * When the event happened to a call; undefined while it has not.
 *
 * The transcript has no time of its own; it counts as ready at the end of the call. A call that ends
 * before it starts ended at its start: the times come from machines whose clocks differ. A start that is
 * still to come is a plan, unless the call is over.
 *
 * @param now the latest that it can be, by the list's times
 */
export function eventTime(event: CallEvent, call: Call, now: number): number | undefined {
	const { start, end } = call;
	if (event === 'callStarted') return end === undefined && Number(start) > now ? undefined : start;
	if (end === undefined || (event === 'transcriptReady' && !call.hasTranscript)) return undefined;
	return Math.max(end, start ?? end);
}

/** 60 bits: that one of 50,000 calls is taken for another happens once in a billion times. */
const EACH_KEY = /.{10}/g;

/**
 * A short name for an event of a call, the same at every reading. The end and the transcript are one event, so
 * that nobody who changes from one to the other gets a call twice. A hash, since identifiers may be long, and
 * since `__proto__` is one that a plain object cannot have as a key.
 */
export function eventKey(event: CallEvent, { key }: Call): string {
	const name = event === 'callStarted' ? `start of ${key}` : `end of ${key}`;
	return createHash('sha256').update(name).digest('base64url').slice(0, 10);
}

/** The hour of each event in `done`. */
export function readDone(done: Position['done']): Map<string, number> {
	const hours = Object.entries(done).flatMap(([hour, keys]) =>
		(keys.match(EACH_KEY) ?? []).map((key) => [key, Number(hour)] as const),
	);
	return new Map(hours);
}

/** The same as it is stored, without what is before `since`. An end may be corrected by up to an hour later. */
export function writeDone(hours: Map<string, number>, since: number): Position['done'] {
	const done: Position['done'] = {};
	for (const [key, hour] of hours) {
		if ((hour + 2) * HOUR > since) done[hour] = (done[hour] ?? '') + key;
	}
	return done;
}
