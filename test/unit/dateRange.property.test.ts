import { DateTime } from 'luxon';
import * as fc from 'fast-check';

import { customRange, namedRange, type NamedRange } from '../../nodes/shared/calls/dateRange';
import { cases } from '../support/deep';

const ZONES = [
	'Africa/Cairo',
	'Africa/Casablanca',
	'America/Havana',
	'America/New_York',
	'America/Santiago',
	'America/Sao_Paulo',
	'America/St_Johns',
	'Antarctica/Troll',
	'Asia/Beirut',
	'Asia/Kathmandu',
	'Asia/Tehran',
	'Atlantic/Azores',
	'Australia/Lord_Howe',
	'Europe/Berlin',
	'Europe/Lisbon',
	'Pacific/Apia',
	'Pacific/Chatham',
	'Pacific/Kiritimati',
	'UTC',
];

/** Days on which clocks changed somewhere, at midnight most of them. */
const CHANGES = [
	...['2011-12-30', '2018-02-18', '2018-11-04', '2020-03-29', '2024-04-26', '2024-10-31'],
	...['2025-03-02', '2025-04-06', '2025-09-06', '2025-10-26', '2026-03-08', '2026-03-29'],
	...['2026-04-05', '2026-09-06', '2026-10-25', '2026-11-01'],
].map((day) => Date.parse(day));

const HOUR = 3_600_000;

const zone = fc.constantFrom(...ZONES);

const moment = fc.oneof(
	fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2035-01-01') }),
	fc
		.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -40 * HOUR, max: 40 * HOUR }))
		.map(([day, offset]) => day + offset),
	fc
		.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -160, max: 160 }))
		.map(([day, quarters]) => day + (quarters * HOUR) / 4),
);

const formats = new Map(
	ZONES.map((timeZone) => [
		timeZone,
		new Intl.DateTimeFormat('en-CA', {
			timeZone,
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
		}),
	]),
);

/** The date that a calendar on the wall shows. */
const dateAt = (timeZone: string, time: number) => formats.get(timeZone)?.format(time) ?? '';

const monthAt = (timeZone: string, time: number) => dateAt(timeZone, time).slice(0, 7);

const rangeOf = (name: string, timeZone: string, now: number) => {
	const { after = NaN, before = NaN } = namedRange(name as NamedRange, timeZone, now);
	return { after, before };
};

it('today is every moment of the date on the wall, and no other', () => {
	fc.assert(
		fc.property(zone, moment, (place, now) => {
			const { after, before } = rangeOf('today', place, now);
			const date = dateAt(place, now);
			expect([after, now, before - 1].map((time) => dateAt(place, time))).toEqual([
				date,
				date,
				date,
			]);
			expect(dateAt(place, after - 1)).not.toBe(date);
			expect(dateAt(place, before)).not.toBe(date);
		}),
		{ numRuns: cases(1500) },
	);
});

it('yesterday is every moment of the date before that', () => {
	fc.assert(
		fc.property(zone, moment, (place, now) => {
			const { after, before } = rangeOf('yesterday', place, now);
			expect(before).toBe(rangeOf('today', place, now).after);
			const date = dateAt(place, before - 1);
			expect(date).not.toBe(dateAt(place, now));
			expect(dateAt(place, after)).toBe(date);
			expect(dateAt(place, after - 1)).not.toBe(date);
		}),
		{ numRuns: cases(1500) },
	);
});

it('the days follow one another without a gap and without a moment in common', () => {
	fc.assert(
		fc.property(zone, moment, fc.nat(25 * HOUR), (place, now, later) => {
			const today = rangeOf('today', place, now);
			const next = rangeOf(
				'today',
				place,
				Math.min(today.before + later, today.before + 12 * HOUR),
			);
			expect(next.after).toBe(today.before);
			expect(rangeOf('yesterday', place, today.before)).toEqual(today);
			expect(rangeOf('today', place, today.after)).toEqual(today);
			expect(rangeOf('today', place, today.before - 1)).toEqual(today);
		}),
		{ numRuns: cases(1500) },
	);
});

it('the months follow one another likewise, and hold every moment of theirs', () => {
	fc.assert(
		fc.property(zone, moment, (place, now) => {
			const current = rangeOf('thisMonth', place, now);
			const last = rangeOf('lastMonth', place, now);
			const month = monthAt(place, now);
			const inside = [current.after, now, current.before - 1];
			expect(inside.map((time) => monthAt(place, time))).toEqual([month, month, month]);
			expect(monthAt(place, current.after - 1)).not.toBe(month);
			expect(monthAt(place, current.before)).not.toBe(month);
			expect(last.before).toBe(current.after);
			expect(rangeOf('thisMonth', place, last.before - 1)).toEqual(last);
			expect(rangeOf('lastMonth', place, current.before)).toEqual(current);
		}),
		{ numRuns: cases(1000) },
	);
});

it('the ranges up to now begin that long ago and are open, whatever the clocks did', () => {
	fc.assert(
		fc.property(zone, moment, (place, now) => {
			expect(namedRange('last24Hours', place, now)).toEqual({ after: now - 24 * HOUR });
			for (const [name, days] of [
				['last7Days', 7],
				['last30Days', 30],
			] as const) {
				const { after = NaN, before } = namedRange(name, place, now);
				expect(before).toBeUndefined();
				// The clocks may have changed; Samoa even left out a day.
				expect(Math.abs(now - after - days * 24 * HOUR)).toBeLessThanOrEqual(24 * HOUR);
			}
		}),
		{ numRuns: cases(500) },
	);
});

it('a custom range is the same however its moments are written', () => {
	fc.assert(
		fc.property(zone, moment, moment, (place, one, other) => {
			fc.pre(one < other);
			const range = { after: one, before: other };
			const both = (write: (time: number) => unknown) =>
				customRange(write(one), write(other), place);
			expect(both((time) => new Date(time))).toEqual(range);
			expect(both((time) => new Date(time).toISOString())).toEqual(range);
			expect(both((time) => DateTime.fromMillis(time, { zone: place }))).toEqual(range);
			expect(both((time) => DateTime.fromMillis(time, { zone: place }).toISO())).toEqual(range);
		}),
		{ numRuns: cases(500) },
	);
});
