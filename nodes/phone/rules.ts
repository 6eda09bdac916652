import type { NumberingPlan } from './numberingPlans';
import {
	exitCode,
	EXIT_CODE,
	internationalForm,
	inWords,
	phoneNumberError,
	secondNumber,
	SLASH,
} from './errors';
import type { WrittenNumber } from './grammar';

/** After the country code: as many as the shortest numbers of Niue, Saint Helena and Tokelau. */
const MIN_DIGITS = 4;
/** Where "-0" at the end of a number is its switchboard, and the 0 is dialled: Austria, Germany. */
const DIALLED_ZERO = ['43', '49'];
/** Where the country code is an area code as well: of Namaqualand, Lund and Radom. */
const AREA_CODES = ['27', '46', '48'];

/**
 * Dials a number that was written with its country code.
 *
 * @param exact whether it was written as "+" and digits. It may then be shorter than the numbers of
 * its country: nothing was read into it
 * @returns the number as E.164
 * @throws UserError if the country has no such number, or if it can be read in two ways
 */
export function dialInternational(
	written: string,
	number: WrittenNumber,
	plan: NumberingPlan,
	exact: boolean,
): string {
	const { digits, zeroInBrackets } = number;
	if (zeroInBrackets && (plan.trunkPrefix !== '0' || digits.startsWith('0'))) {
		throw phoneNumberError(written, 'has an ambiguous "(0)"', internationalForm(plan));
	}
	if (digits.startsWith('0') && !plan.maybeZeroFirst) {
		throw phoneNumberError(
			written,
			`has a 0 after the country code ${plan.code}`,
			`From abroad, that 0 is not dialed. ${internationalForm(plan)}`,
		);
	}
	const hasCodeTwice = standsApart(plan.code, number, plan);
	if (hasCodeTwice && plan.usualLengths.includes(digits.length - plan.code.length)) {
		throw phoneNumberError(
			written,
			'is ambiguous',
			`It may have the country code ${plan.code} twice. ${internationalForm(plan)}`,
		);
	}
	const fits = exact
		? digits.length >= MIN_DIGITS && digits.length <= Math.max(...plan.lengths)
		: plan.lengths.includes(digits.length);
	return toE164(written, number, digits, plan, fits);
}

/**
 * Dials a number that was written without a country code, as its country does.
 *
 * @returns the number as E.164
 * @throws UserError if it is not a whole number of that country, or if it can be read in two ways
 */
export function dialNational(written: string, number: WrittenNumber, plan: NumberingPlan): string {
	const { code, trunkPrefix } = plan;
	if (plan.nationalNumbers !== 'convertible') {
		throw phoneNumberError(
			written,
			'is a national number',
			`There is more than one way to dial national numbers of country code ${code} from abroad, so they are not converted. ${internationalForm(plan)}`,
		);
	}
	if (EXIT_CODE.test(number.digits) || plan.exitCode?.test(number.digits)) {
		throw exitCode(written);
	}
	const hasTrunkPrefix = trunkPrefix !== '' && number.digits.startsWith(trunkPrefix);
	const digits = number.digits.slice(hasTrunkPrefix ? trunkPrefix.length : 0);
	const maybeCountryCode = hasTrunkPrefix
		? standsApart(`0${code}`, number, plan)
		: digits.startsWith(code);
	if (maybeCountryCode && plan.lengths.includes(digits.length - code.length)) {
		throw phoneNumberError(
			written,
			'is ambiguous',
			`It may begin with the country code ${code}. ${internationalForm(plan)}`,
		);
	}
	if (
		!hasTrunkPrefix &&
		plan.usualLengths.includes(digits.length) &&
		!plan.lengthsWithoutPrefix.includes(digits.length)
	) {
		throw phoneNumberError(
			written,
			'is not a complete national number',
			`National numbers of country code ${code} begin with ${trunkPrefix}. ${internationalForm(plan)}`,
		);
	}
	if (digits.startsWith('0') && !plan.maybeZeroFirst) {
		throw phoneNumberError(
			written,
			'is ambiguous',
			`It begins with an extra 0. ${internationalForm(plan)}`,
		);
	}
	return toE164(written, number, digits, plan, plan.usualLengths.includes(digits.length));
}

/** Whether a number begins with the country code, with something after it, where it is no area code. */
function standsApart(code: string, { pieces }: WrittenNumber, plan: NumberingPlan): boolean {
	const isApart = pieces.some((_, index) => pieces.slice(0, index).join('') === code);
	return isApart && !AREA_CODES.includes(plan.code);
}

