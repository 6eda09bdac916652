/**
 * Which calls are new: the trigger's story.
 *
 * What is kept are facts (position.ts): from when on events count, when the list was last read, and what was
 * delivered. An event is new if it happened since `from`, and its call is not in `done`. What the list shows
 * decides how far to read, and never what counts.
 *
 *        since: calls that started before it are settled       from: published, or the watch was changed
 *
 *   start of calls ──── settled ──── since ────────── from ──── done, or still to be found ──── now ──►
 *
 * Every poll reads from the top, newest first, until the older half of a page holds nothing new. That is one
 * request where nothing has happened. What it cannot find is the end of a call that started below that page.
 * So every ten minutes it goes on down to `since`: the **deep reading**, which also moves `since`, a few
 * readings late, as a list that shifts while it is read may hide a call from one of them. Once an hour it looks
 * at the other end of the list as well, where most services put calls without a start. A list in no order is
 * read to its end. What a poll cannot reach in its time is an error that says so; nothing is resumed.
 *
 * Several polls may run at once. What is new is worked out in one step that nothing interrupts (`settle`), from
 * what is stored at that moment, and stored in the same step.
 */
import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../n8n/errors';
import type { Call } from '../service/call';
import type { Memory } from './memory';
import { HOUR, isTooOld, readDone, RULES, storedPosition, writeDone } from './position';
import type { Position } from './position';
import { iso, Reading, type FoundEvent, type Poll } from './reading';
import { timesAhead } from './timesAhead';

/** What a poll found: new calls, oldest first by the time of the event, and why not everything could be read. */
export type NewCalls = Pick<Reading, 'failure' | 'reports'> & { calls: Call[] };

/**
 * Reads what happened since the last poll, and stores that it is delivered. The first poll finds nothing.
 * What was read before a failure is returned along with it.
 *
 * @param staticData the node's own; the position is stored there under `position`
 * @throws UserError if the first poll fails
 */
export async function findNew(
	poll: Poll,
	staticData: IDataObject,
	memory: Memory,
): Promise<NewCalls> {
	const at = Date.now();
	const before = currentPosition(staticData, memory);
	const age = before?.watch.text === poll.watch.text ? at - before.deepAt : 0;
	// Also where n8n's clock was set back.
	const isDeep = age >= RULES.deepEvery || -age > RULES.rarely;
	// Keeps polls that start meanwhile from the same.
	if (before && isDeep) memory.position = { ...before, deepAt: at };
	const position = await positionOf(poll, at, before);
	const kind = before ? (isDeep ? 'deep' : 'usual') : 'first';
	const reading = new Reading(poll, position, at, kind);
	await reading.read();
	if (!before && reading.failure) throw reading.failure;

	// From here on nothing interrupts.
	const latest = currentPosition(staticData, memory);
	const isNewWatch = latest?.watch.text !== poll.watch.text;
	// Another poll has published, or changed the watch.
	const isOvertaken = isNewWatch ? latest?.watch.text !== before?.watch.text : !before;
	if (isOvertaken) return { calls: [], reports: [] };
	const base = isNewWatch ? { ...position, done: latest?.done ?? {} } : latest;
	const { calls, settled } = settle(base, reading);
	memory.position = moveOn(settled, reading);
	if (calls.length > 0 || isNewWatch) staticData.position = { ...memory.position } as never;
	return { calls, reports: reading.reports, failure: reading.failure };
}

/** What is known at this moment: what was delivered from n8n, and the rest from whichever has read last. */
function currentPosition(staticData: IDataObject, { position }: Memory): Position | undefined {
	const stored = storedPosition(staticData.position);
	if (!stored || !position || position.lastRead < stored.lastRead) return stored;
	return { ...position, done: stored.done };
}

/**
 * The position by which a poll judges: the one before, or that from which its watch begins. It begins at this
 * moment, or where another one was watched before, at its last reading, at most a day ago.
 */
