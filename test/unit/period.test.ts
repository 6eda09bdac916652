import { DateTime } from 'luxon';

import { readReportOptions } from '../../nodes/report/fields';
import { periodBefore } from '../../nodes/report/period';
import { namedRange, type NamedRange } from '../../nodes/form/dateRange';
import { refusalOf } from '../support/userError';

const ZONE = 'Europe/Berlin';
/** In Berlin it is two o'clock. The clocks were put forward on 29 March. */
const NOW = Date.parse('2026-04-02T12:00:00Z');

const at = (text: string, zone = ZONE) => DateTime.fromISO(text, { zone }).toMillis();

describe('the period before', () => {
	it.each<[NamedRange, after: string]>([
		['today', '2026-04-01'],
		['yesterday', '2026-03-31'],
		['thisMonth', '2026-03-01'],
		['lastMonth', '2026-02-01'],
		['last24Hours', '2026-03-31T14:00'],
		['last7Days', '2026-03-19T14:00'],
		['last30Days', '2026-02-01T14:00'],
	])('%s begins on %s, and ends where it begins', (name, after) => {
		const range = namedRange(name, ZONE, NOW);
		const expected = { after: at(after), before: range.after };
		expect(periodBefore(name, range, ZONE, NOW)).toEqual(expected);
	});

	it.each([
		['two days with a night of 23 hours', '2026-03-29', '2026-03-31', '2026-03-27'],
		['half a day', '2026-03-30T06:00', '2026-03-30T18:00', '2026-03-29T18:00'],
		['a range that goes on', '2026-04-01T10:00', undefined, '2026-03-31T06:00'],
	])('%s is as long on the clock', (_, begin, end, after) => {
		const range = { after: at(begin), before: end === undefined ? end : at(end) };
		const expected = { after: at(after), before: range.after };
		expect(periodBefore('custom', range, ZONE, NOW)).toEqual(expected);
	});

	it('a day begins at the first of its two midnights', () => {
		const [after, before] = [at('2026-11-02', 'Cuba'), at('2026-11-03', 'Cuba')];
		const expected = { after: Date.parse('2026-11-01T04:00:00Z'), before: after };
		expect(periodBefore('custom', { after, before }, 'Cuba', NOW)).toEqual(expected);
	});

	it('is none where the range has no beginning, or has not begun', () => {
		expect(periodBefore('any', { after: 0 }, ZONE, NOW)).toBeUndefined();
		expect(periodBefore('custom', { before: NOW }, ZONE, NOW)).toBeUndefined();
		expect(periodBefore('custom', { after: NOW }, ZONE, NOW)).toBeUndefined();
		expect(periodBefore('custom', { after: NOW + 1 }, ZONE, NOW)).toBeUndefined();
	});
});

describe('Listed Callbacks', () => {
	const read = (listedCallbacks: unknown) =>
		readReportOptions({ listedCallbacks } as never).listedCallbacks;

	it('is a whole number, also as text', () => {
		expect([undefined, 0, 7, ' 7 ', 1000].map(read)).toEqual([40, 0, 7, 7, 1000]);
	});

	it.each([-1, 1.5, 1001, '', ' ', 'many', null, true, [7]])('is not %j', (value) => {
		expect(refusalOf(() => read(value))).toEqual({
			message: expect.stringMatching(/^'Listed Callbacks' is .+, which is not valid$/),
			advice: expect.stringMatching(/^Enter a whole number from 0 to 1,000\./),
		});
	});
});
