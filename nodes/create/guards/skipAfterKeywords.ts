import { readKeywords } from '../../form/keywords';
import { foldKeyword } from '../../service/keywords';
import { quote } from '../../n8n/text';
import { whenMade } from './when';
import type { Guard } from './guard';
import { calledAt } from './history';

/** Somebody who said "wrong number" is not called again. Capitals do not count here. */
export const skipAfterKeywords: Guard = {
	field: {
		displayName: 'Skip After Keywords',
		name: 'skipAfterKeywords',
		type: 'string',
		default: 'WrongNumber',
		placeholder: 'e.g. WrongNumber, PrankCall',
		description:
			'Skip the item if any earlier call with this number has one of these keywords. Separate them with commas.',
	},
	label: 'with a keyword from an earlier call',
	read(value) {
		const wanted = readKeywords(value, 'Skip After Keywords');
		return {
			lookBackMs: Infinity,
			async reasonToSkip({ phoneNumber, timezone, history, now }) {
				for (const call of await history()) {
					const found = call.keywords.find((keyword) => wanted.has(foldKeyword(keyword)));
					if (found === undefined) continue;
					const when = whenMade(calledAt(call), now(), timezone);
					return {
						reason: `A call with ${phoneNumber}${when} has the keyword ${quote(found)}`,
						lastCall: call.brief,
					};
				}
				return undefined;
			},
		};
	},
};
