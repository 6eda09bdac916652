import { StartOrder } from '../service/order';
import { HOUR } from './position';
import type { Poll } from './reading';

/** No zone is further from UTC. */
const MAX_ZONE = 14 * HOUR;

/** How many calls tell at least how far apart calls are. */
const MIN_CALLS = 10;

/**
 * Tells how far the times of a list are ahead of the service's clock; negative where they are behind, and 0
 * where they are not. Some services send the wall clock of their zone as UTC.
 *
 * They are ahead if two calls that are over have a start that is still to come: a call that goes on may be
 * planned, and an end may be a mistake. They are hours behind if no call has ended for twice as long as lies
 * between any of the newest calls.
 *
 * @param at when the poll began, by n8n's clock
 * @returns milliseconds; rather too few than too many. Undefined where nobody can know: with few calls, or where
 * only a part of a list that is not newest first was read, while no call has ended lately
 */
export async function timesAhead(
	{ pages, ahead, deadlines }: Poll,
	at: number,
): Promise<number | undefined> {
	const order = new StartOrder();
	const starts: number[] = [];
	const ends: number[] = [];
	let isWhole = true;
	for await (const { calls, direction, nextCursor } of pages({ filters: [] })) {
		order.take(calls, direction);
		for (const { start = Infinity, end = -Infinity } of calls) {
			ends.push(end);
			if (end >= start) starts.push(start);
		}
		isWhole = !nextCursor;
		const isEnough = order.isProven && starts.length >= MIN_CALLS;
		if (isEnough || (nextCursor && Date.now() >= deadlines.first)) break;
	}
	const { min, isMeasured } = ahead();
	const ago = (times: number[]) => times.map((time) => at + min - time).sort((a, b) => a - b);
	const newest = ago(starts.filter((start) => start <= at + min + MAX_ZONE));
	const quiet = ago(ends).find((time) => time >= 0) ?? Infinity;
	const areNear = newest
		.slice(0, MIN_CALLS)
		.every((time, nth) => nth === 0 || (time - newest[nth - 1]) * 2 < quiet);
	const isKnown = (order.isProven || isWhole) && newest.length >= MIN_CALLS && areNear;
	const isBehind = isKnown && quiet > HOUR && quiet <= MAX_ZONE;
	const isAhead = newest[1] <= 0;
	if (!isAhead && !isBehind && quiet > HOUR) return undefined;
	const found = isAhead ? -newest[1] : isBehind ? -quiet : 0;
	// A clock that is right shows zones in quarters of an hour.
	const step = isMeasured && Math.abs(found) > HOUR / 60 ? HOUR / 4 : 1;
	return Math.ceil(found / step) * step;
}
