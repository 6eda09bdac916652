import { DateTime } from 'luxon';

import type { GuardedCall } from './guard';

/**
 * Writes a moment with date, time and zone, since it is read long after the run: "2026-11-21 20:55 +01:00".
 *
 * @param time milliseconds since 1970
 * @param zone an IANA name
 */
export function shownTime(time: number, zone: string): string {
	return DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd HH:mm ZZ');
}

/** "once", "2 times". */
export function times(count: number): string {
	return count === 1 ? 'once' : `${count} times`;
}

/**
 * Says when a number may be called.
 *
 * @param time by the clock that dates the calls, in milliseconds since 1970
 * @returns the same moment by n8n's clock, in whole seconds: `callableFrom` is ISO 8601, `shown` for people
 */
export function callableAt({ now, timezone: zone }: GuardedCall, time: number) {
	const seconds = Math.ceil((time - now() + Date.now()) / 1000);
	const callableFrom = DateTime.fromSeconds(seconds, { zone }).toISO({
		suppressMilliseconds: true,
	});
	return { callableFrom: callableFrom ?? undefined, shown: shownTime(seconds * 1000, zone) };
}
