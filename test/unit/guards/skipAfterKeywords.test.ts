import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { skipAfterKeywords } from '../../../nodes/create/guards/skipAfterKeywords';
import { Call } from '../../../nodes/service/call';
import { itemWith, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import { cases } from '../../support/deep';
import { useClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-20T20:00:00Z');

useClockAt(NOW);

const record: IDataObject = {
	Id: 'call-1',
	StartedAt: '2026-11-17T19:00:00Z',
	Status: 'unread',
	AssistantName: 'Mara',
	Keywords: ['Callback', 'WrongNumber'],
};

const after = async (value: unknown, ...history: IDataObject[]) =>
	await reasonOf(skipAfterKeywords, value, {
		history: async () => history.map((one) => new Call(one)),
	});

it('a number is skipped after a call with one of the keywords, with what is known of the call', async () => {
	const { Keywords, ...lastCall } = record;
	expect(Keywords).toContain('WrongNumber');
	expect(await after('WrongNumber', { Id: 'newer' }, record)).toEqual({
		reason: 'A call with +4930123456, 3 days ago (17 Nov, 20:00), has the keyword WrongNumber',
		lastCall,
	});
	expect(await after('Callback', { ...record, StartedAt: '' })).toMatchObject({
		reason: 'A call with +4930123456 has the keyword Callback',
	});
});

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

const INVISIBLE = ['', '\u200b', '\u00ad', '\u2060', '\ufe0f', '\u00a0', '\u3164', ' '];

const SPELLINGS: Array<(word: string) => string> = [
	(word) => word,
	(word) => word.toLowerCase(),
	(word) => word.toUpperCase(),
	(word) => word.replace('ß', 'ẞ'),
	(word) => word.normalize('NFD'),
	(word) => word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
	(word) => word.replace(' ', '\u00a0'),
	(word) => ` ${word}\t`,
	(word) => `"${word}"`,
	(word) => `#${word.replace(' ', '-')}.`,
];

const spelling = fc
	.tuple(fc.constantFrom(...SPELLINGS), fc.constantFrom(...INVISIBLE), fc.nat(3))
	.map(([spell, invisible, place]) => (word: string) => {
		const written = spell(word);
		return written.slice(0, place) + invisible + written.slice(place);
	});

/** Words, and how they are written: as a text with separators, or as a list, also as JSON text. */
const anyWords = (least: number, forms: string[]) =>
	fc
		.record({
			words: fc.subarray(WORDS, { minLength: least }),
			spell: spelling,
			separator: fc.constantFrom(',', ', ', ' , ,', ';', '\n', '\r\n', '|', '\t'),
			form: fc.constantFrom(...forms),
			name: fc.constantFrom('name', 'keyword', 'label', 'value', 'tag'),
		})
		.map(({ words, spell, separator, form, name }) => {
			const spelled = words.map(spell);
			const text = spelled.join(separator);
			const objects = spelled.map((word) => ({ id: 1, [name]: word, is: { sure: true } }));
			const written = {
				text,
				list: spelled,
				'list of a text': [text],
				'JSON text': JSON.stringify(spelled),
				'list of PostgreSQL': `{${spelled.join(',')}}`,
				'list of Python': `[${spelled.map((word) => `'${word}'`).join(', ')}]`,
				'objects of Python': `[${spelled.map((word) => `{'${name}': '${word}'}`).join(', ')}]`,
				objects,
				'JSON text of objects': JSON.stringify(objects),
				'list of JSON texts': objects.map((one) => JSON.stringify(one)),
				'object of a list': { all: spelled },
				flags: Object.fromEntries(spelled.map((word) => [word, true])),
			}[form] as unknown;
			return { words, written };
		});

const TEXTS = ['text', 'list', 'list of a text', 'JSON text'];
const OBJECTS = [
	'list of PostgreSQL',
	'list of Python',
	'objects of Python',
	'objects',
	'JSON text of objects',
	'list of JSON texts',
	'object of a list',
	'flags',
];

const anyRecords = fc.array(anyWords(0, [...TEXTS, ...OBJECTS]), { maxLength: 5 }).map((all) =>
	all.map(({ words, written }, index) => ({
		words,
		record: { Id: `call ${index}`, Keywords: written } as IDataObject,
	})),
);

it('a number is skipped if and only if a call has one of the words, and the first is told', async () => {
	await fc.assert(
		fc.asyncProperty(anyWords(1, TEXTS), anyRecords, async (wanted, records) => {
			const found = await after(wanted.written, ...records.map(({ record: one }) => one));

			const first = records.find(({ words }) => words.some((word) => wanted.words.includes(word)));
			expect(found?.lastCall?.Id).toBe(first?.record.Id);
		}),
		{ numRuns: cases(2000) },
	);
});

it('a setting in which no keyword is written is refused, as text and as a list', () => {
	const nothing = fc.string({ unit: fc.constantFrom(...' ,;\t\r\n'), maxLength: 5 });
	const any = fc.oneof(
		nothing,
		fc.array(nothing, { maxLength: 3 }),
		fc.constantFrom(undefined, null, '[]', '\u200b', ['\u3164']),
	);
	fc.assert(
		fc.property(any, (value) => {
			expect(refusalOf(() => skipAfterKeywords.read(value, itemWith()))).toEqual({
				message: "'Skip After Keywords' is empty",
				advice:
					"Enter keywords, or remove 'Skip After Keywords' from 'Options'. If it uses an expression, check that it returns text or a list.",
			});
		}),
	);
});
