import type { IDataObject } from 'n8n-workflow';

import { Random } from '../../sandbox/random';
import { customRange, namedRange, type NamedRange } from '../../nodes/form/dateRange';
import { makeReport, type ReportRequest } from '../../nodes/report/makeReport';
import { json, page, respondingClient } from '../support/scriptedClient';
import { hoursOf, midnight, wall, ZONES } from '../support/wallClock';
import { cases } from '../support/deep';

/*
 * The numbers of a report are those of a count by another way: plain Intl and the records themselves,
 * for random histories and services, in zones whose clocks change in every way that there is.
 */

/** See jest.config.js. */
const HISTORIES = cases(400, 20);

/** Days of changes of the clock somewhere, the ends of months and years, and a leap day. */
const DAYS = [
	...['2018-02-18', '2018-11-04', '2020-03-29', '2024-02-29', '2024-04-26', '2024-10-31'],
	...['2025-01-01', '2025-03-02', '2025-03-30', '2025-04-06', '2025-09-06', '2025-10-26'],
	...['2026-01-01', '2026-03-01', '2026-03-08', '2026-03-22', '2026-03-29', '2026-04-05'],
	...['2026-09-06', '2026-10-25', '2026-11-01', '2026-12-31'],
].map((day) => Date.parse(day));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Whether a call that starts at this moment belongs to the period, and to the one before. */
interface Expected {
	isIn: (time: number) => boolean;
	wasIn: (time: number) => boolean;
	/** A moment of the only day of the period, where it has only one. */
	day?: number;
}

/** The periods, from the wall alone. */
const PERIODS: Record<string, (zone: string, now: number) => Expected> = {
	today: (zone, now) => onDays(zone, now, midnight(zone, now) - 1),
	yesterday(zone, now) {
		const yesterday = midnight(zone, now) - 1;
		return onDays(zone, yesterday, midnight(zone, yesterday) - 1);
	},
	thisMonth: (zone, now) => inMonths(zone, monthOf(zone, now), monthBefore(monthOf(zone, now))),
	lastMonth(zone, now) {
		const month = monthBefore(monthOf(zone, now));
		return inMonths(zone, month, monthBefore(month));
	},
	last24Hours: (_, now) => ({
		isIn: (time) => time >= now - DAY,
		wasIn: (time) => time >= now - 2 * DAY && time < now - DAY,
	}),
	// From one midnight to another, three days later.
	custom(zone, now) {
		const days = [midnight(zone, now)];
		for (let count = 0; count < 6; count++) days.push(midnight(zone, days[count] - 1));
		const dates = days.map((day) => wall(zone, day).date);
		const isOn = (wanted: string[]) => (time: number) => wanted.includes(wall(zone, time).date);
		return { isIn: isOn(dates.slice(1, 4)), wasIn: isOn(dates.slice(4, 7)) };
	},
};

function onDays(zone: string, day: number, dayBefore: number): Expected {
	const [is, was] = [day, dayBefore].map((time) => wall(zone, time).date);
	return {
		isIn: (time) => wall(zone, time).date === is,
		wasIn: (time) => wall(zone, time).date === was,
		day,
	};
}

const monthOf = (zone: string, time: number) => wall(zone, time).month;

