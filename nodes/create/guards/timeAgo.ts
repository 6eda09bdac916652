import { DateTime } from 'luxon';

/**
 * Says how long ago something was, and when: "3 minutes ago (21 Nov, 20:55)".
 *
 * @param time,now milliseconds since 1970
 * @param zone the workflow's time zone, an IANA name
 */
export function timeAgo(time: number, now: number, zone: string): string {
	const when = DateTime.fromMillis(time, { zone, locale: 'en' });
	const isThisYear = when.year === DateTime.fromMillis(now, { zone }).year;
	const date = when.toFormat(isThisYear ? 'd MMM, HH:mm' : 'd MMM yyyy, HH:mm');
	return `${span(now - time)} (${date})`;
}

function span(ms: number): string {
	const minutes = Math.floor(ms / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48
		? `${counted(hours, 'hour')} ago`
		: `${counted(Math.floor(hours / 24), 'day')} ago`;
}

function counted(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
