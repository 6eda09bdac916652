import { startOf } from '../../../../../shared/calls/record';
import { readList } from '../../../../../shared/form/readers';
import { quote } from '../../../../../shared/text';
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
		const keywords = readList(jsonIn(value ?? ''))?.map(folded);
		const wanted = new Set(keywords?.filter((keyword) => keyword !== ''));
		if (wanted.size === 0) {
			throw new UserError(
				keywords
					? "'Skip After Keywords' is empty"
					: "'Skip After Keywords' contains something that is not a keyword",
				"Enter keywords, or remove 'Skip After Keywords' from 'Options'. If it uses an expression, check that it returns text or a list.",
			);
		}
		return {
			lookBackMs: Infinity,
			async reasonToSkip({ phoneNumber, timezone, history }) {
				for (const record of await history()) {
					const found = keywordsOf(record.Keywords).find((keyword) => wanted.has(folded(keyword)));
					if (found === undefined) continue;
					const start = startOf(record);
					const when = start === undefined ? '' : `, ${timeAgo(start, Date.now(), timezone)},`;
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

/**
 * The keywords of a record, however the service sends them: a list or a text, also as JSON text, or objects
 * such as { name: 'WrongNumber' } and { WrongNumber: true }. Of an object all that may be a keyword is one,
 * since a number too many is the safe side here.
 */
function keywordsOf(sent: unknown): string[] {
	const found: string[] = [];
	const open = [sent];
	while (open.length > 0) {
		const value = jsonIn(open.pop());
		found.push(...(readList(value) ?? []));
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, inner] of Object.entries(value)) {
			if (!Array.isArray(value) && inner !== false) found.push(name);
			open.push(inner);
		}
	}
	return found;
}

/** What stands in a text as the JSON of a list or an object, otherwise the value itself. */
function jsonIn(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

/** Neither the case of letters, nor blanks, nor how Unicode composes a letter makes another keyword. */
function folded(keyword: string): string {
	return keyword
		.normalize('NFKC')
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s\u2800]/gu, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.normalize('NFKC');
}
