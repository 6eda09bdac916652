import * as fc from 'fast-check';

import { callingHours } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/callingHours';
import type { Reason } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/guard';
import { checkOf } from '../../support/guarded';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const QUARTER = 15 * 60_000;
const QUARTERS_OF_WEEK = 7 * 24 * 4;

/** Where the clocks change, and where they do not. */
const CHANGING = [
	...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'],
	...['America/Santiago', 'Antarctica/Troll', 'Asia/Beirut', 'Atlantic/Azores'],
];
const STEADY = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/Phoenix', 'Pacific/Kiritimati'];

/** Days around which clocks change somewhere. */
const CHANGES = [
	'2026-03-08',
	'2026-03-29',
	'2026-04-05',
	'2026-04-24',
	'2026-10-25',
	'2026-11-01',
];

interface Row {
	/** Quarters of an hour since midnight. */
	from: number;
	to: number;
	days: string[];
	timezone: string;
}

const rowIn = (zones: string[]) =>
	fc
		.record({
			from: fc.nat(95),
			to: fc.nat(96),
			days: fc.subarray(DAYS, { minLength: 1 }),
			timezone: fc.constantFrom(...zones),
		})
		.filter(({ from, to }) => from !== to);

const moment = fc
	.oneof(
		fc.integer({
			min: Date.parse('2026-01-01') / QUARTER,
			max: Date.parse('2027-12-31') / QUARTER,
		}),
		fc
			.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -300, max: 300 }))
			.map(([day, quarters]) => Date.parse(day) / QUARTER + quarters),
	)
	.map((quarters) => quarters * QUARTER);

const clock = (quarters: number) =>
	`${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;

const formats = new Map(
	[...CHANGING, ...STEADY].map((timeZone) => [
		timeZone,
		new Intl.DateTimeFormat('en-US', {
			timeZone,
			weekday: 'short',
			hour: '2-digit',
			minute: '2-digit',
			hourCycle: 'h23',
		}),
	]),
);

/** What the clock and the calendar on the wall show. */
function wallAt(timezone: string, time: number): { day: number; quarters: number } {
	const parts = formats.get(timezone)?.formatToParts(time) ?? [];
	const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
	return {
		day: DAYS.indexOf(part('weekday').toLowerCase()),
		quarters: Number(part('hour')) * 4 + Math.floor(Number(part('minute')) / 15),
	};
}

/** Whether the hours of a row are on, by the clock on the wall. */
function isOn({ from, to, days, timezone }: Row, time: number): boolean {
	const { day, quarters } = wallAt(timezone, time);
	const began = (on: number) => days.includes(DAYS[on]);
	if (from < to) return began(day) && quarters >= from && quarters < to;
	return (began(day) && quarters >= from) || (began((day + 6) % 7) && quarters < to);
}

function reasonAt(rows: Row[], now: number): Reason | undefined {
	jest.spyOn(Date, 'now').mockReturnValue(now);
	const window = rows.map((row) => ({ ...row, from: clock(row.from), to: clock(row.to) }));
	return checkOf(callingHours, { window }).reasonNow?.();
}

afterEach(() => {
	jest.restoreAllMocks();
});

const anyRows = fc.array(rowIn([...CHANGING, ...STEADY]), { minLength: 1, maxLength: 3 });

it('nobody is called outside of the hours on their own wall, and everybody may be within', () => {
	fc.assert(
		fc.property(anyRows, moment, (rows, now) => {
			expect(reasonAt(rows, now) === undefined).toBe(rows.some((row) => isOn(row, now)));
		}),
		{ numRuns: 500 },
	);
});

it('the moment that is told is the first at which the hours are on', () => {
	const rows = fc.array(rowIn(STEADY), { minLength: 1, maxLength: 3 });
	fc.assert(
		fc.property(rows, moment, (all, now) => {
			const { callableFrom } = reasonAt(all, now) ?? {};
			fc.pre(callableFrom !== undefined);
			let first = now;
			while (!all.some((row) => isOn(row, first))) first += QUARTER;
			expect(new Date(callableFrom ?? '').toISOString()).toBe(new Date(first).toISOString());
		}),
		{ numRuns: 200 },
	);
});

it('the moment that is told is one at which the hours are on, also where the clocks change', () => {
	fc.assert(
		fc.property(anyRows, moment, (rows, now) => {
			const { callableFrom } = reasonAt(rows, now) ?? {};
			fc.pre(callableFrom !== undefined);
			const time = Date.parse(callableFrom ?? '');
			expect(time).toBeGreaterThan(now);
			expect(time).toBeLessThanOrEqual(now + (QUARTERS_OF_WEEK + 96) * QUARTER);
			expect(rows.some((row) => isOn(row, time))).toBe(true);
		}),
		{ numRuns: 500 },
	);
});
