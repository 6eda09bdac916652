import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { customRange, dayOf, namedRange, type NamedRange } from '../../nodes/form/dateRange';
import { readDateRange } from '../../nodes/form/dateRangeFields';
import type { ItemContext } from '../../nodes/n8n/itemContext';
import type { TimeRange } from '../../nodes/service/calls';
import { cases } from '../support/deep';
import { refusalOf } from '../support/userError';
import { wall, ZONES } from '../support/wallClock';

const iso = ({ after, before }: TimeRange) =>
	[after, before].map((time) => (time === undefined ? 'open' : new Date(time).toISOString()));

const custom = (after: unknown, before: unknown, zone = 'Europe/Berlin') =>
	iso(customRange(after, before, zone));

describe('a named range', () => {
	it.each<[NamedRange, zone: string, now: string, after: string, before: string]>([
		['last24Hours', 'Europe/Berlin', '2026-11-20T08:30Z', '2026-11-19T08:30', 'open'],
		['last7Days', 'Europe/Berlin', '2026-11-20T08:30Z', '2026-11-13T08:30', 'open'],
		['last30Days', 'Europe/Berlin', '2026-11-20T08:30Z', '2026-10-21T07:30', 'open'],
		['lastMonth', 'UTC', '2026-03-31T12:00Z', '2026-02-01T00:00', '2026-03-01T00:00'],
		['lastMonth', 'Europe/Berlin', '2026-01-31T12:00Z', '2025-11-30T23:00', '2025-12-31T23:00'],
		['thisMonth', 'UTC', '2026-12-01T00:00Z', '2026-12-01T00:00', '2027-01-01T00:00'],
		['thisWeek', 'UTC', '2026-11-22T23:59Z', '2026-11-16T00:00', '2026-11-23T00:00'],
		['thisWeek', 'UTC', '2026-11-23T00:00Z', '2026-11-23T00:00', '2026-11-30T00:00'],
		['lastWeek', 'UTC', '2027-01-03T12:00Z', '2026-12-21T00:00', '2026-12-28T00:00'],
		// Midnight is left out.
		['today', 'Asia/Beirut', '2026-03-29T12:00Z', '2026-03-28T22:00', '2026-03-29T21:00'],
		['yesterday', 'Asia/Beirut', '2026-03-29T12:00Z', '2026-03-27T22:00', '2026-03-28T22:00'],
		// There are two.
		['today', 'America/Havana', '2026-11-01T18:00Z', '2026-11-01T04:00', '2026-11-02T05:00'],
		['yesterday', 'America/Havana', '2026-11-01T18:00Z', '2026-10-31T04:00', '2026-11-01T04:00'],
		// Samoa had no 30 December 2011.
		['yesterday', 'Pacific/Apia', '2011-12-30T12:00Z', '2011-12-29T10:00', '2011-12-30T10:00'],
	])('is counted in the zone of the workflow: %s in %s at %s', (name, zone, now, ...ends) => {
		const times = ends.map((end) => (end === 'open' ? end : `${end}:00.000Z`));
		expect(iso(namedRange(name, zone, Date.parse(now)))).toEqual(times);
	});

	it('is never a range that nothing can match because the time zone is not known', () => {
		expect(refusalOf(() => namedRange('today', 'Europe/Nowhere', Date.now()))).toEqual({
			message: 'The time zone of the workflow, "Europe/Nowhere", is not known',
			advice: "Choose another one in the workflow settings, under 'Timezone'.",
		});
	});
});