function monthBefore(month: string): string {
	const [year, number] = month.split('-').map(Number);
	return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

function inMonths(zone: string, is: string, was: string): Expected {
	return {
		isIn: (time) => monthOf(zone, time) === is,
		wasIn: (time) => monthOf(zone, time) === was,
	};
}

/** The same periods, as the form says them. */
function rangeOf(name: string, zone: string, now: number) {
	if (name !== 'custom') return namedRange(name as NamedRange, zone, now);
	const days = [midnight(zone, now)];
	for (let count = 0; count < 3; count++) days.push(midnight(zone, days[count] - 1));
	const [before, , , after] = days.map((day) => new Date(day).toISOString());
	return customRange(after, before, zone);
}

function historyOf(random: Random, now: number, zone: string): IDataObject[] {
	const edges = [midnight(zone, now), midnight(zone, midnight(zone, now) - 1)];
	return Array.from({ length: random.below(120) }, (_, index): IDataObject => {
		const start = random.pick([
			() => now - random.below(3 * DAY),
			() => now - random.below(70 * DAY),
			// Right before and right after midnight.
			() => random.pick(edges) + random.below(3) - 1,
			() => random.pick(edges) + random.below(6 * HOUR),
		])();
		const seconds = random.below(4000);
		const StartedAt = random.below(12) === 0 ? random.pick(['', null, 'soon']) : iso(start);
		const EndedAt = random.pick([
			...Array<string>(6).fill(iso(start + seconds * 1000 + random.below(1000))),
			...['', '0001-01-01T00:00:00Z', iso(start - 1)],
		]);
		return {
			Id: `call-${index}`,
			Status: random.pick(['unread', 'unread', 'archive', ' Archive ', '', 'done']),
			Assistant: random.pick(['a1', 'a2', '']),
			AssistantName: random.pick(['Mara', 'Theo', 'מאיה', '', ' Mara ']),
			PhoneNumber: random.pick(['+4930123456', '+13125550149', 'Web', '', 'anonymous', '030 123']),
			StartedAt,
			EndedAt,
			Transcript: random.pick<IDataObject[string]>([
				[{ Role: 'AI' }, { Role: 'User' }],
				[{ Role: 'AI' }],
				[],
				null,
			]),
			Keywords: random.pick<IDataObject[string]>([
				...[['Callback'], ['callback ', 'Offer'], ['Offer', 'Offer'], ['Invoice', 'Callback']],
				...[[], null, [' ', 7]],
			]),
		};
	});
}

const iso = (time: number) => new Date(time).toISOString();

/** A service that sorts, refuses to, or does as if; it sends calls without a start first. */
function serviceOf(random: Random, records: IDataObject[]) {
	const manner = random.pick(['sorts', 'sorts', 'refuses', 'ignores']);
	// Two or three calls may be in order by chance: docs/get-many.md says that the node would believe it.
	const size = (manner === 'ignores' ? 15 : 1) + random.below(30);
	const time = ({ StartedAt }: IDataObject) => Date.parse(String(StartedAt)) || Infinity;
	return respondingClient(({ query = {} }) => {
		if (manner === 'refuses' && query.sort) return json({ message: 'No such direction' }, 400);
		const listed = [...records];
		if (manner === 'sorts') listed.sort((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a)));
		const begin = Number(query.cursor ?? 0);
		const isLast = begin + size >= listed.length;
		return page(listed.slice(begin, begin + size), isLast ? '' : String(begin + size));
	});
}

