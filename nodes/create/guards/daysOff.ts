import { DateTime } from 'luxon';

import { UserError } from '../../n8n/errors';
import type { Guard } from './guard';
import { checkClock, isOff, readWindows } from './hours';

/** Holidays. They are read in the time zone of Calling Hours, since none is guessed. */
export const daysOff: Guard = {
	field: {
		displayName: 'Days Off',
		name: 'daysOff',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-12-24, 2026-12-25',
		description:
			"Dates on which nobody is called, separated by commas. Requires 'Calling Hours', whose time zone applies.",
	},
	label: 'on a day off',
	read(value, { options: { callingHours } }) {
		if (callingHours === undefined) {
			throw new UserError(
				"'Days Off' has no time zone",
				"Add 'Calling Hours' under 'Options', with the time zone of the person who is called. For the whole day, enter 00:00 and 24:00.",
			);
		}
		const windows = readWindows(callingHours, value);
		const [{ zone }] = windows;
		return checkClock(windows, (now) =>
			windows.every((window) => isOff(window, now))
				? `Day off: ${DateTime.fromMillis(now, { zone }).toISODate()} in ${zone}`
				: undefined,
		);
	},
};
