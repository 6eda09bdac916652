import { wrongOption } from '../../form/readers';
import { quote } from '../../n8n/text';
import { readList } from '../../n8n/values';
import { foldKeyword } from '../../service/keywords';
import type { Guard } from './guard';
import { othersSaid, reasonInHistory } from './history';

const PHRASES = [
	"stop calling, do not call, don't call, never call, remove my number, take me off your list, take me off the list",
	'nicht mehr anrufen, nicht mehr angerufen, bitte nicht mehr an, rufen Sie nicht mehr an, rufen Sie mich nicht, ruf mich nicht, keine Anrufe mehr, löschen Sie meine Nummer',
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
		const phrases = (readList(value) ?? []).map(foldWords).filter((words) => /\p{L}/u.test(words));
		if (phrases.length === 0) {
			const advice =
				"Enter phrases, or remove 'Skip After Words'. An expression must return text or a list of texts.";
			throw wrongOption(value, 'Skip After Words', advice);
		}
		return {
			lookBackMs: Infinity,
			reasonToSkip: async (guarded) =>
				await reasonInHistory(guarded, (call) => {
					// A pause in the middle of a phrase begins a new turn.
					const said = foldWords(othersSaid(call).join(' '));
					const phrase = phrases.find((words) =>
						said.includes(NO_BLANKS.test(words) ? words.trim() : words),
					);
					return phrase && `Said "${quote(phrase)}"`;
				}),
		};
	},
};

/** Scripts in which nothing stands between words. */
const NO_BLANKS =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whole words, with one blank before, between and after them, in the spelling of a keyword. */
function foldWords(text: string): string {
	// However an apostrophe is written, it is in the middle of a word.
	const letters = text.normalize('NFKC').replace(/['’ʼ`´\p{Cf}]/gu, '');
	return ` ${letters
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(foldKeyword)
		.join(' ')
		.trim()} `;
}
