import { isDialable } from '../../nodes/phone/compare';
import { normalizePhoneNumber, readCountryCode, shownNumber } from '../../nodes/phone/read';
import { entries } from '../support/entries';
import { COUNTRY_CODES, readByGoogle, regionsOf } from '../support/libphonenumber';
import { refusalOf, resultOf } from '../support/userError';

/* What is dialed, and what is refused in which words. Whether it is right, phoneNumber.oracle asks libphonenumber. */

const cleaned = (written: unknown, countryCode?: string) =>
	normalizePhoneNumber(written, { countryCode });

const refusal = (value: unknown, countryCode?: string) =>
	refusalOf(() => cleaned(value, countryCode));

/** What a text is refused for, without what was written. */
const problemOf = (value: unknown, countryCode?: string) =>
	refusal(value, countryCode).message.replace(/^The phone number (?:".*?"|\S+) (?=[a-z])/s, '');

const UNCLEAR = 'cannot be dialed as it is written';
const NO_CODE = 'is not in international format';
const NO_TEXT = 'is a number, not text';
const WITHHELD = 'stands for a caller whose number is not known';

it.each([
	...entries(`+49\u00a030\u2009123\u202f456\u3000 | +49\u30fc30\u30fc123456 | +49 (0) (30) 123456
		+49 [30] 123456 | +49 \uff0830\uff09 123456 | TEL: +49 30 123456 | whatsapp:+4930123456
		\ufeff\u200e+49\u00ad30\u200b12\u20603456 | +49 30 \u0661\u0662\u0663\u0664\u0665\u0666
		\uff0b\uff14\uff19 \uff13\uff10 \uff11\uff12\uff13\uff14\uff15\uff16
		+\u06f4\u06f9 \u06f3\u06f0 \u06f1\u06f2\u06f3\u06f4\u06f5\u06f6
		'+4930123456 | \u201c+49 30 123456\u201d | 'tel:+49 30 123456' | ="+4930123456" | p:+4930123456
		Tel. +49 30 123456 | sip:+4930123456 | ‹+4930123456› | «+4930123456» | \`+4930123456 | +49 30 123456.
		callto:+4930123456; | +4930123456@s.whatsapp.net`),
	// The marks of contact apps, and those that turn no order around, by UAX #9 (libfribidi 1.0.8).
	...['\u202d+49 30 123456\u202c', '\u2066+49 30 123456\u2069', '\u202b+4930123456\u202c'],
])('a number loses what people and programs put around its digits: %j', (written) => {
	expect(cleaned(written)).toBe('+4930123456');
});

// As a row above it would be a title that is too long for a pattern of titles, as Stryker makes one.
it('a number loses any number of blanks around it', () => {
	expect(cleaned(`${' '.repeat(500_000)}+49 30 123456\n`)).toBe('+4930123456');
});

it.each(
	entries(`+49 (0) 30 / 123 456 - 0 | +33.1.23.45.67.00 | +421-2-212-345-67 | +49 30 123456-789
		+687 05.00.12 | +49 30123 - 45678 | +49 33203/123456 | +27 27 712 3456 | +43 1 58858-0
		+49 30 1234 1235 | +82 10-1234-1239 | +44 79111-79123 | +43 1 234 56 01 | +49 30 12-34-56
		+49 171 123 0456 | +49 301234 507890 | +49 301234 07890 | +49 15027 071146 | +4930123.456
		+49 30 1234  567 | +1.202.555.0000 | +7(495)123-45-67 | (+1) (202) - 555 - 0100
		+61291831234 | +642641234567 | +646412345678 | +8228123456 | +35226151234 | +375298123456
		+375293751234 | +37880012345 | +85228521234 | +493012345678901`),
)('a number keeps all digits but a (0): %s', (written) => {
	expect(cleaned(written)).toBe(`+${written.replace('(0)', '').replace(/\D/g, '')}`);
});

