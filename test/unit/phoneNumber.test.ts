import * as fc from 'fast-check';

import { normalizePhoneNumber, readCountryCode } from '../../nodes/phone';
import { UserError } from '../../nodes/n8n/errors';
import { cases } from '../support/deep';
import { COUNTRY_CODES, regionsOf } from '../support/libphonenumber';
import { refusalOf, resultOf } from '../support/userError';

/* What is dialed, and what is refused in which words. Whether it is right, phoneNumber.oracle asks libphonenumber. */

const cleaned = (written: string, countryCode?: string) =>
	normalizePhoneNumber(written, { clean: true, countryCode });

const refusal = (value: unknown, countryCode?: string) =>
	refusalOf(() => normalizePhoneNumber(value, { clean: true, countryCode }));

/** Expects each of the texts to be refused for the same reason. */
function expectRefused(texts: string[], problem: string, advice: string, countryCode?: string) {
	expect(texts.map((text) => refusal(text, countryCode))).toEqual(
		texts.map((text) => ({
			message: `The phone number "${text.replace(/[\n\t\u2028\0]/, '↵')}" ${problem}`,
			advice,
		})),
	);
}

const form = (code: string, digits: string) => `Write it as "+${code}" and ${digits} digits.`;
const GERMAN = form('49', '5 to 13');
const ONE_NUMBER =
	'Enter a single phone number. If the field contains several, pick one in an expression.';
const ONE_NUMBER_WITH_SLASH = `${ONE_NUMBER} Use a slash only after the area code.`;
const NO_ZERO_IN_BRACKETS = 'Write the number as it is dialed from abroad, without "(0)".';
const EXIT_CODE =
	'It may begin with an international prefix such as 011. Write "+" and the country code instead.';
const lacksArea = (code: string, digits: string) =>
	`It lacks an area code, or begins with digits that are not dialed from abroad. ${form(code, digits)}`;
const SPREADSHEET =
	'A spreadsheet may have added it. Format the column as plain text, or remove the ending.';
const ending = (number: string, before: string) =>
	`If it is dialed as part of the number, write ${number}. If not, remove it: ${before}.`;
const lengths = (digits: string) =>
	`Numbers with this country code usually have ${digits}. Check for missing digits, an extension or a second number.`;

