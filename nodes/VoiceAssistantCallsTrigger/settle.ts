import type { IDataObject } from 'n8n-workflow';

import {
	isNew,
	newestListed,
	positionFor,
	RULES,
	type NewestTimes,
	type Position,
	type Rules,
} from './position';

/** An event that is not before the position. */
export interface FoundEvent {
	time: number;
	/** The call, if the event was new when it was read. */
	record?: IDataObject;
}

/** What one poll read of the list. */
export interface Reading {
	question: string;
	/** Whether there was no position at its beginning. */
	isFirst: boolean;
	/** The position at its beginning. */
	from: Position;
	/** When it began, by n8n's clock. */
	at: number;
	/** By key, in the order of the list. */
	found: Map<string, FoundEvent>;
	newest: NewestTimes;
	/** Whether the list was newest first as far as it was read. */
	inOrder: boolean;
	/** Whether it was more than a look at the newest calls. */
	deep: boolean;
	/** Whether it came as far back as the position needs, or to the end of the list. */
	finished: boolean;
	/** The cursor at which it goes on if it is not finished. */
	resumeAt: string;
}

/** What a reading comes to. */
export interface Settled {
	/** The calls to emit, oldest first by the time of the event. */
	calls: IDataObject[];
	/** What to store along with them; the stored one itself if nothing has changed. */
	position: Position;
}

/**
 * Works out what is new and where the position moves, in one synchronous step from the position as it
 * is stored at this moment. That may be another than at the beginning of the reading: n8n's default
 * engine does not keep two polls of one node apart.
 */
export function settle(
	stored: Position | undefined,
	reading: Reading,
	rules: Rules = RULES,
): Settled {
	const { question, newest, at, deep, isFirst } = reading;
	const position = positionFor(stored, question, newest, at, rules);
	if (!stored) {
		const moved = { ...position, since: beginning(reading, position) };
		return { calls: [], position: trimmed(withDone(moved, reading), rules) };
	}
	const found = [...reading.found];
	const fresh = found.filter(([key, { time, record }]) => record && isNew(position, key, time));
	const isLater = found.some(([key, { time }]) => time > (position.done[key] ?? Infinity));
	const isIdle = fresh.length === 0 && !isLater && !deep;
	// A poll beside this one has laid down the beginning; the next poll judges by it.
	if (isIdle || isFirst) return { calls: [], position };
	const moved = { ...position, ...movement(position, reading, rules) };
	const calls = oldestFirst(fresh.map(([, event]) => event));
	return { calls, position: trimmed(withDone(moved, reading), rules) };
}

/**
 * Where a position begins. The newest event of a list that is not newest first may be on any page, and
 * that of one whose first page is empty on a later one (a service that filters after paging sends such
 * pages); if not all of them could be read, n8n's clock has to do.
 */
function beginning({ at, newest, inOrder, finished }: Reading, { since }: Position): number {
	const isListed = inOrder && newestListed(newest) !== undefined;
	return isListed || finished ? since : Math.max(since, at);
}

/**
 * Only a deep reading that is finished moves `since`, and to what an earlier one saw: so every event
 * is looked for several times, also after a long pause. A list that shifts while it is read, or whose
 * calls of one second stand in another order each time, may hide a call from one reading. The lag is
 * for calls that are listed late. No time ahead of n8n's clock is believed.
 *
 * A reading beside which another one came further moves nothing: the two did not follow each other.
 */
function movement(position: Position, reading: Reading, rules: Rules): Partial<Position> {
	const { from, at, newest, deep, finished, resumeAt } = reading;
	if (!deep || from.readAt !== position.readAt || from.resumeAt !== position.resumeAt) return {};
	if (!finished) return { readAt: at, resumeAt };
	const seen = [...position.readTo, newest.past ?? 0];
	const readTo = seen.slice(-rules.looks);
	const passed = seen.length > rules.looks ? seen[0] - rules.lag : 0;
	return { since: Math.max(position.since, passed), readTo, readAt: at, resumeAt: '' };
}

/** The end of a call may be corrected; the later time counts, so that `since` does not pass it too soon. */
function withDone(position: Position, { found }: Reading): Position {
	const done = { ...position.done };
	for (const [key, { time }] of found) done[key] = Math.max(time, done[key] ?? time);
	return { ...position, done };
}

function trimmed(position: Position, { mostDone }: Rules): Position {
	const events = Object.entries(position.done);
	const times = events.length > mostDone ? events.map(([, time]) => time) : [];
	const tooMany = times.sort((a, b) => b - a)[mostDone] ?? -Infinity;
	const since = Math.max(position.since, tooMany + 1);
	const done = Object.fromEntries(events.filter(([, time]) => time >= since));
	return { ...position, since, done };
}

function oldestFirst(events: FoundEvent[]): IDataObject[] {
	return events
		.reverse()
		.sort((a, b) => a.time - b.time)
		.map(({ record }) => record as IDataObject);
}
