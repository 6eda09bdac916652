import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { quoteValue } from '../../n8n/text';
import { UserError } from '../../n8n/errors';
import type { Guard, Reason } from './guard';
import { readList } from '../../n8n/values';
import { readCollection, readRows } from '../../form/readers';

/** In the order of luxon's weekdays, from Monday = 1. */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MINUTES_OF_DAY = 24 * 60;
const NOON = MINUTES_OF_DAY / 2;

/** When a number may be called. Times are what the clock on the wall shows, clock changes included. */
interface Window {
	/** Minutes since midnight. */
	from: number;
	/** Minutes since midnight; earlier than `from` where the window crosses midnight. */
	to: number;
	/** The weekdays on which the window opens, from Monday = 1. */
	days: number[];
	/** An IANA name. */
	zone: string;
}

/** Nobody is called outside of the hours of their own time zone, which is never guessed. */
export const callingHours: Guard = {
	field: {
		displayName: 'Calling Hours',
		name: 'callingHours',
		type: 'fixedCollection',
		placeholder: 'Add Calling Hours',
		// With an empty object n8n's editor adds nothing (2.41.1).
		default: { window: {} },
		description:
			'Skip the item outside these hours. The output field callableFrom shows when the number may be called.',
		options: [
			{
				displayName: 'Hours',
				name: 'window',
				values: [
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: '08:00',
						placeholder: 'e.g. 08:00',
						description: 'Start time, from 00:00 to 23:59',
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: '20:00',
						placeholder: 'e.g. 20:00',
						description: 'End time, up to 24:00. A time earlier than From is on the next day.',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'multiOptions',
						options: DAYS.map((value, index) => ({ name: DAY_NAMES[index], value })),
						default: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
						description: 'The days on which the hours start',
					},
					{
						displayName: 'Time Zone',
						name: 'timezone',
						type: 'string',
						default: '',
						placeholder: 'e.g. Europe/Berlin',
						description: 'The time zone of the person to call',
						hint: 'If it differs from item to item, use an expression such as {{ $json.timezone }}',
					},
				],
			},
		],
	},
	label: 'outside calling hours',
	read(value) {
		const { window } = readCollection(value, 'Calling Hours');
		const windows = readRows(window, 'Calling Hours').map(readWindow);
		if (windows.length === 0) {
			throw new UserError(
				"'Calling Hours' is empty",
				"Add the hours, or remove 'Calling Hours' from 'Options'.",
			);
		}
		const reasonNow = () => reasonAt(windows, Date.now());
		return { reasonToSkip: reasonNow, reasonNow };
	},
};

function readWindow({ from, to, days, timezone }: IDataObject): Window {
	const window = {
		from: readTime('From', from, MINUTES_OF_DAY - 1),
		to: readTime('To', to, MINUTES_OF_DAY),
		days: readDays(days),
		zone: readZone(timezone),
	};
	if (window.from === window.to) {
		throw new UserError(
			"'From' and 'To' of 'Calling Hours' are the same time",
			'Enter two different times. For the whole day, enter 00:00 and 24:00.',
		);
	}
	// "9 to 5" ends in the afternoon, not at 5 am, and "1 to 5" begins in the afternoon.
	if (isOfTwelveHours(to) && window.to < window.from && window.to + NOON > window.from) {
		throw ambiguous('To', to, window.to, 'for the next day');
	}
	if (isOfTwelveHours(from) && window.from < EARLIEST_MORNING) {
		throw ambiguous('From', from, window.from, 'for the night');
	}
	return window;
}

/** An earlier hour without "am" may be meant in the evening. */
const EARLIEST_MORNING = 7 * 60;

/** Whether a time may be meant in either half of the day, as it is written: 5, 5:30 and 12, but not 05:30. */
function isOfTwelveHours(written: unknown): boolean {
	return /^\s*(?:[1-9](?::\d\d){0,2}|1[0-2])\s*$/.test(String(written));
}

function ambiguous(label: string, written: unknown, time: number, early: string): UserError {
	return new UserError(
		`'${label}' of 'Calling Hours' is ${quoteValue(written)}, which is ambiguous`,
		`Enter ${clock(time + NOON)}, or ${clock(time)} ${early}.`,
	);
}

/** 9, 9:00, 09:00, 9am and 9:00 PM. What has a dot may be a part of an hour, and 12 am is not clear to many. */
const TIME =
	/^\s*(?:(\d{1,2})(?::(\d\d)(?::00)?)?|(0?[1-9]|1[01])(?::(\d\d))?\s*([ap])\.?m\.?)\s*$/i;

function readTime(label: string, value: unknown, latest: number): number {
	const [, hours, minutes = '0', hours12, minutes12 = '0', half = ''] =
		TIME.exec(typeof value === 'number' ? String(value) : asWritten(value)) ?? [];
	const time =
		hours12 === undefined
			? Number(hours) * 60 + Number(minutes)
			: Number(hours12) * 60 + Number(minutes12) + (/p/i.test(half) ? NOON : 0);
	if (Number(minutes) < 60 && Number(minutes12) < 60 && time <= latest) return time;
	throw new UserError(
		`'${label}' of 'Calling Hours' is ${quoteValue(value)}, which is not a time`,
		"Enter hours and minutes, for example 08:00. 'Calling Hours' is under 'Options'.",
	);
}