async function positionOf(poll: Poll, at: number, before?: Position): Promise<Position> {
	const { watch } = poll;
	if (before?.watch.text === watch.text) return before;
	const { ahead: known = 0 } = before ?? {};
	const isSameList = before?.watch.address === watch.address;
	// Times that seemed to be behind may have been only old.
	const isKnown = isSameList && known >= 0;
	const ahead = isKnown ? known : ((await timesAhead(poll, at)) ?? Math.min(0, known));
	const now = at + poll.ahead().min + ahead;
	const lastRead = before ? before.lastRead - before.ahead + ahead : now;
	const from = Math.max(lastRead, now - RULES.maxAfterChange);
	const since = from - RULES.reach[watch.event];
	const { done = {}, undatedAt = at } = before ?? {};
	return { watch, from, lastRead, ahead, since, done, deepReads: [], deepAt: at, undatedAt };
}

/** Works out what is new, and what is done then. */
function settle(base: Position, { kind, found, reports }: Reading) {
	const { maxDone, reach } = RULES;
	const done = readDone(base.done);
	const isNew = ([key, { time }]: [string, FoundEvent]) => !done.has(key) && !isTooOld(base, time);
	const fresh = kind === 'first' ? [] : [...found].filter(isNew).map(([, event]) => event);
	// An end may be corrected; the later one counts, so that `since` does not pass it too soon.
	for (const [key, { time }] of found) {
		done.set(key, Math.max(Math.floor(time / HOUR), done.get(key) ?? -Infinity));
	}
	// `done` has room for so many. What is before the first whole hour that it keeps is settled.
	const hours = done.size > maxDone ? [...done.values()].sort((a, b) => b - a) : [];
	const since = Math.max(base.since, ((hours[maxDone] ?? -Infinity) + 1) * HOUR);
	const missed = fresh.filter(({ time }) => time < since).length;
	if (missed > 0) reports.push(notDelivered(missed, since));
	const calls = fresh.filter(({ time }) => time >= since).reverse();
	// As long for each event, since the user may change to another one.
	const kept = since + reach[base.watch.event] - reach.callEnded;
	return {
		calls: calls.sort((a, b) => a.time - b.time).map(({ call }) => call),
		settled: { ...base, since, done: writeDone(done, kept) },
	};
}

/** What a poll has read moves the position, as far as it came. */
function moveOn(base: Position, reading: Reading): Position {
	const { at, end, failure, kind, newest, poll } = reading;
	const moved = { ...base };
	const serviceTime = at + poll.ahead().min;
	// Times that seemed to be behind were only old, as far as one comes nearer.
	if (base.ahead < 0) moved.ahead = Math.min(0, Math.max(base.ahead, newest - serviceTime));
	if (end === 'complete' && !failure) moved.lastRead = serviceTime + moved.ahead;
	if (reading.hasUndated) moved.undatedAt = at;
	// What was below is not among the new calls of the next poll.
	if (kind === 'usual' && failure) moved.deepAt = 0;
	if (kind !== 'deep' || !end) return moved;
	// A list that is too long is an error each time.
	moved.deepAt = end === 'complete' ? at : at + RULES.rarely - RULES.deepEvery;
	if (!Number.isFinite(newest)) return moved;
	const deepReads = [...base.deepReads, newest];
	moved.deepReads = deepReads.slice(-RULES.looks);
	// A list that shifts may hide a call from one reading; the lag is for calls that are listed late.
	const passed = deepReads[0] - RULES.lag - RULES.reach[poll.watch.event];
	if (deepReads.length > RULES.looks) moved.since = Math.max(base.since, passed);
	return moved;
}

function notDelivered(count: number, since: number): UserError {
	return new UserError(
		`Calls before ${iso(since)} were not delivered (${count.toLocaleString('en')})`,
		"More calls came while the trigger did not run than it can remember. Get these with 'Get Many' of the node Voice Assistant Calls, with their time as 'Date Range'.",
	);
}
