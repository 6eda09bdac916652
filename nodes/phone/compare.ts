import { digitsOf, EXACT, readWrittenNumber, toGrammar } from './grammar';
import { planOf } from './plans';
import {
	isPhoneNumber,
	isWithheld,
	MAX_TEXT_LENGTH,
	normalizePhoneNumber,
	readNumberText,
	shownNumber,
	unclear,
} from './read';
import { canonicalPhone, samePhones } from './renumbered';

/** As many as the shortest entry has, and enough that few entries end with the same. */
const MIN_DIGITS = 4;
/** E.164 allows 15, and a trunk zero may follow the country code. More are several numbers, or an extension. */
const MAX_DIGITS = 16;
/** Fewer are hardly a number by themselves: an extension, or what is left of a number without its ending. */
const MIN_DIGITS_ALONE = 6;
/** Without the area code. In Argentina, the prefix for mobiles stands before them. */
const LOCAL_DIGITS = 7;

/**
 * A number with digits that are not shown: +49301234**, 202-555-XXXX, with any sign in their place but those
 * between two numbers, and the apostrophe of Swiss ones. An x before a digit is an extension.
 */
const MASKED =
	/^\+?(?=.*(?:[^\p{L}\p{N}+,;|&'’#]|[#xnz](?!\d)))(?:[\d#xnz]|[^\p{L}\p{N}+,;|&'’])+$/iu;
/** What numbers are written with, where there is more of it than stands between digits. */
const HIDDEN = /\.{2,}|-{2,}|(?:- ){2,}|\[\w+\]/g;

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
		const entries = this.digits.get(all.slice(-MIN_DIGITS)) ?? [];
		return entries.some(
			(digits) =>
				// Without the beginning of the number, or after whatever is dialed first, 15 of Argentina included.
				all.endsWith(digits) ||
				digits.endsWith(all) ||
				(national.length >= MIN_DIGITS_ALONE && digits.endsWith(national)) ||
				(phoneNumber.startsWith('+54') && digits.slice(-LOCAL_DIGITS) === all.slice(-LOCAL_DIGITS)),
		);
	}
}

/** The number without an ending that may be an extension or a second number, and that second number. */
function cutsOf(body: string, minDigits: number): string[] {
	return [...body.matchAll(/\D+/g)].flatMap(({ index }) => {
		const before = digitsOf(body.slice(0, index));
		const after = digitsOf(body.slice(index));
		// So many are hardly an extension.
		if (after.length > 4 && before.length >= MIN_DIGITS_ALONE) return [before, after];
		return withoutZeros(before).length >= minDigits ? [before] : [];
	});
}

/**
 * Whether a record of the service may be about a line: whether the number on it forbids that one, where it
 * stands on a list; contains its digits, where it cannot be read, as in "sip:+49…"; or shows some of them, where the
 * others are masked. A call too many is the safe side for whoever asks whether a number was called.
 *
 * @param recorded the number of the record, whatever that is
 * @param phoneNumber E.164
 */
export function mayBeSamePhone(recorded: unknown, phoneNumber: string): boolean {
	const text = toGrammar(shownNumber(recorded));
	const phones = samePhones(phoneNumber);
	const shown = maskOf(text);
	const atHome = (phone: string) => `${planOf(phone)?.trunkPrefix}${nationalPart(phone)}`;
	if (shown) return phones.some((phone) => shown.test(phone) || shown.test(atHome(phone)));
	const digits = withoutZeros(digitsOf(text));
	const nationals = phones.map((phone) => withoutZeros(nationalPart(phone)));
	// The service may list everybody's calls: nearly all of them end here.
	if (!digits.includes(nationals[0].slice(-MIN_DIGITS_ALONE))) return false;
	const list = new NumberList();
	try {
		list.add(text);
	} catch {
		if (nationals.some((national) => digits.includes(national))) return true;
		// Without a country code it may be one that can be read: 54 11 15 2345-6789.
		list.addDigits(digits);
	}
	return list.has(phoneNumber);
}

/** Whether some of the digits of a number in the service's list are hidden. */
export function isMasked(recorded: unknown): boolean {
	return maskOf(toGrammar(shownNumber(recorded))) !== undefined;
}

/** Reads a number of which some digits are hidden, as a pattern of all numbers that it may be. */
function maskOf(text: string): RegExp | undefined {
	const written = text.slice(0, MAX_TEXT_LENGTH).replace(HIDDEN, '*');
	const shown = written.replace(/^[a-z]+:|@.*$|[ ().\-/]/gi, '');
	if (!MASKED.test(shown)) return undefined;
	const digits = shown.replace(/[^\d+]+/g, '\\d*').replace(/^(?:\+|00)/, '^\\+');
	return new RegExp(`${digits}$`);
}

/**
 * Looks for lines in a list of calls, however long the two are.
 *
 * @param phoneNumbers E.164, each line once
 * @returns finds the line that a record is about, as `mayBeSamePhone` tells it. What may be another line as
 * well is none: a number that is masked, or lacks its area code
 */
export function lineFinder(phoneNumbers: Iterable<string>) {
	/** By their last digits, which all numbers of a line have in common. */
	const byEnd = new Map<string, string[]>();
	for (const phone of phoneNumbers) {
		const end = phone.slice(-MIN_DIGITS);
		byEnd.set(end, [...(byEnd.get(end) ?? []), phone]);
	}
	return (recorded: unknown): string | undefined => {
		const text = toGrammar(shownNumber(recorded));
		if (text.length > MAX_TEXT_LENGTH || maskOf(text)) return undefined;
		const digits = digitsOf(text);
		const ends = new Set([...digits].map((_, at) => digits.slice(at, at + MIN_DIGITS)));
		const near = [...ends].flatMap((end) => byEnd.get(end) ?? []);
		const isWhole = (phone: string) => digits.length >= nationalPart(phone).length;
		const [found, ...others] = near.filter(
			(phone) => samePhones(phone).some(isWhole) && mayBeSamePhone(text, phone),
		);
		return others.length === 0 ? found : undefined;
	};
}

/** Whether a number of the service's list can be called: not that of a withheld caller, a short code or a part of one. */
export function isDialable(recorded: unknown): boolean {
	const text = toGrammar(shownNumber(recorded));
	if (maskOf(text)) return false;
	if (EXACT.test(text)) return isPhoneNumber(text);
	const digits = digitsOf(text);
	return digits.length >= MIN_DIGITS_ALONE && !isWithheld(`+${withoutZeros(digits)}`);
}

/** What follows the country code. */
function nationalPart(phoneNumber: string): string {
	return phoneNumber.slice(1 + (planOf(phoneNumber)?.code.length ?? 0));
}

function withoutZeros(digits: string): string {
	return digits.replace(/^0+/, '');
}
