import { asUserError, UserError } from '../n8n/errors';
import { mayBeSamePhone } from '../phone';
import type { Call } from '../service/call';
import { callPages } from '../service/calls';
import type { ApiClient } from '../service/client';
import { StartOrder } from '../service/order';
import { behind, calledAt } from './guards/history';

/** The list is asked no more often. */
const LOOK_MS = 5000;

/** A call that started before has ended, whatever the service lists. */
const LONGEST_CALL_MS = 3_600_000;

/** A call that the service does not list after so long will not be, and nobody answers one that rang so long. */
const LISTED_AFTER_MS = 60_000;

/**
 * How many calls are in progress: all that the service lists, of all assistants and workflows, and those of
 * this run that it does not list yet. It is no lock: two runs that look at the same time each fill what is free.
 */
export class CallsInProgress {
	private listed = 0;

	private lookedAt = -Infinity;

	/** When each call was first listed. */
	private readonly seenAt = new Map<string, number>();

	/** Calls of this run that are not listed yet. */
	private own: Array<{ phoneNumber: string; at: number }> = [];

	/**
	 * Waits until fewer calls are in progress.
	 *
	 * @param wait waits so many milliseconds; false if there is nothing to wait for any more
	 * @returns whether it had to wait, so that what was known before may be out of date
	 * @throws UserError if the service cannot be asked
	 */
	async waitForFree(
		client: ApiClient,
		most: number,
		wait: (ms: number) => Promise<boolean>,
	): Promise<boolean> {
		for (let hasWaited = false; ; hasWaited = true) {
			if (Date.now() - this.lookedAt >= LOOK_MS) await this.look(client);
			if (this.listed + this.own.length < most) return hasWaited;
			if (!(await wait(this.lookedAt + LOOK_MS - Date.now()))) return false;
		}
	}

	/** Counts a call that was placed, or may have been. */
	note(phoneNumber: string): void {
		this.own.push({ phoneNumber, at: Date.now() });
	}

	/** A call without a start is ringing, but not for long: then nobody answered, and it has no end either. */
	private isInProgress({ start, end, key }: Call, now: number): boolean {
		if (start !== undefined || end !== undefined) return end === undefined;
		return now - this.seenAt.get(key)! < LISTED_AFTER_MS;
	}

	private async look(client: ApiClient): Promise<void> {
		const calls = await recentCalls(client).catch((error: unknown) => {
			throw notKnown(asUserError(error));
		});
		const now = Date.now();
		this.lookedAt = now;
		// What was listed before is no call of this run that was not.
		const fresh = calls.filter(({ key }) => !this.seenAt.has(key));
		for (const { key } of fresh) this.seenAt.set(key, now);
		this.listed = calls.filter((call) => this.isInProgress(call, now)).length;
		this.own = this.own.filter(({ phoneNumber, at }) => {
			const earliest = at - behind(client) - LISTED_AFTER_MS;
			const found = fresh.findIndex(
				(call) => calledAt(call) >= earliest && mayBeSamePhone(call.raw.PhoneNumber, phoneNumber),
			);
			// Each call of the list is one of this run's, if several have the number.
			if (found >= 0) fresh.splice(found, 1);
			return found < 0 && now - at < LISTED_AFTER_MS;
		});
	}
}

/** The calls of the last hour. One without a start may be ringing. */
async function recentCalls(client: ApiClient): Promise<Call[]> {
	const search = { path: client.service.callsPath, filters: [], range: {}, limit: Infinity };
	const recent: Call[] = [];
	const order = new StartOrder();
	for await (const { calls, direction } of callPages(client, search)) {
		const earliest = Date.now() - behind(client) - LONGEST_CALL_MS;
		const isRecent = ({ start = Infinity }: Call) => start >= earliest;
		for (const call of calls) if (isRecent(call)) recent.push(call);
		order.take(calls, direction);
		if (order.isKept && !calls.every(isRecent)) break;
	}
	return recent;
}

function notKnown({ message, advice, status }: UserError): UserError {
	return new UserError(
		`The call was not placed, because the node could not check how many calls are in progress. ${message}`,
		`'Calls in Progress at Once' asks the service first. ${advice}`,
		status,
	);
}
