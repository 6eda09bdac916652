import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import { refusalOf } from '../support/userError';

const refusal = (value: unknown) => refusalOf(() => normalizePhoneNumber(value, { clean: true }));

const ONE_NUMBER =
	'Enter a single phone number. If the field contains several, pick one in an expression.';
const ONE_NUMBER_WITH_SLASH = `${ONE_NUMBER} Use a slash only after the area code.`;
const NO_EXTENSION = 'Remove the extension. Only the number itself can be called.';
const NO_LETTERS = 'Remove labels, names and extensions, so that only the number is left.';
const CHARACTERS = 'Use only digits, "+", spaces, dashes, dots and parentheses.';
const BRACKETS =
	'Use parentheses only around the country code or the area code. Remove an extension in parentheses.';
const NO_ZERO_IN_BRACKETS = 'Write the number as it is dialed from abroad, without "(0)".';
const COUNTRY_CODE =
	'After "+" or "00", write the country code without spaces and then the number, for example +4930123456.';
const NOT_001 =
	'"001" may be 00 and the country code 1, or an international prefix of another country. Write "+" and the country code instead.';
const EXIT_CODE =
	'It may begin with an international prefix such as 011. Write "+" and the country code instead.';
const GERMAN = 'Write it as "+49" and 5 to 13 digits.';
const NATIONAL =
	'Write it with "+" and the country code, for example +4930123456 for 030 123456 in Germany. Or set the option \'Default Country Code\'.';
const WITHOUT_PLUS =
	'If it begins with the country code, write "+" in front. If it does not, write "+" and the country code, for example +12025550177 for (202) 555-0177 in the USA, or set the option \'Default Country Code\'.';

const NO_DATE =
	'Check that the field contains the phone number. If it does, write it with "+" and the country code.';

