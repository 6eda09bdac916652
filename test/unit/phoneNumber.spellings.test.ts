import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';

const cleaned = (written: string) => normalizePhoneNumber(written, { clean: true });

describe('a number that is cleaned', () => {
	it.each([
		['nothing', '+4930123456'],
		['blanks', ' +49 30 123 456 '],
		['a tab and a line break around it', '\t+49 30 123456\r\n'],
		['no-break and thin blanks', '+49\u00a030\u2009123\u202f456\u3000'],
		['dashes', '+49-30-123-456'],
		['dashes of typesetters', '+49\u201030\u201112\u201334\u201456'],
		['a minus sign', '+49\u221230\u2212123456'],
		['wide dashes', '+49\ufe5830\ufe6312\uff0d3456'],
		['the dash of Japanese keyboards', '+49\u30fc30\u30fc123456'],
		['dots', '+49.30.123.456'],
		['a dot after the country code', '+49.30123456'],
		['wide dots', '+49\u202430\uff0e123456'],
		['a slash after the area code', '+49 30/123456'],
		['a slash with blanks', '+49 30 / 123 456'],
		['slashes after country code and area code', '+49/30/123456'],
		['a wide slash', '+49 30\uff0f123456'],
		['brackets around the area code', '+49 (30) 123456'],
		['brackets and a slash', '+49 (30) / 123456'],
		['square brackets', '+49 [30] 123456'],
		['wide brackets', '+49 \uff0830\uff09 123456'],
		['brackets around the country code', '(+49) 30 123456'],
		['brackets after the plus', '+(49) 30 123456'],
		['brackets around both codes', '(+49) (30) 123456'],
		['brackets around everything', '(+49 30 123456)'],
		['tel:', 'tel:+49-30-123456'],
		['TEL: with a blank', 'TEL: +49 30 123456'],
		['a soft hyphen', '+49\u00ad30\u00ad123456'],
		['a zero-width space', '\u200b+49\u200b30123456\u200b'],
		['left-to-right marks', '\u200e+4930123456\u200f'],
		['the marks of a contacts app', '\u202a+49 30 123456\u202c'],
		['isolates', '\u2066+4930123456\u2069'],
		['a word joiner', '+49\u206030123456'],
		['a byte order mark', '\ufeff+4930123456'],
		['an Arabic letter mark', '\u061c+4930123456'],
		['00', '004930123456'],
		['00 and blanks', ' 00 49 30 123456'],
		['00 and dashes', '00-49-30-123456'],
		['00 and the country code in brackets', '(0049) 30 123456'],
		['00 after tel:', 'tel:0049-30-123456'],
		['a blank after the plus', '+ 49 30 123456'],
		['a wide plus', '\uff0b49 30 123456'],
		['wide digits', '\uff0b\uff14\uff19 \uff13\uff10 \uff11\uff12\uff13\uff14\uff15\uff16'],
		['Arabic digits', '+\u0664\u0669\u0663\u0660\u0661\u0662\u0663\u0664\u0665\u0666'],
		['Persian digits', '+\u06f4\u06f9 \u06f3\u06f0 \u06f1\u06f2\u06f3\u06f4\u06f5\u06f6'],
	])('loses %s', (_, written) => {
		expect(cleaned(written)).toBe('+4930123456');
	});

	it.each([
		['+49 (0)170 1234567', '+491701234567'],
		['+49 (0) 170 1234567', '+491701234567'],
		['+49 [0] 170 1234567', '+491701234567'],
		['+49-(0)-170 1234567', '+491701234567'],
		['(+49) (0)170 1234567', '+491701234567'],
		['0049 (0)170 1234567', '+491701234567'],
		['+49 (0) (170) 1234567', '+491701234567'],
		['+49 (0) 30 / 123 456', '+4930123456'],
		['+44 (0)20 7946 0958', '+442079460958'],
		['+41 (0)44 668 18 00', '+41446681800'],
		['+20 (0)2 1234 5678', '+20212345678'],
		['+27 (0)21 123 4567', '+27211234567'],
		['+353 (0)1 234 5678', '+35312345678'],
		['+380 (0)44 123 4567', '+380441234567'],
		['+971 (0)4 123 4567', '+97141234567'],
		['+62 (0)21 1234567', '+62211234567'],
		['+81 (0)3-1234-5678', '+81312345678'],
		['+98 (0)21 1234 5678', '+982112345678'],
		['+55 (0)11 2345-6789', '+551123456789'],
	])('loses the trunk zero of %s', (written, number) => {
		expect(cleaned(written)).toBe(number);
	});

	it.each([
		['+33 1 23 45 67 89', '+33123456789'],
		['+33-1-23-45-67-89', '+33123456789'],
		['+33.1.23.45.67.00', '+33123456700'],
		['+1-202-555-0100', '+12025550100'],
		['+1 (202) 555-0100', '+12025550100'],
		['+1 202.555.0100', '+12025550100'],
		['(+1) (202) - 555 - 0100', '+12025550100'],
		['00 1 202 555 0100', '+12025550100'],
		['+47 22-12-34-56', '+4722123456'],
		['+7 495 123-45-67', '+74951234567'],
		['+7(495)123-45-67', '+74951234567'],
		['+352 27-12-34-56', '+35227123456'],
		['+375 17 123-45-67', '+375171234567'],
		['+380 44 123-45-67', '+380441234567'],
		['+421-2-212-345-67', '+421221234567'],
		['+32 2/123.45.67', '+3221234567'],
		['+54 9 (11) 2345-6789', '+5491123456789'],
		['+39 06 1234567', '+39061234567'],
		['+39 (06) 1234567', '+39061234567'],
		['+86 131-2345-6789', '+8613123456789'],
		['+49 30 123456-789', '+4930123456789'],
		['+687 05.00.12', '+687050012'],
	])('keeps all digits of %s', (written, number) => {
		expect(cleaned(written)).toBe(number);
	});

	// In Germany and Austria, -0 is the switchboard, and the 0 is dialled.
	it.each([
		['+49 30 123456-0', '+49301234560'],
		['+49-30-123456-0', '+49301234560'],
		['+49 (0) 30 / 123 456 - 0', '+49301234560'],
		['+43 1 58858-0', '+431588580'],
	])('keeps the switchboard of %s', (written, number) => {
		expect(cleaned(written)).toBe(number);
	});
});

describe('a number of "+" and digits', () => {
	it.each([
		'+4930123456',
		'+12025550100',
		'+390612345678',
		'+2902345',
		'+15550100',
		'+493012345678901',
	])('%s is taken as it is, cleaned or not', (number) => {
		expect(normalizePhoneNumber(number, { clean: true })).toBe(number);
		expect(normalizePhoneNumber(number, { clean: false })).toBe(number);
	});
});
