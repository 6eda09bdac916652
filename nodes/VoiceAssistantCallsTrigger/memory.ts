import type { Call } from '../service/call';
import { eventKey, type CallEvent, type Position } from './position';

/** n8n saves a position within milliseconds; what it could not save is to be delivered again. */
const REMEMBERED_MS = 60_000;

/** What a process knows of a trigger beyond what n8n has saved of it. */
export interface Memory {
	/**
	 * The position that the last poll came to. n8n saves a position with a delivery alone (its scheduler reads
	 * it anew for each poll), so that this one knows better what was read, but not what was delivered.
	 */
	position?: Position;
	/** What was delivered within the last minute, when, and whether by a poll on a copy of the position. */
	delivered: Map<string, { time: number; isCopy: boolean }>;
}

const memories = new Map<string, Memory>();

/**
 * @param trigger the workflow and the node. The position would not do as a name: whoever copies a workflow
 * with n8n's API or command line copies its position too.
 */
export function memoryOf(trigger: string): Memory {
	const memory = memories.get(trigger) ?? { delivered: new Map() };
	memories.set(trigger, memory);
	return memory;
}

/**
 * Leaves out the calls that another poll of the same trigger has delivered within the last minute.
 *
 * The position alone cannot tell: n8n's scheduler (`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`, 2.41.1) runs
 * all polls that came due while n8n was down at once, each on a copy of the position that it read
 * before. A call that had ended meanwhile was delivered up to five times.
 *
 * Polls that share one position need no such filter. If the position lacks what an earlier poll delivered,
 * n8n discarded that delivery: the workflow was saved during the poll (2.41.1, poll-trigger-executor.js).
 *
 * @param isCopy whether this poll judges by a copy of the position
 */
export function notYetDelivered(
	{ delivered }: Memory,
	event: CallEvent,
	calls: Call[],
	isCopy: boolean,
): Call[] {
	const now = Date.now();
	for (const [key, { time }] of delivered) {
		if (now - time >= REMEMBERED_MS) delivered.delete(key);
	}
	return calls.filter((call) => {
		const key = eventKey(event, call);
		const earlier = delivered.get(key);
		if (earlier && (earlier.isCopy || isCopy)) return false;
		delivered.set(key, { time: now, isCopy });
		return true;
	});
}
