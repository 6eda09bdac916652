import { StartOrder } from '../service/order';
import { HOUR } from './position';
import type { Poll } from './reading';

const MINUTE = HOUR / 60;

/** No zone is further from UTC. */
const MAX_ZONE = 14 * HOUR;

/** How many calls tell how far apart calls are. */
const MIN_CALLS = 10;
const MAX_CALLS = 30;

/**
 * Tells how far the times of a list are ahead of the service's clock; negative where they are behind, and 0
 * where they are not. Some services send the wall clock of their zone as UTC.
 *
 * Calls that are over tell it, by their starts: one that is planned has a start that is to come, and an end may
 * be a mistake. They are ahead if two have a start that is still to come. They are hours behind if
 * nothing has started for longer than between any of the newest calls; with few calls nobody can know.
 *
 * @param at when the poll began, by n8n's clock
 * @returns milliseconds; rather too few than too many
 */
export async function timesAhead({ pages, now, ahead, deadline }: Poll, at: number) {
	const order = new StartOrder();
	const starts: number[] = [];
	for await (const { calls, direction, nextCursor } of pages({ filters: [] })) {
		order.take(calls, direction);
		for (const { start, end } of calls) {
			if (start !== undefined && end !== undefined && end >= start) starts.push(start);
		}
		if (order.isProven && starts.length >= MIN_CALLS) break;
		if (nextCursor && now() >= deadline) return 0;
	}
	const { min, isMeasured } = ahead();
	const ago = starts.map((start) => at + min - start).filter((time) => time >= -MAX_ZONE);
	const newest = ago.sort((a, b) => a - b).slice(0, MAX_CALLS);
	const isQuiet = newest.every((time, index) => time - (newest[index - 1] ?? time) < newest[0]);
	const isFar = newest[0] > HOUR && newest[0] <= MAX_ZONE && newest.length >= MIN_CALLS;
	const found = newest[1] <= 0 ? -newest[1] : isFar && isQuiet ? -newest[0] : 0;
	// A clock that is right shows zones in quarters of an hour.
	const step = isMeasured && Math.abs(found) > MINUTE ? 15 * MINUTE : 1;
	return Math.ceil(found / step) * step;
}
