import type { Call } from '../service/call';
import { WantedPhones } from '../phone';

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

/** The calls that were found so far and that no item has been given. */
export class Candidates {
	private readonly byNumber = new Map<string, Map<string, Call>>();

	/** The calls that were given to an item. The list has them at every look. */
	private readonly taken = new Set<string>();

	/** The assistants of all calls that were listed: their names by ID. */
	readonly assistants = new Map<string, string>();

	private readonly wanted: WantedPhones;

	/** What the numbers of the list are. A list repeats few spellings, and reading one takes a while. */
	private readonly numbers = new Map<unknown, string | undefined>();

	/** @param phoneNumbers the numbers that items look for, as `canonicalPhone` writes them */
	constructor(phoneNumbers: Iterable<string>) {
		for (const number of phoneNumbers) this.byNumber.set(number, new Map());
		this.wanted = new WantedPhones(this.byNumber.keys());
	}

	/** Adds records of the list, and replaces what an earlier look knew of them. */
	add(records: Call[]): void {
		for (const record of records) {
			const written = record.raw.PhoneNumber;
			this.assistants.set(record.assistantId, record.assistantName);
			if (!this.numbers.has(written)) this.numbers.set(written, this.wanted.find(written));
			const calls = this.byNumber.get(this.numbers.get(written) ?? '');
			// A call without any time cannot be tied to a request.
			if (!calls || Number.isNaN(timeOf(record)) || this.taken.has(record.key)) continue;
			calls.set(record.key, record);
		}
	}

	/** Takes a call out, since it was given to an item. */
	take({ record }: FoundCall): void {
		this.taken.add(record.key);
		for (const calls of this.byNumber.values()) calls.delete(record.key);
	}

	/**
	 * Finds the calls of items, all items with a number together: each gets the nearest call from its time
	 * on, a call belongs to one item only, and the call of the earlier request started first.
	 */
	match(wanted: WantedCall[]): Map<number, FoundCall> {
		const found = new Map<number, FoundCall>();
		const given = new Set<Call>();
		// Items that accept any assistant choose last, and before them those that accept any later call.
		const openness = ({ assistantId, until }: WantedCall) =>
			(assistantId === '' ? 2 : 0) + (until === Infinity ? 1 : 0);
		const inOrder = [...wanted].sort((a, b) => openness(a) - openness(b));
		for (const items of groups(inOrder)) {
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

/** Items that look for the same number and assistant, those that accept any later call by themselves. */
function groups(wanted: WantedCall[]): WantedCall[][] {
	const byCall = new Map<string, WantedCall[]>();
	for (const item of wanted) {
		const key = JSON.stringify([item.phoneNumber, item.assistantId, item.until === Infinity]);
		const items = byCall.get(key);
		if (items) items.push(item);
		else byCall.set(key, [item]);
	}
	return [...byCall.values()];
}

/**
 * Beginning with the latest request, each takes the nearest call that is left. Of two requests with one
 * call after both, that is the later one: the earlier one may never have rung. Then those that got a call
 * are paired in order.
 */
function matchGroup(wanted: WantedCall[], calls: Call[]): Array<[number, FoundCall]> {
	const items = [...wanted].sort((a, b) => a.from - b.from);
	const sorted = [...calls].sort((a, b) => timeOf(a) - timeOf(b));
	const rest = [...sorted];
	const after: Call[] = [];
	const takers: WantedCall[] = [];
	const taken = new Set<Call>();
	for (const item of [...items].reverse()) {
		while (rest.length > 0 && timeOf(rest[rest.length - 1]) >= item.from) after.push(rest.pop()!);
		const nearest = after[after.length - 1];
		if (nearest === undefined || timeOf(nearest) > item.until) continue;
		taken.add(after.pop()!);
		takers.unshift(item);
	}
	const own = sorted.filter((call) => taken.has(call));
	const free = sorted.filter((call) => !taken.has(call));
	return takers.map(({ index, from, until }, position) => {
		const others = free.filter((call) => timeOf(call) >= from && timeOf(call) <= until);
		const close = takers.filter((other) => Math.abs(other.from - from) <= CLOSE_MS);
		return [index, { record: own[position], matches: others.length + close.length }];
	});
}
