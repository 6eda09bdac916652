import type { IDataObject } from 'n8n-workflow';

import * as dateRange from '../../nodes/form/dateRange';
import { cut } from '../../nodes/report/safeText';
import { NameCounts, Tally } from '../../nodes/report/tally';
import { Call } from '../../nodes/service/call';
import { REQUEST, reportOf } from '../support/report';
import { json } from '../support/scriptedClient';
import { rejectionOf } from '../support/userError';

/* What a report counts of odd days and where there is little or much; ordinary histories are in getReport.random. */

const { now } = REQUEST;
const HOUR = 3_600_000;

const at = (text: string) => Date.parse(text);

/** What is counted of calls, or of calls that started at these times. */
function tallyOf(calls: Array<string | IDataObject>, range = {}, changes = {}) {
	const tally = new Tally(range, { ...REQUEST, ...changes });
	for (const one of calls) tally.add(new Call(typeof one === 'string' ? { StartedAt: one } : one));
	return tally;
}

it.each([
	['a day of 23 hours', 'Europe/Berlin', '2026-03-28T23:00Z', [0, 1, 3, 4]],
	['a day of 25 hours', 'Europe/Berlin', '2026-10-24T22:00Z', [0, 1, 2, 2]],
	['a day that begins at one', 'Africa/Cairo', '2026-04-23T22:00Z', [1, 2, 3, 4]],
	['half an hour put back', 'Australia/Lord_Howe', '2026-04-04T13:00Z', [0, 1, 1, 2]],
	['half an hour put forward', 'Australia/Lord_Howe', '2026-10-03T13:30Z', [0, 1, 2, 3]],
])('the hours of %s begin with its own', (_, zone, begin, names) => {
	const range = { after: at(begin), before: at(begin) + 23 * HOUR };
	const hours = tallyOf([begin], range, { zone }).byHour();
	expect(hours.slice(0, 4).map(({ hour }) => hour)).toEqual(names);
	expect(hours.map(({ calls }) => calls)).toEqual(hours.map((__, place) => (place === 0 ? 1 : 0)));
});

describe('the days', () => {
	const noon = (day: string) => `${day}T12:00:00Z`;
	const days = ['2026-03-03', '2026-03-01', '2026-03-01', '2026-03-02'].map(noon);
	const all = ['2026-03-01: 2', '2026-03-02: 1', '2026-03-03: 1'];
	const datesOf = (calls: string[], until: number, range = {}) =>
		tallyOf(calls, range, { now: until })
			.byDay()
			.map(({ date, calls: count }) => `${date}: ${count}`);

	it('are all from the first call on, or from the beginning of the range', () => {
		expect(datesOf(days, at(noon('2026-03-02')))).toEqual(all);
		expect(datesOf(days, at(noon('2026-03-04')))).toEqual([...all, '2026-03-04: 0']);
		const range = { after: at(noon('2026-02-28')), before: at(noon('2026-03-02')) };
		expect(datesOf(days, at(noon('2026-03-09')), range)).toEqual(['2026-02-28: 0', ...all]);
		expect(datesOf([], at(noon('2026-03-03')))).toEqual([]);
	});

	it('are those with calls where there would be more than 4,000', () => {
		const end = at('2026-02-28T23:00Z') + 4000 * 86_400_000;
		expect(datesOf(days, end)).toHaveLength(4000);
		expect(datesOf(days, end + 1)).toEqual(all);
	});

	it('are asked of Luxon once each, and the hours of odd days alone', () => {
		const asked = [jest.spyOn(dateRange, 'dayOf'), jest.spyOn(dateRange, 'localTime')];
		const calls = ['2026-03-28T23:01Z', '2026-03-29T09:00Z', '2026-03-28T09:00Z'];
		tallyOf([...calls, ...calls]).byHour();
		expect(asked.map(({ mock }) => mock.calls.length)).toEqual([2, 23]);
	});
});

it.each([
	['is over', { after: now - 2 * HOUR, before: now }, 1, 2],
	['goes on', { after: now - 2 * HOUR, before: now + 1 }, 2, 2],
	['has no end', { after: now - 2 * HOUR }, 2, 2],
	['has not begun', { after: now + 1, before: now + 2 }, 0, 1],
])('a call that is just ringing is of the present: in a period that %s', async (...row) => {
	const [, range, calls, before] = row;
	const ended = [-1, -3, -4].map((hours) => ({
		EndedAt: new Date(now + hours * HOUR).toISOString(),
	}));
	const report = await reportOf([{ Id: 'ringing' }, ...ended], { range });
	expect([report.calls, (report.previous as IDataObject | null)?.calls]).toEqual([calls, before]);
});

