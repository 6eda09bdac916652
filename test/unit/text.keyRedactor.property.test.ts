import * as fc from 'fast-check';

import { unescapeHtml } from '../../nodes/shared/text';
import { keyRedactor } from '../../nodes/shared/http/redact';
import { cases } from '../support/deep';

const SHOWN = '[API key]';

/** Long enough to be a key, and nothing that stands in what takes its place. */
const word = fc
	.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 40 })
	.map((text) => text.replace(/\s/g, '_'))
	.filter((text) => !SHOWN.includes(text));

const key = fc
	.tuple(fc.constantFrom('', 'Bearer ', 'Basic ', 'Token ', 'Key-Id '), word)
	.map(([prefix, secret]) => ({ whole: prefix + secret, secret }));

const hex = (character: string, length: number) =>
	character.charCodeAt(0).toString(16).padStart(length, '0');

const NAMES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

/** How one character may be written: in a URL, in JSON, and in HTML. */
const SPELLINGS: Array<(character: string) => string> = [
	(character) => character,
	(character) => `%${hex(character, 2)}`,
	(character) => `%${hex(character, 2).toUpperCase()}`,
	(character) => (/[\\"/]/.test(character) ? `\\${character}` : character),
	(character) => `\\u${hex(character, 4)}`,
	(character) => `\\u${hex(character, 4).toUpperCase()}`,
	(character) => NAMES[character] ?? character,
	(character) => `&#${character.charCodeAt(0)};`,
	(character) => `&#00${character.charCodeAt(0)};`,
	(character) => `&#x${hex(character, 2)};`,
	(character) => `&#X${hex(character, 4).toUpperCase()};`,
];

/** The whole text in one spelling, as services write it. */
const inOneSpelling = (text: string, which: number) => [...text].map(SPELLINGS[which]).join('');

const spellings = (text: string) => SPELLINGS.map((_, which) => inOneSpelling(text, which));

const spelling = fc.nat(SPELLINGS.length - 1);

/** Texts that contain neither a part of a key nor anything that could become one. */
const filler = fc.string({
	unit: fc.constantFrom('\u00e4', '\u00f6', '\u00fc', '\n', '\ud83d', '\u2028'),
});

const allTexts = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => [name, ...allTexts(inner)]);
};

it('no spelling of the key is left in a text', () => {
	fc.assert(
		fc.property(
			key,
			fc.array(spelling),
			fc.boolean(),
			filler,
			({ whole, secret }, which, isWhole, text) => {
				const echoed = isWhole ? whole : secret;
				const parts = which.map((index) => inOneSpelling(echoed, index));
				const clean = keyRedactor(whole)([text, ...parts].join(text));
				for (const each of spellings(secret)) expect(clean).not.toContain(each);
			},
		),
		{ numRuns: cases(300) },
	);
});

it('a key of which each character is written in another way is taken out as a whole', () => {
	fc.assert(
		fc.property(key, fc.array(spelling, { minLength: 50, maxLength: 50 }), ({ secret }, which) => {
			const written = [...secret].map((character, index) => SPELLINGS[which[index]](character));
			expect(keyRedactor(secret)(`ä${written.join('')}ö`)).toBe(`ä${SHOWN}ö`);
		}),
		{ numRuns: cases(500) },
	);
});

it('no key comes back when the codes of HTML are read after it was taken out, and taken out again', () => {
	fc.assert(
		fc.property(key, spelling, ({ secret }, index) => {
			const redact = keyRedactor(secret);
			const twice = inOneSpelling(secret, index).replace(/&/g, '&amp;');
			const shown = redact(unescapeHtml(redact(`ä${twice}ö`)));
			for (const each of spellings(secret)) expect(shown).not.toContain(each);
		}),
		{ numRuns: cases(300) },
	);
});

it('no spelling of the key is left anywhere in a response, and the rest is as it was', () => {
	const response = fc
		.record({
			status: fc.integer({ min: 100, max: 599 }),
			headers: fc.dictionary(filler, filler),
			body: fc.jsonValue(),
		})
		.map((value) => JSON.parse(JSON.stringify(value)) as object);
	fc.assert(
		fc.property(response, key, spelling, (given, { whole, secret }, index) => {
			fc.pre(
				allTexts(given).every((text) => !spellings(secret).some((each) => text.includes(each))),
			);
			const echo = inOneSpelling(secret, index);
			const clean = keyRedactor(whole)({ ...given, echo: [{ [echo]: echo }] });
			expect(clean).toEqual({ ...given, echo: [{ [SHOWN]: SHOWN }] });
		}),
		{ numRuns: cases(300) },
	);
});
