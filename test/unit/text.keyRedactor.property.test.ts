import * as fc from 'fast-check';

import { redactKey } from '../../nodes/shared/userError';

const SHOWN = '[API key]';

/** Long enough to be a key, and nothing that stands in what takes its place. */
const word = fc
	.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 40 })
	.map((text) => text.replace(/\s/g, '_'))
	.filter((text) => !SHOWN.includes(text));

const key = fc
	.tuple(fc.constantFrom('', 'Bearer ', 'Basic ', 'Token ', 'Key-Id '), word)
	.map(([prefix, secret]) => ({ whole: prefix + secret, secret }));

const lowerPercent = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const spellings = (secret: string) => [
	secret,
	encodeURIComponent(secret),
	lowerPercent(encodeURIComponent(secret)),
	JSON.stringify(secret).slice(1, -1),
];

/** Texts that hold neither a part of a key nor anything that could become one. */
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
			fc.array(fc.nat(3)),
			fc.boolean(),
			filler,
			({ whole, secret }, which, all, text) => {
				const echoed = all ? whole : secret;
				const parts = which.map((index) => spellings(echoed)[index]);
				const clean = redactKey([text, ...parts].join(text), whole);
				for (const spelling of spellings(secret)) expect(clean).not.toContain(spelling);
			},
		),
		{ numRuns: 1000 },
	);
});

it('no spelling of the key is left anywhere in an answer, and the rest is as it was', () => {
	const answer = fc
		.record({
			status: fc.integer({ min: 100, max: 599 }),
			headers: fc.dictionary(filler, filler),
			body: fc.jsonValue(),
		})
		.map((value) => JSON.parse(JSON.stringify(value)) as object);
	fc.assert(
		fc.property(answer, key, fc.nat(3), (given, { whole, secret }, index) => {
			fc.pre(
				allTexts(given).every((text) => !spellings(secret).some((each) => text.includes(each))),
			);
			// Of a key with percent signs, a harmless part of an escape may be left.
			fc.pre(!secret.includes('%'));
			const echo = spellings(secret)[index];
			const clean = redactKey({ ...given, echo: [{ echo }] }, whole);
			expect(clean).toEqual({ ...given, echo: [{ echo: SHOWN }] });
		}),
		{ numRuns: 1000 },
	);
});
