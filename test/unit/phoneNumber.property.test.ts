import * as fc from 'fast-check';

import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import { UserError } from '../../nodes/shared/userError';
import { EXAMPLES } from '../support/libphonenumber';
import { resultOf } from '../support/userError';
import { cases } from '../support/deep';

const E164 = /^\+[1-9][0-9]{4,14}$/;

const digits = (least: number, most: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

/** What people put between the digits, and what they do not see. */
const mark = fc.constantFrom(
	...' \t\n\u00a0\u2003\u3000-.()/[]{}\u2010\u2013\u2212\uff0d\uff0e\uff0f\u00ad\u200b\u200e\u202c\u2069\ufeff',
);

/** A text made of what phone numbers are made of, so that many of them pass. */
const almostNumber = fc
	.tuple(
		fc.constantFrom('+49', '+1', '0049', '(+44)', '+39 ', '', '0'),
		fc.array(
			fc.oneof(
				{ weight: 6, arbitrary: digits(1, 5) },
				{ weight: 3, arbitrary: mark },
				{ weight: 1, arbitrary: fc.constantFrom('+', '00', '(0)', 'tel:', '+49', 'x', ';') },
			),
			{ maxLength: 6 },
		),
	)
	.map(([beginning, parts]) => beginning + parts.join(''));

const anything = fc.oneof(
	{ weight: 3, arbitrary: almostNumber },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
	{ weight: 1, arbitrary: fc.anything() },
);

const options = fc.record({
	clean: fc.boolean(),
	countryCode: fc.constantFrom(undefined, '1', '49', '39', '7'),
});

const isNumber = (result: unknown): result is string => typeof result === 'string';

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Counts what passed, so that no property holds because everything is refused. */
function countNumbers(property: (count: () => void) => void): number {
	let numbers = 0;
	property(() => numbers++);
	return numbers;
}

it('whatever passes is E.164, cleaned or not, and all else is told to the user', () => {
	const numbers = countNumbers((count) =>
		fc.assert(
			fc.property(anything, options, (value, option) => {
				const result = resultOf(() => normalizePhoneNumber(value, option));
				if (!isNumber(result)) {
					expect(result).toBeInstanceOf(UserError);
					expect(result.message.length).toBeLessThan(200);
					expect(result.advice).toMatch(/^["A-Z].*[.]$/s);
					return;
				}
				count();
				expect(result).toMatch(E164);
			}),
			{ numRuns: cases(4000), seed: 20251121 },
		),
	);
	expect(numbers).toBeGreaterThan(cases(100, 2));
});

it('what was cleaned is not changed by cleaning it again', () => {
	const numbers = countNumbers((count) =>
		fc.assert(
			fc.property(anything, options, (value, option) => {
				const result = resultOf(() => normalizePhoneNumber(value, option));
				if (!isNumber(result)) return;
				count();
				expect(normalizePhoneNumber(result, option)).toBe(result);
				expect(normalizePhoneNumber(result, { clean: false })).toBe(result);
			}),
			{ numRuns: cases(3000), seed: 20251121 },
		),
	);
	expect(numbers).toBeGreaterThan(cases(70, 1));
});

it('no digit is added, changed or moved, and none but a trunk zero and 00 are lost', () => {
	const numbers = countNumbers((count) =>
		fc.assert(
			fc.property(almostNumber, (written) => {
				const result = resultOf(() => normalizePhoneNumber(written, { clean: true }));
				if (!isNumber(result)) return;
				count();
				const withoutZero = written.replace(/[([]0[)\]]/, '');
				expect(result).toBe(`+${digitsOf(withoutZero).replace(/^00/, '')}`);
			}),
			{ numRuns: cases(5000), seed: 20251121 },
		),
	);
	expect(numbers).toBeGreaterThan(cases(400, 10));
});

it('an international number keeps its digits, whatever it is decorated with', () => {
	const invisible = fc.string({
		unit: fc.constantFrom(...'\u00ad\u200b\u200e\u202c\u2060\u2069\ufeff'),
		maxLength: 3,
	});
	const blank = fc.constantFrom(' ', '\u00a0', '\u2009', '\u202f', '\u3000', '  ');
	const numbers = countNumbers((count) =>
		fc.assert(
			fc.property(
				fc.constantFrom(...EXAMPLES),
				fc.array(invisible, { minLength: 40, maxLength: 40 }),
				fc.array(blank, { minLength: 10, maxLength: 10 }),
				fc.constantFrom('', 'tel:', 'TEL:', ' tel: '),
				fc.constantFrom('', '\r\n', '\t', ' '),
				({ international, e164 }, marks, blanks, beginning, end) => {
					const groups = international.split(' ');
					const spaced = groups.map((group, index) => (index ? blanks[index % 10] : '') + group);
					const decorated = [...spaced.join('')].map((character, at) => character + marks[at % 40]);
					const written = (beginning + decorated.join('') + end).slice(0, 200);
					fc.pre(written.trim().length <= 100);
					count();
					expect(normalizePhoneNumber(written, { clean: true })).toBe(e164);
				},
			),
			{ numRuns: cases(3000), seed: 20251121 },
		),
	);
	expect(numbers).toBeGreaterThan(cases(2000, 80));
});
