import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../../nodes/service/response';
import type { ApiRequest } from '../../nodes/service/client';
import { planned, stampFor, type Call, type Change, type Traffic } from './calls';
import { Random } from './random';

/** How a simulated service lists its calls, and how well. */
export interface Manners {
	cursors: 'offset' | 'key' | 'snapshot' | 'expiring';
	/** What it does when newest first is asked for. */
	sort: 'newestFirst' | 'refused' | 'oldestFirst' | 'byEnd' | 'shuffled';
	/** Whether calls of the same start stand in another order at each request. */
	unstableTies: boolean;
	pageSize: number;
	/** How far its clock is ahead of n8n's, in milliseconds. */
	skew: number;
	/** Part of the requests that fail. */
	failing: number;
	/** Stretches in which every request fails; milliseconds after the beginning, from and to. */
	outages: Array<[number, number]>;
	/** Stretches in which every page but the first fails. */
	deepOutages: Array<[number, number]>;
	/** How long a request takes, least and most, in milliseconds. */
	latency: [number, number];
	/** How long a cursor lives that expires, and how the service says that it has. */
	cursorLife: number;
	expiry: 'refused' | 'unknown' | 'empty' | 'top';
	/** Part of the pages that show a call twice, and part of those that show none and lead to the next. */
	doubling: number;
	empty: number;
	/** How far the clock in the header `Date` is ahead of n8n's; undefined if it is not sent. */
	dateSkew?: number;
}

/** The time, the same for n8n and the service. */
export interface Clock {
	now: number;
}

/** A service in memory whose calls start, end, appear and vanish as time goes by. */
export class SimulatedService {
	readonly calls: Call[];

	requests = 0;

	/** Those listed now, oldest first. */
	private readonly listed: Call[] = [];

	private readonly changes: Change[];

	private nextChange = 0;

	private readonly stamp: (time: number) => string;

	constructor(
		readonly traffic: Traffic,
		readonly manners: Manners,
		private readonly clock: Clock,
		private readonly random: Random,
		private readonly stretch: [number, number],
	) {
		const { calls, changes } = planned(traffic, random, stretch, manners.skew);
		this.calls = calls;
		this.changes = changes;
		this.stamp = stampFor(traffic, manners.skew);
		this.catchUp();
	}

	/** Answers one request, which takes its time. */
	answer({ query = {} }: ApiRequest): ApiResponse {
		const { manners, clock, random } = this;
		this.requests++;
		clock.now += random.between(...manners.latency);
		this.catchUp();
		const cursor = String(query.cursor ?? '');
		const passed = clock.now - this.stretch[0];
		const isOut = [...manners.outages, ...(cursor ? manners.deepOutages : [])].some(
			([from, to]) => passed >= from && passed < to,
		);
		if (isOut || random.chance(manners.failing)) return refusal(500, 'Internal error');
		if (query.sort && manners.sort === 'refused') return refusal(400, 'Cannot sort by desc');
		return this.page(query, cursor);
	}

	/** Does what is due. */
	catchUp(): void {
		while (this.changes[this.nextChange]?.at <= this.clock.now) {
			this.apply(this.changes[this.nextChange++]);
		}
	}

	private apply({ apply, call, at }: Change): void {
		const { record } = call;
		if (apply === 'list') this.listed.splice(this.positionOf(call), 0, call);
		if (apply === 'end') record.EndedAt = this.endOf(call, call.end);
		if (apply === 'correctStart' && record.StartedAt) {
			record.StartedAt = this.stamp(call.start + ((at % 60) + 1) * 1000);
		}
		if (apply === 'correct') record.EndedAt = this.endOf(call, call.end + ((at % 60) + 1) * 1000);
		if (apply === 'content') {
			record.Keywords = ['Callback'];
			record.Transcript = [{ Sorting: 0, Role: 'AI', Text: 'Hello' }];
		}
		if (apply === 'delete') {
			const index = this.positionOf(call);
			if (this.listed[index] === call) this.listed.splice(index, 1);
		}
	}

	private endOf({ absurdEnd }: Call, end: number): string {
		return absurdEnd === undefined ? this.stamp(end) : new Date(absurdEnd).toISOString();
	}

