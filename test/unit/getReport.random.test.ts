import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { customRange, namedRange } from '../../nodes/form/dateRange';
import { periodBefore } from '../../nodes/report/calendar';
import { makeReport } from '../../nodes/report/index';
import { Random } from '../../sandbox/random';
import { cases } from '../support/deep';
import { REQUEST } from '../support/report';
import { json, page, respondingClient } from '../support/scriptedClient';
import { hoursOf, midnight, wall, ZONES } from '../support/wallClock';

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

/** Ranges of the form, and one of three days. */
const NAMES = ['today', 'yesterday', 'thisMonth', 'lastMonth', 'last24Hours', 'custom'] as const;

const iso = (time: number) => new Date(time).toISOString();

/** A period, and whether a moment is in it and in the one before, by what dateRange.test and period.test prove. */
function periodOf(name: (typeof NAMES)[number], zone: string, now: number) {
	const [threeDaysBefore, yesterday] = [4, 1].map((days) => wall(zone, now - days * DAY).date);
	const range =
		name === 'custom' ? customRange(threeDaysBefore, yesterday, zone) : namedRange(name, zone, now);
	const { after = 0, before = Infinity } = range;
	const [from, to] = [after, range.before ?? now].map((at) => DateTime.fromMillis(at, { zone }));
	const begin = Number(periodBefore({ from, to })?.from);
	return {
		range,
		is: (time: number) => time >= after && time < before,
		was: (time: number) => time >= begin && time < after,
	};
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
		const end = iso(start + random.below(4_000_000));
		return {
			Id: `call-${index}`,
			Status: random.pick(['unread', 'unread', 'archive', ' Archive ', '', 'done']),
			Assistant: random.pick(['a1', 'a2', '']),
			AssistantName: random.pick(['Mara', 'Theo', 'מאיה', '', ' Mara ']),
			PhoneNumber: random.pick(['+4930123456', '+13125550149', 'Web', '', 'anonymous', '030 123']),
			StartedAt: random.below(12) === 0 ? random.pick(['', null]) : iso(start),
			EndedAt: random.pick([end, end, end, '', '0001-01-01T00:00:00Z', iso(start - 1)]),
			Transcript: random.pick<IDataObject[string]>([
				[
					{ Role: 'AI', Text: 'Hi' },
					{ Role: 'User', Text: 'Hi' },
				],
				[{ Role: 'AI', Text: 'Hi' }],
				...[[], null],
			]),
			Keywords: random.pick<IDataObject[string]>([
				...[['Callback'], ['callback ', 'Offer'], ['Offer', 'Offer'], ['Invoice', 'Callback']],
				...[[], null, [' ', 7]],
			]),
		};
	});
}

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

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const at = ({ StartedAt }: IDataObject) => Date.parse(String(StartedAt));
const endOf = ({ EndedAt }: IDataObject) => Math.max(0, Date.parse(String(EndedAt)));

const isAnswered = ({ Transcript }: IDataObject) => JSON.stringify(Transcript).includes('User');

function countOf(calls: IDataObject[]) {
	const seconds = calls
		.map((call) => endOf(call) - at(call))
		.filter((ms) => ms >= 0)
		.map((ms) => Math.round(ms / 1000));
	return {
		calls: calls.length,
		answered: calls.filter(isAnswered).length,
		averageSeconds: seconds.length === 0 ? null : Math.round(sum(seconds) / seconds.length),
		totalSeconds: sum(seconds),
	};
}

/** How many calls each name has; keywords are counted as they are written in small letters. */
const sizesOf = (names: string[]) =>
	Object.fromEntries(
		[...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]),
	);

const assistantOf = ({ AssistantName, Assistant }: IDataObject) =>
	String(AssistantName).trim() || String(Assistant) || '(no assistant)';

const words = ({ Keywords }: IDataObject) => {
	const list = Array.isArray(Keywords) ? Keywords.map((word) => String(word).trim()) : [];
	const written = new Set(list.filter(Boolean).map((word) => word.toLowerCase()));
	return written.size > 0 ? [...written] : ['(no keyword)'];
};

