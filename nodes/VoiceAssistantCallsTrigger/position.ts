import type { CallEvent } from './callEvent';
import type { Place } from './listCalls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The figures of the trigger; milliseconds, unless it says otherwise. */
export const RULES = {
	/** How late the service may list an event, or show that it matches the filters. */
	lag: 6 * HOUR,
	/** How long a call may last: lists are in the order of the starts. */
	reach: { callEnded: DAY, callStarted: 0, transcriptReady: DAY } as Record<CallEvent, number>,
	/** In how many further deep readings an event is looked for before `since` passes it. */
	looks: 5,
	/** Ten minutes, less what a poll may come early. */
	deepEvery: 9.5 * MINUTE,
	/** How often calls without a start are looked for, and a problem that lasts is reported. */
	rarely: HOUR,
	/** After how long a deep reading that does not come to its end is reported. */
	patience: 6 * HOUR,
	/** A time further ahead of n8n's clock than this says nothing of where the list is, unless all are. */
	ahead: HOUR,
	/** No clock is further ahead than a wrong time zone makes it. */
	furthestAhead: DAY,
	/** How far back a changed question looks at most. */
	mostAfterChange: DAY,
	/** The most events in `done`. As JSON they take 2.1 MB; a backlog of a week at 28,000 calls a day. */
	mostDone: 200_000,
};

export type Rules = typeof RULES;

/**
 * How far a trigger has come. It is kept in n8n's static data, as one value that is replaced whole.
 * All times are the service's, except those of `deep` and `undated`.
 */
export interface Position {
	/** Event, filters as the user wrote them, and address. Another question has another position. */
	question: string;
	/** Events before it are none of the trigger's: it was the newest when the question was first asked. */
	begin: number;
	/** Calls that started before it are settled: delivered, or too late for it. It is never behind an unread one. */
	since: number;
	/** The newest start of a call that is known, without those that are far ahead of n8n's clock. */
	newest: number;
	/** The events that were delivered, of calls that started at `since` or later. */
	done: DoneByHour;
	/** The newest time that each of the last finished deep readings saw, the last reading at the end. */
	seen: number[];
	deep: DeepReading;
	/** When calls without a start were last looked for, and where that goes on. */
	undated: { at: number; place?: Place };
	/** Calls from here up to `since` are reported, not delivered: `done` was full. */
	skipsFrom?: number;
	/** Another one for each delivery, so that the memory of a process knows what it follows. */
	stamp: string;
}

/** The state of the reading back to `since`; see `newCalls.ts`. Times by n8n's clock. */
export type DeepReading =
	/** It came back to `since`; the next one is due ten minutes later. */
	| { state: 'finished'; at: number }
	/** Its time was up; the next poll goes on at the place. */
	| ({ state: 'interrupted'; place: Place } & Unfinished)
	/** The service did not know the place any more; the next one reads all in one go. */
	| ({ state: 'lost'; notBefore: number } & Unfinished);

interface Unfinished {
	/** How often its place was lost. */
	losses: number;
	/** From when on it is reported. */
	reportAt: number;
}

/** The state after a reading has not come to its end. */
export function unfinished(before: DeepReading, at: number, rules: Rules): Unfinished {
	if (before.state === 'finished') return { losses: 0, reportAt: at + rules.patience };
	return { losses: before.losses, reportAt: before.reportAt };
}

/** Keys of events by the hour since 1970 in which their calls started, as one text an hour. */
type DoneByHour = Record<string, string>;

/** The length of what `eventKey` returns. */
const KEY_LENGTH = 10;

/** The hour of each event in `done`. */
export function readDone(done: DoneByHour): Map<string, number> {
	const hours = new Map<string, number>();
	for (const [hour, keys] of Object.entries(done)) {
		for (let from = 0; from < keys.length; from += KEY_LENGTH) {
			hours.set(keys.slice(from, from + KEY_LENGTH), Number(hour));
		}
	}
	return hours;
}

/** The same as it is stored, without the hours that are wholly before `since`. */
export function writeDone(hours: Map<string, number>, since: number): DoneByHour {
	const done: DoneByHour = {};
	for (const [key, hour] of hours) {
		if ((hour + 1) * HOUR > since) done[hour] = (done[hour] ?? '') + key;
	}
	return done;
}

export function hourOf(time: number): number {
	return Math.floor(time / HOUR);
}

/** Where a call stands in the order of the starts: at its start, unless it is longer than a call can be. */
export function sortTime(start: number | undefined, time: number): number {
	return Math.max(start ?? time, time - DAY);
}

/** What a trigger was asked for: the event, the filters and the address. */
export interface Question {
	event: CallEvent;
	/** Event, filters as the user wrote them, and address, as one text. */
	text: string;
}

/** The position in static data, or undefined if there is none that can be read. */
export function storedPosition(stored: unknown): Position | undefined {
	const { since, done, seen, deep } = (stored ?? {}) as Partial<Position>;
	if (typeof since !== 'number' || typeof done !== 'object' || done === null) return undefined;
	return Array.isArray(seen) && deep ? (stored as Position) : undefined;
}

function newPosition(question: string, begin: number, since: number, at: number): Position {
	const deep = { state: 'finished' as const, at };
	const done = {};
	return {
		question,
		begin,
		since,
		newest: begin,
		done,
		seen: [],
		deep,
		undated: { at },
		stamp: '',
	};
}

/**
 * The position from which to judge what is read.
 *
 * Without a stored one it begins at the newest call of the list; everything is new where the list has
 * none. Where the question has changed it goes on at the newest call that is known, so that nothing
 * comes twice and what happened long ago does not come at all; also where that is long ago itself, since
 * the old filters matched little.
 *
 * @param listed where the list is, by what was read so far, at least the first page
 * @param at n8n's clock, milliseconds since 1970
 */
export function positionFor(
	stored: Position | undefined,
	{ event, text }: Question,
	listed: number | undefined,
	at: number,
	rules: Rules = RULES,
): Position {
	if (stored?.question === text) return stored;
	const reach = rules.reach[event];
	if (!stored) return newPosition(text, listed ?? 0, (listed ?? 0) - reach, at);
	const begin = Math.max(stored.begin, stored.newest, (listed ?? 0) - rules.mostAfterChange);
	const { done, stamp } = stored;
	return { ...newPosition(text, begin, begin - reach, 0), undated: { at }, done, stamp };
}

/** When an event happened, and where its call stands in the list. */
export interface EventTimes {
	/** Of the event. */
	time: number;
	/** See `sortTime`. */
	sortTime: number;
}

/** Whether the event is still to be delivered. */
export function isNew(
	{ begin, since }: Position,
	done: Map<string, number>,
	key: string,
	event: EventTimes,
): boolean {
	return event.time >= begin && event.sortTime >= since && !done.has(key);
}
