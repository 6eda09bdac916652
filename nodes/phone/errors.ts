import { UserError } from '../n8n/errors';
import { DATE } from './grammar';
import type { NumberingPlan } from './numberingPlans';

const OPTION = "'Default Country Code'";
const MAX_QUOTE_LENGTH = 60;

const ONE_NUMBER =
	'Enter a single phone number. If the field contains several, pick one in an expression.';

export const SLASH = 'Use a slash only after the area code.';

/** What may be wrong with a text that the grammar does not accept: the first pattern that fits. */
const REASONS: Array<{ pattern: RegExp; problem: string; advice: string }> = [
	{
		pattern: /[\p{Cc}\u2028\u2029]/u,
		problem: 'contains a line break or a tab',
		advice: ONE_NUMBER,
	},
	{
		pattern: /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i,
		problem: 'was rounded by a spreadsheet',
		advice: 'Format the column as plain text and enter the number again.',
	},
	{
		pattern: DATE,
		problem: 'looks like a date',
		advice:
			'Check that the field contains the phone number. If it does, write it with "+" and the country code.',
	},
	{
		pattern: /\d[^a-z]*(?:#|x|ext|extn|extension|durchwahl|interno|poste|ramal)[.:= ]*\d{1,6}\W*$/i,
		problem: 'has an extension',
		advice: 'Remove the extension. Only the number itself can be called.',
	},
	{
		pattern: /\p{L}/u,
		problem: 'contains letters',
		advice: 'Remove labels, names and extensions, so that only the number is left.',
	},
	{
		pattern: /\+.*\+|\d.*[,;|&].*\d/,
		problem: 'contains more than one number',
		advice: ONE_NUMBER,
	},
	{
		pattern: /[^\d+()\-./ ]/u,
		problem: 'contains characters that do not belong in a phone number',
		advice: 'Use only digits, "+", spaces, dashes, dots and parentheses.',
	},
	{
		pattern: /^\(?001/,
		problem: 'is ambiguous',
		advice:
			'"001" may be 00 and the country code 1, or an international prefix of another country. Write "+" and the country code instead.',
	},
	{
		pattern: /\(0\)/,
		problem: 'has an ambiguous "(0)"',
		advice: 'Write the number as it is dialed from abroad, without "(0)".',
	},
	{
		pattern: /[()]/,
		problem: 'has ambiguous parentheses',
		advice:
			'Use parentheses only around the country code or the area code. Remove an extension in parentheses.',
	},
	{
		pattern: /\d.*\//,
		problem: 'may be more than one number',
		advice: `${ONE_NUMBER} ${SLASH}`,
	},
];

/**
 * A text that the grammar does not accept.
 *
 * @param written what was written
 * @param text the same in the characters of the grammar
 * @param plan the country that it begins with, if there is one
 */
export function unreadable(written: string, text: string, plan?: NumberingPlan): UserError {
	const reason = REASONS.find(({ pattern }) => pattern.test(text));
	if (reason) return phoneNumberError(written, reason.problem, reason.advice);
	if (plan) return phoneNumberError(written, 'is not a phone number', internationalForm(plan));
	if (/^\(?(?:\+|00)/.test(text)) {
		return phoneNumberError(
			written,
			'does not begin with a country code',
			'After "+" or "00", write the country code without spaces and then the number, for example +4930123456.',
		);
	}
	return phoneNumberError(
		written,
		'is not in international format',
		'Write it with "+", the country code and the number, for example +4930123456.',
	);
}

/** What may be two numbers, or a number and another ending. */
export function secondNumber(written: string, advice: string): UserError {
	return phoneNumberError(written, 'may be more than one number', `${ONE_NUMBER} ${advice}`);
}

/** What is dialled before a country code in other countries, and whatever follows it. */
export const EXIT_CODE = /^(?:00|01[01]\d{9})/;

export function exitCode(written: string): UserError {
	return phoneNumberError(
		written,
		'is ambiguous',
		'It may begin with an international prefix such as 011. Write "+" and the country code instead.',
	);
}

/** A number without a country code where the option is empty. */
export function withoutCountryCode(written: string, text: string): UserError {
	if (EXIT_CODE.test(text.replace(/\D/g, ''))) return exitCode(written);
	return phoneNumberError(
		written,
		'is not in international format',
		text.replace(/\D/g, '').startsWith('0')
			? `Write it with "+" and the country code, for example +4930123456 for 030 123456 in Germany. Or set the option ${OPTION}.`
			: `If it begins with the country code, write "+" in front. If it does not, write "+" and the country code, for example +12025550177 for (202) 555-0177 in the USA, or set the option ${OPTION}.`,
	);
}

/** A number with anything else than "+" and digits where 'Clean Phone Number' is off. */
export function notExact(written: string, plan?: NumberingPlan): UserError {
	return phoneNumberError(
		written,
		'is not in E.164 format',
		`${plan ? internationalForm(plan) : 'Write it like +4930123456.'} 'Clean Phone Number' is off, so the field must not contain anything else. To allow spaces and dashes, remove that option.`,
	);
}

/** A number that is refused for what is known of the numbers of its country. */
export function phoneNumberError(written: string, problem: string, advice: string): UserError {
	return new UserError(`The phone number ${quoteNumber(written)} ${problem}`, advice);
}

/** How a number of a country is written, as a sentence. */
export function internationalForm(plan: NumberingPlan): string {
	return `Write it as "+${plan.code}" and ${inWords(plan)} digits.`;
}

/** How many digits usually follow the country code: "10", "8 or 10", "8 to 10". */
export function inWords({ usualLengths, lengths }: NumberingPlan): string {
	const shown = usualLengths.length > 0 ? usualLengths : lengths;
	return shown.length > 2 ? `${shown[0]} to ${shown[shown.length - 1]}` : shown.join(' or ');
}

/** Quotes a phone number, on one line, in the order in which it is dialed, and only its beginning if it is long. */
export function quoteNumber(written: string): string {
	const text = written.trim();
	const start = text.slice(0, MAX_QUOTE_LENGTH).replace(/[\ud800-\udbff]$/, '');
	const shown = start.replace(/[\p{Cc}\u2028\u2029]+/gu, '↵').replace(/\p{Cf}/gu, '');
	return `"${shown}${start.length < text.length ? '…' : ''}"`;
}

export function countryCodeError(written: string): UserError {
	return new UserError(
		`${OPTION} is ${quoteNumber(written)}, which is not a country code`,
		'Enter the digits of a country code, for example 1 for the USA or 49 for Germany. Leave it empty to call only numbers in international format.',
	);
}
