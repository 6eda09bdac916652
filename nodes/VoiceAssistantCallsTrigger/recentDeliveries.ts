import type { IDataObject } from 'n8n-workflow';

import { eventKey, type CallEvent } from '../shared/calls/callEvent';

/** n8n saves a position within milliseconds; what it could not save is to be delivered again. */
const REMEMBERED_MS = 60_000;

/** When which call was delivered, by the origin of the position. Milliseconds since 1970. */
const deliveries = new Map<string, Map<string, number>>();

/**
 * Leaves out the calls that another poll of the same trigger has delivered within the last minute.
 *
 * The position alone cannot tell: n8n's scheduler (`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`, 2.41.1) runs
 * all polls that came due while n8n was down at once, each on a copy of the position that it read
 * before. A call that had ended meanwhile was delivered up to five times.
 *
 * @param origin of the position, which all of its copies share
 */
export function notYetDelivered(
	origin: string,
	event: CallEvent,
	calls: IDataObject[],
): IDataObject[] {
	const now = Date.now();
	for (const [name, times] of deliveries) {
		for (const [key, time] of times) if (now - time >= REMEMBERED_MS) times.delete(key);
		if (times.size === 0) deliveries.delete(name);
	}
	const known = deliveries.get(origin) ?? new Map<string, number>();
	const fresh = calls.filter((record) => !known.has(eventKey(event, record)));
	for (const record of fresh) known.set(eventKey(event, record), now);
	if (known.size > 0) deliveries.set(origin, known);
	return fresh;
}
