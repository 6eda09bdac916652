import { UserError } from '../n8n/errors';
import { NUMBERING_PLANS } from './numberingPlans';
import {
	countryCodeError,
	exitCode,
	notExact,
	phoneNumberError,
	quoteNumber,
	unreadable,
	withoutCountryCode,
} from './errors';
import {
	EXACT,
	hasArabicGroups,
	isReordered,
	readCode,
	readWrittenNumber,
	toGrammar,
	withoutTrunkZero,
} from './grammar';
import { dialInternational, dialNational } from './rules';

export interface PhoneNumberOptions {
	/** Whether to remove what people write for the eye; otherwise only "+" and digits are accepted. */
	clean: boolean;
	/** What national numbers belong to, as `readCountryCode` returns it; undefined: they are refused. */
	countryCode?: string;
	/** The label of the field or option with the number, for errors. */
	field?: string;
}

/** Longer than any number with all that people write around it. */
const MAX_TEXT_LENGTH = 100;

/**
 * Brings a phone number into the form that the API asks for, E.164: `+`, country code, digits. What
 * people write for the eye is removed where it can mean only one thing (`grammar.ts`), and
 * nothing is guessed: a wrong guess rings a stranger's phone. Tests hold it to Google's libphonenumber:
 * what is returned is what that reads.
 *
 * @param value what stands in the field 'Phone Number', or an entry of a list of numbers
 * @returns the number as E.164
 * @throws UserError if it is not one number that a person would dial in only one way
 */
export function normalizePhoneNumber(value: unknown, options: PhoneNumberOptions): string {
	const field = options.field ?? 'Phone Number';
	const written = readNumberText(value, field);
	const text = toGrammar(written);
	if (text === '') throw empty(field);
	const country = NUMBERING_PLANS.get(readCode(text) ?? '');
	if (!options.clean && !EXACT.test(written)) throw notExact(written, country);
	const number = readWrittenNumber(text);
	if (!number) throw unreadable(written, withoutTrunkZero(text), country);
	const home = NUMBERING_PLANS.get(options.countryCode ?? '');
	// 00 stands for "+", but not where it is the beginning of an exit code, such as 002 in Korea.
	if (/^\(?00/.test(text) && home?.exitCode?.test(text.replace(/\D/g, ''))) {
		throw exitCode(written);
	}
	const plan = number.code === undefined ? home : NUMBERING_PLANS.get(number.code);
	if (!plan) throw withoutCountryCode(written, text);
	return number.code === undefined
		? dialNational(written, number, plan)
		: dialInternational(written, number, plan, EXACT.test(text));
}

/** Reads a value as text that may be a phone number, and not longer than one. */
export function readNumberText(value: unknown, field = 'Phone Number'): string {
	const checkExpression = `Check the expression in '${field}'. It must return a single phone number.`;
	if (typeof value === 'number' || typeof value === 'bigint') {
		throw new UserError(
			`The phone number ${quoteNumber(String(value))} is a number, not text`,
			'Numbers lose a "+" and zeros at the beginning. Store phone numbers as text, for example in a column formatted as plain text. If only the "+" is missing, add it in an expression: {{ \'+\' + $json.phone }}.',
		);
	}
	if (value !== undefined && value !== null && typeof value !== 'string') {
		throw new UserError(`The phone number is ${kindOf(value)}, not text`, checkExpression);
	}
	const written = value ?? '';
	const length = written.trim().length;
	if (length > MAX_TEXT_LENGTH) {
		throw new UserError(
			`The phone number ${quoteNumber(written)} is ${length} characters long`,
			checkExpression,
		);
	}
	if (isReordered(written)) {
		throw phoneNumberError(
			written,
			'contains an invisible mark that changes the order in which it is shown',
			'On a screen it may look like another number. Check the number, and type it again instead of copying it.',
		);
	}
	if (hasArabicGroups(written)) {
		throw phoneNumberError(
			written,
			'has groups of Arabic digits, which a screen may show in another order',
			'Write it without spaces and dashes, or with the digits 0 to 9.',
		);
	}
	return written;
}

function empty(field: string): UserError {
	return new UserError(
		'The phone number is empty',
		`Enter '${field}'. If it uses an expression, check that the input item contains that field.`,
	);
}

/**
 * Reads the option 'Default Country Code'.
 *
 * @param value digits, with or without "+" or "00"; empty text: none
 * @returns the digits of a country code, or undefined
 * @throws UserError if no country has that code
 */
export function readCountryCode(value: unknown): string | undefined {
	const written =
		typeof value === 'string' || typeof value === 'number' ? String(value) : kindOf(value);
	if (written === '' || /^ +$/.test(written)) return undefined;
	const plan = NUMBERING_PLANS.get(/^(?:\+|00)?(\d{1,3})$/.exec(written.trim())?.[1] ?? '');
	if (!plan || plan.nationalNumbers === 'none') throw countryCodeError(written);
	return plan.code;
}

function kindOf(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	if (typeof value === 'boolean') return String(value);
	return Array.isArray(value) ? 'a list' : 'an object';
}

/**
 * The number in a record of the service as E.164, if it is one. Some services list numbers without the
 * plus. Nothing is dialled here, so that may be tried.
 */
export function readRecordedNumber(recorded: unknown): string | undefined {
	if (typeof recorded !== 'string' && typeof recorded !== 'number') return undefined;
	const text = withoutMarks(String(recorded));
	return asE164(text) ?? asE164(`+${text}`);
}

function asE164(written: string): string | undefined {
	try {
		return normalizePhoneNumber(written, { clean: true });
	} catch {
		return undefined;
	}
}

/**
 * What stands in the place of a phone number, and may be none, as a person should read it: in the order in
 * which it is written. Empty if it is neither text nor a number.
 */
export function shownNumber(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? withoutMarks(String(value)) : '';
}

function withoutMarks(written: string): string {
	return written.replace(/\p{Cf}/gu, '');
}
