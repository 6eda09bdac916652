import { dayOf, localTime, namedRange } from '../form/dateRange';
import type { TimeRange } from '../service/calls';
import type { RangeName } from '../form/readDateRange';

/** The ranges that begin with the present day or month; those before them have names of their own. */
const BEFORE_PRESENT: Partial<Record<RangeName, 'yesterday' | 'lastMonth'>> = {
	today: 'yesterday',
	thisMonth: 'lastMonth',
};

/**
 * The period before a date range: the day before a day, the month before a month, otherwise as many
 * days and hours on the clock as the range has. It ends where the range begins.
 *
 * @param now milliseconds since 1970
 * @returns nothing for a range without a beginning, or one that has not begun
 */
export function periodBefore(
	name: RangeName,
	{ after, before = Infinity }: TimeRange,
	zone: string,
	now: number,
): Required<TimeRange> | undefined {
	if (after === undefined || name === 'any') return undefined;
	if (name !== 'custom') {
		const earlier = namedRange(BEFORE_PRESENT[name] ?? name, zone, after);
		return { after: earlier.after, before: after };
	}
	const end = before === Infinity ? now : before;
	if (end <= after) return undefined;
	const start = localTime(after, zone);
	const { days, milliseconds } = localTime(end, zone).diff(start, ['days', 'milliseconds']);
	// The first of the days that are skipped may begin at one, or have two midnights.
	const earlier = start.minus({ days }).minus({ milliseconds }).toMillis();
	const isMidnight = dayOf(after, zone).start === after && milliseconds === 0;
	return { after: isMidnight ? dayOf(earlier, zone).start : earlier, before: after };
}