describe('a number that is cleaned', () => {
	it.each([
		['no-break and thin blanks', '+49\u00a030\u2009123\u202f456\u3000'],
		['the dash of Japanese keyboards', '+49\u30fc30\u30fc123456'],
		['brackets and a slash', '+49 (30) / 123456'],
		['square brackets', '+49 [30] 123456'],
		['wide brackets', '+49 \uff0830\uff09 123456'],
		['TEL: with a blank', 'TEL: +49 30 123456'],
		['invisible characters', '\ufeff\u200e+49\u00ad30\u200b12\u20603456'],
		['wide digits', '\uff0b\uff14\uff19 \uff13\uff10 \uff11\uff12\uff13\uff14\uff15\uff16'],
		['Persian digits', '+\u06f4\u06f9 \u06f3\u06f0 \u06f1\u06f2\u06f3\u06f4\u06f5\u06f6'],
		['Arabic digits', '+49 30 \u0661\u0662\u0663\u0664\u0665\u0666'],
	])('loses %s', (_, written) => {
		expect(cleaned(written)).toBe('+4930123456');
	});

	it.each(['+49 (0)30 123456', '+49 (0) (30) 123456'])('loses the trunk zero of %s', (written) => {
		expect(cleaned(written)).toBe('+4930123456');
	});

	it.each([
		['+33.1.23.45.67.00', '+33123456700'],
		['(+1) (202) - 555 - 0100', '+12025550100'],
		['00 1 202 555 0100', '+12025550100'],
		['+7(495)123-45-67', '+74951234567'],
		['+421-2-212-345-67', '+421221234567'],
		['+32 2/123.45.67', '+3221234567'],
		['+39 (06) 1234567', '+39061234567'],
		['+49 30 123456-789', '+4930123456789'],
		['+687 05.00.12', '+687050012'],
		['+49 30123 - 45678', '+493012345678'],
		['+49 33203/123456', '+4933203123456'],
		// The area code is the country code, too.
		['+27 27 712 3456', '+27277123456'],
		// In Germany and Austria, -0 is the switchboard, and the 0 is dialled.
		['+49-30-123456-0', '+49301234560'],
		['+49 (0) 30 / 123 456 - 0', '+49301234560'],
		['+43 1 58858-0', '+431588580'],
		// Neither ranges nor two numbers.
		['+49 30 1234 1235', '+493012341235'],
		['+49 30 1235-1234', '+493012351234'],
		['+49 30 1234-1334', '+493012341334'],
		['+82 10-1234-1239', '+821012341239'],
		['+44 79111-79123', '+447911179123'],
		['+43 1 234 56 01', '+4312345601'],
		['+49 171 123 04 5678', '+49171123045678'],
		['+49 301234 507890', '+49301234507890'],
		['+49 301234 07890', '+4930123407890'],
		['+49 15027 071146', '+4915027071146'],
		// No endings.
		['+49 30 12-34-56', '+4930123456'],
		['+49 30 1234  567', '+49301234567'],
		['+1.202.555.0000', '+12025550000'],
		['+4930123.456', '+4930123456'],
	])('keeps all other digits of %s', (written, number) => {
		expect(cleaned(written)).toBe(number);
	});

	it.each([
		...['+4930123456', '+12025550100', '+2902345', '+15550100', '+493012345678901'],
		// They contain, elsewhere, what is refused at the beginning of numbers of these countries.
		...['+5511990123456', '+61291831234', '+642641234567', '+646412345678', '+8228123456'],
		...['+35226151234', '+375298123456', '+375293751234', '+37880012345', '+85228521234'],
	])('is taken as it is where it is "+" and digits: %s', (number) => {
		for (const clean of [true, false]) expect(normalizePhoneNumber(number, { clean })).toBe(number);
	});
});

