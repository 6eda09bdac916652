import { readNumber } from '../../form/readers';
import { DUPLICATE } from './duplicateNumbers';
import type { Guard } from './guard';
import { callsMade, lastCallOf, whenMade } from './history';
import { callableAt } from './when';

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
			async reasonToSkip(call) {
				const isEarlier = (await call.earlierCalls()) > 0;
				const [last] = isEarlier ? [{ time: call.now() }] : await callsMade(call, lookBackMs);
				if (!last) return undefined;
				return {
					reason: isEarlier ? DUPLICATE : `Called ${whenMade(last, call.timezone)}`,
					callableFrom: callableAt(call, last.time + lookBackMs).callableFrom,
					lastCall: lastCallOf(last),
				};
			},
		};
	},
};
