import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { readCollection, readRows } from '../../form/readers';
import { UserError } from '../../n8n/errors';
import { quoteValue } from '../../n8n/text';
import { readList } from '../../n8n/values';

/** In the order of luxon's weekdays, from Monday = 1. */
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const DAY_NAMES = [
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
	'Sunday',
];
const MINUTES_OF_DAY = 24 * 60;

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
	/** Dates on which it is closed, `2026-12-24`. */
	daysOff: Set<string>;
}

/**
 * Reads the options Calling Hours and Days Off.
 *
 * @param daysOff undefined if that option was not added
 * @throws UserError if one of them cannot be read
 */
export function readWindows(callingHours: unknown, daysOff: unknown): Window[] {
	const { window } = readCollection(callingHours, 'Calling Hours');
	const dates = daysOff === undefined ? new Set<string>() : readDates(daysOff);
	const windows = readRows(window, 'Calling Hours').map((row) => readWindow(row, dates));
	if (windows.length > 0) return windows;
	throw new UserError(
		"'Calling Hours' is empty",
		"Add the hours, or remove 'Calling Hours' from 'Options'.",
	);
}

function readWindow({ from, to, days, timezone }: IDataObject, daysOff: Set<string>): Window {
	const window = {
		from: readTime('From', from, MINUTES_OF_DAY - 1),
		to: readTime('To', to, MINUTES_OF_DAY),
		days: readDays(days),
		zone: readZone(timezone),
		daysOff,
	};
	if (window.from !== window.to) return window;
	throw new UserError(
		"'From' and 'To' of 'Calling Hours' are the same time",
		'Enter two different times. For the whole day, enter 00:00 and 24:00.',
	);
}

/** Two digits each: 5:00 may be meant in the afternoon, 05:00 is not. Databases add seconds. */
const TIME = /^\s*(\d\d):([0-5]\d)(?::00)?\s*$/;

function readTime(label: string, value: unknown, latest: number): number {
	const [, hours, minutes] = TIME.exec(textOf(value)) ?? [];
	const time = Number(hours) * 60 + Number(minutes);
	if (time <= latest) return time;
	throw new UserError(
		`'${label}' of 'Calling Hours' is ${quoteValue(value)}, which is not a time`,
		"Enter hours and minutes with two digits each, as on a 24-hour clock: 08:00 or 17:30. 'Calling Hours' is under 'Options'.",
	);
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function readDays(value: unknown): number[] {
	const names = readList(value);
	const days = names?.map((name) => 1 + DAY_NAMES.findIndex((day) => isNameOf(day, name))) ?? [];
	if (days.length > 0 && !days.includes(0)) return days;
	throw new UserError(
		`'Days' of 'Calling Hours' is ${quoteValue(names?.join(', ') ?? value)}, which is not a list of weekdays`,
		`Choose at least one day. An expression must return names such as ${DAYS.join(', ')}.`,
	);
}

/** "mon" and "Monday" name a day. "Mon-Fri" would name one only. */
function isNameOf(day: string, written: string): boolean {
	return [day.slice(0, 3), day].some((name) => name.toLowerCase() === written.toLowerCase());
}

/** Abbreviations are refused: "EST" stays on winter time in summer, "CST" is used in three places. */
function readZone(value: unknown): string {
	const zone = textOf(value).trim();
	// Luxon keeps the zones that it made; `isValidZone` would cost 0.2 ms for every item.
	const isKnown = zone.includes('/') && IANAZone.create(zone).isValid;
	if (zone === 'UTC' || isKnown) return zone;
	throw new UserError(
		zone === ''
			? "'Time Zone' of 'Calling Hours' is empty"
			: `'Time Zone' of 'Calling Hours' is ${quoteValue(value)}, which is not a known time zone`,
		'Enter the time zone of the person who is called, for example Europe/Berlin, or an expression such as {{ $json.timezone }}. It is not guessed from the phone number.',
	);
}

/** @throws UserError if something in it is not a date of the calendar, or nothing is */
function readDates(value: unknown): Set<string> {
	const dates = readList(value) ?? [];
	const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && DateTime.fromISO(text).isValid;
	if (dates.length > 0 && dates.every(isDate)) return new Set(dates);
	throw new UserError(
		`'Days Off' is ${quoteValue(dates.find((text) => !isDate(text)) ?? value)}, which is not a date`,
		"Enter dates such as 2026-12-24, separated by commas, or remove 'Days Off' from 'Options'. An expression may also return a list of such texts.",
	);
}

/** Whether a number may be called at that moment, in milliseconds since 1970. */
export function isOpen({ from, to, days, zone, daysOff }: Window, now: number): boolean {
	const local = DateTime.fromMillis(now, { zone });
	const time = local.hour * 60 + local.minute;
	const opensOn = (day: DateTime) => days.includes(day.weekday);
	if (isOff({ zone, daysOff }, now)) return false;
	if (from < to) return opensOn(local) && time >= from && time < to;
	return (opensOn(local) && time >= from) || (opensOn(local.minus({ days: 1 })) && time < to);
}

/** Whether that moment is on a day off. */
export function isOff({ zone, daysOff }: Pick<Window, 'zone' | 'daysOff'>, now: number): boolean {
	return daysOff.size > 0 && daysOff.has(DateTime.fromMillis(now, { zone }).toISODate() ?? '');
}

/**
 * When the first of several windows opens, ISO 8601: at most 15 days ahead, days off not counted. If the
 * clocks skip the opening time, the hours open right after the gap; if they skip the hours as a whole, it
 * is the next opening.
 */
export function nextOpening(windows: Window[], now: number): string | undefined {
	const [first] = windows.map((window) => openingOf(window, now)).sort((a, b) => +a - +b);
	return first.toISO({ suppressMilliseconds: true }) ?? undefined;
}

function openingOf(window: Window, now: number): DateTime {
	const today = DateTime.fromMillis(now, { zone: window.zone }).startOf('day');
	const last = 15 + window.daysOff.size;
	for (let days = 0; ; days++) {
		// Hours that cross midnight open at midnight after a day off.
		for (const wanted of [0, window.from]) {
			const start = today.plus({ days });
			const time = afterGap(
				start.set({ hour: Math.floor(wanted / 60), minute: wanted % 60 }),
				wanted,
			);
			if (+time > now && isOpen(window, +time)) return time;
			if (days === last) return time;
		}
	}
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
