import { DateTime } from 'luxon';

import { namedRange, type NamedRange } from '../../nodes/form/dateRange';
import { kindOf, periodBefore } from '../../nodes/report/calendar';
import { readReportOptions } from '../../nodes/report/form';
import { refusalOf } from '../support/userError';

const ZONE = 'Europe/Berlin';
/** In Berlin it is two o'clock. The clocks were put forward on 29 March. */
const NOW = Date.parse('2026-04-02T12:00:00Z');

const at = (text: string, zone = ZONE) => DateTime.fromISO(text, { zone });

/** What a period is, and when the one before it begins. */
function about(from: DateTime | undefined, to: DateTime) {
	const before = periodBefore({ from, to });
	if (before) expect(+before.to).toBe(+(from ?? 0));
	return [
		kindOf({ from, to }),
		before && before.from.toISO({ includeOffset: false })?.slice(0, 16),
	];
}

it.each<[NamedRange, kind: string, before: string]>([
	['today', 'day', '2026-04-01T00:00'],
	['yesterday', 'day', '2026-03-31T00:00'],
	['thisMonth', 'month', '2026-03-01T00:00'],
	['lastMonth', 'month', '2026-02-01T00:00'],
	['thisWeek', 'week', '2026-03-23T00:00'],
	['lastWeek', 'week', '2026-03-16T00:00'],
	['last24Hours', 'other', '2026-03-31T14:00'],
	['last7Days', 'week', '2026-03-19T14:00'],
	['last30Days', 'other', '2026-02-01T14:00'],
])('%s is a %s, and the period before begins %s', (name, kind, before) => {
	const { after, before: end = NOW } = namedRange(name, ZONE, NOW);
	const [from, to] = [after, end].map((time) => DateTime.fromMillis(time, { zone: ZONE }));
	expect(about(from, to)).toEqual([kind, before]);
});

it.each<[string, from: string, to: string, kind: string, before: string, zone?: string]>([
	['a quarter', '2026-01-01', '2026-04-01', 'other', '2025-10-01T00:00'],
	['as long as a month', '2026-02-15', '2026-03-15', 'other', '2026-01-18T00:00'],
	['a month but for its first day', '2026-04-02', '2026-05-01', 'other', '2026-03-04T00:00'],
	['two days with a night of 23 hours', '2026-03-29', '2026-03-31', 'other', '2026-03-27T00:00'],
	['half a day', '2026-03-30T06:00', '2026-03-30T18:00', 'other', '2026-03-29T18:00'],
	['a day and a bit', '2026-04-01T10:00', '2026-04-02T14:00', 'other', '2026-03-31T06:00'],
	// With two midnights in the day before, and one that begins at one.
	['a day in Cuba', '2026-11-02', '2026-11-03', 'day', '2026-11-01T00:00', 'Cuba'],
	['a day in Egypt', '2026-04-24T01:00', '2026-04-25', 'day', '2026-04-23T00:00', 'Egypt'],
])('%s, from %s to %s, is a %s, and the period before begins %s', (...row) => {
	const [, from, to, kind, before, zone] = row;
	expect(about(at(from, zone), at(to, zone))).toEqual([kind, before]);
});

it('there is none before a period without a beginning, or one that has not begun', () => {
	expect(about(undefined, at('2026-04-01'))).toEqual(['other', undefined]);
	expect(about(at('2026-04-03'), at('2026-04-02'))).toEqual(['other', undefined]);
});

it('Listed Callbacks is a whole number, also as text', () => {
	const read = (listedCallbacks: unknown) =>
		readReportOptions({ listedCallbacks } as never).listedCallbacks;
	expect([undefined, 0, 7, ' 7 ', 1000].map(read)).toEqual([40, 0, 7, 7, 1000]);
	for (const value of [-1, 1.5, 1001, '', ' ', 'many', null, true, [7]]) {
		expect(refusalOf(() => read(value))).toEqual({
			message: expect.stringMatching(/^'Listed Callbacks' is (?:empty|.+, which is not valid)$/),
			advice: expect.stringMatching(/^Enter a whole number from 0 to 1,000\./),
		});
	}
});
