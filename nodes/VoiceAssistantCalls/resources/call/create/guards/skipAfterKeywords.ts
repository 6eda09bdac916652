import { foldKeyword, keywordsIn, readKeywords } from '../../../../../shared/calls/keywords';
import { startOf } from '../../../../../shared/calls/record';
import { quote } from '../../../../../shared/text';
import { timeAgo } from './timeAgo';
import type { Guard } from './guard';
import { lastCallOf } from './history';

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
				for (const record of await history()) {
					const found = keywordsIn(record.Keywords).find((keyword) =>
						wanted.has(foldKeyword(keyword)),
					);
					if (found === undefined) continue;
					const start = startOf(record);
					const when = start === undefined ? '' : `, ${timeAgo(start, now(), timezone)},`;
					return {
						reason: `A call with ${phoneNumber}${when} has the keyword ${quote(found)}`,
						lastCall: lastCallOf(record),
					};
				}
				return undefined;
			},
		};
	},
};
