import { sleep } from 'n8n-workflow';

import { asUserError, UserError } from '../n8n/errors';
import {
	isFailure,
	mayHaveBeenPlaced,
	notPlaced,
	OUTCOMES,
	type CallIdentity,
	type Outcome,
	type Verdict,
} from './outcome';
import type { RunSoFar } from './guards/guard';
import type { Batching, Pace } from './pace';
import { Semaphore } from '../n8n/semaphore';
import { canonicalPhone } from '../phone';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';

/** A call that was read from an input item and checked. */
export interface PreparedCall {
	/** The position of the item in the input, from 0. */
	index: number;
	identity: CallIdentity;
	/** How many requests may be in progress at once, this one included. */
	requestsAtOnce: number;
	/** Whether nothing will be sent. */
	dryRun: boolean;
	/** Milliseconds that must have passed since the request before this one. */
	pauseMs: number;
	/**
	 * Places the call, or finds that it must not be placed. It asks `turn.begin` right before each
	 * request. A UserError that it throws before means that nothing was sent.
	 *
	 * @returns nothing if the run ended before
	 */
	place: (turn: Turn) => Promise<Verdict | undefined>;
}

/** What a call may ask while it has its turn. */
export interface Turn {
	/**
	 * Waits so many milliseconds, and for the pause between calls. Ends early when the run does.
	 */
	wait: (ms: number) => Promise<void>;
	/**
	 * Announces a request that places a call. It is sent in the same turn of the event loop.
	 *
	 * @returns false if the run has ended meanwhile; then nothing may be sent
	 */
	begin: () => boolean;
	run: RunSoFar;
}

const PAUSE_PIECE_MS = 100;

/**
 * Places calls in order, a few at a time, and none after a failure that ends the run.
 */
export class CallQueue {
	private hasFailed = false;

	private readonly slots = new Semaphore();

	private readonly numbers = new Map<string, CallsToNumber>();

	/** The items that called, may have called, or have a request in flight. */
	private readonly called = new Set<number>();

	/**
	 * @param outcomes what became of the items, those of earlier attempts included; written to
	 * @param pace when requests of the run were sent; written to
	 * @param stopsOnError whether the first failure ends the run
	 */
	constructor(
		private readonly outcomes: Map<number, Outcome>,
		private readonly pace: Pace,
		private readonly stopsOnError: boolean,
		private readonly batching: Batching,
		private readonly signal?: AbortSignal,
	) {
		for (const [index, outcome] of outcomes) {
			this.noteCall(index, outcome);
			if (isFailure(outcome) && !OUTCOMES[outcome.kind].resend) this.hasFailed = true;
		}
	}

	/** Whether nothing may be begun any more. */
	get isStopped(): boolean {
		return (this.hasFailed && this.stopsOnError) || (this.signal?.aborted ?? false);
	}

	/** Takes down what became of an item. A failure ends the run where the node stops on errors. */
	record(index: number, outcome: Outcome): void {
		this.outcomes.set(index, outcome);
		this.noteCall(index, outcome);
		if (isFailure(outcome)) this.hasFailed = true;
	}

	/** Places the calls in order, and resolves when the last of them has come to an end. */
	async placeAll(calls: PreparedCall[]): Promise<void> {
		const underWay: Array<Promise<void>> = [];
		const yieldNow = yieldToEventLoop();
		let allHaveBegun: Promise<unknown> = Promise.resolve();
		for (const call of calls) {
			await this.slots.acquire(call.requestsAtOnce);
			// The pause counts from the last request, so that one must have been sent.
			if (call.pauseMs > 0 || this.batching.intervalMs > 0) await allHaveBegun;
			await this.waitBefore(call);
			await yieldNow();
			if (this.isStopped) break;
			const { hasBegun, end } = this.placeOne(call, allHaveBegun);
			underWay.push(end.finally(() => this.slots.release()));
			allHaveBegun = Promise.all([allHaveBegun, hasBegun]);
		}
		await Promise.all(underWay);
	}

	/** @param earlierBegun resolves when each item before this one has sent its request, or sends none */
	private placeOne(
		call: PreparedCall,
		earlierBegun: Promise<unknown>,
	): { hasBegun: Promise<void>; end: Promise<void> } {
		const { index, identity } = call;
		const { calledBy, underWay } = this.callsTo(identity.phone_number);
		const before = [...underWay];
		let isSent = false;
		let resolveBegun!: () => void;
		const hasBegun = new Promise<void>((resolve) => (resolveBegun = resolve));
		const turn: Turn = {
			wait: async (ms) => await this.waitBefore(call, Date.now() + ms),
			begin: () => {
				if (this.isStopped) return false;
				isSent = true;
				this.pace.noteRequest();
				this.called.add(index);
				resolveBegun();
				return true;
			},
			run: {
				earlierCalls: async () => {
					// Only turns that began before this one: two that waited for each other would be a deadlock.
					await Promise.all(before);
					return calledBy;
				},
				callsInRun: () => this.called.size - (this.called.has(index) ? 1 : 0),
				earlierBegun: async () => void (await earlierBegun),
			},
		};
		const verdict = call.place(turn).catch((error: unknown) => unforeseen(error, isSent));
		const end = verdict.then((result) => {
			if (result) this.record(index, { ...result, identity });
			underWay.delete(end);
			resolveBegun();
		});
		underWay.add(end);
		return { hasBegun, end };
	}

	private callsTo(phoneNumber: string): CallsToNumber {
		const phone = canonicalPhone(phoneNumber);
		const known = this.numbers.get(phone) ?? { calledBy: [], underWay: new Set() };
		this.numbers.set(phone, known);
		return known;
	}

	private noteCall(index: number, { kind, identity }: Outcome): void {
		if (!OUTCOMES[kind].countsAsCalled) {
			this.called.delete(index);
			return;
		}
		this.called.add(index);
		const { calledBy } = this.callsTo(identity.phone_number);
		// In the order of the items, whichever response comes first.
		calledBy.splice(calledBy.findLastIndex((earlier) => earlier < index) + 1, 0, index);
	}

	/** In short pieces, so that the end of the run ends it: `sleep` of n8n before 2.x cannot be ended. */
	private async waitBefore(call: PreparedCall, earliest = 0): Promise<void> {
		while (!this.isStopped) {
			// Looked up each time: another request may have been sent meanwhile.
			const left =
				Math.max(earliest, this.pace.nextRequestAt(call.pauseMs, this.batching)) - Date.now();
			if (left <= 0) return;
			await sleep(Math.min(PAUSE_PIECE_MS, left));
		}
	}
}

/** What happened to one number in this run. */
interface CallsToNumber {
	/** The positions of the items that called it, or may have, in ascending order. */
	calledBy: number[];
	/** The turns that are not over yet. */
	underWay: Set<Promise<void>>;
}

/** A UserError before the request means that nothing was sent. After it, the phone may be ringing. */
function unforeseen(error: unknown, isSent: boolean): Verdict {
	if (isSent) return { kind: 'unconfirmed', error: mayHaveBeenPlaced(asUserError(error)) };
	return {
		kind: 'notSent',
		error: error instanceof UserError ? error : notPlaced(asUserError(error)),
	};
}
