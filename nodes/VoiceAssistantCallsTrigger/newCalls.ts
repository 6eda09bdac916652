/**
 * The trigger, in one page.
 *
 * Every poll reads the list newest first, page by page, until the older half of a page holds nothing new.
 * That is one request where nothing has happened. What it cannot find is the end of a call that started
 * below that page. So every ten minutes the poll goes on down to calls that are settled: the **deep
 * reading**. What n8n keeps is one `Position` (position.ts):
 *
 *        begin: events before it are not delivered     since: calls that started before it are settled
 *
 *   start of calls ──── settled ──── since ──────── done, or still to be found ──────── now ──►
 *
 * An event is new if it is not before `begin`, its call did not start before `since`, and its key is not in
 * `done`. Whatever is emitted is added to `done` in the state that n8n saves along with the emission.
 * Only a finished deep reading moves `since`. Its state is one of three, and `settle` alone changes it:
 *
 *        ┌──────────┐   its time is up     ┌─────────────┐
 *   ┌──► │ finished │ ───────────────────► │ interrupted │ ◄─┐ the next poll goes on at its place,
 *   │    └──────────┘ ◄─────────────────── └─────────────┘ ──┘ and its time is up again
 *   │                    reached `since`       │      ▲
 *   │ reached `since`                  its place      │ its time is up
 *   │                                    is gone      │
 *   │                                          ▼      │
 *   └───────────────────────────────────── ┌──────┐ ──┘
 *      all in one go, in large pages       │ lost │  the second loss is reported, and the next
 *      and with more of the time           └──────┘  reading begins an hour later
 *
 * Once an hour a poll also reads the page at the other end of the list, where services put the calls
 * without a start. A list in no order is read to its end by every poll.
 *
 * The files: `pollCalls` is one poll in n8n, `listCalls` opens the list, `readList` decides how far to read,
 * `reading` takes pages in, `settle` says what is new and where the position moves, `memory` is what the
 * process knows beyond the position.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../service/call';
import { eventTime } from './callEvent';
import type { UserError } from '../n8n/errors';
import type { PollerMemory } from './memory';
import { RULES, storedPosition, type Position, type Rules } from './position';
import { Reading } from './reading';
import { readList, type Poll } from './readList';
import { settle, type Settled } from './settle';

/** What a poll found. */
export interface NewCalls extends Pick<Settled, 'calls' | 'reports'> {
	/** Why not everything could be read. */
	failure?: UserError;
}

/** How many calls Fetch Test Event shows. */
const MAX_SAMPLES = 5;

/**
 * Reads what happened since the last poll, and moves the position on. The first poll finds nothing.
 *
 * A failure after the first page does not take away what was read before it: the calls are returned
 * along with it, and the next poll goes on where this one failed.
 *
 * @param staticData the node's own; the position is stored there under `position`
 * @param memory what this process knows of the position, for the ways to poll in which n8n forgets it
 * @throws UserError as the list does, if there are no calls to return; nothing was settled then
 */
export async function newCalls(
	staticData: IDataObject,
	poll: Poll,
	memory: PollerMemory = {},
	rules: Rules = RULES,
): Promise<NewCalls> {
	const { question, now } = poll;
	const current = () => memoryOr(memory, storedPosition(staticData.position));
	const store = (position: Position) => {
		staticData.position = { ...position } as unknown as IDataObject;
	};
	const at = now();
	let stored = current();
	const inOneGo = stored?.question === question.text && isDueInOneGo(stored, at, rules);
	if (stored && inOneGo) {
		// Keeps polls that start meanwhile from doing the same.
		const deep = { ...stored.deep, notBefore: at + rules.deepEvery };
		stored = { ...stored, deep } as Position;
		memory.position = stored;
		store(stored);
	}
	const reading = new Reading(question, stored, at, rules);
	const { ends, failure } = await readList(poll, reading, inOneGo, rules);
	const latest = current();
	const { calls, position, reports } = settle(latest, reading, ends, rules);
	if (position !== latest) {
		store(position);
		if (calls.length === 0) memory.position = position;
	}
	if (failure && calls.length === 0) throw failure;
	return { calls, failure, reports };
}

/**
 * Calls for trying out a workflow: the newest with the event, oldest first, of the first page alone. A
 * service that filters after paging may send empty pages before it.
 */
export async function sampleCalls({ question, list }: Poll): Promise<Call[]> {
	for await (const { calls } of list({})) {
		if (calls.length === 0) continue;
		const timeOf = (record: Call) => eventTime(question.event, record);
		return calls
			.filter((record) => timeOf(record) !== undefined)
			.sort((a, b) => Number(timeOf(b)) - Number(timeOf(a)))
			.slice(0, MAX_SAMPLES)
			.reverse();
	}
	return [];
}

/** The remembered position, if it follows the stored one. */
function memoryOr({ position }: PollerMemory, stored?: Position): Position | undefined {
	return stored && position?.stamp === stored.stamp ? position : stored;
}

function isDueInOneGo({ deep }: Position, at: number, { rarely }: Rules): boolean {
	if (deep.state !== 'lost') return false;
	return at >= deep.notBefore || deep.notBefore > at + rarely;
}
