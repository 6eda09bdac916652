import type { Call } from '../service/call';
import { lineFinder } from '../phone';

/** The call that an item looks for. */
export interface WantedCall {
	/** The position of the item in the input, from 0. */
	index: number;
	/** E.164, as `canonicalPhone` writes it. */
	phoneNumber: string;
	/** Empty = any. */
	assistantId: string;
	/** The call started no earlier, by the service's clock. Milliseconds since 1970. */
	from: number;
	/** And no later; Infinity for a time that the user chose, which says nothing of the request. */
	until: number;
}

/** What was found for an item. */
export interface FoundCall {
	record: Call;
	/** How many calls it might be, this one included. */
	matches: number;
}

/** When a call was made, in milliseconds since 1970, by the service's clock. One that nobody answered may have no start. */
const timeOf = ({ start, end = NaN }: Call) => start ?? end;

/** Requests that follow each other so closely may be listed in another order. Milliseconds. */
const CLOSE_MS = 2000;

/** The calls that were found so far. */
export class Candidates {
	private readonly byNumber = new Map<string, Map<string, Call>>();

	/** The assistants of all calls that were listed: their names by ID. */
	readonly assistants = new Map<string, string>();

	private readonly lineOf: ReturnType<typeof lineFinder>;

	/** @param phoneNumbers the numbers that items look for, as `canonicalPhone` writes them */
	constructor(phoneNumbers: Iterable<string>) {
		for (const number of phoneNumbers) this.byNumber.set(number, new Map());
		this.lineOf = lineFinder(this.byNumber.keys());
	}

	/** Adds records of the list, and replaces what an earlier look knew of them. */
	add(records: Call[]): void {
		for (const record of records) {
			this.assistants.set(record.assistantId, record.assistantName);
			const calls = this.byNumber.get(this.lineOf(record.raw.PhoneNumber) ?? '');
			// A call without any time cannot be tied to a request.
			if (calls && !Number.isNaN(timeOf(record))) calls.set(record.key, record);
		}
	}

	/**
	 * Finds the calls of items, all items with a number together: each gets the nearest call from its time
	 * on, a call belongs to one item only, and the call of the earlier request started first.
	 */
	match(wanted: WantedCall[]): Map<number, FoundCall> {
		const found = new Map<number, FoundCall>();
		const given = new Set<Call>();
		for (const items of groups(wanted)) {
			const [{ phoneNumber, assistantId }] = items;
			const calls = [...(this.byNumber.get(phoneNumber)?.values() ?? [])].filter(
				(call) => !given.has(call) && (assistantId === '' || call.assistantId === assistantId),
			);
			for (const [index, call] of matchGroup(items, calls)) {
				found.set(index, call);
				given.add(call.record);
			}
		}
		return found;
	}
}

/**
 * Items that look for the same number and assistant, those that accept any later call by themselves; the
 * latest request first. Items that accept any assistant choose last, and before them those with any later call.
 */
function groups(wanted: WantedCall[]): Iterable<WantedCall[]> {
	const openness = ({ assistantId, until }: WantedCall) =>
		(assistantId === '' ? 2 : 0) + (until === Infinity ? 1 : 0);
	const inOrder = [...wanted].sort((a, b) => openness(a) - openness(b) || b.from - a.from);
	const byCall = new Map<string, WantedCall[]>();
	for (const item of inOrder) {
		const key = JSON.stringify([item.phoneNumber, item.assistantId, item.until === Infinity]);
		byCall.set(key, byCall.get(key) ?? []);
		byCall.get(key)!.push(item);
	}
	return byCall.values();
}

/**
 * Beginning with the latest request, each takes the nearest call that is left. Of two requests with one
 * call after both, that is the later one: the earlier one may never have rung. Then those that got a call
 * are paired in order.
 */
function matchGroup(wanted: WantedCall[], calls: Call[]): Array<[number, FoundCall]> {
	const byTime = (a: Call, b: Call) => timeOf(a) - timeOf(b);
	const free = [...calls].sort(byTime);
	const own: Call[] = [];
	const takers = wanted.filter(({ from, until }) => {
		const nearest = free.findIndex((call) => timeOf(call) >= from);
		if (nearest < 0 || timeOf(free[nearest]) > until) return false;
		own.push(...free.splice(nearest, 1));
		return true;
	});
	own.sort((a, b) => byTime(b, a));
	return takers.map(({ index, from, until }, position) => {
		const others = free.filter((call) => timeOf(call) >= from && timeOf(call) <= until);
		const close = takers.filter((other) => Math.abs(other.from - from) <= CLOSE_MS);
		return [index, { record: own[position], matches: others.length + close.length }];
	});
}
