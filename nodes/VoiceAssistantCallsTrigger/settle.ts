import { randomUUID } from 'crypto';
import type { Call } from '../service/call';

import { UserError } from '../n8n/errors';
import type { Place } from './listCalls';
import {
	hourOf,
	isNew,
	positionFor,
	readDone,
	RULES,
	unfinished,
	writeDone,
	type DeepReading,
	type Position,
	type Rules,
} from './position';
import type { FoundEvent, Reading } from './reading';

/** How a reading of a stretch of the list ended in one poll. */
export type End =
	| { state: 'notDue' }
	| { state: 'finished' }
	/** Its time was up, or it failed. */
	| { state: 'interrupted'; place: Place }
	/** Its place is gone, and there was no time to read all from the top. */
	| { state: 'lost' };

/** How far one poll has read. */
export interface Ends {
	/** The reading back to `since`. */
	deep: End;
	/** The reading of calls without a start. */
	undated: End;
}

/** What a poll comes to. */
export interface Settled {
	/** The calls to emit, oldest first by the time of the event. */
	calls: Call[];
	/** What to store along with them; the stored one itself if nothing has changed. */
	position: Position;
	/** What cannot be delivered, or not yet. */
	reports: UserError[];
}

/**
 * Works out what is new and where the position moves, in one synchronous step from the position as it
 * is stored at this moment. That may be another than at the beginning of the reading: n8n's default
 * engine does not keep two polls of one node apart.
 */
export function settle(
	stored: Position | undefined,
	reading: Reading,
	ends: Ends,
	rules: Rules = RULES,
): Settled {
	const { question, newest, at, isFirst } = reading;
	const position = positionFor(stored, question, newest.listed, at, rules);
	if (!stored) {
		const first = firstPosition(reading, ends, position);
		const reports = first.begin > position.begin ? [guessedBeginning(first)] : [];
		return { calls: [], reports, position: first };
	}
	const done = readDone(position.done);
	const found = [...reading.found];
	const fresh = found.filter(([key, event]) => event.record && isNew(position, done, key, event));
	const isLater = found.some(
		([key, event]) => hourOf(event.sortTime) > (done.get(key) ?? Infinity),
	);
	const isUnread = ([key, { sortTime }]: [string, FoundEvent]) =>
		position.skipsFrom !== undefined && sortTime < position.since && !done.has(key);
	const unread = found.filter(isUnread);
	const isIdle = [fresh, unread].every((events) => events.length === 0) && !isLater;
	const isDue = [ends.deep, ends.undated].some(({ state }) => state !== 'notDue');
	// A concurrent poll has stored the first position. The next poll compares with it.
	if ((isIdle && !isDue) || isFirst) return { calls: [], position, reports: [] };

	const moved = movedBy(position, reading, ends, rules);
	const hours = doneWith(done, reading.found);
	const room = firstHour(hours, rules.mostDone);
	if (room > moved.since) {
		moved.skipsFrom ??= position.since;
		moved.since = room;
	}
	moved.done = writeDone(hours, moved.since);
	const fits = ([, { sortTime }]: [string, FoundEvent]) => sortTime >= room;
	const calls = oldestFirst(fresh.filter(fits).map(([, event]) => event));
	if (calls.length > 0) moved.stamp = newStamp();
	const skipped = [...unread, ...fresh.filter((one) => !fits(one))].map(([, event]) => event);
	const reports = [...skipReports(skipped, rules), ...behindReports(position, moved, reading)];
	return { calls, position: moved, reports };
}

/**
 * Where a position begins. The newest event of a list that is not newest first may be on any page, and
 * that of one whose first page is empty on a later one (a service that filters after paging sends such
 * pages); if not all of them could be read, n8n's clock has to do.
 */
function firstPosition(
	{ at, found, newest, inOrder }: Reading,
	{ deep }: Ends,
	position: Position,
): Position {
	const isKnown = (inOrder && newest.listed !== undefined) || deep.state === 'finished';
	const later = isKnown ? 0 : Math.max(0, at - position.begin);
	const begin = position.begin + later;
	const since = position.since + later;
	const done = writeDone(doneWith(new Map(), found), since);
	return { ...position, begin, since, newest: begin, done, stamp: newStamp() };
}

/**
 * Only a deep reading that is finished moves `since`, and to what an earlier one saw: so every event
 * is looked for several times, also after a long pause. A list that shifts while it is read, or whose
 * calls of one second stand in another order each time, may hide a call from one reading. The lag is
 * for calls that are listed late, the reach for those that last long. No time ahead of n8n's clock is
 * believed.
 *
 * If a concurrent poll has changed the state of the deep reading, this one leaves it: it did not follow on.
 */
