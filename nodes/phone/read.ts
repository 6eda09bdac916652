import { UserError } from '../n8n/errors';
import { quoteValue } from '../n8n/text';
import { asText, ifPossible } from '../n8n/values';
import { digitsOf, readWrittenNumber, toGrammar, type WrittenNumber } from './grammar';
import { NUMBERING_PLANS, type NumberingPlan } from './plans';

/**
 * The invisible characters after which a screen may show groups of digits from right to left: those of
 * Unicode's classes R, AL and AN, and the embedding and the isolate from right to left (UAX #9). The marks
 * from left to right, with which contact apps surround a number, change nothing.
 */
const RIGHT_TO_LEFT = /[\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u200f\u202b\u2067]/;
const ONE_GROUP = /^\P{Nd}*\p{Nd}+\P{Nd}*$/u;

/**
 * What services list for a caller whose number they do not know: a word, or the keys of a telephone with its
 * letters (ANONYMOUS, BLOCKED, OUT OF AREA, PRIVATE, RESTRICTED, UNAVAILABLE, UNKNOWN; 8566696 is seen, too).
 */
const WITHHELD =
	/^\+(?:266696687|2562533|688632732|7748483|7378742833|86282452253|8656696|8566696)$|^(?:anonymous|blocked|out of area|private|restricted|unavailable|unknown|withheld)$/i;
/**
 * Eleven digits that many mobile numbers have without a country code: in Brazil and China, and without their 0
 * in Germany and Indonesia.
 */
const MAYBE_MOBILE = /^(?:\d\d9\d{8}|1(?:[35-9]\d|4[5-9])\d{8}|8[1-357-9]\d{9})$/;

/**
 * Mobile numbers with their country codes, of countries where other numbers may be as long; none of those begins
 * so. Of the first row are Russia, Kazakhstan, South Africa, the Netherlands, Italy, Switzerland, Austria, …
 */
const MOBILE_AFTER_CODE = new RegExp(
	'^(?:(?:7[79]|27[678]|3069|316|393|41[67]|436|467|48[4-8]|614|66[689]|81[789]0|8210|861[3-9]|905|91[6-9]' +
		'|234[789]|254[17]|3584|380[5679]|3816|4207|569|8869|9715|9725)\\d{8,10}|(?:639|923)\\d{9}|628\\d{9,10}|42060[1-8]\\d{6}' +
		'|(?:65[89]|852[569]|974[3567])\\d{7})$',
);
/** Where a number may begin with what looks like the country code, or a carrier's code may follow it. */
const UNCERTAIN_CODE = /^(?:49|2981|3708|4231|50619|6921|9938)/;

/** Longer than any number with all that people write around it. */
export const MAX_TEXT_LENGTH = 100;
/**
 * Two numbers in one field, whatever they are; the override of the writing direction; or two groups of Arabic
 * digits (class AN), which a screen shows in another order without any mark.
 */
const NOT_ONE_NUMBER =
	/[\p{Cc}\u2028\u2029\u202e]|\+.*\+|\d.*[,;|&].*\d|[\u0660-\u0669]\P{Nd}+[\u0660-\u0669]/u;
/** What is dialed before a country code in other countries, and whatever follows it. */
const EXIT_CODE = /^(?:00|01[01]\d{9})/;
/** Where the country code is an area code as well: of Namaqualand, Lund, Radom and Santa Maria. */
const AREA_CODES = ['27', '46', '48', '55'];

/**
 * Brings a phone number into the form that the API asks for, E.164: `+`, country code, digits. What
 * people write for the eye is removed where it can mean only one thing, and nothing is guessed: a wrong
 * guess rings a stranger's phone. Tests hold it to Google's libphonenumber: what is returned is what
 * that reads.
 *
 * @param value what stands in the field 'Phone Number', or an entry of a list of numbers
 * @param options.countryCode what national numbers belong to, as `readCountryCode` returns it; without
 * it, they are refused
 * @returns the number as E.164
 * @throws UserError if it is not one number that a person would dial in only one way
 */
