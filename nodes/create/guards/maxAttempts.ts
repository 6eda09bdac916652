import { UserError } from '../../n8n/errors';
import type { Guard } from './guard';
import { callTimes } from './history';
import { callableAfter, times } from './when';
import {
	readCollection,
	readRows,
	readWholeNumber,
	readNumber,
	wrongOption,
} from '../../form/readers';

const inDays = (days: number) => (days === 1 ? 'day' : `${days} days`);

const DAY_MS = 24 * 3_600_000;

/** Calling Hours has a field of that name, too. */
const UNDER_MAX_ATTEMPTS = "The field is under 'Max Attempts' in 'Options'.";

/** Limits how often a number is called in some days. Calls in both directions count: the service does not tell. */
export const maxAttempts: Guard = {
	field: {
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'fixedCollection',
		placeholder: 'Add Limit',
		// With an empty object n8n's editor adds nothing (2.41.1).
		default: { limit: {} },
		description: 'Skip the item if the service lists this many calls with this number',
		options: [
			{
				displayName: 'Limit',
				name: 'limit',
				values: [
					{
						displayName: 'Calls',
						name: 'calls',
						type: 'number',
						typeOptions: { minValue: 1 },
						default: 3,
						description: 'Number of calls after which the item is skipped',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 14,
						description: 'How many days back to count calls',
					},
				],
			},
		],
	},
	label: 'called too often',
	read(value) {
		const { limit } = readCollection(value, 'Max Attempts');
		const [row, another] = readRows(limit, 'Max Attempts');
		if (row === undefined || another !== undefined) {
			throw new UserError(
				row ? "'Max Attempts' has more than one limit" : "'Max Attempts' is empty",
				"Set one limit under 'Max Attempts', or remove 'Max Attempts' from 'Options'.",
			);
		}
		const most = readWholeNumber(row.calls, 'Calls', UNDER_MAX_ATTEMPTS);
		const days = readNumber(row.days, 'Days', 'Enter a number of days.', UNDER_MAX_ATTEMPTS);
		if (days === 0) {
			throw wrongOption(row.days, 'Days', 'Enter more than 0 days.', UNDER_MAX_ATTEMPTS);
		}
		const lookBackMs = days * DAY_MS;
		return {
			lookBackMs,
			async reasonToSkip(call) {
				const { phoneNumber, timezone, now } = call;
				const made = await callTimes(call, lookBackMs);
				if (made.length < most) return undefined;
				return {
					reason: `${phoneNumber} was called ${times(made.length)} in the last ${inDays(days)}`,
					callableFrom: callableAfter(made[most - 1].time + lookBackMs - now() + 1, timezone),
				};
			},
		};
	},
};