function movedBy(
	position: Position,
	{ from, at, newest, found, question }: Reading,
	{ deep, undated }: Ends,
	rules: Rules,
): Position {
	const moved = { ...position };
	for (const { sortTime } of found.values()) {
		if (sortTime <= at + rules.ahead) moved.newest = Math.max(moved.newest, sortTime);
	}
	if (undated.state === 'interrupted') moved.undated = { at, place: undated.place };
	else if (undated.state !== 'notDue') moved.undated = { at };
	if (JSON.stringify(from.deep) !== JSON.stringify(position.deep)) return moved;
	moved.deep = nextState(position.deep, deep, at, rules);
	if (deep.state !== 'finished') return moved;
	const seen = [...position.seen, newest.past];
	const passed = seen[0] - rules.lag - rules.reach[question.event];
	if (seen.length > rules.looks) moved.since = Math.max(position.since, passed);
	delete moved.skipsFrom;
	return { ...moved, seen: seen.slice(-rules.looks) };
}

function nextState(before: DeepReading, end: End, at: number, rules: Rules): DeepReading {
	if (end.state === 'notDue') return before;
	if (end.state === 'finished') return { state: 'finished', at };
	const { losses, reportAt } = unfinished(before, at, rules);
	if (end.state === 'interrupted') {
		const next = losses < 2 && at >= reportAt ? at + rules.rarely : reportAt;
		return { state: 'interrupted', place: end.place, losses, reportAt: next };
	}
	// The first loss may be chance. The second shows that no place lives as long as to the next poll.
	if (losses === 0) return { state: 'lost', losses: 1, reportAt, notBefore: 0 };
	const next = at + rules.rarely;
	return { state: 'lost', losses: losses + 1, reportAt: next, notBefore: next };
}

/** The end of a call may be corrected; the later place counts, so that `since` does not pass it too soon. */
function doneWith(done: Map<string, number>, found: Reading['found']): Map<string, number> {
	for (const [key, { sortTime }] of found) {
		done.set(key, Math.max(hourOf(sortTime), done.get(key) ?? -Infinity));
	}
	return done;
}

/** When the first hour begins from which on there is room for all events. */
function firstHour(hours: Map<string, number>, mostDone: number): number {
	if (hours.size <= mostDone) return -Infinity;
	const newestFirst = [...hours.values()].sort((a, b) => b - a);
	return (newestFirst[mostDone] + 1) * 3_600_000;
}

function oldestFirst(events: FoundEvent[]): Call[] {
	return events
		.reverse()
		.sort((a, b) => a.time - b.time)
		.map(({ record }) => record as Call);
}

function skipReports(skipped: FoundEvent[], { mostDone }: Rules): UserError[] {
	if (skipped.length === 0) return [];
	const times = skipped.map(({ sortTime }) => sortTime).sort((a, b) => a - b);
	const [first, last] = [times[0], times[times.length - 1]].map(iso);
	return [
		new UserError(
			`Calls that started from ${first} to ${last} were not delivered (${inWords(skipped.length)})`,
			`More than ${inWords(mostDone)} calls came while the trigger did not run, which is more than it can remember. Get these with 'Get Many' of the node Voice Assistant Calls, with their time as 'Date Range'.`,
		),
	];
}

function behindReports(before: Position, { since, deep }: Position, reading: Reading): UserError[] {
	if (deep.state === 'finished' || before.deep.state === 'finished') return [];
	const isLostAgain = deep.losses > Math.max(1, before.deep.losses);
	if (!isLostAgain && deep.reportAt <= before.deep.reportAt) return [];
	const down = Number.isFinite(reading.oldest) ? reading.oldest : reading.at;
	return [
		new UserError(
			`The list could not be read back to ${iso(since)}: calls that started before ${iso(down)} may be missing`,
			deep.state === 'lost'
				? "The service's cursors expire before the next poll, and the list is too long for one poll. The trigger tries again in an hour. Enter 'Page Size Parameter' under 'Advanced' in the credential, or add 'Filters'. Until then get calls that are missing with 'Get Many' of the node Voice Assistant Calls."
				: "The list is longer than what the trigger can read. It goes on, and delivers these calls as it finds them. Enter 'Page Size Parameter' under 'Advanced' in the credential, add 'Filters', or choose other 'Poll Times'.",
		),
	];
}

function guessedBeginning({ begin }: Position): UserError {
	return new UserError(
		`The list is too long to find its newest call: events before ${iso(begin)} are not delivered`,
		"The service does not list the newest calls first. So the trigger begins at the time of n8n's clock. If the service's clock is behind, calls until it has caught up are missing: get them with 'Get Many' of the node Voice Assistant Calls. If it lists older calls only, add 'Filters'.",
	);
}

function iso(time: number): string {
	return new Date(time).toISOString();
}

function inWords(count: number): string {
	return count.toLocaleString('en');
}

function newStamp(): string {
	return randomUUID().slice(0, 8);
}
