import { callingHours } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/callingHours';
import { callWith, checkOf, itemWith, notAsked } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

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
function at(now: string, value: unknown) {
	jest.useFakeTimers({ now: Date.parse(now) });
	return checkOf(callingHours, value).reasonToSkip(callWith({ history: notAsked }));
}

const isOpen = (now: string, ...rows: object[]) => at(now, hours(...rows)) === undefined;

const callableFrom = async (now: string, ...rows: object[]) =>
	(await at(now, hours(...rows)))?.callableFrom;

const refused = (...rows: object[]) =>
	refusalOf(() => callingHours.read(hours(...rows), itemWith()));

describe('calling hours', () => {
	it.each([
		['a minute before they begin', '2026-11-20T07:59:59+01:00', false],
		['when they begin', '2026-11-20T08:00:00+01:00', true],
		['a moment before they end', '2026-11-20T19:59:59+01:00', true],
		['when they end', '2026-11-20T20:00:00+01:00', false],
		['on a day that is not among theirs', '2026-11-22T12:00:00+01:00', false],
	])('are those on the clocks of the person: %s', (_, now, open) => {
		expect(isOpen(now, window())).toBe(open);
	});

	it('are other moments in another time zone', () => {
		const now = '2026-11-20T12:00:00Z';
		expect(isOpen(now, window({ timezone: 'America/New_York' }))).toBe(false);
		expect(isOpen(now, window({ timezone: 'Asia/Kathmandu' }))).toBe(true);
		expect(isOpen(now, window({ timezone: 'Pacific/Auckland' }))).toBe(false);
	});

	it('follow the clocks where they change', () => {
		expect(isOpen('2026-10-24T06:00:00Z', window())).toBe(true);
		expect(isOpen('2026-10-26T06:00:00Z', window())).toBe(false);
		expect(isOpen('2026-10-26T07:00:00Z', window())).toBe(true);
	});

	it('may cross midnight, and then belong to the day on which they begin', () => {
		const night = window({ from: '20:00', to: '02:00', days: ['fri'] });
		expect(isOpen('2026-11-20T19:59:00+01:00', night)).toBe(false);
		expect(isOpen('2026-11-20T20:00:00+01:00', night)).toBe(true);
		expect(isOpen('2026-11-21T01:59:00+01:00', night)).toBe(true);
		expect(isOpen('2026-11-21T02:00:00+01:00', night)).toBe(false);
		expect(isOpen('2026-11-20T01:00:00+01:00', night)).toBe(false);
		expect(isOpen('2026-11-21T20:00:00+01:00', night)).toBe(false);
	});

	it('may be the whole day', () => {
		const always = window({ from: '00:00', to: '24:00', days: ['fri'] });
		expect(isOpen('2026-11-20T00:00:00+01:00', always)).toBe(true);
		expect(isOpen('2026-11-20T23:59:59+01:00', always)).toBe(true);
		expect(isOpen('2026-11-21T00:00:00+01:00', always)).toBe(false);
	});

	it('may be several', () => {
		const both = [window({ to: '12:00' }), window({ from: '15:00' })];
		expect(isOpen('2026-11-20T11:00:00+01:00', ...both)).toBe(true);
		expect(isOpen('2026-11-20T13:00:00+01:00', ...both)).toBe(false);
		expect(isOpen('2026-11-20T15:00:00+01:00', ...both)).toBe(true);
	});

	it('are asked for again right before the call', () => {
		jest.useFakeTimers({ now: Date.parse('2026-11-20T19:59:00+01:00') });
		const check = checkOf(callingHours, hours(window()));
		expect(check.reasonNow?.()).toBeUndefined();
		jest.setSystemTime(Date.parse('2026-11-20T20:00:00+01:00'));
		expect(check.reasonNow?.()).toMatchObject({ callableFrom: '2026-11-21T08:00:00+01:00' });
	});
});

describe('outside of calling hours', () => {
	it('the reason tells the time there, and when the number may be called', async () => {
		expect(await at('2026-11-21T20:05:00Z', hours(window()))).toEqual({
			reason: 'It is Saturday, 21:05 in Europe/Berlin, outside calling hours',
			callableFrom: '2026-11-23T08:00:00+01:00',
		});
	});

	it.each([
		['later that day', '2026-11-20T03:00:00+01:00', '2026-11-20T08:00:00+01:00'],
		['on the next day', '2026-11-20T21:00:00+01:00', '2026-11-21T08:00:00+01:00'],
		['after the clocks were put back', '2026-10-24T21:00:00+02:00', '2026-10-26T08:00:00+01:00'],
		['after they were put forward', '2026-03-28T21:00:00+01:00', '2026-03-30T08:00:00+02:00'],
	])('the number may be called %s', async (_, now, from) => {
		expect(await callableFrom(now, window())).toBe(from);
	});

	it('the number may be called in a week where there is one day only', async () => {
		const monday = window({ days: ['mon'] });
		expect(await callableFrom('2026-11-23T20:00:00+01:00', monday)).toBe(
			'2026-11-30T08:00:00+01:00',
		);
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
		['blanks around', { from: ' 08:00 ' }],
		['seconds', { from: '08:00:00' }],
		['days as a text', { days: 'fri, Sat' }],
		['days in full', { days: ['Friday'] }],
		['days of which a letter more is written', { days: 'Thurs., Fri.' }],
		['a time zone with blanks around', { timezone: ' Europe/Berlin ' }],
		['the time zone UTC', { timezone: 'UTC' }],
	])('may be written with %s', (_, row) => {
		expect(isOpen('2026-11-20T12:00:00+01:00', window(row))).toBe(true);
	});

	it.each([
		['From', { from: '24:00' }, '"24:00"'],
		['From', { from: '8' }, '"8"'],
		['From', { from: '8 am' }, '"8 am"'],
		['From', { from: '08:60' }, '"08:60"'],
		['From', { from: '-1:00' }, '"-1:00"'],
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

	it('is an error where the hours begin when they end', () => {
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
		['Mon-Fri', '"Mon-Fri"'],
		[['mon', 'tuesday - friday'], '"mon, tuesday - friday"'],
		['sunny, monkey', '"sunny, monkey"'],
		[[null], 'empty'],
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

	it.each(['Europe/Nowhere', 'Berlin', 'EST', 'CST', '+01:00', 'UTC+1', 'local', 'system'])(
		'is an error with a time zone that is not known, or not one alone: %s',
		(timezone) => {
			expect(refused(window({ timezone }))).toEqual({
				message: `'Time Zone' of 'Calling Hours' is "${timezone}", which is not a known time zone`,
				advice: ZONE_ADVICE,
			});
		},
	);

	it.each([{}, { window: [] }, { window: null }])('is not missing: %j', (value) => {
		expect(refusalOf(() => callingHours.read(value, itemWith()))).toEqual({
			message: "'Calling Hours' is empty",
			advice: "Add the hours, or remove 'Calling Hours' from 'Options'.",
		});
	});

	it('is an error where one of several is wrong', () => {
		expect(refused(window(), window({ timezone: '' })).message).toContain("'Time Zone'");
	});
});
