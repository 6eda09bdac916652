import type { Batching } from '../n8n/batching';
import { asUserError, UserError } from '../n8n/errors';
import { pause } from '../n8n/pause';
import { Semaphore } from '../n8n/semaphore';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';
import { canonicalPhone } from '../phone';
import type { CreateState } from './createState';
import {
	CANCELED,
	isFailure,
	isOutage,
	mayHaveBeenPlaced,
	notPlaced,
	notTried,
	OUTCOMES,
	type ItemIdentity,
	type Verdict,
} from './outcome';

/** What the queue must know of a call. */
export interface QueuedCall extends ItemIdentity {
	/** How many requests may be in progress at once, this one included. */
	requestsAtOnce: number;
	/** Milliseconds that must have passed since the request before this one. */
	pauseMs: number;
	/** After how many calls in a row that the service did not accept the list ends. */
	stopAfterFailures?: number;
}

/** What a call may ask while it has its turn. */
export interface Turn {
	/**
	 * Waits so many milliseconds, and for the pause between calls. Ends early when the run does.
	 *
	 * @returns false if the run has ended
	 */
	wait: (ms: number) => Promise<boolean>;
	/**
	 * Announces a request that places a call. It is sent in the same turn of the event loop.
	 *
	 * @returns false if nothing may be sent: the run has ended, or `wait` must be asked again, since
	 * another request was sent meanwhile
	 */
	begin: () => boolean;
	/**
	 * How often the same number was called, or may have been, in the turns before this one. Waits for those
	 * that are on their way. A dry run counts those that would be called, too.
	 */
	earlierCalls: () => Promise<number>;
}

/**
 * Gives a call its turn. It asks `turn.begin` right before each request. A UserError that it throws before
 * means that nothing was sent.
 *
 * @returns nothing if the run ended before
 */
export type TakeTurn<Call> = (call: Call, turn: Turn) => Promise<Verdict | undefined>;

/** How often one number was called, or may have been. */
interface CallCount {
	real: number;
	/** What a dry run would have called. */
	dry: number;
}

/** Gives calls their turn in order, a few at a time, and none after a failure that ends the run. */
export class CallQueue {
	/** Why the list has ended. */
	private endedBy?: string;

	/** Calls in a row that the service did not accept, and those of which a dry run found that. */
	private readonly failuresInARow = { real: 0, dry: 0 };

	private readonly slots = new Semaphore();

	/** By number, what all turns that have begun make of it. */
	private readonly counts = new Map<string, Promise<CallCount>>();

	/**
	 * @param state what is known of earlier attempts; written to
	 * @param stopsOnError whether the first failure ends the run
	 */
	constructor(
		private readonly state: CreateState,
		private readonly stopsOnError: boolean,
		private readonly batching: Batching,
		private readonly signal?: AbortSignal,
	) {
		for (const outcome of state.outcomes.values()) {
			this.endAfter(outcome);
			this.count(outcome, outcome);
		}
	}

	/** Takes down what became of an item. A failure ends the run where the node stops on errors. */
	record(item: ItemIdentity, verdict: Verdict): void {
		const { index, identity, dryRun } = item;
		this.state.outcomes.set(index, { ...verdict, index, identity, dryRun });
		this.endAfter(verdict);
	}

	/** Gives each call its turn, in order, and resolves when the last of them has come to an end. */
	async placeAll<Call extends QueuedCall>(calls: Call[], takeTurn: TakeTurn<Call>): Promise<void> {
		const underWay: Array<Promise<unknown>> = [];
		const yieldNow = yieldToEventLoop();
		for (const call of calls) {
			await this.slots.acquire(call.requestsAtOnce);
			await this.waitFor(call);
			await yieldNow();
			if (this.whyEnded()) break;
			underWay.push(this.begin(call, takeTurn).finally(() => this.slots.release()));
		}
		await Promise.all(underWay);
		const reason = this.whyEnded() ?? '';
		const { outcomes } = this.state;
		for (const call of calls) if (!outcomes.has(call.index)) this.record(call, notTried(reason));
	}

