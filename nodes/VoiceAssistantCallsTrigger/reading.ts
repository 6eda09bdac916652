import { asUserError, UserError } from '../n8n/errors';
import type { Call } from '../service/call';
import type { CallPage } from '../service/calls';
import { StartOrder, startsOf } from '../service/order';
import { isRejection } from '../service/status';
import {
	eventKey,
	eventTime,
	isTooOld,
	readDone,
	RULES,
	type Position,
	type Watch,
} from './position';

/** One poll. */
export interface Poll {
	watch: Watch;
	/** The list from its top, newest first if no other order is asked for. */
	pages: (search?: { sort?: string; filters?: string[] }) => AsyncIterable<CallPage>;
	/** How far the service's clock is ahead of n8n's, at least and at most, as far as its answers have told. */
	ahead: () => { min: number; max: number; isMeasured: boolean };
	/** When no further page may be asked for. */
	deadlines: Record<Reading['kind'], number>;
}

/** An event that is not settled. */
export interface FoundEvent {
	time: number;
	call: Call;
}

/** What one poll reads of the list, page by page, and how far it comes. */
export class Reading {
	/** By key, in the order of the list. */
	readonly found = new Map<string, FoundEvent>();

	/** What may be missing. */
	readonly reports: UserError[] = [];

	/** Why it failed. What was read before is good all the same. */
	failure?: UserError;

	/** How the way down ended: as far down as it has to come, or before. */
	end?: 'complete' | 'cutShort';

	/** Whether calls without a start were looked for wherever they may be. */
	hasUndated = false;

	/** The newest start that has come, or the newest end of a call without one. */
	newest = -Infinity;

	private oldest = Infinity;

	private readonly order = new StartOrder();

	private readonly done: Map<string, number>;

	/**
	 * @param position by which the calls are judged
	 * @param at when the poll began, by n8n's clock
	 * @param kind `first` where the trigger is just being published, `deep` down to calls that are settled
	 */
	constructor(
		readonly poll: Poll,
		private readonly position: Position,
		readonly at: number,
		readonly kind: 'first' | 'usual' | 'deep',
	) {
		this.done = readDone(position.done);
	}

	async read(): Promise<void> {
		try {
			const last = await this.readDown();
			if (this.kind === 'deep') await this.readOtherEnd(last);
		} catch (thrown) {
			const error = asUserError(thrown);
			// A service may reject the other order.
			if (!this.end || !isRejection(error.status ?? 0)) this.failure = error;
		}
	}

	/** The first page is read whatever time there is. */
	private async readDown(): Promise<CallPage | undefined> {
		let last: CallPage | undefined;
		for await (last of this.poll.pages()) {
			if (this.take(last) || !last.nextCursor) this.end = 'complete';
			else if (!this.hasTime()) this.end = 'cutShort';
			if (this.end) break;
		}
		const seconds = Math.round((this.poll.deadlines.deep - this.at) / 1000);
		if (this.end === 'cutShort' && this.kind === 'deep') {
			this.report(this.rest, `The list is longer than what one poll can read in ${seconds} s.`);
		}
		return last;
	}

	/**
	 * Looks at the other end of the list, where most services put calls without a start. Where the list ended with
	 * an empty page, it tells the end as well: some services send one for a cursor that has expired.
	 */
	private async readOtherEnd(last: CallPage | undefined): Promise<void> {
		const isAtEnd = !last?.nextCursor;
		const isDoubtful = isAtEnd && last?.calls.length === 0 && Number.isFinite(this.oldest);
		const isTime = Math.abs(this.at - this.position.undatedAt) >= RULES.rarely;
		const isDue = isTime && !isAtEnd && this.hasTime();
		this.hasUndated = isAtEnd || isDue;
		if (!isDoubtful && !isDue) return;
		let pages = 0;
		for await (const { calls, nextCursor } of this.poll.pages({ sort: 'StartedAt:asc' })) {
			this.takeUnordered(calls);
			const [first] = startsOf(calls);
			if (isDoubtful && first < this.oldest) {
				this.end = 'cutShort';
				this.report(this.rest, 'The service ended the list with an empty page too soon.');
			}
			if (first !== undefined || !nextCursor) return;
			if (calls.length > 0) pages++;
			if (pages < RULES.undatedPages && this.hasTime()) continue;
			return this.report('calls without a start', 'There are too many of them.');
		}
	}

	/** What is below the last page. */
	private get rest(): string {
		if (!this.order.isProven) return 'calls';
		return `calls that started from ${iso(this.position.since)} to ${iso(this.oldest)}`;
	}

	private hasTime(): boolean {
		return Date.now() < this.poll.deadlines[this.kind];
	}

	/** The latest that it can be by the list's times. */
	private latest(at: number): number {
		return at + this.poll.ahead().max + Math.max(0, this.position.ahead);
	}

	/** Takes in the next page on the way down, and tells whether nothing below it matters. */
	private take({ calls, direction }: CallPage): boolean {
		const half = Math.floor(calls.length / 2);
		const hasNew = this.takeUnordered(calls).slice(half).includes(true);
		this.order.take(calls, direction);
		for (const start of startsOf(calls)) this.oldest = Math.min(this.oldest, start);
		const starts = startsOf(calls.slice(half));
		const now = this.latest(Date.now());
		// Calls without a start, and those that are planned, say nothing of what is below.
		if (!this.order.isProven || !starts.some((start) => start <= now)) return false;
		const isQuiet = this.kind !== 'deep' && !hasNew;
		return isQuiet || starts.every((start) => start < this.position.since);
	}

	/** Takes in a page that says nothing of the order, and tells which of its calls are new. */
	private takeUnordered(calls: Call[]): boolean[] {
		const now = this.latest(Date.now());
		return calls.map((call) => {
			const time = eventTime(this.poll.watch.event, call, now) ?? -Infinity;
			const { start = time } = call;
			// In a list whose times are behind, a plan may lie in the past.
			const isCertain = this.position.ahead >= 0 || call.end !== undefined;
			if (start <= now && isCertain) this.newest = Math.max(this.newest, start);
			// What happens while the trigger is being published is for the next poll.
			const isLater = this.kind === 'first' && time > this.latest(this.at) && time <= now;
			if (isLater || isTooOld(this.position, time)) return false;
			const key = eventKey(this.poll.watch.event, call);
			this.found.set(key, { time, call });
			return !this.done.has(key);
		});
	}

	private report(missing: string, reason: string): void {
		const title = `Not all of the list could be read: ${missing} may be missing`;
		const advice =
			"Add 'Filters', or enter 'Page Size Parameter' under 'Advanced' in the credential. The trigger tries again in an hour. Get calls that are missing with 'Get Many' of the node Voice Assistant Calls.";
		this.reports.push(new UserError(title, `${reason} ${advice}`));
	}
}

/** A time as the list writes it. */
export function iso(time: number): string {
	return new Date(time).toISOString();
}
