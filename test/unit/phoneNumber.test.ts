import { normalizePhoneNumber } from '../../nodes/VoiceAssistantCalls/resources/call/create/phoneNumber';
import { saidBy } from './said';

const EMPTY = {
	title: 'The phone number is empty',
	advice: 'Fill Phone Number. If it holds an expression, check that the input item has that value.',
};

const notInternational = (written: string) => ({
	title: `The phone number "${written}" is not in international format`,
	advice:
		'Write it with "+", the country code and the number, at most 15 digits, for example +4930123456.',
});

const notCleaned = (written: string) => {
	const { title, advice } = notInternational(written);
	const more = ' Clean Phone Number is off, so blanks and dashes are not taken away.';
	return { title, advice: advice + more };
};

const national = (written: string) => ({
	title: `The phone number "${written}" is not in international format`,
	advice:
		'It looks like a national number. Write it with "+" and the country code in place of the first 0, for example +4930123456 for 030 123456 in Germany.',
});

const twoWays = (written: string) => ({
	title: `The "(0)" in the phone number "${written}" can be read in two ways`,
	advice:
		'Write the number as it is dialled from abroad, without brackets, for example +49301234567.',
});

describe('a number that is cleaned', () => {
	it.each([
		['nothing', '+4930123456'],
		['blanks', ' +49 30 123 456 '],
		['a tab and a line break', '\t+49 30 123456\r\n'],
		['no-break and thin blanks', '+49\u00a030\u2009123\u202f456\u3000'],
		['dashes', '+49-30-123-456'],
		['dashes of typesetters', '+49\u201030\u201112\u201334\u201456\u2212'],
		['wide dashes', '+49\ufe5830\ufe6312\uff0d3456'],
		['dots', '+49.30.123.456'],
		['wide dots', '+49\u202430\uff0e123456'],
		['slashes', '+49/30/123456'],
		['a wide slash', '+49 30\uff0f123456'],
		['round brackets', '+49 (30) 123456'],
		['square and curly brackets', '+49 [30] {123456}'],
		['wide brackets', '+49 \uff0830\uff09 123456'],
		['brackets around the country code', '(+49) 30 123456'],
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
		['00 with blanks', ' 0 0 49 30 123456'],
		['00 in brackets', '(00)49 30 123456'],
		['00 and the country code in brackets', '(0049) 30 123456'],
		['00 after tel:', 'tel:0049-30-123456'],
		['a wide plus', '\uff0b49 30 123456'],
	])('loses %s', (_, written) => {
		expect(normalizePhoneNumber(written, true)).toBe('+4930123456');
	});

	it.each([
		['+49 (0)170 1234567', '+491701234567'],
		['+49 (0) 170 1234567', '+491701234567'],
		['+49 [0] 170 1234567', '+491701234567'],
		['+49-(0)-170 1234567', '+491701234567'],
		['(+49) (0)170 1234567', '+491701234567'],
		['0049 (0)170 1234567', '+491701234567'],
		['+44 (0)20 7946 0958', '+442079460958'],
		['+41 (0)44 668 18 00', '+41446681800'],
		['+7 (0)495 123 45 67', '+74951234567'],
		['+20 (0)2 1234 5678', '+20212345678'],
		['+27 (0)21 123 4567', '+27211234567'],
		['+353 (0)1 234 5678', '+35312345678'],
		['+380 (0)44 123 4567', '+380441234567'],
		['+971 (0)4 123 4567', '+97141234567'],
		['+998 (0)71 123 4567', '+998711234567'],
		['+62 (0)21 1234567', '+62211234567'],
		['+81 (0)3-1234-5678', '+81312345678'],
		['+852 (0)1234 5678', '+85212345678'],
		['+98 (0)21 1234567', '+98211234567'],
	])('loses the trunk zero of %s', (written, cleaned) => {
		expect(normalizePhoneNumber(written, true)).toBe(cleaned);
	});

	it.each([
		['in Italy, where it is dialled from abroad', '+39 (0)6 1234567'],
		['in San Marino', '+378 (0)549 123456'],
		['in the Vatican', '+379 (0)6 1234567'],
		['after a part of the country code', '+4(0)9 170 1234567'],
		['after two digits of a longer country code', '+35(0)3 1 234 5678'],
		['after the area code', '+49 170 (0) 1234567'],
		['after one digit of the area code', '+491(0)70 1234567'],
		['at the end', '+49 170 1234567 (0)'],
		['in front', '(0)170 1234567'],
		['in front of the country code', '+(0)49 170 1234567'],
		['twice', '+49 (0)(0)170 1234567'],
		['instead of one 0 of 00', '0(0)49 170 1234567'],
	])('is refused with a (0) %s', (_, written) => {
		expect(saidBy(() => normalizePhoneNumber(written, true))).toEqual(twoWays(written));
	});

	it.each([
		['of an exact number of digits: two', '+12'],
		['of an exact number of digits: fifteen', '+123456789012345'],
	])('is accepted %s', (_, number) => {
		expect(normalizePhoneNumber(number, true)).toBe(number);
	});

	it.each([
		['one digit', '+1'],
		['sixteen digits', '+1234567890123456'],
		['no plus', '4930123456'],
		['a country code that begins with 0', '+0930123456'],
		['letters', '+49 30 CALL ME'],
		['an extension', '+49 30 123456 ext 7'],
		['the parameters of a tel: address', 'tel:+4930123456;ext=7'],
		['two numbers', '+4930123456 / +4930123457'],
		['a comma', '+4930123456,7'],
		['two plus signs', '++4930123456'],
		['tel: in it', '+4930 tel: 123456'],
		['00 and a plus', '00+4930123456'],
		['a plus at the end', '4930123456+'],
		['an asterisk', '*31#+4930123456'],
		['digits of another script', '+\u0664\u0669\u0663\u0660123456'],
		['wide digits', '+\uff14\uff1930123456'],
		['a word', 'unknown'],
		['only marks that are taken away', '(-)'],
	])('is refused with %s', (_, written) => {
		expect(saidBy(() => normalizePhoneNumber(written, true))).toEqual(notInternational(written));
	});

	it('is refused where n8n gives a number, since the plus is missing', () => {
		expect(saidBy(() => normalizePhoneNumber(4930123456, true))).toEqual(
			notInternational('4930123456'),
		);
	});

	it('is refused where a spreadsheet made a power of ten of it', () => {
		expect(saidBy(() => normalizePhoneNumber(4.930123456e24, true))).toEqual(
			notInternational('4.930123456e+24'),
		);
	});

	it.each(['030 123456', '0170/1234567', '(030) 123456', '0'])(
		'is refused as a national number: %s',
		(written) => {
			expect(saidBy(() => normalizePhoneNumber(written, true))).toEqual(national(written));
		},
	);

	it('is shown as it was written, without the blanks around it', () => {
		expect(saidBy(() => normalizePhoneNumber('  030-12 34 ', true))).toEqual(national('030-12 34'));
		expect(saidBy(() => normalizePhoneNumber(' +49 30 (0) 1 ', true))).toEqual(
			twoWays('+49 30 (0) 1'),
		);
	});
});

