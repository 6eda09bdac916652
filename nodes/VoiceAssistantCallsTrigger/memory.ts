import type { Call } from '../service/call';
import { eventKey, type CallEvent } from './callEvent';
import type { UserError } from '../n8n/errors';
import type { Position } from './position';

/** n8n saves a position within milliseconds; what it could not save is to be delivered again. */
const REMEMBERED_MS = 60_000;

/** The trigger that polls. */
export interface Poller {
	/**
	 * The workflow and the node. The position would not do: whoever copies a workflow with n8n's API or
	 * command line copies its position too.
	 */
	name: string;
	/** Whether the polls judge by one position, as with n8n's default engine, or each by a copy of it. */
	hasOnePosition: boolean;
}

interface Delivery {
	/** Milliseconds since 1970. */
	time: number;
	hadOnePosition: boolean;
}

/** What was delivered, by trigger and event. */
const deliveries = new Map<string, Map<string, Delivery>>();

/**
 * Leaves out the calls that another poll of the same trigger has delivered within the last minute.
 *
 * The position alone cannot tell: n8n's scheduler (`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`, 2.41.1) runs
 * all polls that came due while n8n was down at once, each on a copy of the position that it read
 * before. A call that had ended meanwhile was delivered up to five times.
 *
 * Polls that share one position need no such filter. If the position lacks what an earlier poll delivered,
 * n8n discarded that delivery: the workflow was saved during the poll (2.41.1, poll-trigger-executor.js).
 */
export function notYetDelivered(
	{ name, hasOnePosition }: Poller,
	event: CallEvent,
	calls: Call[],
): Call[] {
	const now = Date.now();
	for (const [other, known] of deliveries) {
		for (const [key, { time }] of known) if (now - time >= REMEMBERED_MS) known.delete(key);
		if (known.size === 0) deliveries.delete(other);
	}
	const known = deliveries.get(name) ?? new Map<string, Delivery>();
	const fresh = calls.filter((record) => {
		const earlier = known.get(eventKey(event, record));
		return !earlier || (earlier.hadOnePosition && hasOnePosition);
	});
	for (const record of fresh) {
		known.set(eventKey(event, record), { time: now, hadOnePosition: hasOnePosition });
	}
	deliveries.set(name, known);
	return fresh;
}

/** What the polls of a trigger know of each other beyond what n8n keeps. */
export interface PollerMemory {
	/**
	 * The position that polls without a delivery came to. n8n's scheduler forgets it if durable cursors are off,
	 * so that a list too long for one poll would be read from the same place again and again.
	 */
	position?: Position;
	/** That the parameter of the cursor was searched for without success; `at` by n8n's clock. */
	noCursorName?: { address: string; at: number; error: UserError };
}

const memories = new Map<string, PollerMemory>();

/** @param name see `Poller` */
export function pollerMemory(name: string): PollerMemory {
	const memory = memories.get(name) ?? {};
	memories.set(name, memory);
	return memory;
}
