import { DateTime } from 'luxon';
import * as fc from 'fast-check';

import {
	customRange,
	namedRange,
	type NamedRange,
	type TimeRange,
} from '../../nodes/shared/calls/dateRange';
import { refusalOf } from '../support/userError';
import { cases } from '../support/deep';

const iso = ({ after, before }: TimeRange) =>
	[after, before].map((time) => (time === undefined ? 'open' : new Date(time).toISOString()));

const named = (name: string, zone: string, now: string) =>
	iso(namedRange(name as NamedRange, zone, Date.parse(now)));

const custom = (after: unknown, before: unknown, zone = 'Europe/Berlin') =>
	iso(customRange(after, before, zone));

const notReadable = (field: string, shown: string) => ({
	message: `'${field}' is ${shown}, which is not a date`,
	advice: 'Choose a date. An expression must return one such as 2026-11-20 or 2026-11-20T08:00:00.',
});

describe('a named range', () => {
	it.each([
		['23 hours where the clocks are put forward', '2026-03-29T12:00:00Z', 23],
		['25 hours where the clocks are put back', '2026-10-25T12:00:00Z', 25],
		['24 hours otherwise', '2026-11-20T12:00:00Z', 24],
	])('of a day has %s', (_, now, hours) => {
		const { after = 0, before = 0 } = namedRange('today', 'Europe/Berlin', Date.parse(now));
		expect((before - after) / 3_600_000).toBe(hours);
	});

	it.each([
		['Brazil', 'America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00.000Z'],
		['Egypt', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00.000Z'],
		['Lebanon', 'Asia/Beirut', '2026-03-29T12:00:00Z', '2026-03-28T22:00:00.000Z'],
	])('begins at one where midnight is left out, as in %s', (_, zone, now, after) => {
		expect(named('today', zone, now)[0]).toBe(after);
	});

	it.each([
		['the Azores', 'Atlantic/Azores', '2026-10-25T12:00:00Z', '2026-10-25T00:00:00.000Z'],
		['Cuba', 'America/Havana', '2026-11-01T18:00:00Z', '2026-11-01T04:00:00.000Z'],
	])('begins at the first midnight where there are two, as in %s', (_, zone, now, after) => {
		expect(named('today', zone, now)[0]).toBe(after);
		expect(named('yesterday', zone, now)[1]).toBe(after);
	});

	it('of yesterday is the day that was, where a zone left one out', () => {
		// Samoa had no 30 December 2011.
		expect(named('yesterday', 'Pacific/Apia', '2011-12-30T12:00:00Z')).toEqual([
			'2011-12-29T10:00:00.000Z',
			'2011-12-30T10:00:00.000Z',
		]);
	});

	it.each([
		['2026-03-31T12:00:00Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
		['2024-03-30T12:00:00Z', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
		['2026-01-31T12:00:00Z', '2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
	])('of last month is a whole month at %s', (now, after, before) => {
		expect(named('lastMonth', 'UTC', now)).toEqual([after, before]);
	});
});

describe('a custom range', () => {
	it.each([
		['a day', '2026-11-20', '2026-11-19T23:00:00.000Z'],
		['a moment in the zone of the workflow', '2026-11-20T08:00:00', '2026-11-20T07:00:00.000Z'],
		['a moment with blanks around it', ' 2026-11-20T08:00:00\n', '2026-11-20T07:00:00.000Z'],
		['a moment in UTC', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
		['a moment in another zone', '2026-11-20T08:00:00-05:00', '2026-11-20T13:00:00.000Z'],
		['a date', new Date('2026-11-20T08:00:00Z'), '2026-11-20T08:00:00.000Z'],
		[
			'a date of Luxon in another zone',
			DateTime.fromISO('2026-11-20T08:00', { zone: 'Asia/Kathmandu' }),
			'2026-11-20T02:15:00.000Z',
		],
		['a time that is left out that day', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
	])('may begin or end with %s', (_, value, time) => {
		expect(custom(value, '')).toEqual([time, 'open']);
		expect(custom(undefined, value)).toEqual(['open', time]);
		expect(custom(null, value)).toEqual(['open', time]);
	});

	it.each([
		['an end before its beginning', '2026-11-21', '2026-11-20'],
		['an end that is its beginning', '2026-11-20', '2026-11-20'],
		['the same moment in two zones', '2026-11-20T08:00', '2026-11-20T07:00Z'],
	])('is refused with %s', (_, after, before) => {
		expect(refusalOf(() => custom(after, before))).toEqual({
			message: "'Started After' is not earlier than 'Started Before'",
			advice: 'Swap the two dates, or correct one of them.',
		});
	});

	it.each([
		['a word', 'yesterday', '"yesterday"'],
		['a day that does not exist', '2026-02-30', '"2026-02-30"'],
		['an American date', '11/20/2026', '"11/20/2026"'],
		['a German date', '20.11.2026', '"20.11.2026"'],
		['milliseconds', 1795161600000, '"1795161600000"'],
		['an object', {}, 'an object'],
		['a number of hours, which is not that hour of today', 12, '"12"'],
		['a time without a date, which is not that of today', '08:30', '"08:30"'],
		['a month', '2026-11', '"2026-11"'],
		['an invalid date of Luxon', DateTime.fromISO('never'), 'an object'],
	])('is refused with %s', (_, value, shown) => {
		expect(refusalOf(() => custom(value, ''))).toEqual(notReadable('Started After', shown));
		expect(refusalOf(() => custom('', value))).toEqual(notReadable('Started Before', shown));
	});

	describe('at a time that the clocks show twice', () => {
		afterEach(() => {
			jest.useRealTimers();
		});

		it('does not depend on the season in which it is read', () => {
			const readIn = (season: string) => {
				jest.useFakeTimers({ now: new Date(season) });
				return custom('2026-10-25T02:30:00', '');
			};
			expect(readIn('2026-07-01')).toEqual(readIn('2026-12-01'));
		});
	});
});

describe('in any time zone at any moment', () => {
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
});
