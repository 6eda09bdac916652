import { DateTime } from 'luxon';

import type { Guard } from './guard';
import { checkClock, DAY_OPTIONS, isOpen, readWindows } from './hours';

/** Nobody is called outside of the hours of their own time zone, which is never guessed. */
export const callingHours: Guard = {
	field: {
		displayName: 'Calling Hours',
		name: 'callingHours',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Hours',
		default: { window: [{}] },
		description:
			'Skip the item outside these hours. The output field callableFrom shows when the number may be called.',
		options: [
			{
				displayName: 'Hours',
				name: 'window',
				values: [
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: '08:00',
						placeholder: 'e.g. 08:00',
						description: 'Start time on a 24-hour clock, from 00:00 to 23:59',
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: '20:00',
						placeholder: 'e.g. 20:00',
						description: 'End time, up to 24:00. A time earlier than From is on the next day.',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'multiOptions',
						options: DAY_OPTIONS,
						default: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
						description: 'The days on which the hours start',
					},
					{
						displayName: 'Time Zone',
						name: 'timezone',
						type: 'string',
						default: '',
						placeholder: 'e.g. Europe/Berlin',
						description: 'The time zone of the person to call',
						hint: 'If it differs from item to item, use an expression such as {{ $json.timezone }}',
					},
				],
			},
		],
	},
	label: 'outside calling hours',
	read(value, { options }) {
		const windows = readWindows(value, options.daysOff);
		const [{ zone }] = windows;
		return checkClock(windows, (now) => {
			if (windows.some((window) => isOpen(window, now))) return undefined;
			const local = DateTime.fromMillis(now, { zone, locale: 'en' });
			return `Outside calling hours: ${local.toFormat('EEEE, yyyy-MM-dd HH:mm')} in ${zone}`;
		});
	},
};
