import { IANAZone, Settings } from 'luxon';
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

const isOpen = async (now: string, ...rows: object[]) =>
	(await at(now, hours(...rows))) === undefined;

const callableFrom = async (now: string, ...rows: object[]) =>
	(await at(now, hours(...rows)))?.callableFrom;

const refused = (...rows: object[]) =>
	refusalOf(() => callingHours.read(hours(...rows), itemWith()));

describe('calling hours', () => {
	const fridays = (from: string, to: string) => [window({ from, to, days: ['fri'] })];

	it.each<[string, object[], Record<string, boolean>]>([
		[
			'are those on the clocks of the person',
			[window()],
			{
				...{ '20T07:59:59': false, '20T08:00:00': true, '20T19:59:59': true },
				...{ '20T20:00:00': false, '22T12:00:00': false },
			},
		],
		[
			'may cross midnight, and then belong to the day on which they begin',
			fridays('20:00', '02:00'),
			{
				...{ '20T01:00:00': false, '20T19:59:00': false, '20T20:00:00': true },
				...{ '21T01:59:00': true, '21T02:00:00': false, '21T20:00:00': false },
			},
		],
		[
			'may be the whole day',
			fridays('00:00', '24:00'),
			{ '20T00:00:00': true, '20T23:59:59': true, '21T00:00:00': false },
		],
		[
			'are those of the morning with am, and of the evening with pm',
			fridays('8:30 am', '8:45pm'),
			{ '20T08:29:00': false, '20T08:30:00': true, '20T20:44:00': true, '20T20:45:00': false },
		],
		[
			'may be several',
			[window({ to: '12:00' }), window({ from: '15:00' })],
			{ '20T11:00:00': true, '20T13:00:00': false, '20T15:00:00': true },
		],
	])('%s', async (_, rows, expected) => {
		const open: Record<string, boolean> = {};
		for (const time of Object.keys(expected)) {
			open[time] = await isOpen(`2026-11-${time}+01:00`, ...rows);
		}
		expect(open).toEqual(expected);
	});
});

describe('outside of calling hours', () => {
	it('the reason tells the time there, and when the number may be called', async () => {
		Settings.defaultLocale = 'de';
		expect(await at('2026-11-21T20:05:00Z', hours(window()))).toEqual({
			reason: 'It is Saturday, 21:05 in Europe/Berlin, outside calling hours',
			callableFrom: '2026-11-23T08:00:00+01:00',
		});
	});

	it.each([
		['later that day', '2026-11-20T03:00:00+01:00', '2026-11-20T08:00:00+01:00'],
		['after the clocks were put back', '2026-10-24T21:00:00+02:00', '2026-10-26T08:00:00+01:00'],
		['after they were put forward', '2026-03-28T21:00:00+01:00', '2026-03-30T08:00:00+02:00'],
		['right after they skip the time', '2026-03-28T21:00:00+01:00', '2026-03-29T03:00:00+02:00'],
	])('the number may be called %s', async (what, now, from) => {
		const skipped = { days: ['sun'], from: '02:30' };
		expect(await callableFrom(now, window(what.includes('skip') ? skipped : {}))).toBe(from);
	});

	it('is two weeks away where the clocks skip the only hours of the next one', async () => {
		const sunday = window({ days: ['sun'], from: '02:00', to: '02:30' });
		expect(await callableFrom('2026-03-22T03:00:00+01:00', sunday)).toBe(
			'2026-04-05T02:00:00+02:00',
		);
	});

	it('the first of several hours is told', async () => {
		const rows = [window({ days: ['wed'] }), window({ days: ['tue'], from: '10:30' })];
		expect(await callableFrom('2026-11-22T12:00:00+01:00', ...rows)).toBe(
			'2026-11-24T10:30:00+01:00',
		);
	});
});