describe('a number that is only checked', () => {
	it('passes as it is', () => {
		expect(normalizePhoneNumber('+4930123456', false)).toBe('+4930123456');
	});

	it.each([
		['a blank', '+49 30123456'],
		['a dash', '+49-30123456'],
		['tel:', 'tel:+4930123456'],
		['an invisible mark', '+4930\u200b123456'],
		['a (0)', '+49(0)30123456'],
	])('is refused with %s', (_, written) => {
		expect(saidBy(() => normalizePhoneNumber(written, false))).toEqual(notCleaned(written));
	});

	it.each(['\n', ' ', '\r\n', '\u2028'])('is refused with %j at its end', (end) => {
		expect(saidBy(() => normalizePhoneNumber(`+4930123456${end}`, false))).toEqual(
			notCleaned('+4930123456'),
		);
	});

	it('is refused with 00 in front', () => {
		expect(saidBy(() => normalizePhoneNumber('004930123456', false))).toEqual(
			national('004930123456'),
		);
	});
});

describe('a number that is missing', () => {
	it.each([undefined, null, '', ' ', '\n\t', '\u00a0', '\u200b', true, {}, ['+4930123456']])(
		'is reported where the field holds %j',
		(value) => {
			expect(saidBy(() => normalizePhoneNumber(value, true))).toEqual(EMPTY);
			expect(saidBy(() => normalizePhoneNumber(value, false))).toEqual(EMPTY);
		},
	);
});
