import { dayOf, localTime } from '../form/dateRange';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A day on the clocks of a zone, half-open. */
export interface LocalDay {
	/** As in 2026-11-21. */
	date: string;
	start: number;
	end: number;
}

/** An hour of a day: its name on the clock, and when it begins. */
export interface LocalHour {
	/** 0 to 23. Where the clocks go back, two hours of a day have one name. */
	hour: number;
	start: number;
}

/**
 * Tells the day and hour of many moments. Luxon takes some microseconds for each, which is more than
 * all the rest of the counting, so each day is worked out once.
 */
export class Calendar {
	/** The days that touch a day of UTC, by its number. */
	private readonly days = new Map<number, LocalDay[]>();

	private readonly hours = new Map<string, LocalHour[]>();

	/** @param zone an IANA name */
	constructor(private readonly zone: string) {}

	dayOf(time: number): LocalDay {
		const number = Math.floor(time / DAY_MS);
		const candidates = this.days.get(number) ?? [];
		const known = candidates.find(({ start, end }) => start <= time && time < end);
		if (known) return known;
		const day = dayOf(time, this.zone);
		this.days.set(number, [...candidates, day]);
		return day;
	}

	/** The days from one moment up to another, which does not belong to them. */
	daysBetween(after: number, before: number): LocalDay[] {
		const days: LocalDay[] = [];
		for (let time = after; time < before; time = days[days.length - 1].end) {
			days.push(this.dayOf(time));
		}
		return days;
	}

	/** One for each hour that the day has: 24, or 23 or 25 where the clocks change. */
	hoursOf(day: LocalDay): LocalHour[] {
		const known = this.hours.get(day.date);
		if (known) return known;
		const hours = day.end - day.start === DAY_MS ? plainHours(day) : this.oddHours(day);
		this.hours.set(day.date, hours);
		return hours;
	}

	/** Which of the hours of its day a moment is in, from 0. */
	placeOfHour(day: LocalDay, time: number): number {
		return this.hoursOf(day).findLastIndex(({ start }) => start <= time);
	}

	private oddHours({ start, end }: LocalDay): LocalHour[] {
		const hours: LocalHour[] = [];
		let name = '';
		// By the minute, since zones have changed their clocks by half an hour, and at one past midnight.
		for (let time = start; time < end; time += MINUTE_MS) {
			const { hour, offset } = localTime(time, this.zone);
			if (name === `${hour} ${offset}`) continue;
			name = `${hour} ${offset}`;
			hours.push({ hour, start: time });
		}
		return hours;
	}
}

function plainHours({ start }: LocalDay): LocalHour[] {
	return Array.from({ length: 24 }, (_, hour) => ({ hour, start: start + hour * HOUR_MS }));
}