/** A list of names or dates as `sizesOf` has it, without those that nobody called on. */
const listed = (list: unknown, key = 'name', count = 'calls') =>
	Object.fromEntries(
		(list as IDataObject[])
			.filter((row) => row[count] !== 0)
			.map((row) => [key === 'word' ? String(row.name).toLowerCase() : row[key], row[count]]),
	) as unknown;

test('the numbers of a report are those of an independent count', async () => {
	const seen = new Map<string, number>();
	for (let seed = 1; seed <= HISTORIES; seed++) {
		const random = new Random(seed);
		const zone = ZONES[seed % ZONES.length];
		const name = NAMES[seed % NAMES.length];
		const now = random.pick(DAYS) + random.below(60 * HOUR);
		const records = historyOf(random, now, zone);
		const { range, is, was } = periodOf(name, zone, now);
		const language = random.pick(['de', 'en', 'fr', 'nl'] as const);
		const request = { ...REQUEST, range, zone, now, language, listedCallbacks: 5 };
		const report = await makeReport(serviceOf(random, records).client, request);

		// Without a start, nobody answered before the end; without an end as well, the phone is ringing.
		const when = (record: IDataObject) => at(record) || endOf(record) || now;
		const calls = records.filter((record) => is(when(record)));
		const before = countOf(records.filter((record) => was(when(record))));
		const walls = calls.filter(at).map((record) => ({
			...{ ...wall(zone, at(record)), isAnswered: isAnswered(record) },
		}));
		const isDay = name === 'today' || name === 'yesterday';
		const hours = isDay ? hoursOf(zone, Number(range.after)) : [...Array(24).keys()];
		const open = calls
			.filter(({ Status }) => String(Status).trim().toLowerCase() !== 'archive')
			.filter((call) => words(call).includes('callback') && /\d/.test(String(call.PhoneNumber)))
			.sort((a, b) => (at(a) || Infinity) - (at(b) || Infinity) || 0);
		expect({ seed, zone, name, ...report }).toMatchObject({
			...{ seed, zone, name, callbacksTotal: open.length },
			...countOf(calls),
			byHour: hours.map((one) => {
				const { hour, offset } = typeof one === 'number' ? { hour: one, offset: '' } : one;
				const its = walls.filter((shown) => shown.hour === hour);
				const same = its.filter((shown) => offset === '' || shown.offset === offset);
				return {
					hour,
					calls: same.length,
					answered: same.filter((shown) => shown.isAnswered).length,
				};
			}),
		});
		expect({
			...{ days: listed(report.byDay, 'date'), assistants: listed(report.byAssistant) },
			answered: listed(report.byDay, 'date', 'answered'),
			heard: listed(report.byAssistant, 'name', 'answered'),
			...{ words: listed(report.byKeyword, 'word'), statuses: listed(report.byStatus) },
			callbacks: (report.callbacks as IDataObject[]).map(({ StartedAt }) => StartedAt),
		}).toEqual({
			days: sizesOf(walls.map(({ date }) => date)),
			assistants: sizesOf(calls.map(assistantOf)),
			answered: sizesOf(walls.filter((shown) => shown.isAnswered).map(({ date }) => date)),
			heard: sizesOf(calls.filter(isAnswered).map(assistantOf)),
			words: sizesOf(calls.flatMap(words)),
			statuses: sizesOf(calls.map(({ Status }) => String(Status).trim() || '(no status)')),
			callbacks: open.slice(0, 5).map(({ StartedAt }) => StartedAt ?? ''),
		});
		const { answered, averageSeconds } = before;
		expect(report.previous).toEqual({ calls: before.calls, answered, averageSeconds });
		const order = (report.byAssistant as IDataObject[]).map((row) => Number(row.calls));
		expect(order).toEqual([...order].sort((a, b) => b - a));
		seen.set(name, (seen.get(name) ?? 0) + calls.length);
	}
	expect([...seen.values()].filter((calls) => calls > 0)).toHaveLength(NAMES.length);
});