describe('a text is refused that', () => {
	it.each<[problem: string, advice: string, texts: string[]]>([
		[
			'contains a line break or a tab',
			ONE_NUMBER,
			['+49 30 123456\n+49 30 654321', '+49 30 123456\t654', '+49 30\u2028123', '+49 30\u0000123'],
		],
		[
			'was rounded by a spreadsheet',
			'Format the column as plain text and enter the number again.',
			['4.93012E+10', '4.930123456e10', '5E+10', '+493,1e-9', '493.2E9'],
		],
		[
			'looks like a date',
			'Check that the field contains the phone number. If it does, write it with "+" and the country code.',
			[
				...['2026-11-20', '9/5/2026', '2026-11-20T08:30:00.000Z', '20.11.2026 08:30'],
				...['2026-1-05', '2026-01-5'],
			],
		],
		[
			'has an extension',
			'Remove the extension. Only the number itself can be called.',
			[
				...['+1 202 555 0100 x12', '+1 202 555 0100x12', '+1 (202) 555-0100 ext. 5'],
				...['+1 202 555 0100 #5', 'tel:+4930123456;ext=7', '+1 202 555 0100 (ext. 5)'],
				...['2025550100,, x5'],
			],
		],
		[
			'contains letters',
			'Remove labels, names and extensions, so that only the number is left.',
			[
				...['+49 30 CALL ME', '+1 800 FLOWERS', 'Tel.: +49 30 123456', '+4930 tel: 123456'],
				...['unknown', '+49 30 1234 56 or 57', 'ext. 5', 'a4.9E+10', '4.9E+10a', '+49 30 x5 a'],
			],
		],
		[
			'contains more than one number',
			ONE_NUMBER,
			[
				...['++4930123456', '+4930123456 / +4930123457', '+4930123456,7'],
				...['+1-202-555-0100, +1-202-555-0101', '+4930123456;030654321', '7;8'],
			],
		],
		[
			'contains characters that do not belong in a phone number',
			'Use only digits, "+", spaces, dashes, dots and parentheses.',
			[
				...['*31#+4930123456', '+4930123456²', '+49 30 123456 📞', '+49 {30} 123456'],
				...["'+4930123456", '+49 30 123456~60', '+\u0967\u0968\u0969\u0967\u0968\u0969'],
			],
		],
		[
			'is ambiguous',
			'"001" may be 00 and the country code 1, or an international prefix of another country. Write "+" and the country code instead.',
			['001 65 6223 4567', '0011 44 20 7946 0958', '(001) 202 555 0100'],
		],
		['is ambiguous', EXIT_CODE, ['011 44 20 7946 0958', '010 44 20 7946 0958']],
		[
			'has an ambiguous "(0)"',
			NO_ZERO_IN_BRACKETS,
			[
				...['+49 170 (0) 1234567', '+491(0)70 1234567', '+4(0)9 170 1234567'],
				...['+35(0)3 1 234 5678', '+49 170 1234567 (0)', '(0)170 1234567'],
				...['+(0)49 170 1234567', '0(0)49 170 1234567', '+49 (0)(0)170 1234567'],
			],
		],
		[
			'has ambiguous parentheses',
			'Use parentheses only around the country code or the area code. Remove an extension in parentheses.',
			[
				...['+49 (0)30 123456 (2)', '+49 3 (0123) 456', '+7 8 (495) 123-45-67'],
				...['+49 30 123456 (2)', '+49 30 123456 [5]', '+49 30 (123456)', '+49 (30 123456'],
			],
		],
		[
			'may be more than one number',
			ONE_NUMBER_WITH_SLASH,
			[
				...['+44 (0)20 7946 0958 / 0959', '+49 30 123456/57'],
				...['+298 123456 / 654321', '+352 4796/2714', '+49 30 123456\uff0f57', '1/'],
			],
		],
		[
			'does not begin with a country code',
			'After "+" or "00", write the country code without spaces and then the number, for example +4930123456.',
			['+4 9 30 123456', '+999 123456', '+0930123456', '+0049 30 123456', '+'],
		],
		[
			'is not a phone number',
			GERMAN,
			['+49', '+49 30 123456-', '+49 30 123456.', '+49 -- 30 123456', '+49 30 -- 123456'],
		],
		[
			'is not in international format',
			'Write it with "+", the country code and the number, for example +4930123456.',
			['4930123456+', '(-)'],
		],
		[
			'is not in international format',
			'If it begins with the country code, write "+" in front. If it does not, write "+" and the country code, for example +12025550177 for (202) 555-0177 in the USA, or set the option \'Default Country Code\'.',
			['4930123456', '4930123456.0', '(202) 555-0177'],
		],
		[
			'is not in international format',
			'Write it with "+" and the country code, for example +4930123456 for 030 123456 in Germany. Or set the option \'Default Country Code\'.',
			['030 123456', '(030) 123456', '0170/1234567', '0'],
		],
	])('%s', (problem, advice, texts) => expectRefused(texts, problem, advice));
});