it.each([
	['no call', [], null, '2026-11-22T08'],
	['calls', [-12, -13, -20], '2026-11-21T00', '2026-11-22T08'],
	['a call of tomorrow', [24], '2026-11-23T00', '2026-11-23T00'],
])('a report of %s without a range says from when to when it is', async (_, hours, from, to) => {
	const calls = hours.map((hour) => ({ StartedAt: new Date(now + hour * HOUR).toISOString() }));
	const report = await reportOf(calls, { range: {} });
	const whole = (hour: string | null) => hour && `${hour}:00:00.000+01:00`;
	expect([report.from, report.to]).toEqual([from, to].map(whole));
});

describe('the callbacks', () => {
	const waiting = (PhoneNumber: unknown, minute = 0): IDataObject => ({
		...{ Id: `call-${minute}`, Keywords: ['Callback'], PhoneNumber: PhoneNumber as string },
		StartedAt: new Date(at('2026-03-01T12:00Z') + minute * 60_000).toISOString(),
	});

	it('are the earliest, however many there are and in whatever order', () => {
		const many = Array.from({ length: 500 }, (_, n) => waiting('+4930123456', (n * 7) % 500));
		const last = { ...many[0], Id: undefined, StartedAt: '' };
		const { callbacks } = tallyOf([...many, last], {}, { listedCallbacks: 5 });
		expect(callbacks.earliest().map(({ callback }) => callback.CallId)).toEqual(
			[0, 1, 2, 3, 4].map((minute) => `call-${minute}`),
		);
		expect([callbacks.total, callbacks.withoutNumber]).toEqual([501, 0]);
	});

	it.each([
		[' 030/123-4 ', 0],
		['12', 1],
		[null, 1],
		['+49301234**', 1],
	])('have a number that can be called, or are counted without one: %j', (number, without) => {
		const { callbacks } = tallyOf([waiting(number)]);
		expect(callbacks.withoutNumber).toBe(without);
		expect(callbacks.earliest().map(({ callback }) => callback.PhoneNumber)).toEqual(
			without ? [] : [String(number).trim()],
		);
	});
});

it('keywords are read alike for the list and for callbacks, and shown as first written', async () => {
	const written: Array<IDataObject[string]> = [
		...[['Callback'], 'offer, call-back', '["CALLBACK"]', { callback: true }],
		...[['Offer', 'offer '], [' - '], null],
	];
	const records = written.map((Keywords, Id) => ({ Id, Keywords, PhoneNumber: '+4930123456' }));
	const { byKeyword, callbacksTotal } = await reportOf(records, { range: {} });
	expect(byKeyword).toEqual([
		{ name: 'Callback', calls: 4 },
		{ name: '(no keyword)', calls: 2 },
		{ name: 'offer', calls: 2 },
	]);
	expect(callbacksTotal).toBe(4);
});

it('names beyond the first 10,000 are counted together, and long ones cut', async () => {
	const names = ['', '', '', ...Array.from({ length: 10_001 }, (_, n) => `name ${n}`), 'name 0'];
	const records = names.map((name, Id) => ({ Id, AssistantName: name }));
	const list = (await reportOf(records, { range: {} })).byAssistant as IDataObject[];
	expect(list).toHaveLength(10_001);
	expect([list[0], list[1], list[10_000]]).toEqual([
		{ name: '(no assistant)', calls: 3, answered: 0 },
		{ name: 'name 0', calls: 2, answered: 0 },
		{ name: '(others)', calls: 2, answered: 0 },
	]);
	const counts = new NameCounts();
	for (const name of ['x'.repeat(1_001), 'x'.repeat(1_002)]) {
		counts.add({ calls: 1, answered: 1 }, name);
	}
	expect(counts.list('', '')).toEqual([{ name: `${'x'.repeat(998)} …`, calls: 2, answered: 2 }]);
	expect([cut('1234567890', 10), cut('12345678901', 10)]).toEqual(['1234567890', '12345678 …']);
	expect([cut('1234567👋👋', 10), cut('👋 34 6 8 901', 10)]).toEqual(['1234567 …', '👋 34 6 …']);
});

it('a rejection names the field whose filters may be the reason', async () => {
	const report = reportOf([], { filters: ['Status:==:x'] }, json({ message: 'No' }, 400));
	expect((await rejectionOf(report)).advice).toContain("'Filters'");
});
