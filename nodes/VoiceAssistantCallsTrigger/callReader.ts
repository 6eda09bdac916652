import type { IDataObject } from 'n8n-workflow';

import type { CallPage } from '../shared/calls/findCalls';
import { eventKey, eventTime, type CallEvent } from '../shared/calls/callEvent';
import { isNew, positionFor, type NewestTimes, type Position, type Rules } from './position';
import { startOf } from '../shared/calls/record';
import type { FoundEvent, Reading } from './settle';

/** What a poll looks for. */
export interface Question {
	event: CallEvent;
	/** Event, filters and base URL as one text. */
	text: string;
}

/** A call of a page, with the times that matter. */
interface ReadCall {
	record: IDataObject;
	start?: number;
	/** When the event happened. */
	time?: number;
	isNew: boolean;
}

/** Takes in one page after another, and knows what the last one says of the pages below it. */
export class CallReader implements Reading {
	readonly question: string;

	readonly found = new Map<string, FoundEvent>();

	readonly newest: NewestTimes = {};

	deep = false;

	finished = false;

	resumeAt = '';

	/** That of the first page on; while there is none stored, every page may show a later beginning. */
	private position?: Position;

	private readonly order = new NewestFirst();

	private olderHalf: ReadCall[] = [];

	/**
	 * @param stored the position at the beginning
	 * @param at n8n's clock, milliseconds since 1970
	 */
	constructor(
		private readonly asked: Question,
		private readonly stored: Position | undefined,
		readonly at: number,
		private readonly rules: Rules,
	) {
		this.question = asked.text;
	}

	get from(): Position {
		const { position, stored, question, newest, at, rules } = this;
		return position ?? positionFor(stored, question, newest, at, rules);
	}

	get isFirst(): boolean {
		return this.stored === undefined;
	}

	get inOrder(): boolean {
		return this.order.isKept;
	}

	/** Whether more is to be read than the newest calls. */
	get isDeepReadingDue(): boolean {
		if (this.isFirst) return false;
		const age = this.at - this.from.readAt;
		const isTime = age >= this.rules.deepEvery || age < 0;
		return isTime || this.place !== '' || !this.inOrder;
	}

	/** Where an unfinished deep reading goes on. */
	get place(): string {
		return this.from.resumeAt;
	}

	take(page: CallPage): void {
		const calls = page.records.map((record) => ({
			record,
			start: startOf(record),
			time: eventTime(this.asked.event, record),
			isNew: false,
		}));
		this.order.take(calls, page.direction);
		for (const call of calls) this.note(call);
		if (this.stored) this.position ??= this.from;
		const position = this.from;
		for (const call of calls) this.keep(call, position);
		this.olderHalf = calls.slice(Math.floor(calls.length / 2));
		this.resumeAt = page.nextCursor;
		this.finished = page.nextCursor === '';
	}

	/** What is read next does not follow what was read last. */
	jump(): void {
		this.order.jump();
	}

	/** Whether the calls below, which started earlier, promise nothing new. */
	get isQuiet(): boolean {
		return this.inOrder && this.olderHalf.every(({ isNew }) => !isNew);
	}

	/** Whether the calls below started too early to matter. */
	get isBeyond(): boolean {
		const floor = this.from.since - this.rules.reach[this.asked.event];
		const starts = this.olderHalf.flatMap(({ start }) => start ?? []);
		return this.order.isProven && starts.length > 0 && starts.every((start) => start < floor);
	}

	private note({ start, time }: ReadCall): void {
		const { at, rules } = this;
		const furthest = at + rules.furthestAhead;
		this.noteUpTo(at, 'past', start);
		this.noteUpTo(at, 'past', time);
		this.noteUpTo(at + rules.ahead, 'event', time);
		this.noteUpTo(furthest, 'eventAhead', time);
		this.noteUpTo(furthest, 'start', start);
	}

	private noteUpTo(latest: number, name: keyof NewestTimes, time: number | undefined): void {
		if (time === undefined || time > latest) return;
		this.newest[name] = Math.max(this.newest[name] ?? time, time);
	}

	private keep(call: ReadCall, position: Position): void {
		const { record, time } = call;
		if (time === undefined || time < position.since) return;
		const key = eventKey(this.asked.event, record);
		call.isNew = isNew(position, key, time);
		// Nothing is emitted at the beginning, so that no record needs to be held.
		this.found.set(key, call.isNew && this.stored ? { time, record } : { time });
	}
}

/**
 * Whether a list is newest first, by the starts of its calls.
 *
 * Within a page, which is of one moment, every pair counts; of two pages only their newest calls, since
 * calls that began meanwhile move the end of a page to the beginning of the next.
 */
class NewestFirst {
	/** Not refused, and so far not disproved. */
	isKept = true;

	private isSeen = false;

	private newestOfPage?: number;

	/** At least two calls in the right order; services that sort by something else may give one time for long. */
	get isProven(): boolean {
		return this.isKept && this.isSeen;
	}

	take(calls: ReadCall[], direction: CallPage['direction']): void {
		const starts = calls.flatMap(({ start }) => start ?? []);
		const pairs = starts.slice(1).map((start, index) => [starts[index], start]);
		if (starts.length > 0) {
			if (this.newestOfPage !== undefined) pairs.push([this.newestOfPage, starts[0]]);
			this.newestOfPage = starts[0];
		}
		if (direction !== 'desc' || pairs.some(([first, second]) => first < second))
			this.isKept = false;
		if (pairs.some(([first, second]) => first > second)) this.isSeen = true;
	}

	jump(): void {
		this.newestOfPage = undefined;
	}
}
