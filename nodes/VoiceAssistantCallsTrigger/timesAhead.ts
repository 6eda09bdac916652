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
 * They are ahead if two calls that are over have a start that is still to come: a call that goes on may be
 * planned, and an end may be a mistake. They are hours behind if nothing has happened for twice as long as
 * lies between any of the newest calls. With few calls, or in a list that is not newest first, nobody can know.
 *
 * @param at when the poll began, by n8n's clock
 * @returns milliseconds; rather too few than too many
 */
export async function timesAhead({ pages, now, ahead, deadline }: Poll, at: number) {
	const order = new StartOrder();
	const starts: number[] = [];
	const ends: number[] = [];
	for await (const { calls, direction, nextCursor } of pages({ filters: [] })) {
		order.take(calls, direction);
		for (const { start = Infinity, end = -Infinity } of calls) {
			ends.push(end);
			if (end >= start) starts.push(start);
		}
		if (order.isProven && starts.length >= MIN_CALLS) break;
		if (nextCursor && now() >= deadline) break;
	}
	const { min, isMeasured } = ahead();
	const ago = (times: number[]) =>
		times.map((time) => at + min - time).sort((one, other) => one - other);
	const newest = ago(starts)
		.filter((time) => time >= -MAX_ZONE)
		.slice(0, MAX_CALLS);
	const quiet = ago([...starts, ...ends]).find((time) => time >= 0) ?? 0;
	const isQuiet = newest.every((time, nth) => nth === 0 || (time - newest[nth - 1]) * 2 < quiet);
	const isKnown = order.isProven && newest.length >= MIN_CALLS;
	const isBehind = isKnown && isQuiet && quiet > HOUR && quiet <= MAX_ZONE;
	const found = newest[1] <= 0 ? -newest[1] : isBehind ? -quiet : 0;
	// A clock that is right shows zones in quarters of an hour.
	const step = isMeasured && Math.abs(found) > MINUTE ? 15 * MINUTE : 1;
	return Math.ceil(found / step) * step;
}
