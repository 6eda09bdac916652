import { callableAfter, timeAgo } from './when';
import { sameNumber } from './duplicateNumbers';
import type { Guard } from './guard';
import { calledAt } from './history';
import { readNumber } from '../../form/readers';

const HOUR_MS = 3_600_000;

/**
 * Skips a number that the service lists as called in the last hours. A number that was called earlier in
 * the same run counts too, since the service may list a call late.
 */
export const skipIfCalledWithin: Guard = {
	field: {
		displayName: 'Skip If Called Within (Hours)',
		name: 'skipIfCalledWithin',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 24,
		description:
			'Skip the item if the service lists a call with this number within this many hours. Set to 0 to disable.',
	},
	label: 'called recently',
	read(value) {
		const hours = readNumber(value, 'Skip If Called Within', 'Enter a number of hours, 0 or more.');
		if (hours === 0) return undefined;
		const lookBackMs = hours * HOUR_MS;
		return {
			lookBackMs,
			async reasonToSkip({ phoneNumber, timezone, earlierCalls, history, now }) {
				if ((await earlierCalls()).length > 0) {
					const callableFrom = callableAfter(lookBackMs, timezone);
					return { reason: sameNumber(phoneNumber), callableFrom };
				}
				const calls = await history();
				const since = now() - lookBackMs;
				const found = calls.find((call) => calledAt(call) >= since);
				if (!found) return undefined;
				const time = calledAt(found);
				const when =
					time === Infinity
						? 'counts as just called: the service lists a call without a start time'
						: `was called ${timeAgo(time, now(), timezone)}`;
				const left = Math.min(time, now()) + lookBackMs - now() + 1;
				const callableFrom = callableAfter(left, timezone);
				return { reason: `${phoneNumber} ${when}`, callableFrom, lastCall: found.brief };
			},
		};
	},
};
