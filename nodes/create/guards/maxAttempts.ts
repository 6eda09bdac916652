import {
	readCollection,
	readNumber,
	readRows,
	readWholeNumber,
	wrongOption,
} from '../../form/readers';
import type { Guard } from './guard';
import { callsMade } from './history';
import { callableAt, shownTime, times } from './when';

const DAY_MS = 24 * 3_600_000;

/** Calling Hours has a field of that name, too. */
const UNDER_MAX_ATTEMPTS = "The field is under 'Max Attempts' in 'Options'.";
const MORE_THAN_0 = 'Enter a number of days, more than 0.';

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
		const [row, ...others] = readRows(limit, 'Max Attempts');
		if (row === undefined || others.length > 0) {
			throw wrongOption(limit, 'Max Attempts', "Set one limit, or remove 'Max Attempts'.");
		}
		const most = readWholeNumber(row.calls, 'Calls', UNDER_MAX_ATTEMPTS);
		const days = readNumber(row.days, 'Days', MORE_THAN_0, UNDER_MAX_ATTEMPTS);
		if (days === 0) throw wrongOption(days, 'Days', MORE_THAN_0, UNDER_MAX_ATTEMPTS);
		const lookBackMs = days * DAY_MS;
		return {
			lookBackMs,
			async reasonToSkip(call) {
				const made = await callsMade(call, lookBackMs);
				if (made.length < most) return undefined;
				const since = shownTime(call.now() - lookBackMs, call.timezone);
				return {
					reason: `Called ${times(made.length)} since ${since}`,
					callableFrom: callableAt(call, made[most - 1].time + lookBackMs).callableFrom,
				};
			},
		};
	},
};