describe('a custom range', () => {
	const inKathmandu = DateTime.fromISO('2026-11-20T08:00', { zone: 'Asia/Kathmandu' });

	it.each([
		['2026-11-20', '2026-11-19T23:00:00.000Z'],
		['2026-11-20 08:00:00', '2026-11-20T07:00:00.000Z'],
		[' 2026-11-20T08:00\n', '2026-11-20T07:00:00.000Z'],
		['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z'],
		['2026-11-20T08:00:00-05:00', '2026-11-20T13:00:00.000Z'],
		[new Date('2026-11-20T08:00:00Z'), '2026-11-20T08:00:00.000Z'],
		[inKathmandu, '2026-11-20T02:15:00.000Z'],
		// Left out that day.
		['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
	])('may begin or end with %j', (value, time) => {
		expect(custom(value, '')).toEqual([time, 'open']);
		expect(custom(undefined, value)).toEqual(['open', time]);
		expect(custom(null, value)).toEqual(['open', time]);
	});

	it('is refused without a beginning and an end', () => {
		expect(refusalOf(() => custom('', undefined))).toEqual({
			message: "'Started After' and 'Started Before' are empty",
			advice: "Enter one of them or both, or choose another 'Date Range'.",
		});
	});

	it.each([
		['2026-11-20', '2026-11-20'],
		['2026-11-20T08:00', '2026-11-20T07:00Z'],
	])('is refused where it ends before it begins: %s to %s', (after, before) => {
		expect(refusalOf(() => custom(after, before))).toEqual({
			message: "'Started After' is not earlier than 'Started Before'",
			advice: 'Swap the two dates, or correct one of them.',
		});
	});

	it.each([
		[' ', 'empty'],
		['2026-02-30', '"2026-02-30"'],
		[1795161600000, '"1795161600000"'],
		// Neither that hour nor that time of today.
		[12, '"12"'],
		['08:30', '"08:30"'],
		['2026-11', '"2026-11"'],
		[DateTime.fromISO('never'), 'an object'],
	])('is refused with %j', (value, shown) => {
		const refusal = (field: string) => ({
			message: `'${field}' is ${shown}, which is not a date`,
			advice:
				'Choose a date. An expression must return one such as 2026-11-20 or 2026-11-20T08:00:00.',
		});
		expect(refusalOf(() => custom(value, ''))).toEqual(refusal('Started After'));
		expect(refusalOf(() => custom('', value))).toEqual(refusal('Started Before'));
	});

	it('does not depend on the season in which a time is read that the clocks show twice', () => {
		const readIn = (season: string) => {
			jest.useFakeTimers({ now: new Date(season) });
			return custom('2026-10-25T02:30:00', '');
		};
		expect(readIn('2026-07-01')).toEqual(readIn('2026-12-01'));
	});
	afterEach(() => jest.useRealTimers());
});

describe('the fields of a range', () => {
	const NOW = Date.parse('2026-11-20T12:00:00Z');
	const timezone = 'Europe/Berlin';

	/** Reads the fields of an item, some of which are expressions. */
	function read(fields: IDataObject, fallback: 'any' | 'yesterday' = 'any', expressions = ['']) {
		const parameter = (name: string, other: unknown) => (name in fields ? fields[name] : other);
		const isExpression = (name: string) => expressions.includes(name);
		const item = { parameter, isExpression, timezone } as unknown as ItemContext;
		return readDateRange(item, fallback, NOW);
	}

	it('mean any time only where that is offered, and the default where the form has none', () => {
		expect([read({}), read({ dateRange: 'any' })]).toEqual([undefined, undefined]);
		expect(read({}, 'yesterday')).toEqual(namedRange('yesterday', timezone, NOW));
		expect(refusalOf(() => read({ dateRange: 'any' }, 'yesterday')).message).toBe(
			'\'Date Range\' is "any", which is not valid',
		);
	});

	const times = { startedAfter: '2026-11-01', startedBefore: '2026-11-02' };

	it.each([
		['startedAfter', 'Started After', ['startedBefore']],
		['startedBefore', 'Started Before', ['startedAfter']],
	])('leave an end open where %s is empty, and no expression', (end, label, others) => {
		for (const empty of [undefined, null, '']) {
			const fields: IDataObject = { dateRange: 'custom', ...times, [end]: empty };
			const range = customRange(fields.startedAfter, fields.startedBefore, timezone);
			expect(read(fields, 'any', others)).toEqual(range);
			expect(refusalOf(() => read(fields, 'any', [end]))).toEqual({
				message: `The expression in '${label}' returned nothing`,
				advice: `Check that the input item contains the field in the expression. To leave this end of the range open, clear '${label}'.`,
			});
		}
	});
});

/* Plain Intl is the judge: the calendar on the wall. */
describe('in any time zone at any moment', () => {
	/** Days on which clocks changed somewhere, at midnight most of them. */
	const CHANGES = [
		...['2011-12-30', '2018-02-18', '2018-11-04', '2020-03-29', '2024-04-26', '2024-10-31'],
		...['2025-03-02', '2025-04-06', '2025-09-06', '2025-10-26', '2026-03-08', '2026-03-29'],
		...['2026-04-05', '2026-09-06', '2026-10-25', '2026-11-01'],
	].map((day) => Date.parse(day));
	const HOUR = 3_600_000;

	const mondayOf = (date: string) => {
		const sinceMonday = (new Date(date).getUTCDay() + 6) % 7;
		return new Date(Date.parse(date) - sinceMonday * 24 * HOUR).toISOString();
	};

	const moment = fc.oneof(
		fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2035-01-01') }),
		fc
			.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -40 * HOUR, max: 40 * HOUR }))
			.map(([day, offset]) => day + offset),
		fc
			.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -160, max: 160 }))
			.map(([day, quarters]) => day + (quarters * HOUR) / 4),
	);
	it.each([
		['days', 'today', 'yesterday', (date: string) => date],
		['weeks', 'thisWeek', 'lastWeek', mondayOf],
		['months', 'thisMonth', 'lastMonth', (date: string) => date.slice(0, 7)],
	] as const)('%s follow one another without a gap or a moment in common', (_, is, was, nameOf) => {
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), moment, (zone, now) => {
				const shown = (time: number) => nameOf(wall(zone, time).date);
				const range = (name: NamedRange, time: number) => {
					const { after = NaN, before = NaN } = namedRange(name, zone, time);
					return { after, before };
				};
				const current = range(is, now);
				const inside = [current.after, now, current.before - 1].map(shown);
				expect(inside).toEqual(Array(3).fill(shown(now)));
				expect([shown(current.after - 1), shown(current.before)]).not.toContain(shown(now));
				const day = { date: shown(now), start: current.after, end: current.before };
				if (is === 'today') expect(dayOf(now, zone)).toEqual(day);
				const last = range(was, now);
				expect(last.before).toBe(current.after);
				expect(range(is, last.before - 1)).toEqual(last);
				expect(range(was, current.before)).toEqual(current);
			}),
			{ numRuns: cases(1500) },
		);
	});
});
