import { callingHours } from '../../../nodes/create/guards/callingHours';
import { daysOff } from '../../../nodes/create/guards/daysOff';
import { callWith, checkOf, itemWith } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

afterEach(() => {
	jest.useRealTimers();
});

const DAYS = 'mon, tue, wed, thu, fri, sat, sun';
const window = (from: string, to: string, timezone = 'Europe/Berlin', days = DAYS) => ({
	...{ from, to, timezone, days },
});
const DAY = [window('08:00', '20:00')];
/** Friday to Saturday morning. */
const NIGHT = [window('20:00', '02:00')];
/** With a break, and shorter on Saturdays. */
const BREAK = [
	...[window('09:00', '12:00'), window('13:00', '18:00')].map((row) => ({ ...row, days: 'fri' })),
	window('10:00', '11:00', undefined, 'sat'),
];

/** What both options say at a moment: nothing if the number may be called. */
async function at(now: string, rows: object[], dates: unknown) {
	jest.useFakeTimers({ now: Date.parse(now) });
	const options = { callingHours: { window: rows }, daysOff: dates } as never;
	const reasons = [daysOff, callingHours].map(async (guard) => {
		const value = options[guard.field.name] as unknown;
		if (value === undefined) return undefined;
		const { reasonNow } = await checkOf(guard, value, { options });
		return reasonNow!(callWith());
	});
	const [reason] = (await Promise.all(reasons)).filter((one) => one !== undefined);
	return reason && [reason.reason, reason.callableFrom];
}

const HOLIDAYS = '2026-12-24, 2026-12-25';
const out = (time: string) => `Outside calling hours: ${time} in Europe/Berlin`;
const OFF = 'Day off: 2026-12-24 in Europe/Berlin';
const FAR = [window('08:00', '20:00', 'Pacific/Honolulu')];
const TWO_ZONES = [...DAY, window('00:00', '24:00', 'Pacific/Honolulu')];

it.each<[string, string, object[], unknown, reason?: string, callableFrom?: string]>([
	[
		...(['the evening before', '2026-12-23T21:00+01:00', DAY, [' 2026-12-24\u200b ']] as const),
		...([out('Wednesday, 2026-12-23 21:00'), '2026-12-25T08:00:00+01:00'] as const),
	],
	[
		...(['midnight, where hours cross it', '2026-12-24T00:30+01:00', NIGHT, HOLIDAYS] as const),
		...([OFF, '2026-12-26T00:00:00+01:00'] as const),
	],
	[
		...(['a day off elsewhere', '2026-12-25T23:30Z', DAY, HOLIDAYS] as const),
		...([out('Saturday, 2026-12-26 00:30'), '2026-12-26T08:00:00+01:00'] as const),
	],
	[
		...(['the end of the week', '2026-11-20T18:00+01:00', BREAK, undefined] as const),
		...([out('Friday, 2026-11-20 18:00'), '2026-11-21T10:00:00+01:00'] as const),
	],
	[
		...(['a Saturday', '2026-11-21T11:00+01:00', BREAK, '2026-11-27'] as const),
		...([out('Saturday, 2026-11-21 11:00'), '2026-11-28T10:00:00+01:00'] as const),
	],
	[
		...([
			'a day off where it is still the day before',
			'2026-12-24T01:00Z',
			FAR,
			'2026-12-23',
		] as const),
		...(['Day off: 2026-12-23 in Pacific/Honolulu', '2026-12-24T08:00:00-10:00'] as const),
	],
	['a day off in one of two zones', '2026-12-24T10:00+01:00', TWO_ZONES, '2026-12-24'],
	['a table of holidays without rows', '2026-12-24T10:00+01:00', DAY, []],
])('%s', async (_, now, rows, dates, ...[reason, callableFrom]) => {
	expect(await at(now, rows, dates)).toEqual(reason && [reason, callableFrom]);
});

it('weeks of days off are passed over, and a year of them has no end that is told', async () => {
	const fridays = Array.from({ length: 400 }, (_, week) =>
		new Date(Date.parse('2026-11-20') + week * 7 * 86_400_000).toISOString().slice(0, 10),
	);
	const rows = [window('08:00', '20:00', undefined, 'fri')];
	const [, from] = (await at('2026-11-20T09:00Z', rows, fridays.slice(0, 20))) ?? [];
	expect(from).toBe('2027-04-09T08:00:00+02:00');
	expect(await at('2026-11-20T09:00Z', rows, fridays)).toEqual([
		'Day off: 2026-11-20 in Europe/Berlin',
		undefined,
	]);
});

it('no zone is guessed', () => {
	expect(refusalOf(() => daysOff.read('2026-12-24', itemWith()))).toEqual({
		message: "'Days Off' has no time zone",
		advice:
			"Add 'Calling Hours' under 'Options', with the time zone of the person who is called. For the whole day, enter 00:00 and 24:00.",
	});
});

it.each([
	null,
	'',
	' , ',
	'24.12.2026',
	'2026-12-24, 2026-02-30',
	'2026-12-24T10:00',
	'+002026-12-24',
	['2026-12-24', {}],
	20261224,
])('%j is an error, for both options', (value) => {
	const options = { callingHours: { window: DAY }, daysOff: value };
	for (const read of [
		() => daysOff.read(value, itemWith({ options })),
		() => callingHours.read(options.callingHours, itemWith({ options })),
	]) {
		expect(refusalOf(read).message).toMatch(/^'Days Off' is (?:empty|.+, which is not valid)$/);
	}
});

it('of several dates, the one that is none is named', () => {
	const options = { callingHours: { window: DAY } };
	const read = () => daysOff.read('2026-12-24, 24.12.', itemWith({ options }));
	expect(refusalOf(read).message).toBe('\'Days Off\' is "24.12.", which is not valid');
});
