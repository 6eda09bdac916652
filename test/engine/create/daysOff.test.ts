import type { INodeParameters } from 'n8n-workflow';

import { stopDate } from '../../support/clock';
import { people, phones, placedItem, skippedItem, useDialing } from '../../support/dialing';

const { dial, posted } = useDialing();

beforeEach(() => stopDate('2026-12-24T12:30:00Z'));
afterEach(() => {
	jest.useRealTimers();
});

const row = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], timezone: '={{ $json.zone }}' };
/** With a break. */
const hours = {
	callingHours: {
		window: [
			{ ...row, from: '09:00', to: '12:00' },
			{ ...row, from: '13:00', to: '18:00' },
		],
	},
} as INodeParameters;
const list = ['UTC', 'Europe/Berlin', 'Asia/Tokyo'].map((zone, index) => ({
	...people(3)[index],
	zone,
}));

const outside = (index: number, now: string, callableFrom: string) =>
	skippedItem(index, 'callingHours', {
		reason: `Outside calling hours: Thursday, 2026-12-24 ${now}`,
		callableFrom,
	});

test('who has a break, or an evening, is called when the next of several hours begin', async () => {
	const { items } = await dial(list, hours);
	expect(posted()).toEqual(phones(1));
	expect(items).toEqual([
		outside(0, '12:30 in UTC', '2026-12-24T13:00:00Z'),
		placedItem(1),
		outside(2, '21:30 in Asia/Tokyo', '2026-12-25T09:00:00+09:00'),
	]);
});

test('nobody is called on a day off of their own time zone', async () => {
	const { items } = await dial(list, { ...hours, daysOff: '2026-12-24, 2026-12-25' });
	const off = (index: number, zone: string, callableFrom: string) =>
		skippedItem(index, 'daysOff', { reason: `Day off: 2026-12-24 in ${zone}`, callableFrom });
	expect(items).toEqual([
		off(0, 'UTC', '2026-12-28T09:00:00Z'),
		off(1, 'Europe/Berlin', '2026-12-28T09:00:00+01:00'),
		off(2, 'Asia/Tokyo', '2026-12-28T09:00:00+09:00'),
	]);
	expect(posted()).toEqual([]);
});
