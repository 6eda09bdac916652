import { readKeywords } from '../../form/readers';
import { quote } from '../../n8n/text';
import { foldKeyword } from '../../service/keywords';
import type { Guard } from './guard';
import { reasonInHistory } from './history';

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
			reasonToSkip: async (guarded) =>
				await reasonInHistory(guarded, (call) => {
					const found = call.keywords.find((keyword) => wanted.has(foldKeyword(keyword)));
					return found && `Keyword ${quote(found)}`;
				}),
		};
	},
};