describe('a number is refused for what is known of its country:', () => {
	it.each([
		...['+49 0170 1234567', '+49 (030) 123456'].map((written) => [
			...[written, 'has a 0 after the country code 49'],
			`From abroad, that 0 is not dialed. ${GERMAN}`,
		]),
		['+49 (0)0170 1234567', 'has an ambiguous "(0)"', GERMAN],
		['+39 (0)6 1234567', 'has an ambiguous "(0)"', form('39', '6 to 12')],
		['+7 (0)495 123 45 67', 'has an ambiguous "(0)"', form('7', '10')],
		['+12', 'has 1 digit after the country code 1', lengths('10')],
		['+888 123', 'has 3 digits after the country code 888', lengths('11')],
		['+1 202 555 010', 'has 9 digits after the country code 1', lengths('10')],
		['+4930123456789012', 'has 14 digits after the country code 49', lengths('5 to 13')],
		['+54 11 15 2345-6789', 'has 12 digits after the country code 54', lengths('10 or 11')],
		['+54 221 15 545651', 'is ambiguous', lacksArea('54', '10 or 11')],
		['+375 (8) 17 123-45-67', 'is ambiguous', lacksArea('375', '9')],
		['+378886377', 'is ambiguous', lacksArea('378', '8 or 10')],
		...['.5', '.000'].map((end) => [
			...[`+4930123456${end}`, `has an ambiguous ending, "${end}"`, SPREADSHEET],
		]),
		['+49 49 30 12345678', 'is ambiguous', `It may have the country code 49 twice. ${GERMAN}`],
		['+4930123456\uff0e0', 'has an ambiguous ending, ".0"', SPREADSHEET],
		['+120255501.77', 'has an ambiguous ending, ".77"', SPREADSHEET],
		['+49.30123.000', 'has an ambiguous ending, ".000"', SPREADSHEET],
		...[
			['+49 30 123456 - 60', '-60', '+493012345660', '+4930123456'],
			['+49 30 123456 - 4609', '-4609', '+49301234564609', '+4930123456'],
			['+49 30 123.45', '.45', '+493012345', '+4930123'],
			['+49-30-123456-57', '-57', '+493012345657', '+4930123456'],
			['+352 4796-1', '-1', '+35247961', '+3524796'],
			['+65 6118 0012 345', '345', '+6561180012345', '+6561180012'],
			['+49 30 12 34-56', '-56', '+4930123456', '+49301234'],
			['+49-30-123-4', '-4', '+49301234', '+4930123'],
			['+49 301-23-4', '-4', '+49301234', '+4930123'],
			['+91 22 1234 5678-123', '-123', '+912212345678123', '+912212345678'],
			['+43 1 2001\u20132009', '-2009', '+43120012009', '+4312001'],
			['+39 02 20010-20019', '-20019', '+39022001020019', '+390220010'],
		].map(([written, end, number, before]) => [
			written,
			`has an ambiguous ending, "${end}"`,
			ending(number, before),
		]),
	])('%s', (written, problem, advice) => expectRefused([written], problem, advice));
});

/*
 * What a screen shows of a text is told by the Unicode Bidirectional Algorithm (UAX #9); here by libfribidi
 * 1.0.8, in a paragraph from left to right and in one that takes its direction from the text.
 */
describe('a mark that turns the order around', () => {
	it.each([
		['RLO', '+49\u202e765432103'],
		['RLE', '+49\u202b30 765 432\u202c'],
		['RLI', '+49\u2067 30 765 432\u2069'],
		['RLM', '+49\u200f30 765 432'],
		['ALM', '+49\u061c30 765 432'],
		['RLM in front', '\u200f+49 30 765 432'],
		['RLM between digits', '+49\u200f30765432'],
		['a mark of Syriac', '+49\u070f30 765 432'],
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
		['+49 \u0663\u0660 - \u0667\u0666\u0665', '+49 \u0667\u0666\u0665 - \u0663\u0660'],
	])('is refused in what Arabic digits are grouped by: %s', (written) => {
		expect(refusal(written)).toEqual({
			message: `The phone number "${written}" has groups of Arabic digits, which a screen may show in another order`,
			advice: 'Write it without spaces and dashes, or with the digits 0 to 9.',
		});
	});

	it.each([
		['LRO, as contact apps copy it', '\u202d+49 30 765432\u202c'],
		['LRI', '\u2066+49 30 765432\u2069'],
		['LRM', '+49\u200e 30 765432'],
		['RLM after all digits in one', '+4930765432\u200f'],
		['RLE around all digits in one', '\u202b+4930765432\u202c'],
	])('is none where the digits are shown as they are dialed: %s', (_, written) => {
		expect(cleaned(written)).toBe('+4930765432');
	});
});