it.each<[problem: string, texts: unknown[]]>([
	[
		UNCLEAR,
		[
			...['+49 30 123456\n+49 30 654321', '+49 30 123456\t654', '+49 30\u2028123', '1'.repeat(101)],
			...[`+49${' '.repeat(1_000_000)}30123456`, `+49${'\u200b'.repeat(1_000_000)}30123456`],
			...entries(`++4930123456 | +4930123456 / +4930123457 | +4930123456,7 | 7;8 | 4.93012E+10
				+1 202 555 0100 x12 | +1 202 555 0100 #5 | +1 800 FLOWERS | unknown 5 | *31#+4930123456
				+4930123456² | (001) 202 555 0100 | 001 65 6223 4567 | +49 170 1234567 (0) | + | +999 123456
				(0)170 1234567 | +(0)49 170 1234567 | +49 (0)0170 1234567 | +39 (0)6 1234567 | +49
				+7 (0)495 123 45 67 | +49 (0)30 123456 (2) | +4 9 30 123456 | 4930123456+ | +49 -- 30 123456
				+49 0170 1234567 | +49 (030) 123456 | +298 123456 / 654321 | +54 11 15 2345-6789 | +378886377
				+54 221 15 545651 | +375 (8) 17 123-45-67 | +49 49 30 12345678 | 2026-11-20 | 9/5/2026`),
			// Too short or too long for their country, exact and with a gap.
			...entries(`+22507123456 | +225 07 123456 | +4930 | +49 30 | +1 210 | +1202555010 | +2290197123
				+33612345 | +3361234567890 | +464 | +447700 9001 | +888 123 | +4930123456789012`),
			// An extension, decimals, a range or a second number.
			...entries(`+4930123456.5 | +120255501.77 | +4930123456.000 | +49.30123.000 | +352 4796/2714
				+49-30-123456-57 | +49-30-123-4 | +49 301-23-4 | +49 30 123.45 | +352 4796-1
				+65 6118 0012 345 | +91 22 1234 5678-123 | +43 1 2001\u20132009 | +49 30 123456 - 789
				+39 02 20010-20019 | +49 30 123456\uff0f57 | +49 171 123 04 5678`),
			// What a screen shows in another order by the Unicode Bidirectional Algorithm (libfribidi 1.0.8).
			...entries(`+49\u202e765432103 | +49\u202b30 765 432\u202c | +49\u2067 30 765 432\u2069
				+49\u200f30 765 432 | +49\u061c30 765 432 | +49\u070f30 765 432 | +49\u200f30765432
				+49 \u0663\u0660 - \u0667\u0666\u0665 | +\u0664\u0669 \u0663\u0660\u0667 \u0666\u0665`),
		],
	],
	[NO_CODE, entries('4930123456 | (202) 555-0177 | 0170/1234567 | 0')],
	[
		WITHHELD,
		entries(`+266696687 | +86 282 452 253 | +7378742833 | +2562533 | +8656696 | +86282452253 | +688632732 | anonymous
			Restricted | UNKNOWN | "private"`),
	],
	// Ten digits and fewer may be anything; then mobile numbers without 0 and country code.
	[NO_TEXT, [4930123456, 0, NaN, -12025550177, 4.930123456e24, 120255501.5, 999123456789]],
	[NO_TEXT, [15112345678, 81234567890, 13812345678, 31987654321]],
])('a value is refused that %s', (problem, values) => {
	expect(values.map((value) => [value, problemOf(value)])).toEqual(
		values.map((value) => [value, problem]),
	);
});

const inPlain = (form: string) =>
	`Write ${form}, with nothing else in the field. In a spreadsheet, format the column as plain text.`;
const asDialed = (digits: string) => inPlain(`${digits} digits, as they are dialed from abroad`);

