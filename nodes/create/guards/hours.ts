import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { readCollection, readRows, wrongOption } from '../../form/readers';
import { withoutInvisible } from '../../n8n/text';
import { readList } from '../../n8n/values';
import type { Check } from './guard';

/** In the order of luxon's weekdays, from Monday = 1. The first three letters are a name as well. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The choices of the field Days. */
export const DAY_OPTIONS = DAYS.map((name) => ({ name, value: shortNameOf(name) }));

const MINUTES_OF_DAY = 24 * 60;

/** Hours that do not open within a year are never told when: every date may be a day off. */
const MAX_DAYS_AHEAD = 366;

const UNDER_CALLING_HOURS = "The field is under 'Calling Hours' in 'Options'.";

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
	throw wrongOption(window, 'Calling Hours', "Add the hours, or remove 'Calling Hours'.");
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
	const advice = "Enter another time than in 'From'. For the whole day, enter 00:00 and 24:00.";
	throw wrongOption(to, 'To', advice, UNDER_CALLING_HOURS);
}

/** Two digits each: 5:00 may be meant in the afternoon, 05:00 is not. Databases add seconds. */
const TIME = /^(\d\d):([0-5]\d)(?::00)?$/;

function readTime(label: string, value: unknown, latest: number): number {
	const [, hours, minutes] = TIME.exec(textOf(value)) ?? [];
	const time = Number(hours) * 60 + Number(minutes);
	if (time <= latest) return time;
	const advice =
		'Enter hours and minutes with two digits each, as on a 24-hour clock: 08:00 or 17:30.';
	throw wrongOption(value, label, advice, UNDER_CALLING_HOURS);
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? withoutInvisible(value).trim() : '';
}

/** "mon" and "Monday" name a day. "Mon-Fri" would name one only. */
function readDays(value: unknown): number[] {
	const names = readList(value)?.map((name) => name.toLowerCase());
	const isNamed = (day: string) => [day.toLowerCase(), shortNameOf(day)];
	const days = names?.map((name) => 1 + DAYS.findIndex((day) => isNamed(day).includes(name))) ?? [];
	if (days.length > 0 && !days.includes(0)) return days;
	const advice = 'Choose at least one day. An expression must return names such as mon, tue, wed.';
	throw wrongOption(names?.join(', ') ?? value, 'Days', advice, UNDER_CALLING_HOURS);
}

function shortNameOf(day: string): string {
	return day.slice(0, 3).toLowerCase();
}

/** Abbreviations are refused: "EST" stays on winter time in summer, "CST" is used in three places. */
function readZone(value: unknown): string {
	const zone = textOf(value);
	// Luxon keeps the zones that it made; `isValidZone` would cost 0.2 ms for every item.
	const isKnown = zone.includes('/') && IANAZone.create(zone).isValid;
	if (zone === 'UTC' || isKnown) return zone;
	const advice =
		'Enter the time zone of the person who is called, for example Europe/Berlin, or an expression such as {{ $json.timezone }}. It is not guessed from the phone number.';
	throw wrongOption(value, 'Time Zone', advice, UNDER_CALLING_HOURS);
}

/** @throws UserError if something in it is not a date of the calendar, or a text has none */
function readDates(value: unknown): Set<string> {
	// A table of holidays may have no rows.
	if (Array.isArray(value) && value.length === 0) return new Set();
	const dates = readList(value) ?? [];
	const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && DateTime.fromISO(text).isValid;
	if (dates.length > 0 && dates.every(isDate)) return new Set(dates);
	const advice =
		"Enter dates such as 2026-12-24, separated by commas, or remove 'Days Off'. An expression may also return a list of such texts.";
	throw wrongOption(dates.find((text) => !isDate(text)) ?? value, 'Days Off', advice);
}

/**
 * Looks at the clock, before the run as right before each call.
 *
 * @param reasonAt why nobody is called at a moment, in milliseconds since 1970; undefined if they may be
 */
export function checkClock(
	windows: Window[],
	reasonAt: (now: number) => string | undefined,
): Check {
	const reasonNow = () => {
		const now = Date.now();
		const reason = reasonAt(now);
		return reason === undefined ? undefined : { reason, callableFrom: nextOpening(windows, now) };
	};
	return { reasonToSkip: reasonNow, reasonNow };
}

/** Whether a number may be called at that moment, in milliseconds since 1970. */
export function isOpen(window: Window, now: number): boolean {
	const { from, to, days, zone } = window;
	const local = DateTime.fromMillis(now, { zone });
	const time = local.hour * 60 + local.minute;
	const opensOn = (day: DateTime) => days.includes(day.weekday);
	if (isOff(window, now)) return false;
	if (from < to) return opensOn(local) && time >= from && time < to;
	return (opensOn(local) && time >= from) || (opensOn(local.minus({ days: 1 })) && time < to);
}

/** Whether that moment is on a day off. */
export function isOff({ zone, daysOff }: Window, now: number): boolean {
	return daysOff.size > 0 && daysOff.has(DateTime.fromMillis(now, { zone }).toISODate() ?? '');
}

/** When the first of several windows opens, ISO 8601. */
function nextOpening(windows: Window[], now: number): string | undefined {
	const openings = windows.flatMap((window) => openingOf(window, now) ?? []);
	return DateTime.min(...openings)?.toISO({ suppressMilliseconds: true }) ?? undefined;
}

function openingOf(window: Window, now: number): DateTime | undefined {
	const today = DateTime.fromMillis(now, { zone: window.zone }).startOf('day');
	for (let days = 0; days <= MAX_DAYS_AHEAD; days++) {
		// Hours that cross midnight open at midnight after a day off.
		for (const minutes of [0, window.from]) {
			const opening = atMinute(today.plus({ days }), minutes);
			if (+opening > now && isOpen(window, +opening)) return opening;
		}
	}
	return undefined;
}

/** A time that the clocks skip begins where they go on; luxon puts it as far behind that as it is in the gap. */
function atMinute(day: DateTime, minutes: number): DateTime {
	const time = day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
	return time.minute === minutes % 60 && time.hour === Math.floor(minutes / 60)
		? time
		: time.startOf('hour');
}
