import { DateTime } from 'luxon';

const MINUTE_MS = 60_000;

/**
 * Says how long ago something was, and when: "3 minutes ago (21 Nov, 20:55)".
 *
 * @param time,now milliseconds since 1970
 * @param zone the workflow's time zone, an IANA name
 */
export function timeAgo(time: number, now: number, zone: string): string {
	const when = DateTime.fromMillis(time, { zone, locale: 'en' });
	const base = DateTime.fromMillis(now, { zone });
	const isThisYear = when.year === base.year;
	const date = when.toFormat(isThisYear ? 'd MMM, HH:mm' : 'd MMM yyyy, HH:mm');
	const span = now - time < MINUTE_MS ? 'just now' : when.toRelative({ base });
	return `${span} (${date})`;
}
