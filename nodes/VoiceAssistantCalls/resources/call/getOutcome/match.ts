import type { IDataObject } from 'n8n-workflow';

import { eventKey } from '../../../../shared/calls/callEvent';
import { endOf, hasAnswer, startOf, textOf } from '../../../../shared/calls/record';
import { readRecordedNumber } from '../../../../shared/phoneNumber';

/** The clocks of the service and of n8n may differ by so much. */
export const CLOCK_DIFFERENCE_MS = 60_000;

/** The call that an item looks for. */
export interface WantedCall {
	/** The position of the item in the input, from 0. */
	index: number;
	/** E.164. */
	phoneNumber: string;
	/** Empty = any. */
	assistantId: string;
	/** Milliseconds since 1970. */
	startedAfter: number;
}

/** What was found for an item. */
export interface FoundCall {
	record: IDataObject;
	/** How many calls it might be, this one included. */
	matches: number;
	/** Whether it had ended when the call was requested, so that it is the one only if clocks differ. */
	wasOver: boolean;
}

/**
 * Finds for each item the earliest call with its number and assistant from its time on. One that had
 * ended by then comes after all others: who calls a number again within a minute of a call that nobody
 * answered would get that one again. A call belongs to one item only: of two calls to the same number
 * within a minute, the earlier one is that of the earlier request.
 *
 * @param records calls in any order
 * @param taken the calls that were found for other items before, as `keyOf` names them
 */
export function matchCalls(
	wanted: WantedCall[],
	records: IDataObject[],
	taken: ReadonlySet<string>,
): Map<number, FoundCall> {
	const numbers = new Set(wanted.map(({ phoneNumber }) => phoneNumber));
	const byNumber = new Map<string, Array<{ record: IDataObject; start: number }>>();
	const known = new Set(taken);
	for (const record of records) {
		const number = readRecordedNumber(record.PhoneNumber);
		if (number === undefined || !numbers.has(number)) continue;
		const key = keyOf(record);
		if (known.has(key)) continue;
		known.add(key);
		const calls = byNumber.get(number) ?? [];
		byNumber.set(number, calls);
		// A call without a readable start is just beginning, unless it is over.
		calls.push({ record, start: startOf(record) ?? endOf(record) ?? Infinity });
	}
	for (const calls of byNumber.values()) {
		calls.sort((a, b) => (a.start === b.start ? 0 : a.start - b.start));
	}
	const found = new Map<number, FoundCall>();
	const given = new Set<IDataObject>();
	for (const { index, phoneNumber, assistantId, startedAfter } of inOrder(wanted)) {
		const since = startedAfter - CLOCK_DIFFERENCE_MS;
		const candidates = (byNumber.get(phoneNumber) ?? []).filter(
			({ record, start }) =>
				!given.has(record) &&
				start >= since &&
				(assistantId === '' || textOf(record.Assistant) === assistantId),
		);
		if (candidates.length === 0) continue;
		const current = candidates.find(({ record }) => !hadEnded(record, startedAfter));
		const { record } = current ?? candidates[0];
		given.add(record);
		found.set(index, { record, matches: candidates.length, wasOver: !current });
	}
	return found;
}

/** Whether a call had ended at that time. Some services cut off what is less than a second. */
function hadEnded(record: IDataObject, time: number): boolean {
	return (endOf(record) ?? Infinity) < Math.floor(time / 1000) * 1000;
}

/** A name for a call, the same at every look, also where the service gives it no ID. */
export function keyOf(record: IDataObject): string {
	return eventKey('callStarted', record);
}

function inOrder(wanted: WantedCall[]): WantedCall[] {
	return [...wanted].sort((a, b) => a.startedAfter - b.startedAfter || a.index - b.index);
}

/** What is said of a call besides its record. */
export function outcomeOf(found: FoundCall | undefined): IDataObject {
	if (!found) return { outcome: 'notFound', ended: false, answered: null, matches: 0 };
	const { record, matches } = found;
	const ended = endOf(record) !== undefined;
	return {
		outcome: ended ? 'ended' : 'ongoing',
		ended,
		answered: ended ? hasAnswer(record) : null,
		matches,
	};
}