describe('a text is refused with the reason:', () => {
	it.each([
		['two lines', '+49 30 123456\n+49 30 654321', 'contains a line break or a tab', ONE_NUMBER],
		['a tab', '+49 30 123456\t030 654321', 'contains a line break or a tab', ONE_NUMBER],
		['a line separator', '+49 30\u2028123456', 'contains a line break or a tab', ONE_NUMBER],
		['a control character', '+49 30\u0000123456', 'contains a line break or a tab', ONE_NUMBER],
		[
			'a rounded number',
			'4.93012E+10',
			'was rounded by a spreadsheet',
			'Format the column as plain text and enter the number again.',
		],
		[
			'an exponent',
			'4.930123456e10',
			'was rounded by a spreadsheet',
			'Format the column as plain text and enter the number again.',
		],
		['a date', '2026-11-20', 'looks like a date', NO_DATE],
		['a date with slashes', '9/5/2026', 'looks like a date', NO_DATE],
		['a date with its time', '2026-11-20T08:30:00.000Z', 'looks like a date', NO_DATE],
		['a date with a time', '20.11.2026 08:30', 'looks like a date', NO_DATE],
		['an extension: x', '+1 202 555 0100 x12', 'has an extension', NO_EXTENSION],
		['an extension: x without blanks', '+1 202 555 0100x12', 'has an extension', NO_EXTENSION],
		['an extension: ext.', '+1 (202) 555-0100 ext. 5', 'has an extension', NO_EXTENSION],
		['an extension: #', '+1 202 555 0100 #5', 'has an extension', NO_EXTENSION],
		['an extension: ;ext=', 'tel:+4930123456;ext=7', 'has an extension', NO_EXTENSION],
		['letters', '+49 30 CALL ME', 'contains letters', NO_LETTERS],
		['a vanity number', '+1 800 FLOWERS', 'contains letters', NO_LETTERS],
		['a label', 'Tel.: +49 30 123456', 'contains letters', NO_LETTERS],
		['tel: in it', '+4930 tel: 123456', 'contains letters', NO_LETTERS],
		['a word', 'unknown', 'contains letters', NO_LETTERS],
		['an alternative in words', '+49 30 1234 56 or 57', 'contains letters', NO_LETTERS],
		['two plus signs', '++4930123456', 'contains more than one number', ONE_NUMBER],
		[
			'two numbers and a slash',
			'+4930123456 / +4930123457',
			'contains more than one number',
			ONE_NUMBER,
		],
		['a comma', '+4930123456,7', 'contains more than one number', ONE_NUMBER],
		[
			'two numbers and a comma',
			'+1-202-555-0100, +1-202-555-0101',
			'contains more than one number',
			ONE_NUMBER,
		],
		['a semicolon', '+4930123456;030654321', 'contains more than one number', ONE_NUMBER],
		[
			'a star',
			'*31#+4930123456',
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		[
			'a raised digit',
			'+4930123456²',
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		[
			'an emoji',
			'+49 30 123456 📞',
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		[
			'curly brackets',
			'+49 {30} 123456',
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		[
			'an apostrophe',
			"'+4930123456",
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		[
			'a range with a tilde',
			'+49 30 123456~60',
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		[
			'digits of another script',
			'+\u0967\u0968\u0969\u0967\u0968\u0969',
			'contains characters that do not belong in a phone number',
			CHARACTERS,
		],
		['001, the exit code of Singapore', '001 65 6223 4567', 'is ambiguous', NOT_001],
		['0011, the exit code of Australia', '0011 44 20 7946 0958', 'is ambiguous', NOT_001],
		['001 in brackets', '(001) 202 555 0100', 'is ambiguous', NOT_001],
		['011, the exit code of the USA', '011 44 20 7946 0958', 'is ambiguous', EXIT_CODE],
		['010, the exit code of Japan', '010 44 20 7946 0958', 'is ambiguous', EXIT_CODE],
		[
			'a (0) after the area code',
			'+49 170 (0) 1234567',
			'has an ambiguous "(0)"',
			NO_ZERO_IN_BRACKETS,
		],
		['a (0) in the area code', '+491(0)70 1234567', 'has an ambiguous "(0)"', NO_ZERO_IN_BRACKETS],
		[
			'a (0) in the country code',
			'+4(0)9 170 1234567',
			'has an ambiguous "(0)"',
			NO_ZERO_IN_BRACKETS,
		],
		[
			'a (0) in a longer country code',
			'+35(0)3 1 234 5678',
			'has an ambiguous "(0)"',
			NO_ZERO_IN_BRACKETS,
		],
		['a (0) at the end', '+49 170 1234567 (0)', 'has an ambiguous "(0)"', NO_ZERO_IN_BRACKETS],
		['a (0) in front', '(0)170 1234567', 'has an ambiguous "(0)"', NO_ZERO_IN_BRACKETS],
		[
			'a (0) before the country code',
			'+(0)49 170 1234567',
			'has an ambiguous "(0)"',
			NO_ZERO_IN_BRACKETS,
		],
		[
			'a (0) instead of one 0 of 00',
			'0(0)49 170 1234567',
			'has an ambiguous "(0)"',
			NO_ZERO_IN_BRACKETS,
		],
		['brackets after a (0)', '+49 (0)30 123456 (2)', 'has ambiguous parentheses', BRACKETS],
		[
			'brackets after a part of the area code',
			'+49 3 (0123) 456',
			'has ambiguous parentheses',
			BRACKETS,
		],
		[
			'a trunk prefix 8 and brackets',
			'+7 8 (495) 123-45-67',
			'has ambiguous parentheses',
			BRACKETS,
		],
		[
			'a slash after a (0)',
			'+44 (0)20 7946 0958 / 0959',
			'may be more than one number',
			ONE_NUMBER_WITH_SLASH,
		],
		['an extension in brackets', '+49 30 123456 (2)', 'has ambiguous parentheses', BRACKETS],
		['an extension in square brackets', '+49 30 123456 [5]', 'has ambiguous parentheses', BRACKETS],
		['brackets around the end', '+49 30 (123456)', 'has ambiguous parentheses', BRACKETS],
		['brackets that do not end', '+49 (30 123456', 'has ambiguous parentheses', BRACKETS],
		['another ending', '+49 30 123456/57', 'may be more than one number', ONE_NUMBER_WITH_SLASH],
		[
			'another number',
			'+298 123456 / 654321',
			'may be more than one number',
			ONE_NUMBER_WITH_SLASH,
		],
		[
			'another short number',
			'+352 4796/2714',
			'may be more than one number',
			ONE_NUMBER_WITH_SLASH,
		],
		[
			'a country code in two pieces',
			'+4 9 30 123456',
			'does not begin with a country code',
			COUNTRY_CODE,
		],
		[
			'a country code that is not assigned',
			'+999 123456',
			'does not begin with a country code',
			COUNTRY_CODE,
		],
		[
			'a country code that begins with 0',
			'+0930123456',
			'does not begin with a country code',
			COUNTRY_CODE,
		],
		['00 after the plus', '+0049 30 123456', 'does not begin with a country code', COUNTRY_CODE],
		['a plus alone', '+', 'does not begin with a country code', COUNTRY_CODE],
		['a country code alone', '+49', 'is not a phone number', GERMAN],
		['a dash at the end', '+49 30 123456-', 'is not a phone number', GERMAN],
		['a dot at the end', '+49 30 123456.', 'is not a phone number', GERMAN],
		['two dashes after the country code', '+49 -- 30 123456', 'is not a phone number', GERMAN],
		['two dashes', '+49 30 -- 123456', 'is not a phone number', GERMAN],
		[
			'a plus at the end',
			'4930123456+',
			'is not in international format',
			'Write it with "+", the country code and the number, for example +4930123456.',
		],
		[
			'only marks that are removed',
			'(-)',
			'is not in international format',
			'Write it with "+", the country code and the number, for example +4930123456.',
		],
		['no plus', '4930123456', 'is not in international format', WITHOUT_PLUS],
		[
			'a decimal number without a plus',
			'4930123456.0',
			'is not in international format',
			WITHOUT_PLUS,
		],
		['a number of the USA', '(202) 555-0177', 'is not in international format', WITHOUT_PLUS],
		['a national number', '030 123456', 'is not in international format', NATIONAL],
		['a national number with brackets', '(030) 123456', 'is not in international format', NATIONAL],
		['a national number with a slash', '0170/1234567', 'is not in international format', NATIONAL],
		['a 0', '0', 'is not in international format', NATIONAL],
	])('%s', (_, written, problem, advice) => {
		const shown = written.replace(/[\n\t\u2028\0]/, '↵');
		expect(refusal(written)).toEqual({ message: `The phone number "${shown}" ${problem}`, advice });
	});
});

/*
 * What a screen shows of a text is told by the Unicode Bidirectional Algorithm (UAX #9); here by libfribidi
 * 1.0.8, in a paragraph from left to right and in one that takes its direction from the text. 40,000 random
 * texts with one to three marks were compared: none that is accepted is shown in another order.
 */
describe('a mark that turns the order around', () => {
	it.each([
		['RLO', '+49\u202e765432103', '+49301234567'],
		['RLO around it', '\u202e+49 30 123456\u202c', '654321 03 94+'],
		['RLE', '+49\u202b30 765 432\u202c', '+49432 765 30'],
		['RLI', '+49\u2067 30 765 432\u2069', '+49432 765 30'],
		['RLM', '+49\u200f30 765 432', '+49432 765 30'],
		['ALM', '+49\u061c30 765 432', '+49432 765 30'],
		['RLM in front', '\u200f+49 30 765 432', '432 765 30 49+'],
		['RLM between digits', '+49\u200f30765432', '3076543249+'],
		['a mark of Syriac', '+49\u070f30 765 432', '+49432 765 30'],
	])('is refused: %s', (_, written) => {
		expect(refusal(written)).toEqual({
			message: `The phone number "${written.replace(/\p{Cf}/gu, '')}" contains an invisible mark that changes the order in which it is shown`,
			advice:
				'On a screen it may look like another number. Check the number, and type it again instead of copying it.',
		});
	});

	it.each([
		[
			'+\u0664\u0669 \u0663\u0660\u0667 \u0666\u0665',
			'+\u0666\u0665 \u0663\u0660\u0667 \u0664\u0669',
		],
		['+49 \u0663\u0660-\u0667\u0666\u0665', '+49 \u0667\u0666\u0665-\u0663\u0660'],
	])('is refused in what Arabic digits are grouped by: %s', (written) => {
		expect(refusal(written)).toEqual({
			message: `The phone number "${written}" has groups of Arabic digits, which a screen may show in another order`,
			advice: 'Write it without spaces and dashes, or with the digits 0 to 9.',
		});
	});

	it.each([
		['LRO, as contact apps copy it', '\u202d+49 30 765432\u202c'],
		['LRE', '\u202a+49 30 765432\u202c'],
		['LRI', '\u2066+49 30 765432\u2069'],
		['FSI', '\u2068+49 30 765432\u2069'],
		['LRM', '+49\u200e 30 765432'],
		['RLM after all digits in one', '+4930765432\u200f'],
		['RLE around all digits in one', '\u202b+4930765432\u202c'],
	])('is none where the digits are shown as they are dialed: %s', (_, written) => {
		expect(normalizePhoneNumber(written, { clean: true })).toBe('+4930765432');
	});
});