it.each<[value: unknown, countryCode: string | undefined, advice: string]>([
	['+49 0170 1234567', undefined, asDialed('"+49" and then 5 to 13')],
	['011 15-2345-6789', '54', asDialed('"+54" and then 10 or 11')],
	['+888 1', undefined, asDialed('"+888" and then 11')],
	[true, undefined, 'Check the expression. It must return a single phone number as text.'],
	[
		'no number',
		undefined,
		inPlain('"+", the country code and the number, for example +4930123456'),
	],
	[
		'030 123456',
		undefined,
		'Write it with "+" and the country code, for example +4930123456 for 030 123456 in Germany. If all numbers without a country code belong to one country, set the option \'Default Country Code\'.',
	],
])('what to do is told: %p', (value, countryCode, advice) => {
	expect(refusal(value, countryCode).advice).toBe(advice);
	expect(refusal(['+4930123456']).message).toBe('The phone number is a list, not text');
});

it.each([
	['49', '(030) 123456', '+4930123456'],
	['49', 'tel:030-123456', '+4930123456'],
	['49', '030 1234-0', '+493012340'],
	['46', '046-222 00 00', '+46462220000'],
	['7', '8 (495) 123-45-67', '+74951234567'],
	['36', '(06 1) 234 5678', '+3612345678'],
	['36', '06 (1) 234 5678', '+3612345678'],
	['375', '8 (029) 491-19-11', '+375294911911'],
	['39', '06 1234567', '+39061234567'],
	['370', '(0-312) 34567', '+37031234567'],
	['81', '０３ー１２３４ー５６７８', '+81312345678'],
	['33', '06 12 06 34 56', '+33612063456'],
	['298', '20 11 26', '+298201126'],
	// Brazil needs an area code, and no 0.
	['55', '(11) 98765-4321', '+5511987654321'],
	['55', '55 98765 4321', '+5555987654321'],
	['52', '52 1 55 1234 5678', '+525512345678'],
	// Only the plus is missing where no number of the country has so many digits.
	...entries(`44 7700 900123 | 1 202 555 0177 | 351912345678 | 79161234567 | 919876543210
		8613812345678 | 31 612 345 678 | 393331234567 | 41791234567 | 4366412345678 | 61412345678
		420601123456 | 306945123456 | 56912345678 | 6281234567890 | 48501234567 | 27821234567 | 46701234567 | 2348012345678 | 6591234567 | 639171234567
		971501234567`).map((text) => {
		const all = text.replace(/\D/g, '');
		return [COUNTRY_CODES.find((code) => all.startsWith(code))!, text, `+${all}`];
	}),
])('a national number of +%s is dialed as its country dials it: %s', (code, written, number) => {
	expect(cleaned(written, code)).toBe(number);
	const read = regionsOf(code).map((region) => readByGoogle(written.replaceAll('ー', '-'), region));
	expect(read).toContain(number);
});

it.each([
	['1', '555-0177'],
	// 04915 is an area code, and 49 may be the beginning of a number without its 0.
	...entries('30 123456 | 49 30 123456 | 0 49 30 123456 | 4915112345678').map((text) => [
		'49',
		text,
	]),
	['39', '0 0 6 1234567'],
	['36', '06 01 234 5678'],
	...entries('0 15 11 98765-4321 | 98765-4321').map((text) => ['55', text]),
	// What is dialed before a country code.
	['49', '011 44 20 7946 0958'],
	['81', '010 774 9789'],
	['51', '1912 00 44 20 7946 0958'],
	// From Korea, 002 374 80 012345 is a number in Armenia; +237 480 012345 is one in Cameroon.
	['82', '00237480012345'],
	['65', '(0081) 800 212 3456'],
	['54', '011 15-2345-6789'],
	['82', '081 2 212 3456'],
	['971', '971 800123'],
	['1', '1 140 819 3288'],
	// An extension, or two numbers.
	['49', '030 123456-57'],
	['298', '123456/654321'],
	['43', '01 58801 01 58802'],
	['43', '0158801 0258802'],
	['49', '040 12 34 040 56 78'],
])('a national number of +%s is refused: %s', (code, written) => {
	expect(problemOf(written, code)).toBe(UNCLEAR);
});