describe('an entry of calling hours', () => {
	it.each([
		['one digit', { from: '8:00' }],
		['hours alone', { from: '7', to: '24' }],
		['hours as numbers', { from: 8, to: 20 }],
		['am and pm', { from: '8am', to: '8:30 P.M.' }],
		['blanks around', { from: ' 08:00 ' }],
		['seconds', { from: '08:00:00' }],
		['days as a text', { days: 'fri, Sat' }],
		['days of which a letter more is written', { days: 'Thurs., Fri.' }],
		['a time zone with blanks around', { timezone: ' Europe/Berlin ' }],
		['the time zone UTC', { timezone: 'UTC' }],
	])('may be written with %s', async (_, row) => {
		expect(await isOpen('2026-11-20T12:00:00+01:00', window(row))).toBe(true);
	});

	it.each([
		['From', { from: '24:00' }, '"24:00"'],
		['From', { from: '8.30' }, '"8.30"'],
		['From', { from: 8.5 }, '"8.5"'],
		['From', { from: '13 pm' }, '"13 pm"'],
		['From', { from: '12 am' }, '"12 am"'],
		['From', { from: '8:60 am' }, '"8:60 am"'],
		['From', { from: ['08:00'] }, 'a list'],
		['From', { from: NaN }, '"NaN"'],
		['From', { from: '25' }, '"25"'],
		['From', { from: '08:60' }, '"08:60"'],
		['From', { from: '' }, 'empty'],
		['From', { from: undefined }, 'empty'],
		['To', { to: '24:01' }, '"24:01"'],
		['To', { to: null }, 'empty'],
	])('is an error where %s is no time: %j', (label, row, shown) => {
		expect(refused(window(row))).toEqual({
			message: `'${label}' of 'Calling Hours' is ${shown}, which is not a time`,
			advice: "Enter hours and minutes, for example 08:00. 'Calling Hours' is under 'Options'.",
		});
	});

	it.each([
		['9', '5', 'To', '17:00, or 05:00 for the next day'],
		[9, 8, 'To', '20:00, or 08:00 for the next day'],
		['9:00', ' 5:30 ', 'To', '17:30, or 05:30 for the next day'],
		['09:00', '5:00:00', 'To', '17:00, or 05:00 for the next day'],
		['9am', '5', 'To', '17:00, or 05:00 for the next day'],
		['12:30', '8', 'To', '20:00, or 08:00 for the next day'],
		['14:00', '12', 'To', '24:00, or 12:00 for the next day'],
		['1', '5', 'From', '13:00, or 01:00 for the night'],
		['2:15', '18:00', 'From', '14:15, or 02:15 for the night'],
		[6, 9, 'From', '18:00, or 06:00 for the night'],
	])('is an error where %j to %j can be read in two ways', (from, to, label, times) => {
		const written = String(label === 'From' ? from : to).trim();
		expect(refused(window({ from, to }))).toEqual({
			message: `'${label}' of 'Calling Hours' is "${written}", which is ambiguous`,
			advice: `Enter ${times}.`,
		});
	});

	it('may end in the night, where nothing else can be meant', async () => {
		const spans = [
			{ from: '8', to: '05:00' },
			{ from: '8am', to: '5am' },
			{ from: '05:00', to: '24:00' },
			{ from: '20:00', to: '2:00' },
			{ from: '22', to: '6' },
			{ from: '17:00', to: '5' },
		];
		for (const span of [...spans, { from: 8, to: 0 }]) {
			expect(await isOpen('2026-11-20T23:00:00+01:00', window(span))).toBe(true);
		}
	});

	it('is an error where the hours begin when they end', async () => {
		expect(refused(window({ to: '08:00' }))).toEqual({
			message: "'From' and 'To' of 'Calling Hours' are the same time",
			advice: 'Enter two different times. For the whole day, enter 00:00 and 24:00.',
		});
	});

	it.each([
		[[], 'empty'],
		['', 'empty'],
		[undefined, 'empty'],
		[['mon', 'someday'], '"mon, someday"'],
		['Mo', '"Mo"'],
		['Fri.day', '"Fri.day"'],
		['Mon-Fri', '"Mon-Fri"'],
		[['mon', 'tuesday - friday'], '"mon, tuesday - friday"'],
		['sunny, monkey', '"sunny, monkey"'],
		[[null], 'a list'],
	])('is an error where the days are %j', (days, shown) => {
		expect(refused(window({ days }))).toEqual({
			message: `'Days' of 'Calling Hours' is ${shown}, which is not a list of weekdays`,
			advice:
				'Choose at least one day. An expression must return names such as mon, tue, wed, thu, fri, sat, sun.',
		});
	});

	const ZONE_ADVICE =
		'Enter the time zone of the person who is called, for example Europe/Berlin, or an expression such as {{ $json.timezone }}. It is not guessed from the phone number.';

	it.each(['', ' ', undefined, null])('is an error without a time zone: %j', (timezone) => {
		expect(refused(window({ timezone }))).toEqual({
			message: "'Time Zone' of 'Calling Hours' is empty",
			advice: ZONE_ADVICE,
		});
	});

	it.each(['Europe/Nowhere', 'Germany', 'EST', 'CST', '+01:00', 'UTC+1', 'local', 'system'])(
		'is an error with a time zone that is not known, or not one alone: %s',
		(timezone) => {
			expect(refused(window({ timezone }))).toEqual({
				message: `'Time Zone' of 'Calling Hours' is "${timezone}", which is not a known time zone`,
				advice: ZONE_ADVICE,
			});
		},
	);

	it.each([
		['Berlin', 'Europe/Berlin'],
		[' new  york ', 'America/New_York'],
		['Europe / New_York', 'America/New_York'],
		['Kolkata', 'Asia/Kolkata'],
		['PORT-AU-PRINCE', 'America/Port-au-prince'],
	])('names the time zone to enter for a city: %s', (timezone, name) => {
		const { message, advice } = refused(window({ timezone }));
		expect(message).toMatch(/ is ".*", which is not a known time zone$/);
		expect(advice).toContain(`Enter ${name} for this city.`);
		expect(IANAZone.isValidZone(name)).toBe(true);
	});

	it.each([{}, { window: [] }])('is not missing: %j', (value) => {
		expect(refusalOf(() => callingHours.read(value, itemWith()))).toEqual({
			message: "'Calling Hours' is empty",
			advice: "Add the hours, or remove 'Calling Hours' from 'Options'.",
		});
	});

	it.each([
		['8-20', `'Calling Hours' is "8-20", which is not valid`],
		[{ window: '8-20' }, `A row of 'Calling Hours' is "8-20", not an object`],
	])('is not read from something else: %j', (value, message) => {
		expect(refusalOf(() => callingHours.read(value, itemWith())).message).toBe(message);
	});
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
