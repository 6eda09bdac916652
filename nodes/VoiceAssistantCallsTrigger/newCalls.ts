import type { IDataObject } from 'n8n-workflow';

import { eventTime } from '../shared/calls/callEvent';
import { CallReader, type Question } from './callReader';
import type { CallPage } from '../shared/calls/findCalls';
import { RULES, storedPosition, type Position, type Rules } from './position';
import { settle, type Reading } from './settle';

/** One poll. */
export interface Poll {
	question: Question;
	/** Lists the calls that match the filters, newest first where the service can; from a cursor, or from the top. */
	open: (resumeAt: string) => AsyncIterable<CallPage>;
	/** n8n's clock, milliseconds since 1970. */
	now: () => number;
	/** When, by that clock, no further page may be asked for. */
	deadline: number;
}

/** How many calls Fetch Test Event shows. */
const MOST_SAMPLES = 5;

/** What a poll found. */
export interface NewCalls {
	/** To emit, oldest first. */
	calls: IDataObject[];
	/** Why not everything could be read. */
	failure?: Error;
}

/**
 * Reads what happened since the last poll, and moves the position on. The first poll finds nothing.
 *
 * A failure after the first page does not take away what was read before it: the calls are returned
 * along with it, and the next poll goes on where this one failed.
 *
 * @param staticData the node's own; the position is stored there under `position`
 * @throws UserError as the list does, if there are no calls to return; nothing has changed then
 */
export async function newCalls(
	staticData: IDataObject,
	poll: Poll,
	rules: Rules = RULES,
): Promise<NewCalls> {
	const { reading, failure } = await read(poll, storedPosition(staticData.position), rules);
	const stored = storedPosition(staticData.position);
	const { calls, position } = settle(stored, reading, rules);
	if (failure && calls.length === 0) throw failure;
	if (position !== stored) staticData.position = { ...position };
	return { calls, failure };
}

/**
 * Calls for trying out a workflow: of the first page alone, the newest with the event, oldest first.
 */
export async function sampleCalls({ question, open }: Poll): Promise<IDataObject[]> {
	for await (const { records } of open('')) {
		const timeOf = (record: IDataObject) => eventTime(question.event, record);
		return records
			.filter((record) => timeOf(record) !== undefined)
			.sort((a, b) => Number(timeOf(b)) - Number(timeOf(a)))
			.slice(0, MOST_SAMPLES)
			.reverse();
	}
	return [];
}

/**
 * Reads from the top as long as there is something new, and further down if it is time for that or
 * the list is in no order.
 */
async function read(
	{ question, open, now, deadline }: Poll,
	stored: Position | undefined,
	rules: Rules,
): Promise<{ reading: Reading; failure?: Error }> {
	const reading = new CallReader(question, stored, now(), rules);
	let pagesRead = 0;

	/** Takes pages in until it is enough. Tells whether there are more, and time to read them. */
	const readUntil = async (
		pages: AsyncIterator<CallPage | undefined>,
		isEnough: () => boolean,
	): Promise<boolean> => {
		while (pagesRead === 0 || now() < deadline) {
			const { value: page, done } = await pages.next();
			if (page) reading.take(page);
			pagesRead++;
			if (done || reading.finished) {
				reading.finished = true;
				return false;
			}
			if (isEnough()) return true;
		}
		reading.deep = true;
		return false;
	};

	try {
		const top = open('')[Symbol.asyncIterator]();
		const isRest = () => reading.place !== '' && !reading.inOrder;
		const isMore = await readUntil(top, () => reading.isBeyond || reading.isQuiet || isRest());
		reading.deep ||= reading.isDeepReadingDue;
		if (isMore && reading.isBeyond) {
			reading.finished = true;
		} else if (isMore && reading.deep) {
			const below = reading.place ? fromPlace(reading, open, top, reading.resumeAt) : top;
			if (reading.place) reading.resumeAt = reading.place;
			reading.finished = (await readUntil(below, () => reading.isBeyond)) || reading.finished;
		}
		return { reading };
	} catch (error) {
		reading.deep = true;
		return { reading, failure: error as Error };
	}
}

/**
 * The pages from the place where a deep reading goes on. If there is no such place any more, since
 * cursors may expire, nothing, and then those below what this poll has read: there may be no time for
 * one more request.
 */
async function* fromPlace(
	reading: CallReader,
	open: Poll['open'],
	top: AsyncIterator<CallPage>,
	belowTop: string,
): AsyncGenerator<CallPage | undefined> {
	const kept = open(reading.place)[Symbol.asyncIterator]();
	const first = await kept.next().catch(() => undefined);
	const isLost = !first || first.done || isEmptyEnd(first.value);
	if (isLost) {
		reading.resumeAt = belowTop;
		yield undefined;
	} else {
		reading.jump();
		yield first.value;
	}
	yield* { [Symbol.asyncIterator]: () => (isLost ? top : kept) };
}

/** What some services send for a cursor that they do not know any more. */
function isEmptyEnd({ records, nextCursor }: CallPage): boolean {
	return records.length === 0 && nextCursor === '';
}
