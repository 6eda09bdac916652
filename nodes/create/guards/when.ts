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
	const span = now - time < MINUTE_MS ? 'just now' : when.toRelative({ base });
	return `${span} (${dateAndTime(time, now, zone)})`;
}

/** Says when something is: "21 Nov, 20:55", with the year where it is another one. */
export function dateAndTime(time: number, now: number, zone: string): string {
	const when = DateTime.fromMillis(time, { zone, locale: 'en' });
	const isThisYear = when.year === DateTime.fromMillis(now, { zone }).year;
	return when.toFormat(isThisYear ? 'd MMM, HH:mm' : 'd MMM yyyy, HH:mm');
}

/** What follows "a call with" a number: when it was, where that is known. */
export function whenMade(time: number, now: number, zone: string): string {
	return time === Infinity ? '' : `, ${timeAgo(time, now, zone)},`;
}

export function times(count: number): string {
	return count === 1 ? 'once' : `${count} times`;
}

/** When a number may be called: in so many milliseconds at the earliest, ISO 8601 in whole seconds. */
export function callableAfter(ms: number, zone: string): string | undefined {
	const second = Math.ceil((Date.now() + ms) / 1000);
	const when = DateTime.fromSeconds(second, { zone });
	return when.toISO({ suppressMilliseconds: true }) ?? undefined;
}
