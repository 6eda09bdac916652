import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import { refusalOf } from '../support/userError';

const refusal = (value: unknown) => refusalOf(() => normalizePhoneNumber(value, { clean: true }));

const GERMAN = 'Write it as "+49" and 5 to 13 digits.';

describe('a number that is not cleaned is refused', () => {
	it.each([
		['a blank', '+49 30123456'],
		['a dash', '+49-30123456'],
		['tel:', 'tel:+4930123456'],
		['an invisible mark', '+4930\u200b123456'],
		['a (0)', '+49(0)30123456'],
		['00', '004930123456'],
		['a line break at the end', '+4930123456\n'],
		['a blank in front', ' +4930123456'],
		['wide digits', '+\uff14\uff1930123456'],
	])('with %s', (_, written) => {
		expect(refusalOf(() => normalizePhoneNumber(written, { clean: false }))).toEqual({
			message: `The phone number "${written.trim().replace('\u200b', '')}" is not in E.164 format`,
			advice: `${GERMAN} 'Clean Phone Number' is off, so the field must not contain anything else. To allow spaces and dashes, remove that option.`,
		});
	});

	it('with no country code', () => {
		expect(refusalOf(() => normalizePhoneNumber('030123456', { clean: false }))).toEqual({
			message: 'The phone number "030123456" is not in E.164 format',
			advice:
				"Write it like +4930123456. 'Clean Phone Number' is off, so the field must not contain anything else. To allow spaces and dashes, remove that option.",
		});
	});

	it.each([
		['+490170123456', 'has a 0 after the country code 49'],
		['+999123456', 'does not begin with a country code'],
		['+49301234567890123', 'has 15 digits after the country code 49'],
		['+491', 'has 1 digit after the country code 49'],
	])('where no country has it: %s', (written, problem) => {
		expect(refusalOf(() => normalizePhoneNumber(written, { clean: false })).message).toBe(
			`The phone number "${written}" ${problem}`,
		);
	});
});

describe('a value that is no text', () => {
	it.each([undefined, null, '', ' ', '\n\t', '\u00a0', '\u200b', ' \u200e '])(
		'is empty: %j',
		(value) => {
			for (const clean of [true, false]) {
				expect(refusalOf(() => normalizePhoneNumber(value, { clean }))).toEqual({
					message: 'The phone number is empty',
					advice:
						"Enter 'Phone Number'. If it uses an expression, check that the input item contains that field.",
				});
			}
		},
	);

	it.each([
		[4930123456, '4930123456'],
		[-4930123456, '-4930123456'],
		[4930123456.5, '4930123456.5'],
		[4.930123456e24, '4.930123456e+24'],
		[0, '0'],
		[Number.NaN, 'NaN'],
		[4930123456n, '4930123456'],
	])('is a number: %p', (value, shown) => {
		for (const clean of [true, false]) {
			expect(refusalOf(() => normalizePhoneNumber(value, { clean, countryCode: '49' }))).toEqual({
				message: `The phone number "${shown}" is a number, not text`,
				advice:
					'Numbers lose a "+" and zeros at the beginning. Store phone numbers as text, for example in a column formatted as plain text. If only the "+" is missing, add it in an expression: {{ \'+\' + $json.phone }}.',
			});
		}
	});

	it.each([
		[true, 'true'],
		[false, 'false'],
		[[], 'a list'],
		[['+4930123456'], 'a list'],
		[{}, 'an object'],
		[{ phone: '+4930123456' }, 'an object'],
		[Object.create(null), 'an object'],
	])('is of another type: %p', (value, kind) => {
		expect(refusal(value)).toEqual({
			message: `The phone number is ${kind}, not text`,
			advice: "Check the expression in 'Phone Number'. It must return a single phone number.",
		});
	});
});

describe('a long text', () => {
	it.each([
		['blanks', `+49${' '.repeat(1_000_000)}30123456`],
		['digits', `+${'4930123456'.repeat(100_000)}`],
		['brackets', '('.repeat(1_000_000)],
		['pairs of brackets', '()'.repeat(500_000)],
		['dashes', `+49${' - 1'.repeat(250_000)}`],
		['slashes', `+49${'/1'.repeat(500_000)}`],
		['line breaks', `+49${'\n'.repeat(1_000_000)}1`],
		['letters', 'x'.repeat(1_000_000)],
		['invisible marks', `+49${'\u200b'.repeat(1_000_000)}30123456`],
	])('is refused before it is read: %s', (_, written) => {
		for (const clean of [true, false]) {
			const { message, advice } = refusalOf(() => normalizePhoneNumber(written, { clean }));
			expect(message).toMatch(/^The phone number ".{0,60}…" is \d{7} characters long$/s);
			expect(advice).toBe(
				"Check the expression in 'Phone Number'. It must return a single phone number.",
			);
		}
	});

	it('is read if only what stands around it is long', () => {
		const blanks = ' '.repeat(500_000);
		expect(normalizePhoneNumber(`${blanks}+49 30 123456${blanks}`, { clean: true })).toBe(
			'+4930123456',
		);
		expect(refusal(`${blanks}030 123456${blanks}`).message).toBe(
			'The phone number "030 123456" is not in international format',
		);
	});

	it('is read up to 100 characters', () => {
		const number = `+49${' '.repeat(90)}3012345`;
		expect(normalizePhoneNumber(number, { clean: true })).toBe('+493012345');
		expect(refusal(`${number}6`).message).toMatch(/is 101 characters long$/);
	});

	it('is shortened in the message', () => {
		expect(refusal(`unknown ${'y'.repeat(80)}`).message).toBe(
			`The phone number "unknown ${'y'.repeat(52)}…" contains letters`,
		);
		expect(refusal(`${'y'.repeat(59)}📞📞`).message).toBe(
			`The phone number "${'y'.repeat(59)}…" contains letters`,
		);
	});
});

describe('a list of numbers', () => {
	it('is read with the same function, and errors name its field', () => {
		const read = (value: unknown) =>
			normalizePhoneNumber(value, { clean: true, countryCode: '1', field: 'Do Not Call' });
		expect('+49 30 123456,(202) 555-0177\n0044 20 7946 0958'.split(/[,\n]/).map(read)).toEqual([
			'+4930123456',
			'+12025550177',
			'+442079460958',
		]);
		expect(refusalOf(() => read('')).advice).toBe(
			"Enter 'Do Not Call'. If it uses an expression, check that the input item contains that field.",
		);
		expect(refusalOf(() => read([])).advice).toBe(
			"Check the expression in 'Do Not Call'. It must return a single phone number.",
		);
		expect(refusalOf(() => read('1'.repeat(101))).advice).toBe(
			"Check the expression in 'Do Not Call'. It must return a single phone number.",
		);
	});
});
