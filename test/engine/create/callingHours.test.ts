import { tryToParseDateTime, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { stopDate, withClock } from '../../support/clock';
import {
	people,
	phone,
	phones,
	placedItem,
	regularOutput,
	skippedItem,
	tries,
	useDialing,
} from '../../support/dialing';
import { TITLES } from '../../support/engineSentences';
import { dryThenReal, testWrongSettings } from '../../support/guardTests';

const dialing = useDialing();
const { sandbox, dial, posted, lookedUp, respond, arrived } = dialing;

/** A Tuesday; two days before, the clocks of New York were put forward. */
const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;

beforeEach(() => stopDate(NOON));
afterEach(() => {
	jest.useRealTimers();
});

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'];

const hours = (window: object) =>
	({
		callingHours: {
			window: { from: '09:00', to: '20:00', days: WEEKDAYS, timezone: 'UTC', ...window },
		},
	}) as INodeParameters;

/** A minute from NOON on. */
const minute = { from: '12:00', to: '12:01' };

const skipped = (index: number, now: string, callableFrom: string) =>
	skippedItem(index, 'callingHours', {
		reason: `It is ${now}, outside calling hours`,
		callableFrom,
	});

/** Whose minute is over at the place of this item. */
const skippedAfterIt = (index: number) =>
	skipped(index, 'Tuesday, 12:01 in UTC', '2026-03-11T12:00:00Z');

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata'];
const leads = ZONES.map((timezone, index) => ({ ...people(4)[index], timezone }));
const ofEachLead = hours({ timezone: '={{ $json.timezone }}' });
const skippedLeads = {
	1: skipped(1, 'Tuesday, 08:00 in America/New_York', '2026-03-10T09:00:00-04:00'),
	2: skipped(2, 'Tuesday, 21:00 in Asia/Tokyo', '2026-03-11T09:00:00+09:00'),
};

test('who is outside of the hours of their own zone is skipped, and the others are called', async () => {
	const { items } = await dial(leads, ofEachLead);

	expect(posted()).toEqual(phones(0, 3));
	expect(items).toEqual([placedItem(0), skippedLeads[1], skippedLeads[2], placedItem(3)]);
});

test('each lead brings its own hours and days', async () => {
	const own: Array<[IDataObject, string?]> = [
		[{ from: '12:00', to: '12:01', days: ['tue'] }],
		[{ from: '11:00', to: '12:00', days: 'tue, wed' }, '2026-03-11T11:00:00Z'],
		[{ from: '12:01', to: '12:00', days: ['mon'] }, '2026-03-16T12:01:00Z'],
		[{ from: '9:00', to: '24:00', days: ['Sunday', 'Tuesday'] }],
		[{ from: '09:00', to: '20:00', days: 'sat' }, '2026-03-14T09:00:00Z'],
	];
	const { items } = await dial(
		own.map(([fields], index) => ({ ...people(5)[index], ...fields })),
		hours({ from: '={{ $json.from }}', to: '={{ $json.to }}', days: '={{ $json.days }}' }),
	);

	expect(posted()).toEqual(phones(0, 3));
	expect(items).toEqual(
		own.map(([, callableFrom], index) =>
			callableFrom === undefined
				? placedItem(index)
				: skipped(index, 'Tuesday, 12:00 in UTC', callableFrom),
		),
	);
});

test('the service is asked only for those who may be called now', async () => {
	await dial(leads, { ...ofEachLead, skipIfCalledWithin: 24 });

	expect(lookedUp()).toEqual(phones(0, 3));
});

test('callableFrom is a time that the Wait node takes for the same moment, in any workflow', async () => {
	const { items } = await dial(leads, ofEachLead);
	const times = items.flatMap(({ json }) => json.callableFrom ?? []);

	for (const timezone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
		// With this function n8n's Wait node reads the field of "At Specified Time" (n8n 2.41.1).
		const read = times.map((time) => tryToParseDateTime(time, timezone).toUTC().toISO());
		expect(read).toEqual(['2026-03-10T13:00:00.000Z', '2026-03-11T00:00:00.000Z']);
	}
});

test('a Dry Run tells what the run does', async () => {
	const items = await dryThenReal(dialing, leads, ofEachLead);

	expect(items.map(({ json }) => json.outcome)).toEqual(['placed', 'skipped', 'skipped', 'placed']);
});

describe('hours that end while the node is at work', () => {
	test('a list that is longer than they are ends with them', async () => {
		const options = { ...hours(minute), pauseBetweenCalls: 30 };
		const { items } = await withClock(
			async (clock) => await clock.finish(dial(people(4), options)),
		);

		expect(posted()).toEqual(phones(0, 1));
		expect(items).toEqual([placedItem(0), placedItem(1), skippedAfterIt(2), skippedAfterIt(3)]);
	});

	test('while the service is asked: nobody is called', async () => {
		sandbox().fault({ method: 'GET', fault: { kind: 'hold' } });
		const options = { ...hours(minute), skipIfCalledWithin: 24, requestsAtOnce: 2 };
		const run = dial(people(3), options);
		await arrived(2);
		jest.setSystemTime(NOON + MINUTE);
		sandbox().release();

		expect((await run).items).toEqual([0, 1, 2].map(skippedAfterIt));
		expect(lookedUp()).toEqual(phones(0, 1));
		expect(posted()).toEqual([]);
	});

	test('while the node waits after a 429: nothing is sent again', async () => {
		const { items } = await withClock(async (clock) => {
			respond(429, {}, { 'Retry-After': '90' });
			const options = { ...hours(minute), waitWhenRateLimited: true };
			return await clock.finish(dial(people(2), options));
		});

		expect(posted()).toEqual(phones(0));
		expect(items).toEqual([0, 1].map(skippedAfterIt));
	});
});

test('Retry On Fail keeps what was settled, and looks at the clock for the rest', async () => {
	const own = ['12:00-12:01', '12:01-12:02', '12:00-12:01', '12:00-12:02'];
	const items = people(4).map((person, index) => {
		const [from, to] = own[index].split('-');
		return { ...person, from, to };
	});
	const fault = { kind: 'hold', then: { kind: 'status', status: 429 } } as const;
	sandbox().fault({ method: 'POST', skip: 1, times: 1, fault });
	const options = hours({ from: '={{ $json.from }}', to: '={{ $json.to }}' });
	const run = dial(items, options, { settings: tries() });
	await arrived(2);
	jest.setSystemTime(NOON + MINUTE);
	sandbox().release();

	expect((await run).items).toEqual([
		placedItem(0),
		skipped(1, 'Tuesday, 12:00 in UTC', '2026-03-10T12:01:00Z'),
		skippedAfterIt(2),
		placedItem(3),
	]);
	expect(posted()).toEqual(phones(0, 2, 3));
});

const noTime = (label: string, value: string) =>
	`'${label}' of 'Calling Hours' is ${value}, which is not a time`;
const noDay = (value: string) =>
	`'Days' of 'Calling Hours' is ${value}, which is not a list of weekdays`;
const noZone = (value: string) =>
	`'Time Zone' of 'Calling Hours' is ${value}, which is not a known time zone`;
const NO_ZONE = "'Time Zone' of 'Calling Hours' is empty";
const FIELDS = ['from', 'to', 'days', 'timezone'];
const fine = { from: '09:00', to: '20:00', days: WEEKDAYS, timezone: 'Europe/Berlin' };

testWrongSettings(
	dialing,
	hours(Object.fromEntries(FIELDS.map((name) => [name, `={{ $json.${name} }}`]))),
	fine,
	[
		['a beginning that is missing', { from: undefined }, noTime('From', 'empty')],
		['a beginning that is a part of an hour', { from: 9.5 }, noTime('From', '"9.5"')],
		['an end in words', { to: 'eight' }, noTime('To', '"eight"')],
		[
			'an end at the beginning',
			{ to: '9:00' },
			"'From' and 'To' of 'Calling Hours' are the same time",
		],
		['days that are missing', { days: undefined }, noDay('empty')],
		['a zone that is missing', { timezone: undefined }, NO_ZONE],
		['an abbreviation', { timezone: 'EST' }, noZone('"EST"')],
	],
);

test('an expression for all of it, of which n8n leaves nothing, calls nobody', async () => {
	const items = people(2).map((person) => ({ ...person, own: { window: fine } }));
	const { error } = await dial(items, { callingHours: '={{ $json.own }}' });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(TITLES.emptyField('Calling Hours'));
});

test('a zone that is missing in all of them is told once, where the node continues for each', async () => {
	const noZones = hours({ timezone: '={{ $json.nowhere }}' });
	expect((await dial(people(3), noZones)).error?.message).toContain(
		`${NO_ZONE}. Nobody was called`,
	);

	const { items } = await dial(people(3), noZones, { settings: regularOutput });
	expect(items.map(({ json }) => [json.phone_number, json.error])).toEqual(
		[0, 1, 2].map((index) => [phone(index), NO_ZONE]),
	);
	expect(sandbox().log).toEqual([]);
});
