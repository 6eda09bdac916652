import { UserError } from '../../n8n/errors';
import { quote } from '../../n8n/text';
import { readList } from '../../n8n/values';
import type { Guard } from './guard';
import { calledAt, othersSaid } from './history';
import { whenMade } from './when';

const PHRASES = [
	"stop calling, do not call, don't call, never call, remove my number, take me off your list",
	'nicht mehr anrufen, rufen Sie nicht mehr an, rufen Sie mich nicht, ruf mich nicht, keine Anrufe mehr, löschen Sie meine Nummer',
	"ne m'appelez plus, n'appelez plus, ne rappelez plus, ne plus appeler, arrêtez d'appeler, arrêtez de m'appeler",
	'niet meer bellen, bel niet meer, bel me niet, bel mij niet, stop met bellen, verwijder mijn nummer',
];

/** Somebody who said "stop calling" is not called again. Phrases are found, not understood. */
export const skipAfterWords: Guard = {
	field: {
		displayName: 'Skip After Words',
		name: 'skipAfterWords',
		type: 'string',
		typeOptions: { rows: 4 },
		default: PHRASES.join(', '),
		placeholder: 'e.g. stop calling, do not call',
		description:
			'Skip the item if the other party said one of these phrases in an earlier call with this number. Separate them with commas. A request in other words is not noticed.',
	},
	label: 'who asked not to be called',
	read(value) {
		const phrases = readList(value)?.map(foldWords);
		const wanted = [...new Set(phrases)].filter((phrase) => phrase.trim() !== '');
		if (wanted.length === 0) {
			throw new UserError(
				phrases
					? "'Skip After Words' is empty"
					: "'Skip After Words' contains something that is not a phrase",
				"Enter phrases, or remove 'Skip After Words' from 'Options'. If it uses an expression, check that it returns text or a list.",
			);
		}
		return {
			lookBackMs: Infinity,
			async reasonToSkip({ phoneNumber, timezone, history, now }) {
				for (const call of await history()) {
					const said = othersSaid(call).map(foldWords);
					const phrase = wanted.find((words) => said.some((text) => text.includes(words)));
					if (phrase === undefined) continue;
					const when = whenMade(calledAt(call), now(), timezone);
					return {
						reason: `In a call with ${phoneNumber}${when} somebody said "${quote(phrase.trim())}"`,
						lastCall: call.brief,
					};
				}
				return undefined;
			},
		};
	},
};

/**
 * Whole words, with one blank before, between and after them. Neither case, blanks and punctuation, nor how
 * an apostrophe is written makes other words.
 */
function foldWords(text: string): string {
	const words = text
		.normalize('NFKC')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.replace(/['’ʼ`´\p{Cf}]/gu, '')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim();
	return ` ${words} `;
}
