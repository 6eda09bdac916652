import type { CallEvent } from '../shared/calls/callEvent';

/**
 * How far a trigger has come. It is kept in n8n's static data, as one value that is replaced whole.
 *
 * An event is done if its time is before `since` or its key is in `done`. Whatever was emitted is
 * remembered like that in the state that n8n saves along with the emission. What changes in a poll
 * that emits nothing may be forgotten (n8n 2.41 saves it with one of its three ways to poll); that
 * costs requests and loses nothing.
 */
export interface Position {
	/** Event, filters and service. Another question has another position. */
	question: string;
	/** Events before it are done. By the service's clock, as all times but `readAt`. */
	since: number;
	/** The events at `since` or later that are done, and when they happened; see `eventKey`. */
	done: Record<string, number>;
	/** The newest time that each of the last finished deep readings saw, the last reading at the end. */
	readTo: number[];
	/** When, by n8n's clock, a deep reading last came further. Measures durations only. */
	readAt: number;
	/** The cursor at which an unfinished deep reading goes on; empty if there is none. */
	resumeAt: string;
}

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
	/** A time further ahead of n8n's clock than this says nothing of where the list is. */
	ahead: HOUR,
	/** No clock is further ahead than a wrong time zone makes it. */
	furthestAhead: DAY,
	/** How far back a changed question looks at most. */
	mostAfterChange: DAY,
	/** The most events in `done`. As JSON they take 1.4 MB; it needs a pause of days to come to that. */
	mostDone: 50_000,
};

export type Rules = typeof RULES;

/** The newest times in what was read of a list; each is missing if there was none. */
export interface NewestTimes {
	/** Of the events that are not far ahead of n8n's clock. */
	event?: number;
	/** Of the events that are as far ahead as a wrong clock makes them. */
	eventAhead?: number;
	/** Of the starts, whether the event has happened or not. */
	start?: number;
	/** Of all times that are not ahead of n8n's clock: the service was at least as far. */
	past?: number;
}

/** The position in static data, or undefined if there is none that can be read. */
export function storedPosition(stored: unknown): Position | undefined {
	const { question, since, done, readTo } = (stored ?? {}) as Partial<Position>;
	const isPosition =
		typeof question === 'string' &&
		typeof since === 'number' &&
		typeof done === 'object' &&
		done !== null &&
		Array.isArray(readTo);
	return isPosition ? (stored as Position) : undefined;
}

/**
 * The position from which to judge what is read.
 *
 * Without a stored one it begins at the newest event of the list; everything is new where the list has
 * none. Where the question has changed it goes on at the newest event that is known, so that nothing
 * comes twice and what happened long ago does not come at all; also where that is long ago itself, since
 * the old filters matched little.
 *
 * @param newest what was read so far, at least the first page
 * @param at n8n's clock, milliseconds since 1970
 */
export function positionFor(
	stored: Position | undefined,
	question: string,
	newest: NewestTimes,
	at: number,
	rules: Rules = RULES,
): Position {
	if (stored?.question === question) return stored;
	const listed = newestListed(newest);
	const changed = { question, done: {}, readTo: [], resumeAt: '' };
	if (!stored) return { ...changed, since: listed ?? 0, readAt: at };
	const { done } = stored;
	const told = Object.values(done).filter((time) => time <= at + rules.ahead);
	const known = [...told, (listed ?? 0) - rules.mostAfterChange];
	const since = known.reduce((latest, time) => Math.max(latest, time), stored.since);
	return { ...changed, since, done, readAt: 0 };
}

/** The newest event of what was read, or else the newest start; undefined if it says neither. */
export function newestListed({ event, eventAhead, start }: NewestTimes): number | undefined {
	return event ?? eventAhead ?? start;
}

/** Whether the event is still to be told. */
export function isNew({ since, done }: Position, key: string, time: number): boolean {
	return time >= since && !Object.hasOwn(done, key);
}
