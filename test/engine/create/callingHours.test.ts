import { tryToParseDateTime, type INodeParameters } from 'n8n-workflow';

import { stopDate } from '../../support/clock';
import { people, phones, placedItem, skippedItem, tries, useDialing } from '../../support/dialing';

const { sandbox, dial, posted, lookedUp, arrived } = useDialing();

/** A Tuesday; two days before, the clocks of New York were put forward. */
const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;

beforeEach(() => stopDate(NOON));
afterEach(() => {
	jest.useRealTimers();
});

const fine = { from: '09:00', to: '20:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] };

const hours = (window: object) =>
	({ callingHours: { window: [{ ...fine, timezone: 'UTC', ...window }] } }) as INodeParameters;

/** A minute from NOON on. */
const minute = hours({ from: '12:00', to: '12:01' });

const skipped = (index: number, now: string, callableFrom: string) => {
	const reason = `Outside calling hours: ${now}`;
	return skippedItem(index, 'callingHours', { reason, callableFrom });
};

/** Whose minute is over at the place of this item. */
const skippedAfterIt = (index: number) =>
	skipped(index, 'Tuesday, 2026-03-10 12:01 in UTC', '2026-03-11T12:00:00Z');

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata'];
const leads = ZONES.map((timezone, index) => ({ ...people(4)[index], timezone }));
const ofEachLead = hours({ timezone: '={{ $json.timezone }}' });

test('who is outside of the hours of their own zone is skipped, and not asked for', async () => {
	const { items } = await dial(leads, { ...ofEachLead, skipIfCalledWithin: 24 });

	expect(posted()).toEqual(phones(0, 3));
	expect(lookedUp()).toEqual(phones(0, 3));
	expect(items).toEqual([
		placedItem(0),
		skipped(1, 'Tuesday, 2026-03-10 08:00 in America/New_York', '2026-03-10T09:00:00-04:00'),
		skipped(2, 'Tuesday, 2026-03-10 21:00 in Asia/Tokyo', '2026-03-11T09:00:00+09:00'),
		placedItem(3),
	]);
	const dryRun = await dial(leads, { ...ofEachLead, dryRun: true });
	expect(dryRun.items.filter(({ json }) => json.outcome === 'dryRun')).toHaveLength(2);
	for (const timezone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
		// With this function n8n's Wait node reads the field of "At Specified Time" (n8n 2.41.1).
		const waitsUntil = items.flatMap(({ json }) =>
			json.callableFrom ? tryToParseDateTime(json.callableFrom, timezone).toUTC().toISO() : [],
		);
		expect(waitsUntil).toEqual(['2026-03-10T13:00:00.000Z', '2026-03-11T00:00:00.000Z']);
	}
});

test('hours that end while the service is asked: nobody is called', async () => {
	sandbox().fault({ method: 'GET', fault: { kind: 'hold' } });
	const run = dial(people(3), { ...minute, skipIfCalledWithin: 24, requestsAtOnce: 2 });
	await arrived(2);
	jest.setSystemTime(NOON + MINUTE);
	sandbox().release();

	expect((await run).items).toEqual([0, 1, 2].map(skippedAfterIt));
	expect(lookedUp()).toEqual(phones(0, 1));
	expect(posted()).toEqual([]);
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
		skipped(1, 'Tuesday, 2026-03-10 12:00 in UTC', '2026-03-10T12:01:00Z'),
		skippedAfterIt(2),
		placedItem(3),
	]);
	expect(posted()).toEqual(phones(0, 2, 3));
});
