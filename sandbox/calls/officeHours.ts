import { DateTime } from 'luxon';

import type { Random } from '../random';

/** When a call began. */
export interface CallStart {
	/** Milliseconds since 1970. */
	at: number;
	/** Whether somebody works at that time: only then assistants call people. */
	inOfficeHours: boolean;
}

const msPerHour = 3_600_000;
const opens = 8;
const closes = 18;
const saturday = 6;

/** Calls on an ordinary day, Monday first. */
const callsOnDay = [118, 104, 100, 102, 86, 30, 16];

/** How the calls of a day are spread over its 24 hours. */
const workday = [0, 0, 0, 0, 0, 1, 2, 6, 15, 19, 17, 14, 7, 9, 15, 14, 12, 9, 4, 3, 2, 1, 1, 0];
const weekend = [0, 0, 0, 0, 0, 0, 1, 1, 3, 5, 7, 8, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0];

/** Each hour as often as its weight says, so that picking one at random is picking by weight. */
const hoursByWeight = (weights: readonly number[]) =>
	weights.flatMap((weight, hour) => Array<number>(weight).fill(hour));
const workdayHours = hoursByWeight(workday);
const weekendHours = hoursByWeight(weekend);

const isOfficeHour = (weekday: number, hour: number) =>
	weekday < saturday && hour >= opens && hour < closes;

/** The starts of one day, the latest first. */
function startsOfDay(day: DateTime, random: Random): CallStart[] {
	const { weekday } = day;
	// Clocks change at night, when nobody calls.
	const noon = day.set({ hour: 12 }).toMillis();
	const usual = callsOnDay[weekday - 1];
	const count = Math.round(usual * (0.8 + random.below(41) / 100));
	const starts = Array.from({ length: count }, (): CallStart => {
		const hour = random.pick(weekday < saturday ? workdayHours : weekendHours);
		const at = noon + (hour - 12) * msPerHour + random.below(msPerHour);
		return { at, inOfficeHours: isOfficeHour(weekday, hour) };
	});
	return starts.sort((a, b) => b.at - a.at);
}

/**
 * When the calls of a company begin, going back in time without an end: many on workdays in the
 * morning, few in the evening and on Sundays, none at night.
 *
 * @param newest the first of the starts
 * @param timeZone IANA name of the time zone of the office
 */
export function* officeHours(
	newest: Date,
	timeZone: string,
	random: Random,
): Generator<CallStart, never> {
	const last = DateTime.fromJSDate(newest, { zone: timeZone });
	yield { at: last.toMillis(), inOfficeHours: isOfficeHour(last.weekday, last.hour) };
	for (let day = last.startOf('day'); ; day = day.minus({ days: 1 })) {
		for (const start of startsOfDay(day, random)) if (start.at < last.toMillis()) yield start;
	}
}