export function normalizePhoneNumber(value: unknown, { countryCode = '' } = {}): string {
	const written = readNumberText(value, countryCode);
	const text = toGrammar(written);
	if (text === '') {
		throw new UserError(
			'The phone number is empty',
			"Enter 'Phone Number'. If it uses an expression, check that the input item contains that field.",
		);
	}
	if (isWithheld(text)) throw withheld(written);
	const number = readWrittenNumber(text);
	const home = NUMBERING_PLANS.get(countryCode);
	const plan = number?.plan ?? home;
	// 00 stands for "+", but not where it is the beginning of an exit code, such as 002 in Korea.
	if (!number || (home?.dials00 === false && /^\(?00/.test(text))) throw unclear(written, plan);
	if (!plan) {
		throw phoneNumberError(
			written,
			'is not in international format',
			'Write it with "+" and the country code, for example +4930123456 for 030 123456 in Germany. If all numbers without a country code belong to one country, set the option \'Default Country Code\'.',
		);
	}
	const digits = number.plan ? internationalDigits(number, plan) : nationalDigits(number, plan);
	if (!digits || hasUnclearEnding(number, digits, plan)) throw unclear(written, plan);
	const phoneNumber = `+${plan.code}${digits}`;
	if (isWithheld(phoneNumber)) throw withheld(written);
	return phoneNumber;
}

/** Whether it stands for a caller whose number is not known. */
export const isWithheld = (text: string) => WITHHELD.test(text);

/** Reads a value as text that may be a phone number, and not longer than one. */
export function readNumberText(value: unknown, countryCode = ''): string {
	if (typeof value === 'number' || typeof value === 'bigint') {
		const digits = String(value);
		const home = NUMBERING_PLANS.get(countryCode);
		// Nothing but the "+" is lost: neither a zero nor a country code.
		const isWhole = home ? !home.maybeZeroFirst : digits.length > 10 && !MAYBE_MOBILE.test(digits);
		const text = home ? digits : `+${digits}`;
		if (isWhole && isPhoneNumber(text, countryCode)) return text;
		throw phoneNumberError(
			value,
			'is a number, not text',
			'Numbers lose a "+" and zeros at the beginning. Store phone numbers as text, for example in a column formatted as plain text. If only the "+" is missing, add it in an expression: {{ \'+\' + $json.phone }}.',
		);
	}
	const written = value ?? '';
	if (typeof written !== 'string') {
		const advice = 'Check the expression. It must return a single phone number as text.';
		throw new UserError(`The phone number is ${quoteValue(value)}, not text`, advice);
	}
	const isTooLong = written.trim().length > MAX_TEXT_LENGTH;
	const isReordered = RIGHT_TO_LEFT.test(written) && !ONE_GROUP.test(written);
	if (isTooLong || isReordered || NOT_ONE_NUMBER.test(written.trim())) throw unclear(written);
	return written;
}

/** Whether `normalizePhoneNumber` reads a text. */
export function isPhoneNumber(text: string, countryCode?: string): boolean {
	return !!ifPossible(() => normalizePhoneNumber(text, { countryCode }));
}

/** What follows "+" and the country code of a number that was written with it; undefined where that is unclear. */
function internationalDigits({ hasZero, body }: WrittenNumber, plan: NumberingPlan) {
	const digits = dialedToday(digitsOf(body), plan);
	if (hasZero && (plan.trunkPrefix !== '0' || digits.startsWith('0'))) return undefined;
	return isWholeNumber(digits, body, plan.lengths, plan) ? digits : undefined;
}

/** Mexico had a 1 before mobile numbers until 2019. */
function dialedToday(digits: string, { code }: NumberingPlan): string {
	return code === '52' ? digits.replace(/^1(?=\d{10}$)/, '') : digits;
}

/** The same for a number without a country code, as its country dials it. */
function nationalDigits({ body }: WrittenNumber, plan: NumberingPlan): string | undefined {
	const { code, trunkPrefix, usualLengths, lengths } = plan;
	const all = digitsOf(body);
	if (EXIT_CODE.test(all) || plan.exitCode?.test(all)) return undefined;
	const hasPrefix = trunkPrefix !== '' && all.startsWith(trunkPrefix);
	const hasCode = !hasPrefix && all.startsWith(code);
	const afterCode = hasCode ? dialedToday(all.slice(code.length), plan) : '';
	if ((AREA_CODES.includes(code) ? usualLengths : lengths).includes(afterCode.length)) {
		// Only the "+" is missing where no number of the country has so many digits.
		const isLong = all.length > Math.max(...lengths) && !plan.hasLongerNumbers;
		const isTooLong = isLong && !UNCERTAIN_CODE.test(all);
		return MOBILE_AFTER_CODE.test(all) || (isTooLong && isWholeNumber(afterCode, '', lengths, plan))
			? afterCode
			: undefined;
	}
	const digits = hasPrefix ? all.slice(trunkPrefix.length) : all;
	const known = hasPrefix ? plan.lengthsWithPrefix : plan.lengthsWithoutPrefix;
	return isWholeNumber(digits, body, known, plan) ? digits : undefined;
}

/** Whether digits may follow the country code: without a 0 that is not dialed from abroad, or the code once more. */
function isWholeNumber(digits: string, body: string, lengths: number[], plan: NumberingPlan) {
	const { code, usualLengths, maybeZeroFirst, rewritten } = plan;
	if (!lengths.includes(digits.length) || rewritten?.test(digits)) return false;
	if (digits.startsWith('0') && !maybeZeroFirst) return false;
	const isRepeated = !AREA_CODES.includes(code) && new RegExp(`^\\D*0?\\D*${code}\\D`).test(body);
	return !isRepeated || !usualLengths.includes(digits.length - code.length);
}

/**
 * Whether the end of the text may not belong to the number: an extension, a second number, the end of a
 * range, decimals. A number may end wherever there is a gap and the digits before it are as many as some
 * number has. What comes after the gap then has to look as if the number went on.
 *
 * @param digits all digits that are dialed after the country code
 */
function hasUnclearEnding({ join, body }: WrittenNumber, digits: string, plan: NumberingPlan) {
	const parts = `${join}${body}`.split(/(\D+)/);
	const gaps = parts.filter((_, index) => index % 2 === 1);
	return gaps.some((gap, index) => {
		const [previous, , next] = parts.slice(2 * index);
		const rest = digitsOf(parts.slice(2 * index + 1).join(''));
		const before = digits.length - rest.length;
		const isWhole = plan.lengths.includes(before);
		const isUsual = plan.usualLengths.includes(before);
		// An area code may be as long as some numbers are, but not longer than the rest.
		const isAfterSlash = gap.includes('/') && isWhole && !(isUsual && rest.length > before);
		// 01 58801 01 58802: the second number begins with a trunk zero.
		const isSecond = isUsual && /^0./.test(rest) && Math.min(before, rest.length) > 5;
		const isTooLong = isUsual && previous.length > 3 && !plan.usualLengths.includes(digits.length);
		// The last groups of 12-34-56, and of +421-2-212-345-67.
		const isPair = gap === gaps[index - 1] && next.length === 2 && previous.length === 2;
		const isUniform = gaps.length > 2 && gaps.every((other) => other === gap);
		const isRow =
			isPair || (isUniform && next.length > 1 && (next.length > 2 || previous.length < 4));
		// -0 is the switchboard of a company, and the 0 is dialed.
		const isSwitchboard = rest === '0' && gap.includes('-');
		const isShort = rest.length <= (gap.length > 1 ? 4 : 2) && !isSwitchboard;
		// 45980.35 and 4930123456.000 are what spreadsheets make of dates and numbers.
		const isDecimal = gap.includes('.') && (/^0+$/.test(rest) || (isShort && previous.length > 3));
		const isApart = !isRow && (isDecimal || (isShort && isWhole && /[-.]/.test(gap)));
		// 20010-20019, but not 010-1234-1239.
		const isRange = isUsual && /(?<![-\d])(\d{2,})\d\d *- *\1\d\d$/.test(body);
		return isAfterSlash || isSecond || isTooLong || isApart || isRange;
	});
}

/** A number that is refused, and what to do about it. */
function phoneNumberError(written: unknown, problem: string, advice: string): UserError {
	return new UserError(`The phone number ${quoteValue(written)} ${problem}`, advice);
}

function withheld(written: unknown): UserError {
	return phoneNumberError(
		written,
		'stands for a caller whose number is not known',
		'Nobody can be called under it. Leave it out, or enter a number that you have from elsewhere.',
	);
}

/** What is no number, or may be more than one: how numbers of that country are written says what to change. */
export function unclear(written: unknown, plan?: NumberingPlan): UserError {
	const form = plan
		? `"+${plan.code}" and then ${inWords(plan)} digits, as they are dialed from abroad`
		: '"+", the country code and the number, for example +4930123456';
	return phoneNumberError(
		written,
		'cannot be dialed as it is written',
		`Write ${form}, with nothing else in the field. In a spreadsheet, format the column as plain text.`,
	);
}

/** How many digits usually follow the country code: "10", "8 or 10", "8 to 10". */
function inWords({ usualLengths, lengths }: NumberingPlan): string {
	const shown = usualLengths.length > 0 ? usualLengths : lengths;
	return shown.length > 2 ? `${shown[0]} to ${shown[shown.length - 1]}` : shown.join(' or ');
}

/**
 * Reads the option 'Default Country Code'.
 *
 * @param value digits, with or without "+" or "00"; empty text: none
 * @returns the digits of a country code, or undefined
 * @throws UserError if no country has that code
 */
export function readCountryCode(value: unknown): string | undefined {
	const written = (asText(value) ?? 'nothing').trim();
	if (written === '') return undefined;
	const plan = NUMBERING_PLANS.get(/^(?:\+|00)?(\d{1,3})$/.exec(written)?.[1] ?? '');
	if (plan?.isOfCountry) return plan.code;
	throw new UserError(
		`'Default Country Code' is ${quoteValue(value)}, which is not a country code`,
		'Enter the digits of a country code, for example 1 for the USA or 49 for Germany. Leave it empty to call only numbers in international format.',
	);
}

/**
 * What stands in the place of a phone number, and may be none, as a person should read it: in the order in
 * which it is written. Empty if it is neither text nor a number.
 */
export function shownNumber(value: unknown): string {
	const isShown = typeof value === 'string' || typeof value === 'number';
	return isShown ? String(value).replace(/\p{Cf}/gu, '') : '';
}
