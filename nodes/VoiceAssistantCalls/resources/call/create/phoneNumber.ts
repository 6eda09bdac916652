import { UserError } from '../../../../shared/userError';

/** What people and spreadsheets put between digits, and what they do not see. */
const BLANKS = /[\s\p{Cf}]/gu;
const PUNCTUATION = /[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d.\u2024\uff0e/\uff0f]/g;
const OPENING = /[([{\uff08]/g;
const CLOSING = /[)\]}\uff09]/g;

/** The country codes of ITU-T E.164, which are prefix-free: one, two or three digits. */
const COUNTRY_CODE =
	'(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\\d)';
const TRUNK_ZERO = new RegExp(`^(\\+${COUNTRY_CODE})\\(0\\)`);

const E164 = /^\+[1-9]\d{1,14}$/;

/**
 * Brings a phone number into the form that the service asks for. API description 4.1: E.164, a
 * leading `+`, country code, digits.
 *
 * @param value what stands in the field Phone Number
 * @param clean whether to take away what people write for the eye (blanks, dashes, dots, slashes,
 * brackets, `tel:`, invisible marks, a `(0)` right after the country code, `00` instead of `+`);
 * otherwise the number is only checked
 * @returns the number as E.164
 * @throws UserError if it is not an international number. Nothing is guessed: a wrong guess rings a
 * stranger's phone
 */
export function normalizePhoneNumber(
	value: unknown,
	{ clean }: { clean: boolean; countryCode?: string },
): string {
	const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	if (written.replace(BLANKS, '') === '') {
		throw new UserError(
			'The phone number is empty',
			'Fill Phone Number. If it holds an expression, check that the input item has that value.',
		);
	}
	const number = clean ? cleaned(written) : written;
	if (E164.test(number)) return number;
	throw new UserError(
		`The phone number "${written.trim()}" is not in international format`,
		number.startsWith('0')
			? `It looks like a national number. Write it with "+" and the country code in place of the first 0, for example +4930123456 for 030 123456 in Germany.`
			: `Write it with "+", the country code and the number, at most 15 digits, for example +4930123456.${clean ? '' : ' Clean Phone Number is off, so blanks and dashes are not taken away.'}`,
	);
}

function cleaned(written: string): string {
	const compact = written
		.replace(BLANKS, '')
		.replace(/^tel:/i, '')
		.replace(PUNCTUATION, '')
		.replace(OPENING, '(')
		.replace(CLOSING, ')')
		.replace(/^\uff0b/, '+')
		.replace(/^\(?00\)?/, '+')
		.replace(/^\(\+(\d{1,3})\)/, '+$1');
	return withoutTrunkZero(written, compact).replace(/[()]/g, '');
}

function withoutTrunkZero(written: string, compact: string): string {
	if (!compact.includes('(0)')) return compact;
	const international = compact.replace(TRUNK_ZERO, '$1');
	// In Italy, San Marino and the Vatican the 0 is dialled from abroad as well, so dropping it would
	// reach somebody else.
	if (international.includes('(0)') || /^\+(?:39|378|379)/.test(compact)) {
		throw new UserError(
			`The "(0)" in the phone number "${written.trim()}" can be read in two ways`,
			'Write the number as it is dialled from abroad, without brackets, for example +49301234567.',
		);
	}
	return international;
}

/** The number in a record of the service as E.164, if it is one. */
export function readAsE164(value: unknown): string | undefined {
	try {
		return normalizePhoneNumber(value, { clean: true });
	} catch {
		return undefined;
	}
}

export function readCountryCode(value: unknown): string | undefined {
	return value === '' ? undefined : String(value);
}
