import { startOf } from '../../../../../shared/calls/record';
import { UserError } from '../../../../../shared/userError';
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
		const entries: unknown[] = Array.isArray(value) ? value : [value ?? ''];
		const isOdd = !entries.every(isText);
		const wanted = new Set(keywordsOf(value).map((keyword) => keyword.toLowerCase()));
		if (isOdd || wanted.size === 0) {
			throw new UserError(
				isOdd
					? "'Skip After Keywords' contains something that is not a keyword"
					: "'Skip After Keywords' is empty",
				"Enter keywords, or remove 'Skip After Keywords' from 'Options'. If it uses an expression, check that it returns text or a list.",
			);
		}
		return {
			lookBackMs: Infinity,
			async reasonToSkip({ phoneNumber, timezone, history }) {
				for (const record of await history()) {
					const found = keywordsOf(record.Keywords).find((keyword) =>
						wanted.has(keyword.toLowerCase()),
					);
					if (found === undefined) continue;
					const start = startOf(record);
					const when = start === undefined ? '' : `, ${timeAgo(start, Date.now(), timezone)},`;
					return {
						reason: `A call with ${phoneNumber}${when} has the keyword ${found}`,
						lastCall: lastCallOf(record),
					};
				}
				return undefined;
			},
		};
	},
};

/** What a service sends in their place and is no text is no keyword. */
function keywordsOf(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries
		.filter(isText)
		.flatMap((entry) => String(entry).split(/[,;\r\n]+/))
		.map((keyword) => keyword.trim())
		.filter((keyword) => keyword !== '');
}

function isText(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
