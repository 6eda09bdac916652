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
						description: 'Start time on a 24-hour clock, from 00:00 to 23:59',
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
