import { sleep } from 'n8n-workflow';

import type { Batching } from '../n8n/batching';
import { asUserError, UserError } from '../n8n/errors';
import { Semaphore } from '../n8n/semaphore';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';
import { canonicalPhone } from '../phone';
import type { CreateState } from './createState';
import {
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
	/** Whether nothing will be sent. */
	dryRun: boolean;
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
	 * @returns false if the run has ended meanwhile; then nothing may be sent
	 */
	begin: () => boolean;
	/**
	 * Finds the items that called the same number, or may have, in a turn before this one, and waits for
	 * those that are on their way. A dry run counts those that would be called, too.
	 *
	 * @returns their positions in the input, in ascending order
	 */
	earlierCalls: () => Promise<number[]>;
}

/**
 * Gives a call its turn. It asks `turn.begin` right before each request. A UserError that it throws before
 * means that nothing was sent.
 *
 * @returns nothing if the run ended before
 */
export type TakeTurn<Call> = (call: Call, turn: Turn) => Promise<Verdict | undefined>;

/** What happened to one number in this run. */
interface CallsToNumber {
	calls: Array<{ index: number; turn: number; isDryRun: boolean }>;
	/** The turns that are not over yet. */
	underWay: Set<Promise<void>>;
}

const PAUSE_PIECE_MS = 100;

/** Gives calls their turn in order, a few at a time, and none after a failure that ends the run. */
export class CallQueue {
	private hasFailed = false;

	/** Why the list has ended, also where the node goes on after errors. */
	private endedBy?: string;

	/** Calls in a row that the service did not accept. */
	private failuresInARow = 0;

	private readonly slots = new Semaphore();

	private readonly numbers = new Map<string, CallsToNumber>();

	private turns = 0;

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
			this.noteCall(outcome, outcome, 0);
			if (isFailure(outcome) && !OUTCOMES[outcome.kind].resend) this.hasFailed = true;
		}
	}

	/** Takes down what became of an item. A failure ends the run where the node stops on errors. */
	record({ index, identity }: ItemIdentity, verdict: Verdict, turn = 0): void {
		this.state.outcomes.set(index, { ...verdict, index, identity });
		this.noteCall({ index, identity }, verdict, turn);
		if (!isFailure(verdict)) return;
		this.hasFailed = true;
		this.endedBy ??= verdict.endsList;
	}

	/** Gives each call its turn, in order, and resolves when the last of them has come to an end. */
	async placeAll<Call extends QueuedCall>(calls: Call[], takeTurn: TakeTurn<Call>): Promise<void> {
		const underWay: Array<Promise<void>> = [];
		const yieldNow = yieldToEventLoop();
		let allHaveBegun: Promise<unknown> = Promise.resolve();
		for (const call of calls) {
			await this.slots.acquire(call.requestsAtOnce);
			// The pause counts from the last request, so that one must have been sent.
			if (call.pauseMs > 0 || this.batching.intervalMs > 0) await allHaveBegun;
			await this.waitBefore(call);
			await yieldNow();
			if (this.whyEnded()) break;
			const { hasBegun, end } = this.begin(call, takeTurn);
			underWay.push(end.finally(() => this.slots.release()));
			allHaveBegun = Promise.all([allHaveBegun, hasBegun]);
		}
		await Promise.all(underWay);
		const reason = this.whyEnded() ?? '';
		const { outcomes } = this.state;
		for (const call of calls) if (!outcomes.has(call.index)) this.record(call, notTried(reason));
	}

	/** Why nothing may be begun any more. */
	private whyEnded(): string | undefined {
		if (this.signal?.aborted) return 'The execution was canceled';
		if (this.hasFailed && this.stopsOnError) return 'The run ended before this item was tried';
		return this.endedBy;
	}

	private begin<Call extends QueuedCall>(
		call: Call,
		takeTurn: TakeTurn<Call>,
	): { hasBegun: Promise<void>; end: Promise<void> } {
		const { calls, underWay } = this.callsTo(call);
		const before = [...underWay];
		const turn = ++this.turns;
		let isSent = false;
		let resolveBegun!: () => void;
		const hasBegun = new Promise<void>((resolve) => (resolveBegun = resolve));
		const verdict = takeTurn(call, {
			wait: async (ms) => await this.waitBefore(call, Date.now() + ms),
			begin: () => {
				if (this.whyEnded()) return false;
				isSent = true;
				this.state.pace.noteRequest();
				resolveBegun();
				return true;
			},
			earlierCalls: async () => {
				// Only turns that began before this one: two that waited for each other would be a deadlock.
				await Promise.all(before);
				return calls
					.filter((other) => other.turn < turn && (call.dryRun || !other.isDryRun))
					.map(({ index }) => index)
					.sort((a, b) => a - b);
			},
		});
		const end = verdict
			.catch((error: unknown) => unforeseen(error, isSent))
			.then((result) => {
				if (result) this.record(call, result, turn);
				if (result) this.countFailures(call, result);
				underWay.delete(end);
				resolveBegun();
			});
		underWay.add(end);
		return { hasBegun, end };
	}

	private countFailures({ stopAfterFailures }: QueuedCall, verdict: Verdict): void {
		const isFailed = isOutage(verdict);
		if (isFailed === undefined) return;
		this.failuresInARow = isFailed ? this.failuresInARow + 1 : 0;
		if (this.failuresInARow < (stopAfterFailures ?? Infinity)) return;
		const count =
			this.failuresInARow === 1 ? 'a failure' : `${this.failuresInARow} failures in a row`;
		this.endedBy ??= `Not tried: ${count}`;
	}

	private callsTo({ identity }: ItemIdentity): CallsToNumber {
		const phone = canonicalPhone(identity.phone_number);
		const known = this.numbers.get(phone) ?? { calls: [], underWay: new Set() };
		this.numbers.set(phone, known);
		return known;
	}

	private noteCall(item: ItemIdentity, { kind }: Verdict, turn: number): void {
		if (!OUTCOMES[kind].countsAsCalled) return;
		this.callsTo(item).calls.push({ index: item.index, turn, isDryRun: kind === 'dryRun' });
	}

	/** In short pieces, so that the end of the run ends it: n8n < 2: `sleep` cannot be ended. */
	private async waitBefore(call: QueuedCall, earliest = 0): Promise<boolean> {
		const { pace } = this.state;
		while (!this.whyEnded()) {
			// Looked up each time: another request may have been sent meanwhile.
			const next = Math.max(earliest, pace.nextRequestAt(call.pauseMs, this.batching));
			if (next <= Date.now()) return true;
			await sleep(Math.min(PAUSE_PIECE_MS, next - Date.now()));
		}
		return false;
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