	/** Why nothing may be begun any more. */
	private whyEnded(): string | undefined {
		return this.signal?.aborted ? CANCELED : this.endedBy;
	}

	private async begin<Call extends QueuedCall>(
		call: Call,
		takeTurn: TakeTurn<Call>,
	): Promise<unknown> {
		// Only turns that began before this one: two that waited for each other would be a deadlock.
		const before = this.callsTo(call);
		let isSent = false;
		const end = takeTurn(call, {
			wait: async (ms) => await this.waitFor(call, Date.now() + ms),
			begin: () => {
				if (this.whyEnded() || this.msToWait(call) > 0) return false;
				isSent = true;
				this.state.requests.count++;
				this.state.requests.lastAt = Date.now();
				return true;
			},
			earlierCalls: async () => {
				const { real, dry } = await before;
				return call.dryRun ? real + dry : real;
			},
		})
			.catch((error: unknown) => unforeseen(error, isSent))
			.then((verdict) => {
				if (!verdict) return undefined;
				this.record(call, verdict);
				this.countFailures(call, verdict);
				return verdict;
			});
		this.count(call, end);
		return await end;
	}

	private endAfter(verdict: Verdict): void {
		if (!isFailure(verdict)) return;
		this.endedBy ??= this.stopsOnError
			? 'The run ended before this item was tried'
			: verdict.endsList;
	}

	private countFailures(
		{ stopAfterFailures = Infinity, dryRun }: QueuedCall,
		verdict: Verdict,
	): void {
		const isFailed = isOutage(verdict);
		if (isFailed === undefined) return;
		const kind = dryRun ? 'dry' : 'real';
		const count = isFailed ? this.failuresInARow[kind] + 1 : 0;
		this.failuresInARow[kind] = count;
		if (count < stopAfterFailures) return;
		this.endedBy ??= `Not tried: ${count === 1 ? 'a failure' : `${count} failures in a row`}`;
	}

	private async callsTo({ identity }: ItemIdentity): Promise<CallCount> {
		const count = this.counts.get(canonicalPhone(identity.phone_number));
		return (await count) ?? { real: 0, dry: 0 };
	}

	/** Adds a turn to the count of its number, for the turns that begin after it. */
	private count(item: ItemIdentity, turn: Promise<Verdict | undefined> | Verdict): void {
		const counts = Promise.all([this.callsTo(item), turn]).then(([{ real, dry }, verdict]) => {
			if (!verdict || !OUTCOMES[verdict.kind].countsAsCalled) return { real, dry };
			return item.dryRun ? { real, dry: dry + 1 } : { real: real + 1, dry };
		});
		this.counts.set(canonicalPhone(item.identity.phone_number), counts);
	}

	/** Milliseconds until the next request may be sent: after the pause between calls, and n8n's between batches. */
	private msToWait({ pauseMs }: QueuedCall): number {
		const { count, lastAt } = this.state.requests;
		const { size, intervalMs } = this.batching;
		const isBatchEnd = count > 0 && count % size === 0;
		return lastAt + Math.max(pauseMs, isBatchEnd ? intervalMs : 0) - Date.now();
	}

	private async waitFor(call: QueuedCall, earliest = 0): Promise<boolean> {
		const isOver = () => this.whyEnded() !== undefined;
		// Looked up each time: another request may have been sent meanwhile.
		const left = () => Math.max(earliest - Date.now(), this.msToWait(call));
		while (left() > 0 && !isOver()) await pause(left(), isOver);
		return !isOver();
	}
}

/** A UserError before the request means that nothing was sent. After it, the phone may be ringing. */
function unforeseen(error: unknown, isSent: boolean): Verdict {
	if (isSent) return { kind: 'unconfirmed', error: mayHaveBeenPlaced(asUserError(error)) };
	return {
		kind: 'notSent',
		error: error instanceof UserError ? error : notPlaced(asUserError(error)),
	};
}