function toE164(
	written: string,
	number: WrittenNumber,
	digits: string,
	plan: NumberingPlan,
	fits: boolean,
): string {
	checkSlash(written, number, digits, plan);
	if (!fits) {
		throw phoneNumberError(
			written,
			`has ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'} after the country code ${plan.code}`,
			`Numbers with this country code usually have ${inWords(plan)}. Check for missing digits, an extension or a second number.`,
		);
	}
	checkSecondNumber(written, number, digits, plan);
	checkEnding(written, number, digits, plan);
	if (plan.rewritten?.test(digits)) {
		throw phoneNumberError(
			written,
			'is ambiguous',
			`It lacks an area code, or begins with digits that are not dialed from abroad. ${internationalForm(plan)}`,
		);
	}
	return `+${plan.code}${digits}`;
}

/** Refuses a slash between two numbers, or between a number and the ending of another. */
function checkSlash(
	written: string,
	{ afterSlash }: WrittenNumber,
	digits: string,
	{ lengths, usualLengths }: NumberingPlan,
): void {
	const beforeSlash = digits.length - afterSlash;
	if (afterSlash === 0 || !lengths.includes(beforeSlash)) return;
	// As long as some numbers of fixed lines, it may still be the area code of a longer number.
	if (afterSlash <= beforeSlash || !usualLengths.includes(beforeSlash)) {
		throw secondNumber(written, SLASH);
	}
}

/**
 * Refuses two numbers where a number may be as long as both: after a whole number, another one begins with the
 * trunk zero. In between, a group may begin with a zero as well, but not with all of the area code; and the
 * longer the groups around it, the rarer.
 */
function checkSecondNumber(
	written: string,
	{ pieces }: WrittenNumber,
	digits: string,
	{ code, trunkPrefix, usualLengths }: NumberingPlan,
): void {
	const area = pieces[0].replace(/^(?!0)/, trunkPrefix);
	const isSecond = pieces.some((piece, index) => {
		const rest = pieces.slice(index).join('').length;
		const before = digits.length - rest;
		if (index === 0 || !/^0./.test(piece) || !usualLengths.includes(before)) return false;
		const isArea = piece === area && rest > piece.length;
		// 15027 071146 is one number, of a German mobile.
		return isArea || (pieces[index - 1].length > 3 && before > 5 && rest > 5);
	});
	if (isSecond) {
		throw secondNumber(written, `If it is one number, write it as +${code}${digits}.`);
	}
}

/** Refuses a last group that may be an extension, the end of a range, or that of a decimal number. */
function checkEnding(
	written: string,
	{ groups, separators }: WrittenNumber,
	digits: string,
	plan: NumberingPlan,
): void {
	const [last, gap = '', previous = '', gapBefore] = [...groups].reverse();
	const before = digits.slice(0, -last.length);
	const isSpaced = gap.length > 1 && /[-.]/.test(gap);
	const isApart = isSpaced ? last.length <= 4 : /[-.]/.test(gap) && last.length <= 2;
	// 12-34-56 at the end, or 2-212-345-67 with the same sign from the beginning: one number.
	const isPair = gap === gapBefore && last.length === 2 && previous.length === 2;
	const isUniform =
		separators.length > 2 &&
		separators.every((separator) => separator === gap) &&
		(last.length > 2 || (last.length === 2 && previous.length <= 3));
	const isRow = isPair || isUniform;
	const isSwitchboard = last === '0' && gap.includes('-') && DIALLED_ZERO.includes(plan.code);
	// 45980.35, a date or an amount of money.
	const isFraction = separators.length === 1 && last.length === 2;
	const isDecimal = gap.includes('.') && !isRow && (isFraction || /^(?:\d|0+)$/.test(last));
	const isSuffix = isApart && !isRow && !isSwitchboard && plan.lengths.includes(before.length);
	// What comes before is as long as numbers usually are, and all of it is longer.
	const isLonger =
		previous.length > 3 &&
		plan.usualLengths.includes(before.length) &&
		!plan.usualLengths.includes(digits.length) &&
		!plan.longer?.test(digits);
	// 20010-20019: the numbers from one to another. Groups of four, as in 010-1234-1239, are usual elsewhere.
	const isRange =
		gap.includes('-') &&
		last.length > (DIALLED_ZERO.includes(plan.code) ? 3 : 4) &&
		last.slice(0, -2) === previous.slice(0, -2) &&
		last > previous &&
		plan.usualLengths.includes(before.length);
	if (isDecimal || isSuffix || isLonger || isRange) {
		throw phoneNumberError(
			written,
			`has an ambiguous ending, "${gap.trim()}${last}"`,
			isDecimal
				? 'A spreadsheet may have added it. Format the column as plain text, or remove the ending.'
				: `If it is dialed as part of the number, write +${plan.code}${digits}. If not, remove it: +${plan.code}${before}.`,
		);
	}
}
