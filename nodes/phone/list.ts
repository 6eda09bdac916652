import { planOf } from './plans';
import {
	digitsOf,
	normalizePhoneNumber,
	readNumberText,
	readWrittenNumber,
	toGrammar,
	unclear,
} from './read';
import { canonicalPhone, samePhones } from './renumbered';

/** As many as the shortest entry has, and enough that few entries end with the same. */
export const MIN_DIGITS = 4;
/** E.164 allows 15, and a trunk zero may follow the country code. More are several numbers, or an extension. */
const MAX_DIGITS = 16;
/** Fewer are hardly a number by themselves: an extension, or what is left of a number without its ending. */
export const MIN_DIGITS_ALONE = 6;
/** Without the area code. In Argentina and Brazil, neither a carrier nor a prefix for mobiles changes them. */
const LOCAL_DIGITS = 7;

/**
 * Numbers that are not to be called. A number without a country code stands for that number in every
 * country, since nobody can tell which was meant; one without an area code, in every area. Where a text can
 * be read in two ways, both are on the list: a number too many is the safe side here.
 */
export class NumberList {
	/** As `canonicalPhone` writes them. */
	private readonly phones = new Set<string>();

	/** What has no country code, or none that is certain, by its last digits. */
	private readonly digits = new Map<string, string[]>();

	/**
	 * Puts a number on the list.
	 *
	 * @param written as people write a phone number, with or without its country code
	 * @returns false for what has no digit and is ignored, such as nothing, a header or `anonymous`
	 * @throws UserError if it has digits that are no number
	 */
	add(written: unknown): boolean {
		const isNothing = written === undefined || written === null;
		if (isNothing || (typeof written === 'string' && !/\p{Nd}/u.test(written))) return false;
		const text = toGrammar(readNumberText(written));
		const number = readWrittenNumber(text);
		if (!number) throw unclear(written);
		if (number.plan) {
			const { code } = number.plan;
			const inFull = (digits: string) => canonicalPhone(`+${code}${digits}`);
			const e164 = `+${code}${digitsOf(number.body)}`;
			// The number that a line had before cannot be dialed any more, but lists still have it.
			const whole = canonicalPhone(e164) === e164 ? normalizePhoneNumber(text) : e164;
			const shorter = cutsOf(number.body, MIN_DIGITS).map(inFull);
			for (const phone of [canonicalPhone(whole), ...shorter]) this.phones.add(phone);
			// 00 is dialed before a country code, but there are exit codes that begin with it as well.
			if (!text.startsWith('+')) this.addDigits(digitsOf(text));
			return true;
		}
		const { length } = withoutZeros(digitsOf(text));
		if (length < MIN_DIGITS || length > MAX_DIGITS) throw unclear(written);
		this.addDigits(digitsOf(text));
		for (const cut of cutsOf(number.body, LOCAL_DIGITS)) {
			if (withoutZeros(cut).length >= MIN_DIGITS_ALONE) this.addDigits(cut);
		}
		return true;
	}

	/** Puts digits on the list that have no country code in front, or none that can be read. */
	addDigits(written: string): void {
		const digits = withoutZeros(written);
		const key = digits.slice(-MIN_DIGITS);
		const entries = this.digits.get(key) ?? [];
		entries.push(digits);
		this.digits.set(key, entries);
	}

	/**
	 * Whether the list has a line, under any of its numbers.
	 *
	 * @param phoneNumber E.164
	 */
	has(phoneNumber: string): boolean {
		if (this.phones.has(canonicalPhone(phoneNumber))) return true;
		return this.digits.size > 0 && samePhones(phoneNumber).some((phone) => this.hasDigits(phone));
	}

	private hasDigits(phoneNumber: string): boolean {
		const all = phoneNumber.slice(1);
		const national = nationalPart(phoneNumber);
		const { nationalNumbers = '' } = planOf(phoneNumber) ?? {};
		const isLocal = ['ambiguous', 'withoutPrefix'].includes(nationalNumbers);
		const entries = this.digits.get(all.slice(-MIN_DIGITS)) ?? [];
		return entries.some(
			(digits) =>
				// Without the beginning of the number, or after whatever is dialed first.
				all.endsWith(digits) ||
				digits.endsWith(all) ||
				(national.length >= MIN_DIGITS_ALONE && digits.endsWith(national)) ||
				(isLocal && digits.slice(-LOCAL_DIGITS) === all.slice(-LOCAL_DIGITS)),
		);
	}
}

/** The number without an ending that may be an extension or a second number, and that second number. */
function cutsOf(body: string, minDigits: number): string[] {
	const parts = body.split(/(\D+)/);
	return parts.flatMap((gap, at) => {
		if (/\d|^$/.test(gap)) return [];
		const before = digitsOf(parts.slice(0, at).join(''));
		const after = digitsOf(parts.slice(at).join(''));
		// So many are hardly an extension.
		if (after.length > 4 && before.length >= MIN_DIGITS_ALONE) return [before, after];
		return withoutZeros(before).length >= minDigits ? [before] : [];
	});
}

/** What follows the country code. */
export function nationalPart(phoneNumber: string): string {
	return phoneNumber.slice(1 + (planOf(phoneNumber)?.code.length ?? 0));
}

export function withoutZeros(digits: string): string {
	return digits.replace(/^0+/, '');
}
