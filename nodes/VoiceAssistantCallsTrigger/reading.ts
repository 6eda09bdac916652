import { eventKey, eventTime } from './callEvent';
import type { Call } from '../service/call';
import { StartOrder, startsOf } from '../service/order';
import type { ListPage } from './listCalls';
import {
	isNew,
	positionFor,
	readDone,
	sortTime,
	type EventTimes,
	type Position,
	type Question,
	type Rules,
} from './position';

/** An event that is not settled. */
export interface FoundEvent extends EventTimes {
	/** The call, if the event was new when it was read. */
	record?: Call;
}

/** What one poll has read of the list, page by page, and what that says of the pages below. */
export class Reading {
	/** By key, in the order of the list. */
	readonly found = new Map<string, FoundEvent>();

	/** The earliest start on the way from the newest call down. */
	oldest = Infinity;

	readonly newest: NewestTimes;

	private readonly order = new StartOrder();

	private readonly done: Map<string, number>;

	/** Fixed by the first page. In the first poll of all, every page may still move it. */
	private position?: Position;

	private olderHalf: Call[] = [];

	private hasNewInOlderHalf = false;

	/**
	 * @param stored the position before the first page
	 * @param at n8n's clock then, milliseconds since 1970
	 */
	constructor(
		readonly question: Question,
		private readonly stored: Position | undefined,
		readonly at: number,
		private readonly rules: Rules,
	) {
		this.done = readDone(stored?.done ?? {});
		this.newest = new NewestTimes(at, rules);
	}

	/** The position by which the pages are judged. */
	get from(): Position {
		const { position, stored, question, newest, at, rules } = this;
		return position ?? positionFor(stored, question, newest.listed, at, rules);
	}

	get isFirst(): boolean {
		return this.stored === undefined;
	}

	/** Whether the list was newest first as far as it was read. */
	get inOrder(): boolean {
		return this.order.isKept;
	}

	/** Whether the calls below, which started earlier, promise nothing new. */
	get isQuiet(): boolean {
		return this.inOrder && !this.hasNewInOlderHalf && !this.isAhead;
	}

	/**
	 * Whether the first poll has seen only times far ahead of n8n's clock. They may be mistakes, such as calls
	 * that are planned, so that it reads on for where the list is.
	 */
	private get isAhead(): boolean {
		return this.isFirst && this.newest.isAhead;
	}

	/** Whether the calls below started too early to matter. */
	get isBelowSince(): boolean {
		const { skipsFrom, since } = this.from;
		const starts = startsOf(this.olderHalf);
		const areSettled = starts.every((start) => start < (skipsFrom ?? since));
		return this.order.isProven && starts.length > 0 && areSettled;
	}

	/** Takes in the next page on the way from the newest call down. */
	take(page: ListPage): void {
		this.order.take(page.calls, page.direction);
		for (const start of startsOf(page.calls)) this.oldest = Math.min(this.oldest, start);
		this.takeUnordered(page);
	}

	/** Takes in a page that says nothing of the order. */
	takeUnordered({ calls }: ListPage): void {
		const { event } = this.question;
		const events = calls.map((record) => ({ record, time: eventTime(event, record) }));
		for (const { record, time } of events) this.newest.note(record.start, time);
		if (this.stored) this.position ??= this.from;
		const position = this.from;
		const areNew = events.map(({ record, time }) => this.keep(record, time, position));
		const half = Math.floor(calls.length / 2);
		this.olderHalf = calls.slice(half);
		this.hasNewInOlderHalf = areNew.slice(half).includes(true);
	}

	/** The next page does not continue the last one. */
	jump(): void {
		this.order.jump();
	}

	/** Tells whether the event is new. */
	private keep(record: Call, time: number | undefined, position: Position): boolean {
		if (time === undefined) return false;
		const times = { time, sortTime: sortTime(record.start, time) };
		const isSettled =
			time < position.begin || times.sortTime < (position.skipsFrom ?? position.since);
		// The first poll may still find that the list is not as far.
		if (isSettled && !this.isAhead) return false;
		const key = eventKey(this.question.event, record);
		const isUntold = isNew(position, this.done, key, times);
		// Nothing is emitted at the beginning, so that no record needs to be held.
		this.found.set(key, isUntold && this.stored ? { ...times, record } : times);
		return isUntold;
	}
}

/**
 * The newest times in what was read. Times far ahead of n8n's clock are mistakes where the list has others
 * as well, and a clock where it has no others.
 */
class NewestTimes {
	/** Of all times that are not ahead of n8n's clock: the service was at least as far. */
	past = 0;

	private readonly near: Newest;

	private readonly far: Newest;

	constructor(
		private readonly at: number,
		{ ahead, furthestAhead }: Rules,
	) {
		this.near = new Newest(at + ahead);
		this.far = new Newest(at + furthestAhead);
	}

	/** Where the list is now; undefined if it has no time that can be believed. */
	get listed(): number | undefined {
		return this.near.time ?? this.far.time;
	}

	/** Whether all times are far ahead. */
	get isAhead(): boolean {
		return this.near.time === undefined && this.far.time !== undefined;
	}

	note(start: number | undefined, event: number | undefined): void {
		for (const time of [start, event]) {
			if (time !== undefined && time <= this.at) this.past = Math.max(this.past, time);
		}
		this.near.note(start, event);
		this.far.note(start, event);
	}
}

/** The newest of the starts and of the events that are not after a limit. */
class Newest {
	private start?: number;

	private event?: number;

	constructor(private readonly limit: number) {}

	/** The newest event, or the newest start if that is earlier, since an end may be a mistake. */
	get time(): number | undefined {
		const { event = this.start, start = event } = this;
		return event === undefined || start === undefined ? undefined : Math.min(event, start);
	}

	note(start: number | undefined, event: number | undefined): void {
		this.start = this.later(this.start, start);
		this.event = this.later(this.event, event);
	}

	private later(known: number | undefined, time: number | undefined): number | undefined {
		if (time === undefined || time > this.limit) return known;
		return Math.max(known ?? time, time);
	}
}
