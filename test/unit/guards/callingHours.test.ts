import { Settings } from 'luxon';
import * as fc from 'fast-check';

import { callingHours } from '../../../nodes/create/guards/callingHours';
import { callWith, checkOf, itemWith, notAsked, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import type { Reason } from '../../../nodes/create/guards/guard';
import { cases } from '../../support/deep';
import { areOn, type Hours } from '../../support/wallClock';

afterEach(() => {
	jest.useRealTimers();
});

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'];

const window = (row: object = {}) => ({
	from: '08:00',
	to: '20:00',
	days: [...WEEKDAYS, 'sat'],
	timezone: 'Europe/Berlin',
	...row,
});

const hours = (...rows: object[]) => ({ window: rows.length === 1 ? rows[0] : rows });

/** What the guard says at a moment. */
async function at(now: string, value: unknown) {
	jest.useFakeTimers({ now: Date.parse(now) });
	return await reasonOf(callingHours, value, { history: notAsked });
}

it('calling hours may be written with blanks and seconds, and the days as a text', async () => {
	const row = { from: ' 08:00:00\u200b', days: 'fri\u200b, Saturday', timezone: ' \u2060UTC ' };
	const open: string[] = [];
	for (const time of ['19T12:00', '20T07:59:59', '20T08:00', '20T19:59:59', '20T20:00']) {
		if (!(await at(`2026-11-${time}Z`, hours(window(row))))) open.push(time);
	}
	expect(open).toEqual(['20T08:00', '20T19:59:59']);
});

it('hours past midnight belong to the day on which they begin, and end at the minute', async () => {
	const night = hours(window({ from: '22:00', to: '06:00', days: ['fri'], timezone: 'UTC' }));
	const open: string[] = [];
	for (const time of ['20T05:59', '20T21:59', '20T22:00', '21T05:59:59', '21T06:00', '21T22:00']) {
		if (!(await at(`2026-11-${time}Z`, night))) open.push(time);
	}
	expect(open).toEqual(['20T22:00', '21T05:59:59']);
});

describe('outside of calling hours', () => {
	it('the reason tells the time there, and when the number may be called', async () => {
		Settings.defaultLocale = 'de';
		expect(await at('2026-11-21T20:05:00Z', hours(window()))).toEqual({
			reason: 'Outside calling hours: Saturday, 2026-11-21 21:05 in Europe/Berlin',
			callableFrom: '2026-11-23T08:00:00+01:00',
		});
	});

	const sundays = (from: string, to = '20:00') => window({ days: ['sun'], from, to });

	it.each<[string, object, now: string, from: string]>([
		['after the clocks go back', window(), '2026-10-24T21:00+02:00', '2026-10-26T08:00:00+01:00'],
		['after they go forward', window(), '2026-03-28T21:00+01:00', '2026-03-30T08:00:00+02:00'],
		[
			...(['right after they skip the time', sundays('02:30')] as const),
			...(['2026-03-28T21:00+01:00', '2026-03-29T03:00:00+02:00'] as const),
		],
		[
			...(['in two weeks, where they skip all', sundays('02:00', '02:30')] as const),
			...(['2026-03-22T03:00+01:00', '2026-04-05T02:00:00+02:00'] as const),
		],
	])('the number may be called %s', async (_, row, now, from) => {
		expect((await at(now, hours(row)))?.callableFrom).toBe(from);
	});
});

const refused = (value: unknown) => refusalOf(() => callingHours.read(value, itemWith())).message;

it.each<[label: string, values: unknown[]]>([
	['From', ['24:00', '08:60', '8:00', '8.30', '8 am', '08:00:30', 8, NaN, ['08:00'], undefined]],
	['To', ['24:01', null, '08:00']],
	['Days', [[], undefined, 'mon, someday', 'Mo', 'Mon-Fri', 'sunny, monkey', [null]]],
	[
		'Time Zone',
		[
			...['', ' ', undefined, null, 'Europe/Nowhere', 'Berlin', 'EST', 'CST', '+01:00', 'UTC+1'],
			...['local', 'system', ['UTC'], 1, true],
		],
	],
])('%s of calling hours is refused where it cannot be understood: %j', (label, values) => {
	const field = label.toLowerCase().replace(' ', '');
	for (const value of values) {
		const shown = /^'(.*)' is (?:empty|.+, which is not valid)$/.exec(
			refused(hours(window(), window({ [field]: value }))),
		);
		expect([value, shown?.[1]]).toEqual([value, label]);
	}
});

it('what is wrong is shown, and what to enter', () => {
	const refusal = (row: object) =>
		refusalOf(() => callingHours.read(hours(window(row)), itemWith()));
	expect(refusal({ from: '8:00' })).toEqual({
		message: `'From' is "8:00", which is not valid`,
		advice:
			"Enter hours and minutes with two digits each, as on a 24-hour clock: 08:00 or 17:30. The field is under 'Calling Hours' in 'Options'.",
	});
	expect(refusal({ timezone: 'Berlin' })).toEqual({
		message: `'Time Zone' is "Berlin", which is not valid`,
		advice:
			"Enter the time zone of the person who is called, for example Europe/Berlin, or an expression such as {{ $json.timezone }}. It is not guessed from the phone number. The field is under 'Calling Hours' in 'Options'.",
	});
});

it.each<[unknown, string]>([
	[{}, "'Calling Hours' is empty"],
	[{ window: [] }, "'Calling Hours' is a list, which is not valid"],
	['8-20', `'Calling Hours' is "8-20", which is not valid`],
	[hours(window({ days: 'Mon, Noday' })), `'Days' is "mon, noday", which is not valid`],
	[{ window: [window(), '8-20'] }, `A row of 'Calling Hours' is "8-20", not an object`],
])('hours that are none are refused: %j', (value, message) => {
	expect(refused(value)).toBe(message);
});

describe('with any hours at any moment', () => {
	const QUARTER = 15 * 60_000;

	/** Where the clocks change, and where they do not. */
	const CHANGING = [
		...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'],
		...['America/Santiago', 'Antarctica/Troll', 'Asia/Beirut', 'Atlantic/Azores'],
	];
	const STEADY = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/Phoenix', 'Pacific/Kiritimati'];

	/** Days around which clocks change somewhere. */
	const CHANGES = [
		...['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-25', '2026-11-01'],
	];

	const clock = (quarters: number) =>
		`${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;

	const rowIn = (zones: string[]) =>
		fc
			.record({
				from: fc.nat(95).map(clock),
				to: fc.nat(96).map(clock),
				days: fc.subarray([...WEEKDAYS, 'sat', 'sun'], { minLength: 1 }),
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

	async function reasonAt(rows: Hours[], now: number): Promise<Reason | undefined> {
		jest.spyOn(Date, 'now').mockReturnValue(now);
		return (await checkOf(callingHours, { window: rows })).reasonNow?.(callWith());
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	const anyRows = fc.array(rowIn([...CHANGING, ...STEADY]), { minLength: 1, maxLength: 3 });

	it('nobody is called outside of the hours on their own wall, and everybody may be within', async () => {
		await fc.assert(
			fc.asyncProperty(anyRows, moment, async (rows, now) => {
				expect((await reasonAt(rows, now)) === undefined).toBe(rows.some((row) => areOn(row, now)));
			}),
			{ numRuns: cases(500) },
		);
	});

	it('the moment that is told is the first at which the hours are on', async () => {
		const rows = fc.array(rowIn(STEADY), { minLength: 1, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(rows, moment, async (all, now) => {
				const { callableFrom } = (await reasonAt(all, now)) ?? {};
				fc.pre(callableFrom !== undefined);
				let first = now;
				while (!all.some((row) => areOn(row, first))) first += QUARTER;
				expect(new Date(callableFrom ?? '').toISOString()).toBe(new Date(first).toISOString());
			}),
			{ numRuns: cases(200) },
		);
	});
});
