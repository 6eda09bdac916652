import * as fc from 'fast-check';

import { normalizePhoneNumber } from '../../nodes/VoiceAssistantCalls/resources/call/create/phoneNumber';
import { resultOrProblem } from './said';

const E164 = /^\+[1-9][0-9]{1,14}$/;

const digits = (least: number, most: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

const number = fc
	.tuple(fc.constantFrom(...'123456789'), digits(1, 14))
	.map(([first, others]) => `+${first}${others}`);

/** What people put between the digits, and what they do not see. */
const mark = fc.constantFrom(
	...' \t\n\u00a0\u2003\u3000-.()/[]{}\u2010\u2013\u2212\uff0d\uff0e\uff0f\u00ad\u200b\u200e\u202c\u2069\ufeff',
);

/** A text made of what phone numbers are made of, so that many of them pass. */
const almostNumber = fc
	.array(
		fc.oneof(
			{ weight: 6, arbitrary: digits(1, 4) },
			{ weight: 3, arbitrary: mark },
			{ weight: 1, arbitrary: fc.constantFrom('+', '00', '(0)', 'tel:', '+49', 'x', ';') },
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

const anything = fc.oneof(
	almostNumber,
	almostNumber.map((text) => `+${text}`),
	fc.string({ unit: 'binary' }),
	fc.anything(),
);

const isNumber = (result: unknown): result is string => typeof result === 'string';

/** The blanks and dashes taken away, so that what is between brackets can be seen. */
const compact = (text: string) =>
	text
		.replace(/[[{]/g, '(')
		.replace(/[\]}]/g, ')')
		.replace(/[^0-9()+]/g, '');

it('whatever passes is E.164, cleaned or not', () => {
	fc.assert(
		fc.property(anything, fc.boolean(), (value, clean) => {
			const result = resultOrProblem(() => normalizePhoneNumber(value, clean));
			if (isNumber(result)) expect(result).toMatch(E164);
		}),
		{ numRuns: 2000 },
	);
});

it('what was cleaned is not changed by cleaning it again', () => {
	fc.assert(
		fc.property(anything, (value) => {
			const result = resultOrProblem(() => normalizePhoneNumber(value, true));
			if (!isNumber(result)) return;
			expect(normalizePhoneNumber(result, true)).toBe(result);
			expect(normalizePhoneNumber(result, false)).toBe(result);
		}),
		{ numRuns: 1000 },
	);
});

it('no digit is added, changed or moved, and none but a trunk zero and 00 are lost', () => {
	fc.assert(
		fc.property(
			almostNumber.map((text) => `+${text}`),
			(written) => {
				const result = resultOrProblem(() => normalizePhoneNumber(written, true));
				if (!isNumber(result)) return;
				const before = compact(written);
				const expected = before.replace(/[^0-9]/g, '').replace(/^00/, '');
				if (!before.includes('(0)')) return expect(result).toBe(`+${expected}`);
				const at = [1, 2, 3].filter((length) => {
					const withZero = `${result.slice(1, length + 1)}0${result.slice(length + 1)}`;
					return withZero === expected;
				});
				expect(at).not.toEqual([]);
			},
		),
		{ numRuns: 3000 },
	);
});

it('an international number keeps its digits, however it is decorated', () => {
	fc.assert(
		fc.property(
			number,
			fc.array(fc.array(mark, { maxLength: 3 }), { minLength: 17, maxLength: 17 }),
			fc.constantFrom('', 'tel:', 'TEL:', ' tel: '),
			fc.constantFrom('+', '00', '0 0', '\u200b00'),
			(original, marks, prefix, plus) => {
				const [, ...others] = original;
				const decorated = [plus, ...others]
					.map((character, index) => character + marks[index].join(''))
					.join('');
				// A bracketed zero has a meaning of its own, and so have brackets between the two zeros.
				fc.pre(!compact(decorated).includes('(0)'));
				expect(normalizePhoneNumber(prefix + decorated, true)).toBe(original);
			},
		),
		{ numRuns: 2000 },
	);
});