describe('a national number', () => {
	it.each([
		['1', '(202) 555-0177', '+12025550177'],
		['49', '(030) 123456', '+4930123456'],
		['49', '030/123456', '+4930123456'],
		['49', 'tel:030-123456', '+4930123456'],
		['49', '030 1234-0', '+493012340'],
		['46', '046-222 00 00', '+46462220000'],
		['7', '8 (495) 123-45-67', '+74951234567'],
		['36', '(06 1) 234 5678', '+3612345678'],
		['36', '06 (1) 234 5678', '+3612345678'],
		['36', '20 123 4567', '+36201234567'],
		['375', '8 (029) 491-19-11', '+375294911911'],
		['375', '8 029 491-19-11', '+375294911911'],
		['39', '06 1234567', '+39061234567'],
		['370', '(0-312) 34567', '+37031234567'],
		['81', '０３ー１２３４ー５６７８', '+81312345678'],
		['33', '06 12 06 34 56', '+33612063456'],
		['298', '20 11 26', '+298201126'],
		['298', '20.13.32', '+298201332'],
	])('of +%s is dialled as its country dials it: %s', (code, written, number) => {
		expect(cleaned(written, code)).toBe(number);
	});

	it.each([
		['1', '555-0177', 'has 7 digits after the country code 1', lengths('10')],
		[
			'49',
			'30 123456',
			'is not a complete national number',
			`National numbers of country code 49 begin with 0. ${GERMAN}`,
		],
		['49', '49 30 123456', 'is ambiguous', `It may begin with the country code 49. ${GERMAN}`],
		['49', '049 30 123456', 'is ambiguous', `It may begin with the country code 49. ${GERMAN}`],
		['49', '0 49 30 123456', 'is ambiguous', `It may begin with the country code 49. ${GERMAN}`],
		[
			'39',
			'39 335 1234567',
			'is ambiguous',
			`It may begin with the country code 39. ${form('39', '6 to 12')}`,
		],
		['39', '0 0 6 1234567', 'is ambiguous', EXIT_CODE],
		['36', '06 01 234 5678', 'is ambiguous', `It begins with an extra 0. ${form('36', '8 or 9')}`],
		['49', '011 44 20 7946 0958', 'is ambiguous', EXIT_CODE],
		['81', '010 774 9789', 'is ambiguous', EXIT_CODE],
		['51', '1912 00 44 20 7946 0958', 'is ambiguous', EXIT_CODE],
		['56', '1230 44 20 7946 0958', 'is ambiguous', EXIT_CODE],
		// From Korea, 002 374 80 012345 is a number in Armenia; +237 480 012345 is one in Cameroon.
		['82', '00237480012345', 'is ambiguous', EXIT_CODE],
		['65', '(0081) 800 212 3456', 'is ambiguous', EXIT_CODE],
		[
			'54',
			'011 15-2345-6789',
			'is a national number',
			'There is more than one way to dial national numbers of country code 54 from abroad, so they are not converted. Write it as "+54" and 10 or 11 digits.',
		],
		['82', '081 2 212 3456', 'is ambiguous', lacksArea('82', '5 to 10')],
		['971', '971 800123', 'is ambiguous', lacksArea('971', '8 or 9')],
		['1', '1 140 819 3288', 'is ambiguous', lacksArea('1', '10')],
		[
			'49',
			'030 123456-57',
			'has an ambiguous ending, "-57"',
			ending('+493012345657', '+4930123456'),
		],
		['298', '123456/654321', 'may be more than one number', ONE_NUMBER_WITH_SLASH],
		...[
			['43', '01 58801 01 58802', '+431588010158802'],
			['43', '0158801 0258802', '+431588010258802'],
			['49', '040 1234 030 5678', '+494012340305678'],
			['49', '040 12 34 040 56 78', '+494012340405678'],
			['39', '06 1234 06 1235', '+39061234061235'],
		].map(([code, written, number]) => [
			...[code, written, 'may be more than one number'],
			`${ONE_NUMBER} If it is one number, write it as ${number}.`,
		]),
	])('of +%s is refused: %s', (code, written, problem, advice) => {
		expectRefused([written], problem, advice, code);
	});

	it.each([
		...['2026-11-20', '1987-06-15', '20.11.2026', '11-20-2026', '1.2.2026', '2026. 11. 20'],
		...['20. 11. 2026', '20 - 11 - 2026', '25.03.26', '05-03-26', '03-25-26', '87-06-15'],
		...['05. 3. 26', '05.2026', '45980.35', '123456.78', '1234567.25'],
	])('is no date, in a spreadsheet or not, and no amount in any country: %s', (written) => {
		const isDialed = (code: string) => typeof resultOf(() => cleaned(written, code)) === 'string';
		expect(COUNTRY_CODES.filter(isDialed)).toEqual([]);
	});
});