it.each(
	entries(`1987-06-15 | 20.11.2026 | 11-20-2026 | 2026. 11. 20 | 20 - 11 - 2026 | 03-25-26 | 87-06-15
		05. 3. 26 | 05.2026 | 45980.35 | 1234567.25`),
)('a date or an amount is no national number of any country: %s', (written) => {
	const isDialed = (code: string) => typeof resultOf(() => cleaned(written, code)) === 'string';
	expect(COUNTRY_CODES.filter(isDialed)).toEqual([]);
});

it('a number of Mexico is dialed as today, without the 1 that it had', () => {
	expect(cleaned('0052 1 (55) 1234-5678')).toBe('+525512345678');
});

it.each<[value: unknown, countryCode: string | undefined, number: string]>([
	...[14155550100, 4915112345678, 919876543210, 5511987654321n].map(
		(value) => [value, undefined, `+${value}`] as [unknown, undefined, string],
	),
	[2025550177, '1', '+12025550177'],
	[447700900123, '44', '+447700900123'],
	// These countries have a 0 that may be lost.
	[4930123456, '49', ''],
	[612345678, '39', ''],
])(
	'a number that is no text is dialed where nothing was lost: %p',
	(value, countryCode, number) => {
		if (number) expect(cleaned(value, countryCode)).toBe(number);
		else expect(problemOf(value, countryCode)).toBe(NO_TEXT);
	},
);

it.each<[isCallable: boolean, numbers: unknown[]]>([
	[
		true,
		[
			'+4930123456',
			'030 123',
			4930123456,
			'sip:+4930123456@host',
			'+1 202 555 0100 x12',
			"+41 44 668'18'00",
		],
	],
	[
		false,
		[
			'',
			'Web',
			null,
			'68849',
			'+22507123456',
			'+49301234**',
			'+266696687',
			'"private"',
			'+266 696 687',
			'+4930----56',
		],
	],
])('a number of a list can be called: %s', (isCallable, numbers) => {
	expect(numbers.filter((number) => isDialable(number) !== isCallable)).toEqual([]);
});

describe("the option 'Default Country Code'", () => {
	it('knows the codes of all countries', () => {
		const known = COUNTRY_CODES.filter((code) => resultOf(() => readCountryCode(code)) === code);
		expect(known).toEqual(COUNTRY_CODES.filter((code) => regionsOf(code).length > 0));
		expect(['+49', '0049', ' 49 ', 49].map(readCountryCode)).toEqual(['49', '49', '49', '49']);
		expect(['', ' '].map(readCountryCode)).toEqual([undefined, undefined]);
	});

	it.each<[shown: string, value: unknown]>([
		['empty', null],
		['"DE"', 'DE'],
		['"049"', '049'],
		['"881"', '881'],
		['"-49"', -49],
		['a list', ['49']],
		[`"${'9'.repeat(58)} …"`, '9'.repeat(1_000_000)],
	])('is refused where it is %s', (shown, value) => {
		expect(refusalOf(() => readCountryCode(value))).toEqual({
			message: `'Default Country Code' is ${shown}, which is not a country code`,
			advice:
				'Enter the digits of a country code, for example 1 for the USA or 49 for Germany. Leave it empty to call only numbers in international format.',
		});
	});
});

it.each([undefined, null, ' \u200e\n'])('a value may be empty: %j', (value) => {
	expect(refusal(value)).toEqual({
		message: 'The phone number is empty',
		advice:
			"Enter 'Phone Number'. If it uses an expression, check that the input item contains that field.",
	});
});

it('what is shown of a number is as it was written, and nothing of what is none', () => {
	expect(['\u200e030 1', 491, {}, null].map(shownNumber)).toEqual(['030 1', '491', '', '']);
});