/** The count by another way: each number from all the records that belong to it. */
function countOf(records: IDataObject[], { isIn, wasIn, day }: Expected, zone: string) {
	const at = (record: IDataObject) => Date.parse(String(record.StartedAt));
	/** Without a start, nobody answered before the end; without an end as well, the phone may be ringing. */
	const when = (record: IDataObject) => {
		const end = Date.parse(String(record.EndedAt));
		return Number.isNaN(at(record)) && end > 0 ? end : at(record);
	};
	const within = (test: (time: number) => boolean) =>
		records.filter((record) => !Number.isNaN(when(record)) && test(when(record)));
	const calls = records.filter((record) => Number.isNaN(when(record)) || isIn(when(record)));
	const dated = calls.filter((record) => !Number.isNaN(at(record)));
	const seconds = (list: IDataObject[]) =>
		list
			.map((record) => Date.parse(String(record.EndedAt)) - at(record))
			.filter((ms) => ms >= 0)
			.map((ms) => Math.round(ms / 1000));
	const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
	const average = (numbers: number[]) =>
		numbers.length === 0 ? null : Math.round(sum(numbers) / numbers.length);
	const answered = (list: IDataObject[]) =>
		list.filter(({ Transcript }) => JSON.stringify(Transcript).includes('"User"')).length;
	const ranked = (names: string[]) =>
		[...new Set(names)]
			.map((name) => ({ name, calls: names.filter((other) => other === name).length }))
			.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
	const words = ({ Keywords }: IDataObject) => {
		const list = Array.isArray(Keywords) ? Keywords.map((word) => String(word).trim()) : [];
		const named = [...new Set(list)].filter((word) => word !== '');
		return named.length > 0 ? named : ['(no keyword)'];
	};
	const open = calls
		.filter(
			(record) =>
				String(record.Status).trim().toLowerCase() !== 'archive' &&
				words(record).some((word) => word.toLowerCase() === 'callback') &&
				/\d/.test(String(record.PhoneNumber)),
		)
		.sort((a, b) => (at(a) || Infinity) - (at(b) || Infinity) || 0);
	const walls = dated.map((record) => wall(zone, at(record)));
	return {
		calls: calls.length,
		answered: answered(calls),
		averageSeconds: average(seconds(dated)),
		totalSeconds: sum(seconds(dated)),
		byHour:
			day === undefined
				? Array.from({ length: 24 }, (_, hour) => ({
						hour,
						calls: walls.filter((shown) => shown.hour === hour).length,
					}))
				: hoursOf(zone, day).map(({ hour, offset }) => ({
						hour,
						calls: walls.filter((shown) => shown.hour === hour && shown.offset === offset).length,
					})),
		byDay: ranked(walls.map(({ date }) => date)).sort((a, b) => (a.name < b.name ? -1 : 1)),
		byAssistant: ranked(
			calls.map(
				({ AssistantName, Assistant }) =>
					String(AssistantName).trim() || String(Assistant) || '(no assistant)',
			),
		),
		byKeyword: ranked(calls.flatMap(words)),
		byStatus: ranked(calls.map(({ Status }) => String(Status).trim() || '(no status)')),
		callbackTimes: open.slice(0, 5).map(({ StartedAt }) => StartedAt || ''),
		callbacksTotal: open.length,
		previous: {
			calls: within(wasIn).length,
			averageSeconds: average(seconds(within(wasIn))),
			answered: answered(within(wasIn)),
		},
	};
}

test('the numbers of a report are those of an independent count', async () => {
	const seen = new Map<string, number>();
	for (let seed = 1; seed <= HISTORIES; seed++) {
		const random = new Random(seed);
		const zone = ZONES[seed % ZONES.length];
		const name = random.pick(Object.keys(PERIODS));
		const now = random.pick(DAYS) + random.below(60 * HOUR);
		const records = historyOf(random, now, zone);
		const range = rangeOf(name, zone, now);
		const { client } = serviceOf(random, records);
		const request: ReportRequest = {
			...{ path: '/public/calls', filters: [], name: name as ReportRequest['name'] },
			...{ range, zone, now },
			...{ callbackKeywords: new Set(['callback']), comparesWithPrevious: true },
			...{ language: random.pick(['de', 'en', 'fr', 'nl']), listedCallbacks: 5 },
		};
		const report = await makeReport(client, request);

		const { byDay, callbackTimes, ...expected } = countOf(records, PERIODS[name](zone, now), zone);
		const given = report.callbacks as IDataObject[];
		const days = report.byDay as Array<{ date: string; calls: number }>;
		const shown = { ...report, byDay: days.filter(({ calls }) => calls > 0), callbackTimes: given };
		expect({ seed, zone, name, ...shown }).toMatchObject({
			...{ seed, zone, name, ...expected },
			byDay: byDay.map(({ name: date, calls }) => ({ date, calls })),
			callbackTimes: callbackTimes.map((StartedAt) => ({
				StartedAt: StartedAt || expect.anything(),
			})),
		});
		expect((report.byHour as unknown[]).length).toBe(expected.byHour.length);
		expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
		seen.set(name, (seen.get(name) ?? 0) + expected.calls);
	}
	expect([...seen.keys()].sort()).toEqual(Object.keys(PERIODS).sort());
	expect([...seen.values()].every((calls) => calls > 0)).toBe(true);
});