describe("the option 'Default Country Code'", () => {
	it.each([
		['49', '49'],
		['+49', '49'],
		['0049', '49'],
		[' 49 ', '49'],
		[49, '49'],
		['', undefined],
		[' ', undefined],
	])('reads %j as %s', (value, code) => {
		expect(readCountryCode(value)).toBe(code);
	});

	it('knows the codes of all countries', () => {
		const known = COUNTRY_CODES.filter((code) => resultOf(() => readCountryCode(code)) === code);
		expect(known).toEqual(COUNTRY_CODES.filter((code) => regionsOf(code).length > 0));
	});

	it.each<[shown: string, value: unknown]>([
		['"nothing"', undefined],
		['"nothing"', null],
		['"NaN"', NaN],
		['"DE"', 'DE'],
		['"049"', '049'],
		['"999"', '999'],
		['"881"', '881'],
		['"49, 43"', '49, 43'],
		['"-49"', -49],
		['"true"', true],
		['"a list"', ['49']],
		['"an object"', { code: '49' }],
		[`"${'9'.repeat(60)}…"`, '9'.repeat(1_000_000)],
	])('is refused where it is %s', (shown, value) => {
		expect(refusalOf(() => readCountryCode(value))).toEqual({
			message: `'Default Country Code' is ${shown}, which is not a country code`,
			advice:
				'Enter the digits of a country code, for example 1 for the USA or 49 for Germany. Leave it empty to call only numbers in international format.',
		});
	});
});

describe('where numbers are not cleaned', () => {
	const exact = (value: string, countryCode?: string) =>
		refusalOf(() => normalizePhoneNumber(value, { clean: false, countryCode }));
	const OFF =
		"'Clean Phone Number' is off, so the field must not contain anything else. To allow spaces and dashes, remove that option.";

	it.each([
		...['+49 30123456', '+49-30123456', 'tel:+4930123456', '+4930\u200b123456', '+49(0)30123456'],
		...['004930123456', '+4930123456\n', ' +4930123456', '+\uff14\uff1930123456'],
	])('%j is refused', (written) => {
		expect(exact(written)).toEqual({
			message: `The phone number "${written.trim().replace('\u200b', '')}" is not in E.164 format`,
			advice: `${GERMAN} ${OFF}`,
		});
	});

	it('a national number is refused, whatever the country code', () => {
		expect([exact('030123456'), exact('030123456', '49')]).toEqual(
			Array(2).fill({
				message: 'The phone number "030123456" is not in E.164 format',
				advice: `Write it like +4930123456. ${OFF}`,
			}),
		);
	});

	it.each([
		['+490170123456', 'has a 0 after the country code 49'],
		['+999123456', 'does not begin with a country code'],
		['+49301234567890123', 'has 15 digits after the country code 49'],
	])('a number that no country has is refused: %s', (written, problem) => {
		expect(exact(written).message).toBe(`The phone number "${written}" ${problem}`);
	});
});

