import type { DateTime } from 'luxon';

import { dayOf, localTime } from '../form/dateRange';
import type { TimeRange } from '../service/calls';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A stretch of time on the clocks of a zone; its end does not belong to it. */
export interface Period {
	/** Nothing where it has no beginning. */
	from?: DateTime;
	to: DateTime;
}

/** What a period is by the calendar. */
export function kindOf({ from, to }: Period): 'day' | 'week' | 'month' | 'other' {
	if (!from) return 'other';
	if (isMidnight(from) && isMidnight(to)) {
		const last = to.minus(1);
		if (from.hasSame(last, 'day')) return 'day';
		if (from.day === 1 && to.day === 1 && from.hasSame(last, 'month')) return 'month';
	}
	return to.diff(from, 'days').days === 7 ? 'week' : 'other';
}

/**
 * The period before: the months before whole months, otherwise as many days on the clock, or hours. It ends
 * where the period begins.
 *
 * @returns nothing for a period without a beginning, or one that has not begun
 */
export function periodBefore({ from, to }: Period): Required<Period> | undefined {
	if (!from || to <= from) return undefined;
	const isWhole = isMidnight(from) && isMidnight(to);
	const unit = isWhole && from.day === 1 && to.day === 1 ? 'months' : 'days';
	const count = to.diff(from, unit).as(unit);
	// A day that begins at one is a little shorter than a day.
	if (isWhole) return { from: midnightOf(from.minus({ [unit]: Math.round(count) })), to: from };
	// A single day is taken by the hours that it had, since Last 24 Hours are always 24.
	const isDays = Number.isInteger(count) && count > 1;
	return { from: from.minus(isDays ? { days: count } : to.diff(from)), to: from };
}

/** A custom range that ends at 23:59 is meant to have the whole day. */
export function wholeDays(range: TimeRange, zone: string): TimeRange {
	if (range.before === undefined) return range;
	const end = localTime(range.before, zone);
	return end.hour === 23 && end.minute === 59 ? { ...range, before: dayOf(+end, zone).end } : range;
}

export function isMidnight(time: DateTime): boolean {
	return +midnightOf(time) === +time;
}

/** The first moment of a day. Some days begin at one, and some have two midnights. */
function midnightOf(time: DateTime): DateTime {
	return time.startOf('day').getPossibleOffsets()[0];
}

/** How many calls, and in how many of them somebody other than the assistant spoke. */
export interface Count {
	calls: number;
	answered: number;
}

/** An hour of a day, and what is counted of it. */
export interface Hour extends Count {
	/** 0 to 23. Where the clocks go back, two hours of a day have one name. */
	hour: number;
	/** When it begins. */
	start: number;
}

/** A day on the clocks of a zone, half-open, and what is counted of it. */
export interface Day extends Count {
	/** As in 2026-11-21. */
	date: string;
	start: number;
	end: number;
	/** 24, or 23 or 25 where the clocks change. */
	hours: Hour[];
}

/**
 * Tells the day and hour of many moments. Luxon takes some microseconds for each, which is more than
 * all the rest of the counting, so each day is worked out once.
 */
export class Calendar {
	/** The days that touch a day of UTC, by its number. */
	private readonly days = new Map<number, Day[]>();

	/** @param zone an IANA name */
	constructor(private readonly zone: string) {}

	dayOf(time: number): Day {
		const touching = this.days.get(Math.floor(time / DAY_MS)) ?? [];
		const known = touching.find(({ start, end }) => start <= time && time < end);
		if (known) return known;
		const day = dayOf(time, this.zone);
		const added = { ...day, calls: 0, answered: 0, hours: hoursOf(day, this.zone) };
		for (let number = Math.floor(day.start / DAY_MS); number * DAY_MS < day.end; number++) {
			this.days.set(number, [...(this.days.get(number) ?? []), added]);
		}
		return added;
	}

	/** The days from one moment up to another, which does not belong to them. */
	daysBetween(after: number, before: number): Day[] {
		const days: Day[] = [];
		for (let time = after; time < before; time = days[days.length - 1].end) {
			days.push(this.dayOf(time));
		}
		return days;
	}

	/** The days with calls, in order. */
	daysWithCalls(): Day[] {
		const days = new Set([...this.days.values()].flat().filter(({ calls }) => calls > 0));
		return [...days].sort((a, b) => a.start - b.start);
	}
}

function hoursOf({ start, end }: { start: number; end: number }, zone: string): Hour[] {
	const hours: Hour[] = [];
	const isPlain = end - start === DAY_MS;
	for (let time = start; time < end; ) {
		const { hour, minute } = isPlain ? { hour: hours.length, minute: 0 } : localTime(time, zone);
		hours.push({ hour, start: time, calls: 0, answered: 0 });
		// Some zones change their clocks by half an hour.
		time += HOUR_MS - minute * MINUTE_MS;
	}
	return hours;
}
