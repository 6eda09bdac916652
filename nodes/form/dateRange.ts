import { DateTime, type DateTimeUnit } from 'luxon';

import type { TimeRange } from '../service/calls';
import { asText } from '../n8n/values';
import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';

/**
 * What each named range means at a given moment. Days, weeks and months begin at midnight in the zone of
 * `now`, also where the clocks change that day. The ranges that end "now" are open at the end, so
 * that a service whose clock is a little ahead loses nothing.
 */
const NAMED = {
	last24Hours: (now: DateTime) => ({ after: now.minus({ hours: 24 }), before: undefined }),
	last30Days: (now: DateTime) => ({ after: now.minus({ days: 30 }), before: undefined }),
	last7Days: (now: DateTime) => ({ after: now.minus({ days: 7 }), before: undefined }),
	lastMonth: (now: DateTime) => whole('month', before(firstMidnight('month', now))),
	lastWeek: (now: DateTime) => whole('week', before(firstMidnight('week', now))),
	thisMonth: (now: DateTime) => whole('month', now),
	thisWeek: (now: DateTime) => whole('week', now),
	today: (now: DateTime) => whole('day', now),
	yesterday: (now: DateTime) => whole('day', before(firstMidnight('day', now))),
};

/** A value of the field Date Range, except `any` and `custom`. */
export type NamedRange = keyof typeof NAMED;

export const NAMED_RANGES = Object.keys(NAMED) as NamedRange[];

/** The day, the week from Monday to Sunday, or the month that a time is in. */
function whole(unit: DateTimeUnit, time: DateTime) {
	const after = firstMidnight(unit, time);
	return { after, before: firstMidnight(unit, after.plus({ [unit]: 1 })) };
}

/** Where the clocks go back at midnight there are two midnights, of which the first begins the day. */
function firstMidnight(unit: DateTimeUnit, time: DateTime): DateTime {
	return time.startOf(unit).getPossibleOffsets()[0];
}

/** The moment before. It lies on the day before, even where a zone skipped a day. */
function before(time: DateTime): DateTime {
	return time.minus(1);
}

/**
 * A moment on the clocks of a zone.
 *
 * @param time milliseconds since 1970
 * @param zone the workflow's time zone, an IANA name
 * @throws UserError if the zone is not known
 */
export function localTime(time: number, zone: string): DateTime {
	const local = DateTime.fromMillis(time, { zone });
	if (local.isValid) return local;
	throw new UserError(
		`The time zone of the workflow, ${quoteValue(zone)}, is not known`,
		"Choose another one in the workflow settings, under 'Timezone'.",
	);
}

/**
 * The stretch of time that a named range means.
 *
 * @param zone the workflow's time zone, an IANA name
 * @param now milliseconds since 1970
 * @throws UserError if the zone is not known
 */
export function namedRange(
	name: NamedRange,
	zone: string,
	now: number,
): TimeRange & { after: number } {
	const range = NAMED[name](localTime(now, zone));
	return { after: range.after.toMillis(), before: range.before?.toMillis() };
}

/**
 * The day to which a moment belongs, from the first midnight to the next.
 *
 * @param zone the workflow's time zone, an IANA name
 */
export function dayOf(time: number, zone: string): { date: string; start: number; end: number } {
	const start = firstMidnight('day', localTime(time, zone));
	const end = firstMidnight('day', start.plus({ days: 1 }));
	return { date: start.toISODate() ?? '', start: start.toMillis(), end: end.toMillis() };
}

/**
 * The stretch of time between two moments that the user entered, of which one may be missing.
 *
 * @param startedAfter,startedBefore ISO 8601 texts (without a zone they are in `zone`), dates of
 * JavaScript or Luxon
 * @param zone the workflow's time zone, an IANA name
 * @throws UserError if a moment cannot be read, both are missing, or the range is empty
 */
export function customRange(
	startedAfter: unknown,
	startedBefore: unknown,
	zone: string,
): TimeRange {
	const after = moment(startedAfter, 'Started After', zone);
	const before = moment(startedBefore, 'Started Before', zone);
	if (after === undefined && before === undefined) {
		throw new UserError(
			"'Started After' and 'Started Before' are empty",
			"Enter one of them or both, or choose another 'Date Range'.",
		);
	}
	if ((after ?? -Infinity) >= (before ?? Infinity)) {
		throw new UserError(
			"'Started After' is not earlier than 'Started Before'",
			'Swap the two dates, or correct one of them.',
		);
	}
	return { after, before };
}

function moment(value: unknown, field: string, zone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	// n8n's picker may put a blank for the T.
	const text = (asText(value) ?? '').trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
	const time = DateTime.fromISO(text, { zone, setZone: true });
	// Luxon takes 12 for noon of today, and 2026 for its first day.
	const isWhole = /^\d{4}-\d\d-\d\d/.test(text);
	// A time that the clocks show twice is the first of the two.
	if (isWhole && time.isValid) return time.getPossibleOffsets()[0].toMillis();
	throw new UserError(
		`'${field}' is ${quoteValue(value)}, which is not a date`,
		'Choose a date. An expression must return one such as 2026-11-20 or 2026-11-20T08:00:00.',
	);
}
