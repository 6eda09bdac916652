import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import { refusalOf } from '../support/userError';

const refusal = (value: unknown) => refusalOf(() => normalizePhoneNumber(value, { clean: true }));

const NO_ZERO_IN_BRACKETS = 'Write the number as it is dialed from abroad, without "(0)".';
const GERMAN = 'Write it as "+49" and 5 to 13 digits.';
const SPREADSHEET =
	'A spreadsheet may have added it. Format the column as plain text, or remove the ending.';
const ending = (number: string, before: string) =>
	`If it is dialed as part of the number, write ${number}. If not, remove it: ${before}.`;
const lengths = (digits: string) =>
	`Numbers with this country code usually have ${digits}. Check for missing digits, an extension or a second number.`;

describe('a number is refused for what is known of its country:', () => {
	it.each([
		[
			'a 0 after the country code',
			'+49 0170 1234567',
			'has a 0 after the country code 49',
			`From abroad, that 0 is not dialed. ${GERMAN}`,
		],
		[
			'a 0 in brackets with the area code',
			'+49 (030) 123456',
			'has a 0 after the country code 49',
			`From abroad, that 0 is not dialed. ${GERMAN}`,
		],
		[
			'a 0 in an exact number',
			'+490170123456',
			'has a 0 after the country code 49',
			`From abroad, that 0 is not dialed. ${GERMAN}`,
		],
		[
			'a 0 where there is no trunk prefix',
			'+34 0912 345 678',
			'has a 0 after the country code 34',
			'From abroad, that 0 is not dialed. Write it as "+34" and 9 digits.',
		],
		['a (0) and a 0', '+49 (0)0170 1234567', 'has an ambiguous "(0)"', GERMAN],
		['a (0) twice', '+49 (0)(0)170 1234567', 'has an ambiguous "(0)"', NO_ZERO_IN_BRACKETS],
		[
			'a (0) in Italy',
			'+39 (0)6 1234567',
			'has an ambiguous "(0)"',
			'Write it as "+39" and 6 to 12 digits.',
		],
		[
			'a (0) in San Marino',
			'+378 (0)549 123456',
			'has an ambiguous "(0)"',
			'Write it as "+378" and 8 or 10 digits.',
		],
		[
			'a (0) in Russia',
			'+7 (0)495 123 45 67',
			'has an ambiguous "(0)"',
			'Write it as "+7" and 10 digits.',
		],
		[
			'a (0) in Hong Kong',
			'+852 (0)1234 5678',
			'has an ambiguous "(0)"',
			'Write it as "+852" and 8 digits.',
		],
		['one digit', '+1 2', 'has 1 digit after the country code 1', lengths('10')],
		['one digit of an exact number', '+12', 'has 1 digit after the country code 1', lengths('10')],
		['a digit too few', '+1 202 555 010', 'has 9 digits after the country code 1', lengths('10')],
		[
			'a digit too many',
			'+1 202 555 01000',
			'has 11 digits after the country code 1',
			lengths('10'),
		],
		[
			'an extension after a dash',
			'+1 202-555-0100-5',
			'has 11 digits after the country code 1',
			lengths('10'),
		],
		[
			'two numbers and a blank',
			'+298 123456 654321',
			'has 12 digits after the country code 298',
			lengths('6'),
		],
		[
			'two exact numbers',
			'+298123456654321',
			'has 12 digits after the country code 298',
			lengths('6'),
		],
		[
			'more than 15 digits',
			'+4930123456789012',
			'has 14 digits after the country code 49',
			lengths('5 to 13'),
		],
		[
			'a trunk prefix 8',
			'+7 8 495 123-45-67',
			'has 11 digits after the country code 7',
			lengths('10'),
		],
		[
			'a mobile number of Argentina as it is dialled there',
			'+54 11 15 2345-6789',
			'has 12 digits after the country code 54',
			lengths('10 or 11'),
		],
		[
			'the same, with a shorter number',
			'+54 221 15 545651',
			'is ambiguous',
			'It lacks an area code, or begins with digits that are not dialed from abroad. Write it as "+54" and 10 or 11 digits.',
		],
		[
			'a mobile number of Mexico of former times',
			'+52 1 55 1234 5678',
			'has 11 digits after the country code 52',
			lengths('10'),
		],
		[
			'a trunk prefix of Belarus',
			'+375 (8) 17 123-45-67',
			'is ambiguous',
			'It lacks an area code, or begins with digits that are not dialed from abroad. Write it as "+375" and 9 digits.',
		],
		[
			'a missing area code',
			'+378886377',
			'is ambiguous',
			'It lacks an area code, or begins with digits that are not dialed from abroad. Write it as "+378" and 8 or 10 digits.',
		],
		[
			'the country code twice',
			'+49 49 30 123456',
			'is ambiguous',
			`It may have the country code 49 twice. ${GERMAN}`,
		],
		['a decimal number', '+4930123456.0', 'has an ambiguous ending, ".0"', SPREADSHEET],
		[
			'a decimal number that is a digit short',
			'+1202555010.0',
			'has an ambiguous ending, ".0"',
			SPREADSHEET,
		],
		['a fraction', '+120255501.77', 'has an ambiguous ending, ".77"', SPREADSHEET],
		['two decimals', '+4930123456.00', 'has an ambiguous ending, ".00"', SPREADSHEET],
		[
			'a range',
			'+49 30 123456 - 60',
			'has an ambiguous ending, "-60"',
			ending('+493012345660', '+4930123456'),
		],
		[
			'a range of pairs',
			'+49 30 12 34 56 - 60',
			'has an ambiguous ending, "-60"',
			ending('+493012345660', '+4930123456'),
		],
		[
			'a longer range',
			'+49 30 123456 - 460',
			'has an ambiguous ending, "-460"',
			ending('+4930123456460', '+4930123456'),
		],
		[
			'an ending',
			'+49 30 123456-57',
			'has an ambiguous ending, "-57"',
			ending('+493012345657', '+4930123456'),
		],
		[
			'an ending, all dashes',
			'+49-30-123456-57',
			'has an ambiguous ending, "-57"',
			ending('+493012345657', '+4930123456'),
		],
		[
			'a switchboard of Luxembourg',
			'+352 4796-1',
			'has an ambiguous ending, "-1"',
			ending('+35247961', '+3524796'),
		],
		[
			'a switchboard of Luxembourg whose 0 may not be dialled',
			'+352 4796-0',
			'has an ambiguous ending, "-0"',
			ending('+35247960', '+3524796'),
		],
		[
			'an extension of India',
			'+91 22 1234 5678-123',
			'has an ambiguous ending, "-123"',
			ending('+912212345678123', '+912212345678'),
		],
	])('%s', (_, written, problem, advice) => {
		expect(refusal(written)).toEqual({
			message: `The phone number "${written}" ${problem}`,
			advice,
		});
	});
});