function asWritten(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function clock(time: number): string {
	const [hours, minutes] = [Math.floor(time / 60), time % 60];
	return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

function readDays(value: unknown): number[] {
	const names = readList(value);
	const days = names?.map((name) => 1 + DAY_NAMES.findIndex((day) => isShortFor(day, name))) ?? [];
	if (days.length > 0 && !days.includes(0)) return days;
	throw new UserError(
		`'Days' of 'Calling Hours' is ${quoteValue(names?.join(', ') ?? value)}, which is not a list of weekdays`,
		`Choose at least one day. An expression must return names such as ${DAYS.join(', ')}.`,
	);
}

/** "Mon" and "Monday" name a day. "Mon-Fri" would name one only. */
function isShortFor(day: string, written: string): boolean {
	const name = written.replace(/\.$/, '').toLowerCase();
	return name.length >= 3 && day.toLowerCase().startsWith(name);
}

/** Abbreviations are refused: "EST" stays on winter time in summer, "CST" is used in three places. */
function readZone(value: unknown): string {
	const zone = asWritten(value).trim();
	if (zone === 'UTC' || (zone.includes('/') && isZone(zone))) return zone;
	const meant = zoneOfCity(zone);
	throw new UserError(
		zone === ''
			? "'Time Zone' of 'Calling Hours' is empty"
			: `'Time Zone' of 'Calling Hours' is ${quoteValue(value)}, which is not a known time zone`,
		meant === undefined
			? 'Enter the time zone of the person who is called, for example Europe/Berlin, or an expression such as {{ $json.timezone }}. It is not guessed from the phone number.'
			: `Enter ${meant} for this city. The name of a time zone begins with its region.`,
	);
}

/** Luxon keeps the zones that it made; `isValidZone` would cost 0.2 ms for every item. */
function isZone(name: string): boolean {
	return IANAZone.create(name).isValid;
}

const REGIONS = 'Europe America Asia Africa Australia Pacific Atlantic Indian'.split(' ');

const MAX_CITY_LENGTH = 40;

/** The time zone that is named after a city, or after the last part of what was written. */
function zoneOfCity(written: string): string | undefined {
	const name = written.slice(written.lastIndexOf('/') + 1).trim();
	// No city has a longer name, and an expression may give a text of any length.
	if (name.length > MAX_CITY_LENGTH) return undefined;
	const words = name.toLowerCase().split(/[\s_]+/);
	const city = words.map((word) => word.replace(/\p{L}/u, (letter) => letter.toUpperCase()));
	return REGIONS.map((region) => `${region}/${city.join('_')}`).find(isZone);
}

function reasonAt(windows: Window[], now: number): Reason | undefined {
	if (windows.some((window) => isOpen(window, DateTime.fromMillis(now, { zone: window.zone })))) {
		return undefined;
	}
	const [{ zone }] = windows;
	const local = DateTime.fromMillis(now, { zone, locale: 'en' });
	const openings = windows.map((window) => nextOpening(window, now)).sort((a, b) => +a - +b);
	return {
		reason: `It is ${local.toFormat('EEEE, HH:mm')} in ${zone}, outside calling hours`,
		callableFrom: openings[0].toISO({ suppressMilliseconds: true }) ?? undefined,
	};
}

function isOpen({ from, to, days }: Window, local: DateTime): boolean {
	const time = local.hour * 60 + local.minute;
	const opensOn = (day: DateTime) => days.includes(day.weekday);
	if (from < to) return opensOn(local) && time >= from && time < to;
	return (opensOn(local) && time >= from) || (opensOn(local.minus({ days: 1 })) && time < to);
}

/**
 * Luxon puts a time that the clocks skip as far behind the gap as it is in it.
 *
 * @param wanted minutes of the day
 */
function afterGap(time: DateTime, wanted: number): DateTime {
	const before = time.minus({ minutes: 1 });
	const isGap = time.hour * 60 + time.minute !== wanted && before.offset === time.offset;
	return isGap ? afterGap(before, wanted) : time;
}

/**
 * At most 15 days ahead. If the clocks skip the opening time, the hours open right after the gap; if they
 * skip the hours as a whole, it is the next opening.
 */
function nextOpening(window: Window, now: number): DateTime {
	const today = DateTime.fromMillis(now, { zone: window.zone }).startOf('day');
	for (let days = 0; ; days++) {
		const hour = Math.floor(window.from / 60);
		const wanted = today.plus({ days }).set({ hour, minute: window.from % 60 });
		const time = afterGap(wanted, window.from);
		if (days === 15 || (+time > now && isOpen(window, time))) return time;
	}
}
