import { DateTime } from 'luxon';

import { generateCalls } from '../../../sandbox';
import { minute, newest, get, pageOf, idsOf, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('the generated records', () => {
	const plan = { count: 500, seed: 7, newest, everyMinutes: 10 };

	test('are the same for the same plan and differ for another seed', () => {
		const records = generateCalls(plan);
		expect(generateCalls(plan)).toEqual(records);
		expect(idsOf(generateCalls({ ...plan, seed: 8 }))).not.toEqual(idsOf(records));
	});

	test('go back in time at even distances, each with an Id of its own', () => {
		const records = generateCalls(plan);
		expect(records.map(({ StartedAt }) => Date.parse(StartedAt))).toEqual(
			records.map((_, index) => newest.getTime() - index * 10 * minute),
		);
		expect(new Set(idsOf(records)).size).toBe(500);
	});

	test('have the fields of a call and the values seen', () => {
		const records = generateCalls(plan);
		for (const record of records) {
			expect(Object.keys(record)).toEqual([
				'Id',
				'Company',
				'Status',
				'Assistant',
				'AssistantName',
				'PhoneNumber',
				'Summary',
				'StartedAt',
				'EndedAt',
				'Transcript',
				'Keywords',
				'Flags',
			]);
			expect(record.PhoneNumber).toMatch(/^(Web|\+[1-9]\d{5,14})$/);
			expect(record.EndedAt > record.StartedAt).toBe(true);
			expect(record.Flags).toEqual([expect.stringMatching(/^(green|yellow|red), (phone|web)$/)]);
			expect(record.Transcript.map(({ Sorting }) => Sorting)).toEqual([
				...record.Transcript.keys(),
			]);
		}
		expect(new Set(records.flatMap(({ Keywords }) => Keywords))).toEqual(
			new Set(['Callback', 'WrongNumber', 'PrankCall', 'Invoice', 'Offer', 'Appointment']),
		);
		expect(new Set(records.map(({ Status }) => Status))).toEqual(new Set(['unread', 'archive']));
		expect(records.filter(({ PhoneNumber }) => PhoneNumber === 'Web').length).toBeGreaterThan(20);
	});

	test('have a sentence as summary, but for one assistant, who has the transcript there', () => {
		for (const { AssistantName, Summary, Transcript } of generateCalls(plan)) {
			const turns = Transcript.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n');
			if (AssistantName === 'Jonas') expect(Summary).toBe(turns);
			else expect(Summary).toMatch(/^[A-Z][^:\n{}]+\.$/);
		}
	});

	test('were mostly answered, some by nobody and some by a voicemail', () => {
		const records = generateCalls({ ...plan, count: 2000 });
		const silent = records.filter(({ Transcript }) => Transcript.length === 0);
		const voicemails = records.filter(
			({ Transcript }) => Transcript.length > 0 && !Transcript.some(({ Role }) => Role === 'User'),
		);
		expect(silent.length).toBeGreaterThan(100);
		expect(silent.length).toBeLessThan(300);
		expect(voicemails.length).toBeGreaterThan(50);
		expect(voicemails.length).toBeLessThan(200);
		for (const { Keywords, PhoneNumber } of [...silent, ...voicemails]) {
			expect(Keywords).toEqual([]);
			expect(PhoneNumber).not.toBe('Web');
		}
	});

	test('last seconds to an hour', () => {
		const minutes = generateCalls({ ...plan, count: 2000 }).map(
			({ StartedAt, EndedAt }) => (Date.parse(EndedAt) - Date.parse(StartedAt)) / minute,
		);
		const long = minutes.filter((length) => length > 10);
		expect(long.length).toBeGreaterThan(20);
		expect(long.length).toBeLessThan(100);
		expect(Math.max(...minutes)).toBeLessThan(65);
		expect(Math.min(...minutes)).toBeGreaterThan(0.1);
	});

	test('are over four minutes after the newest began, however long they usually last', () => {
		for (let seed = 1; seed <= 200; seed++) {
			for (const { EndedAt } of generateCalls({ ...plan, count: 3, seed, everyMinutes: 0.1 })) {
				expect(Date.parse(EndedAt)).toBeLessThanOrEqual(newest.getTime() + 4 * minute);
			}
		}
	});

	test('share no parts: changing one leaves the others alone', () => {
		const [first, ...others] = generateCalls(plan);
		const before = JSON.stringify(others);
		first.Transcript.forEach((turn) => (turn.Text = 'changed'));
		first.Keywords.push('changed');
		expect(JSON.stringify(others)).toBe(before);
	});

	test('give way to records that are handed in, whatever their shape', async () => {
		const records = [null, { Id: 'a', Extra: [1] }, 'text', { Id: 7, Keywords: 'Offer' }];
		const sandbox = await start({ records });
		expect((await pageOf(sandbox)).data).toEqual(records);
		expect((await pageOf(sandbox, [['sort', 'StartedAt:desc']])).data).toHaveLength(4);
		expect((await pageOf(sandbox, [['filter', 'Keywords:array-contains-any:Offer']])).data).toEqual(
			[],
		);
		expect((await get(sandbox, '/public/calls/a')).status).toBe(200);
	});
});

describe('without a distance, the generated records', () => {
	const timeZone = 'America/New_York';
	const plan = { count: 20_000, seed: 7, newest, timeZone };
	const records = generateCalls(plan);
	const starts = records.map(({ StartedAt }) => DateTime.fromISO(StartedAt, { zone: timeZone }));
	const count = (matches: (start: DateTime, index: number) => boolean) =>
		starts.filter(matches).length;

	test('begin with the newest, and go back in time', () => {
		expect(records[0].StartedAt).toBe(newest.toISOString());
		const times = records.map(({ StartedAt }) => StartedAt);
		expect(times).toEqual([...times].sort().reverse());
	});

	test('are the same for the same plan, and a longer history begins like a shorter one', () => {
		expect(generateCalls({ ...plan, count: 500 })).toEqual(records.slice(0, 500));
		expect(generateCalls({ ...plan, count: 500, seed: 8 })).not.toEqual(records.slice(0, 500));
	});

	test('have the same IDs at another time', () => {
		const later = new Date(newest.getTime() + 11 * 3_600_000);
		expect(idsOf(generateCalls({ ...plan, newest: later }))).toEqual(idsOf(records));
	});

	test('follow the hours of the office in its time zone, all through the year', () => {
		expect(count(({ hour }) => hour < 5)).toBe(0);
		for (const month of [1, 8, 11]) {
			const inMonth = (matches: (hour: number) => boolean) =>
				count((start) => start.month === month && matches(start.hour));
			const share = inMonth((hour) => hour >= 8 && hour < 18) / inMonth(() => true);
			expect(share).toBeGreaterThan(0.8);
			expect(inMonth((hour) => hour === 12)).toBeLessThan(inMonth((hour) => hour === 9) / 2);
		}
	});

	test('are many on workdays, few on Saturdays, fewer on Sundays, and some on each day', () => {
		const perDay = new Map<string, number>();
		for (const start of starts.slice(1)) {
			const day = start.toISODate() ?? '';
			perDay.set(day, (perDay.get(day) ?? 0) + 1);
		}
		// The first and the last day are not whole.
		const whole = [...perDay].slice(1, -1);
		for (const [day, calls] of whole) {
			const [least, most] = { 6: [20, 40], 7: [10, 25] }[DateTime.fromISO(day).weekday] ?? [
				60, 150,
			];
			expect([day, calls >= least && calls <= most]).toEqual([day, true]);
		}
		const last = DateTime.fromISO(whole[0][0]);
		const first = DateTime.fromISO(whole[whole.length - 1][0]);
		expect(last.diff(first, 'days').days).toBeCloseTo(whole.length - 1, 5);
	});

	test('are calls by customers only, where the office is closed', () => {
		const closed = records.filter((_, index) => {
			const { hour, weekday } = starts[index];
			return weekday > 5 || hour < 8 || hour >= 18;
		});
		expect(closed.length).toBeGreaterThan(1000);
		for (const { Transcript } of closed) {
			expect(Transcript[0].Text).toMatch(/^Sandbox Corp, this is .* How can I help\?$/);
		}
		expect(closed.some(({ PhoneNumber }) => PhoneNumber === 'Web')).toBe(true);
	});
});
