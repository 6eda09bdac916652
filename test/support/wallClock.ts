/*
 * Days, months and hours as a calendar on the wall shows them, by plain Intl: the judge of what the node
 * works out with Luxon.
 */

const MINUTE = 60_000;

/** Their clocks change in every way that there is. */
export const ZONES = [
	...['Africa/Cairo', 'Africa/Casablanca', 'America/Havana', 'America/New_York'],
	...['America/Santiago', 'America/Sao_Paulo', 'America/St_Johns', 'Antarctica/Troll'],
	...['Asia/Beirut', 'Asia/Kathmandu', 'Asia/Tehran', 'Atlantic/Azores', 'Australia/Lord_Howe'],
	...['Europe/Berlin', 'Europe/Lisbon', 'Pacific/Apia', 'Pacific/Chatham'],
	...['Pacific/Kiritimati', 'UTC'],
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the wall shows at a moment: the date, the time, and how far the clocks are from UTC. */
export function wall(zone: string, time: number) {
	const format =
		formats.get(zone) ??
		new Intl.DateTimeFormat('en-CA', {
			timeZone: zone,
			...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
			...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
			timeZoneName: 'longOffset',
		});
	formats.set(zone, format);
	const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
	const date = `${part.get('year')}-${part.get('month')}-${part.get('day')}`;
	return {
		date,
		month: date.slice(0, 7),
		hour: Number(part.get('hour')),
		time: `${part.get('hour')}:${part.get('minute')}`,
		offset: part.get('timeZoneName') ?? '',
	};
}

/** When somebody may be called: two times such as 08:00, and days such as mon on which the hours begin. */
export interface Hours {
	from: string;
	to: string;
	days: string[];
	timezone: string;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Whether these hours are on, by the clock and the calendar on the wall. */
export function areOn({ from, to, days, timezone }: Hours, at: number): boolean {
	const { date, time } = wall(timezone, at);
	const today = new Date(date).getUTCDay();
	const beganToday = days.includes(DAYS[today]) && time >= from;
	if (from < to) return beganToday && time < to;
	return beganToday || (days.includes(DAYS[(today + 6) % 7]) && time < to);
}

/** The first moment of the day to which a moment belongs, found by going back on the wall. */
export function midnight(zone: string, time: number): number {
	const { date } = wall(zone, time);
	let start = Math.floor(time / MINUTE) * MINUTE;
	for (const step of [60 * MINUTE, 15 * MINUTE, MINUTE]) {
		while (wall(zone, start - step).date === date) start -= step;
	}
	return start;
}

/** The first moment of the day after. */
function nextMidnight(zone: string, time: number): number {
	const { date } = wall(zone, time);
	let end = midnight(zone, time) + 20 * 60 * MINUTE;
	while (wall(zone, end).date === date) end += 15 * MINUTE;
	return end;
}

/** The hours of the day to which a moment belongs, each by its name and its distance from UTC. */
export function hoursOf(zone: string, time: number): Array<{ hour: number; offset: string }> {
	const hours = new Map<string, { hour: number; offset: string }>();
	const end = nextMidnight(zone, time);
	for (let at = midnight(zone, time); at < end; at += 15 * MINUTE) {
		const { hour, offset } = wall(zone, at);
		hours.set(`${hour} ${offset}`, { hour, offset });
	}
	return [...hours.values()];
}