	private page(query: IDataObject, cursor: string): ApiResponse {
		const { cursors, expiry, cursorLife, doubling, empty } = this.manners;
		const pageSize = Number(query.limit ?? this.manners.pageSize);
		const { now } = this.clock;
		const [place, issued] = cursor.split('@');
		if (cursors === 'expiring' && cursor && now - Number(issued) > cursorLife) {
			if (expiry === 'empty') return this.list([]);
			if (expiry === 'top') return this.page(query, '');
			return refusal(expiry === 'unknown' ? 404 : 400, 'The cursor has expired');
		}
		const isByStart = !['byEnd', 'shuffled'].includes(this.manners.sort);
		const isByPosition = cursors === 'offset' || cursors === 'snapshot' || !isByStart;
		const snapshotAt = cursors === 'snapshot' && cursor ? Number(issued) : now;
		const asked = this.matching(query, snapshotAt);
		const from = !cursor ? 0 : isByPosition ? Number(place) : this.indexAfter(asked, place);
		if (cursors === 'offset' && !place.endsWith('.0') && this.random.chance(empty)) {
			return this.list([], `${from}.0`);
		}
		const shown = this.slice(asked, from, from + pageSize);
		const last = shown.at(-1);
		if (!last || from + pageSize >= asked.length) return this.list(shown);
		const next = isByPosition ? String(from + pageSize) : `${last.startStamp}~${last.serial}`;
		if (this.random.chance(doubling)) shown.push(last);
		const isDated = cursors !== 'offset' && cursors !== 'key';
		return this.list(shown, isDated ? `${next}@${snapshotAt}` : next);
	}

	private list(calls: Call[], nextCursor = ''): ApiResponse {
		const { dateSkew } = this.manners;
		const date = dateSkew !== undefined && new Date(this.clock.now + dateSkew).toUTCString();
		const data = calls.map(({ record }) => ({ ...record }));
		const body = { data, hasMore: nextCursor !== '', nextCursor };
		return { status: 200, headers: date ? { date } : {}, body };
	}

	/** The calls that match, as a reader from the first page to the last sees them. */
	private matching({ filter, sort: order }: IDataObject, listedBy: number): Sequence {
		const { sort, cursors } = this.manners;
		const filters = filter as string[];
		const keeps = (call: Call) =>
			call.listedAt <= listedBy && filters.every((filter) => matches(call, filter));
		const isAll = filters.length === 0 && cursors !== 'snapshot';
		const calls = isAll ? this.listed : this.listed.filter(keeps);
		if (sort === 'shuffled') {
			return ordered([...calls].sort(byHash));
		}
		if (sort === 'byEnd') {
			const byEnd = (a: Call, b: Call) => b.end - a.end || b.serial - a.serial;
			return ordered([...calls].sort(byEnd));
		}
		const isNewestFirst = sort === 'newestFirst' && order !== 'StartedAt:asc';
		return {
			length: calls.length,
			isNewestFirst,
			at: (index) => calls[isNewestFirst ? calls.length - 1 - index : index],
		};
	}

	private slice(asked: Sequence, from: number, to: number): Call[] {
		if (asked.calls) return asked.calls.slice(from, to);
		const at = (index: number) => asked.at(index);
		const end = Math.min(to, asked.length);
		if (!this.manners.unstableTies) {
			return Array.from({ length: Math.max(0, end - from) }, (_, nth) => at(from + nth));
		}
		// All calls of a second that reaches into the page are shuffled, also those beside the page.
		let [first, last] = [from, end];
		while (first > 0 && first < end && at(first - 1).startStamp === at(first).startStamp) first--;
		while (last > from && last < asked.length && at(last - 1).startStamp === at(last).startStamp) {
			last++;
		}
		const calls = Array.from({ length: Math.max(0, last - first) }, (_, nth) => at(first + nth));
		const mixed = this.random.shuffle(calls);
		mixed.sort((a, b) => (a.startStamp - b.startStamp) * (asked.isNewestFirst ? -1 : 1));
		return mixed.slice(from - first, end - first);
	}

	/** The first position after the call of a key, which may have been deleted. */
	private indexAfter(asked: Sequence, key: string): number {
		const [start, serial] = key.split('~').map(Number);
		const sign = asked.isNewestFirst ? -1 : 1;
		const isAfter = (call: Call) => (call.startStamp - start || call.serial - serial) * sign > 0;
		return binarySearch(asked.length, (index) => isAfter(asked.at(index)));
	}

	private positionOf(call: Call): number {
		return binarySearch(this.listed.length, (index) => {
			const other = this.listed[index];
			return (other.startStamp - call.startStamp || other.serial - call.serial) >= 0;
		});
	}
}

interface Sequence {
	length: number;
	isNewestFirst: boolean;
	at: (index: number) => Call;
	/** Where the order is not that of the starts. */
	calls?: Call[];
}

function ordered(calls: Call[]): Sequence {
	return { length: calls.length, isNewestFirst: false, at: (index) => calls[index], calls };
}

/** Whether a call matches a filter now. */
export function matches({ record }: Call, filter: string): boolean {
	const [field, , value] = filter.split(':');
	return field === 'Keywords'
		? (record.Keywords as string[]).includes(value)
		: record[field] === value;
}

function byHash(a: Call, b: Call): number {
	return ((a.serial * 7919) % 1009) - ((b.serial * 7919) % 1009) || a.serial - b.serial;
}

/** The first index of a sorted sequence for which the condition holds. */
function binarySearch(length: number, holds: (index: number) => boolean): number {
	let [low, high] = [0, length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}

function refusal(status: number, message: string): ApiResponse {
	return { status, headers: {}, body: { message } };
}