describe('a value', () => {
	const CHECK_EXPRESSION =
		"Check the expression in 'Phone Number'. It must return a single phone number.";

	it.each([undefined, null, '', ' ', '\n\t', '\u00a0', ' \u200e '])('may be empty: %j', (value) => {
		for (const clean of [true, false]) {
			expect(refusalOf(() => normalizePhoneNumber(value, { clean }))).toEqual({
				message: 'The phone number is empty',
				advice:
					"Enter 'Phone Number'. If it uses an expression, check that the input item contains that field.",
			});
		}
	});

	it.each([
		[4930123456, '4930123456'],
		[4.930123456e24, '4.930123456e+24'],
		[0, '0'],
		[Number.NaN, 'NaN'],
		[4930123456n, '4930123456'],
	])('may be a number: %p', (value, shown) => {
		expect(refusal(value, '49')).toEqual({
			message: `The phone number "${shown}" is a number, not text`,
			advice:
				'Numbers lose a "+" and zeros at the beginning. Store phone numbers as text, for example in a column formatted as plain text. If only the "+" is missing, add it in an expression: {{ \'+\' + $json.phone }}.',
		});
	});

	it.each([
		[true, 'true'],
		[['+4930123456'], 'a list'],
		[{ phone: '+4930123456' }, 'an object'],
		[Object.create(null), 'an object'],
	])('may be of another type: %p', (value, kind) => {
		const message = `The phone number is ${kind}, not text`;
		expect(refusal(value)).toEqual({ message, advice: CHECK_EXPRESSION });
	});

	it.each([
		['blanks', `+49${' '.repeat(1_000_000)}30123456`],
		['invisible marks', `+49${'\u200b'.repeat(1_000_000)}30123456`],
	])('is refused before it is read where it has a million %s', (_, written) => {
		const { message, advice } = refusal(written);
		expect(message).toMatch(/^The phone number ".{0,60}…" is \d{7} characters long$/s);
		expect(advice).toBe(CHECK_EXPRESSION);
	});

	it('is read up to 100 characters, however long what stands around it', () => {
		const number = `+49${' '.repeat(90)}3012345`;
		expect(cleaned(`${' '.repeat(500_000)}${number}\n`)).toBe('+493012345');
		expect(refusal(`${number}6`).message).toMatch(/is 101 characters long$/);
	});

	it.each([
		[`unknown ${'y'.repeat(80)}`, `unknown ${'y'.repeat(52)}…`],
		[`${'y'.repeat(59)}📞📞`, `${'y'.repeat(59)}…`],
		[`y${' '.repeat(90)}`, 'y'],
	])('is shortened in the message: %s', (written, shown) => {
		expect(refusal(written).message).toBe(`The phone number "${shown}" contains letters`);
	});

	it.each(['', [], '1'.repeat(101)])("names the field that it is from: '%s'", (value) => {
		const read = () => normalizePhoneNumber(value, { clean: true, field: 'Do Not Call' });
		expect(refusalOf(read).advice).toContain("'Do Not Call'");
	});
});

it('whatever passes is E.164, the same if it is read again, and all else is told to the user', () => {
	const parts = fc.oneof(
		{ weight: 6, arbitrary: fc.stringMatching(/^\d{1,5}$/) },
		{
			weight: 3,
			arbitrary: fc.constantFrom(...' \t\n\u00a0\u3000-.()/[]{}\u2013\uff0f\u200b\u2069'),
		},
		{ weight: 1, arbitrary: fc.constantFrom('+', '00', '(0)', 'tel:', '+49', 'x', ';') },
	);
	const almostNumber = fc
		.tuple(
			fc.constantFrom('+49', '+1', '0049', '(+44)', '+39 ', '', '0'),
			fc.array(parts, { maxLength: 6 }),
		)
		.map(([beginning, all]) => beginning + all.join(''));
	const options = fc.record({
		clean: fc.boolean(),
		countryCode: fc.constantFrom(undefined, '1', '49', '39', '7'),
	});
	let numbers = 0;
	fc.assert(
		fc.property(fc.oneof(almostNumber, fc.anything()), options, (value, option) => {
			const result = resultOf(() => normalizePhoneNumber(value, option));
			if (result instanceof UserError) {
				expect(result.message.length).toBeLessThan(200);
				return expect(result.advice).toMatch(/^["A-Z].*[.]$/s);
			}
			numbers++;
			expect(result).toMatch(/^\+[1-9][0-9]{4,14}$/);
			expect(normalizePhoneNumber(result, { clean: false })).toBe(result);
		}),
		{ numRuns: cases(4000), seed: 20251121 },
	);
	expect(numbers).toBeGreaterThan(cases(100, 2));
});
