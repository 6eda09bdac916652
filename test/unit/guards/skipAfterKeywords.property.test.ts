import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { skipAfterKeywords } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/skipAfterKeywords';
import { anyValue } from '../../support/anyValue';
import { itemWith, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

/** Some begin like others, so that a part of a word is not taken for it. */
const WORDS = [
	'WrongNumber',
	'WrongNumberFormat',
	'Wrong',
	'PrankCall',
	'Nie wieder',
	'Größe',
	'7',
];

const SPELLINGS: Array<(word: string) => string> = [
	(word) => word,
	(word) => word.toLowerCase(),
	(word) => word.toUpperCase().replace('SS', 'ß'),
	(word) => ` ${word}\t`,
];

/** Words, and how they are written: as a text with separators, or as a list. */
const anyWords = (least: number) =>
	fc
		.record({
			words: fc.subarray(WORDS, { minLength: least }),
			spell: fc.constantFrom(...SPELLINGS),
			separator: fc.constantFrom(',', ', ', ' , ,', ';', '\n', '\r\n'),
			form: fc.constantFrom('text', 'list', 'list of a text'),
		})
		.map(({ words, spell, separator, form }) => {
			const spelled = words.map(spell);
			const text = spelled.join(separator);
			const written = form === 'text' ? text : form === 'list' ? spelled : [text];
			return { words, written };
		});

const anyRecords = fc.array(anyWords(0), { maxLength: 5 }).map((all) =>
	all.map(({ words, written }, index) => ({
		words,
		record: { Id: `call ${index}`, Keywords: written } as IDataObject,
	})),
);

it('a number is skipped if and only if a call has one of the words, and the first is told', async () => {
	await fc.assert(
		fc.asyncProperty(anyWords(1), anyRecords, async (wanted, records) => {
			const history = async () => records.map(({ record }) => record);
			const found = await reasonOf(skipAfterKeywords, wanted.written, { history });

			const first = records.find(({ words }) => words.some((word) => wanted.words.includes(word)));
			expect(found?.lastCall?.Id).toBe(first?.record.Id);
			const told = found?.reason.replace(/^.* has the keyword /, '').toLowerCase();
			const words = first?.words.filter((word) => wanted.words.includes(word));
			expect(words?.map((word) => word.toLowerCase()) ?? [undefined]).toContain(told);
		}),
		{ numRuns: 1000 },
	);
});

it('whatever else a service writes in the place of keywords neither hides them nor breaks anything', async () => {
	const odd = fc.array(anyValue, { maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(odd, anyValue, fc.nat(3), async (entries, instead, place) => {
			const records = [
				{ Id: 'odd', Keywords: instead },
				{ Id: 'marked', Keywords: entries.toSpliced(place, 0, 'WrongNumber') },
			] as IDataObject[];
			const found = await reasonOf(skipAfterKeywords, 'WrongNumber', {
				history: async () => records,
			});
			expect(found?.lastCall?.Id).toBe('marked');
		}),
		{ numRuns: 500 },
	);
});

it('a setting in which no keyword is written is refused, as text and as a list', () => {
	const nothing = fc.string({ unit: fc.constantFrom(...' ,;\t\r\n'), maxLength: 5 });
	fc.assert(
		fc.property(fc.oneof(nothing, fc.array(nothing, { maxLength: 3 })), (value) => {
			const { message } = refusalOf(() => skipAfterKeywords.read(value, itemWith()));
			expect(message).toBe("'Skip After Keywords' is empty");
		}),
	);
});

it('a list with something that is no text is refused, wherever it stands', () => {
	const wrong = fc.oneof(
		fc.constantFrom(undefined, null, true),
		fc.object(),
		fc.array(fc.string()),
	);
	fc.assert(
		fc.property(fc.subarray(WORDS), wrong, fc.nat(7), (words, entry, place) => {
			const list = (words as unknown[]).toSpliced(place, 0, entry);
			const { message } = refusalOf(() => skipAfterKeywords.read(list, itemWith()));
			expect(message).toBe("'Skip After Keywords' contains something that is not a keyword");
		}),
	);
});
