import type { IDataObject } from 'n8n-workflow';

import * as dateRange from '../../nodes/form/dateRange';
import { cut, NameCounts } from '../../nodes/report/names';
import { Tally } from '../../nodes/report/tally';

/* What a report counts of odd days and where there is much; ordinary histories are in getReport.random. */

const at = (text: string) => Date.parse(text);

interface Given {
	range?: { after?: number; before?: number };
	zone?: string;
	listedCallbacks?: number;
}

/** What is counted of calls, or of calls that started at these times. */
function tallyOf(calls: Array<string | IDataObject>, given: Given = {}) {
	const { range = {}, zone = 'Europe/Berlin', listedCallbacks = 5 } = given;
	const callbackKeywords = new Set(['callback']);
	const tally = new Tally({ range, zone, callbackKeywords, listedCallbacks });
	for (const one of calls) tally.add(typeof one === 'string' ? { StartedAt: one } : one);
	return tally;
}

/** The hours or days with calls, by their places. */
const places = (list: Array<{ calls: number }>) =>
	Object.fromEntries(list.flatMap(({ calls }, place) => (calls > 0 ? [[place, calls]] : [])));

describe('the hours', () => {
	const calls = [
		'2026-10-24T22:00Z',
		'2026-10-25T00:30Z',
		'2026-10-25T01:00Z',
		'2026-10-25T22:59Z',
	];
	const day = { after: at('2026-10-24T22:00Z'), before: at('2026-10-25T23:00Z') };

	it('of a day are those that it has, two of one name one after the other', () => {
		const hours = tallyOf(calls, { range: day }).byHour();
		const names = [0, 1, 2, ...Array.from({ length: 22 }, (_, place) => place + 2)];
		expect(hours.map(({ hour }) => hour)).toEqual(names);
		expect(places(hours)).toEqual({ 0: 1, 2: 1, 3: 1, 24: 1 });
	});

	it.each([
		['longer than a day', { ...day, before: day.before + 1 }],
		['without an end', { after: day.after }],
		['without a beginning', { before: day.before }],
	])('of a range %s are 24, those of one name together', (_, range) => {
		expect(places(tallyOf(calls, { range }).byHour())).toEqual({ 0: 1, 2: 2, 23: 1 });
	});

	it.each([
		['a day of 23 hours', 'Europe/Berlin', '2026-03-28T23:00Z', [0, 1, 3, 4]],
		['a day that begins at one', 'Africa/Cairo', '2026-04-23T22:00Z', [1, 2, 3, 4]],
		['half an hour put back', 'Australia/Lord_Howe', '2026-04-04T13:00Z', [0, 1, 1, 2]],
	])('of %s begin with its own', (_, zone, begin, hours) => {
		const after = at(begin);
		const tally = tallyOf([begin], { zone, range: { after, before: after + 23 * 3_600_000 } });
		expect(
			tally
				.byHour()
				.slice(0, 4)
				.map(({ hour }) => hour),
		).toEqual(hours);
		expect(places(tally.byHour())).toEqual({ 0: 1 });
	});
});

describe('the days', () => {
	const days = ['2026-03-03', '2026-03-01', '2026-03-01', '2026-03-02'];
	const noon = (day: string) => `${day}T12:00:00Z`;
	const dates = (tally: Tally, now: string) =>
		tally.byDay(at(now)).map(({ date, calls }) => `${date}: ${calls}`);

	it('are all from the first call on, or from the beginning of the range', () => {
		const all = ['2026-03-01: 2', '2026-03-02: 1', '2026-03-03: 1'];
		expect(dates(tallyOf(days.map(noon)), noon('2026-03-03'))).toEqual(all);
		expect(dates(tallyOf(days.map(noon)), noon('2026-03-04')).at(-1)).toBe('2026-03-04: 0');
		const range = { after: at(noon('2026-02-28')), before: at(noon('2026-03-02')) };
		const ofRange = dates(tallyOf(days.map(noon), { range }), noon('2026-03-09'));
		expect(ofRange).toEqual(['2026-02-28: 0', ...all]);
		expect(dates(tallyOf([]), noon('2026-03-03'))).toEqual([]);
	});

	it('are those with calls where there would be more than 4,000', () => {
		const tally = tallyOf(days.map(noon));
		const end = at('2026-02-28T23:00Z') + 4000 * 86_400_000;
		expect(tally.byDay(end)).toHaveLength(4000);
		expect(tally.byDay(end + 1)).toEqual([
			{ date: '2026-03-01', calls: 2 },
			{ date: '2026-03-02', calls: 1 },
			{ date: '2026-03-03', calls: 1 },
		]);
	});
});

it('Luxon is asked once for each day of UTC that a day touches, and for the hours of odd days alone', () => {
	const asked = [jest.spyOn(dateRange, 'dayOf'), jest.spyOn(dateRange, 'localTime')];
	const morning = ['2026-03-28T23:01Z', '2026-03-29T09:00Z', '2026-03-28T09:00Z'];
	tallyOf([...morning, ...morning]).byHour();
	expect(asked.map(({ mock }) => mock.calls.length)).toEqual([3, 23 * 60]);
});

describe('the callbacks', () => {
	const waiting = (PhoneNumber: unknown, minute = 0): IDataObject => ({
		...{ Id: `call-${minute}`, Keywords: ['Callback'], PhoneNumber: PhoneNumber as string },
		StartedAt: new Date(at('2026-03-01T12:00Z') + minute * 60_000).toISOString(),
	});

	it('are the earliest, however many there are and in whatever order', () => {
		const many = Array.from({ length: 500 }, (_, n) => waiting('+4930123456', (n * 7) % 500));
		const { callbacks } = tallyOf([...many, { ...many[0], Id: undefined, StartedAt: '' }]);
		expect(callbacks.list().map(({ CallId }) => CallId)).toEqual(
			[0, 1, 2, 3, 4].map((minute) => `call-${minute}`),
		);
		expect([callbacks.total, callbacks.withoutNumber]).toEqual([501, 0]);
	});

	it.each([
		[['+1', ' +49 30 123 ', '030/123-4', '(030) 12.3', '12'], 0],
		[['', 'Web', 'anonymous', '+', '7', 'x12', 'x+12', '12x', '-/-', null], 1],
	])('have a number that can be dialled, or are counted without one: %j', (numbers, without) => {
		for (const number of numbers) {
			const { callbacks } = tallyOf([waiting(number)]);
			expect([number, callbacks.withoutNumber]).toEqual([number, without]);
			expect(callbacks.list().map(({ PhoneNumber }) => PhoneNumber)).toEqual(
				without ? [] : [String(number).trim()],
			);
		}
	});
});

it('long texts are cut, between whole characters', () => {
	expect([cut('1234567890', 10), cut('12345678901', 10)]).toEqual(['1234567890', '12345678 …']);
	expect([cut('1234567👋👋', 10), cut('👋 34 6 8 901', 10)]).toEqual(['1234567 …', '👋 34 6 …']);
	const names = new NameCounts();
	for (const name of ['x'.repeat(1_001), 'x'.repeat(1_002)]) names.add(name);
	expect(names.list()).toEqual([{ name: `${'x'.repeat(998)} …`, calls: 2 }]);
});
