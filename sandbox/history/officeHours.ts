import { IANAZone } from 'luxon';
import { Random } from '../random';

/** When a call began. */
export interface CallStart {
	/** Milliseconds since 1970. */
	at: number;
	/** Whether somebody works at that time: only then assistants call people. */
	inOfficeHours: boolean;
}

export interface OfficeHoursPlan {
	/** The first of the starts. */
	newest: Date;
	seed: number;
	/** IANA name of the time zone of the office. */
	timeZone: string;
}

const msPerMinute = 60_000;
const msPerHour = 3_600_000;
const msPerDay = 86_400_000;
const hoursToNoon = 12;
const opens = 8;
const closes = 18;

/** Calls on an ordinary day, Sunday first. */
const callsOnDay = [16, 118, 104, 100, 102, 86, 30];

/** How the calls of a day are spread over its 24 hours. */
const workday = [0, 0, 0, 0, 0, 1, 2, 6, 15, 19, 17, 14, 7, 9, 15, 14, 12, 9, 4, 3, 2, 1, 1, 0];
const weekend = [0, 0, 0, 0, 0, 0, 1, 1, 3, 5, 7, 8, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0];

/** Each hour as often as its weight says, so that picking one at random is picking by weight. */
const hoursByWeight = (weights: readonly number[]) =>
	weights.flatMap((weight, hour) => Array<number>(weight).fill(hour));
const workdayHours = hoursByWeight(workday);
const weekendHours = hoursByWeight(weekend);

const isWorkday = (weekday: number) => weekday >= 1 && weekday <= 5;
const isOfficeHour = (weekday: number, hour: number) =>
	isWorkday(weekday) && hour >= opens && hour < closes;

/**
 * The starts of one day, the latest first.
 *
 * @param noon in milliseconds since 1970: clocks change at night, when nobody calls
 * @param weekday 0 is Sunday
 */
function startsOfDay(noon: number, weekday: number, random: Random): CallStart[] {
	const hours = isWorkday(weekday) ? workdayHours : weekendHours;
	const usual = callsOnDay[weekday];
	const count = Math.round(usual * 0.8) + random.below(Math.round(usual * 0.4) + 1);
	const starts = Array.from({ length: count }, (): CallStart => {
		const hour = random.pick(hours);
		return {
			at: noon + (hour - hoursToNoon) * msPerHour + random.below(msPerHour),
			inOfficeHours: isOfficeHour(weekday, hour),
		};
	});
	return starts.sort((a, b) => b.at - a.at);
}

/**
 * When the calls of a company begin, going back in time without an end: many on workdays in the
 * morning, few in the evening and on Sundays, none at night. The same plan gives the same times.
 */
export function* officeHours({ newest, seed, timeZone }: OfficeHoursPlan): Generator<CallStart> {
	const random = new Random(seed ^ 0x0ff1ce);
	const zone = IANAZone.create(timeZone);
	const offsetAt = (time: number) => zone.offset(time) * msPerMinute;
	const last = newest.getTime();

	// Of dates on the wall in this zone, read as if they were UTC: so a day always has 24 hours.
	const wallClock = new Date(last + offsetAt(last));
	yield {
		at: last,
		inOfficeHours: isOfficeHour(wallClock.getUTCDay(), wallClock.getUTCHours()),
	};
	let noon = wallClock.setUTCHours(hoursToNoon, 0, 0, 0);
	for (; ; noon -= msPerDay) {
		for (const start of startsOfDay(noon - offsetAt(noon), new Date(noon).getUTCDay(), random)) {
			if (start.at < last) yield start;
		}
	}
}
