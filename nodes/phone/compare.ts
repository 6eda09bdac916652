import { MIN_DIGITS, MIN_DIGITS_ALONE, nationalPart, NumberList, withoutZeros } from './list';
import { planOf } from './plans';
import {
	digitsOf,
	EXACT,
	isPhoneNumber,
	isWithheld,
	MAX_TEXT_LENGTH,
	shownNumber,
	toGrammar,
} from './read';
import { samePhones } from './renumbered';

/** A number with digits that are not shown: +49301234**, 202-555-XXXX. An x before a digit is an extension. */
const MASKED = /^\+?(?=.*(?:[*\u2022\u25cf\u2026]|[x#](?!\d)))[\d*x\u2022\u25cf#\u2026]+$/i;

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
	if (shown) return [...phones, ...phones.map(dialedAtHome)].some((phone) => shown.test(phone));
	const digits = withoutZeros(digitsOf(text));
	const nationals = phones.map((phone) => withoutZeros(nationalPart(phone)));
	if (digits.length < MIN_DIGITS_ALONE) return nationals.includes(digits);
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

function dialedAtHome(phoneNumber: string): string {
	return `${planOf(phoneNumber)?.trunkPrefix}${nationalPart(phoneNumber)}`;
}

/** Reads a number of which some digits are hidden, as a pattern of all numbers that it may be. */
function maskOf(text: string): RegExp | undefined {
	const shown = text.slice(0, MAX_TEXT_LENGTH).replace(/^[a-z]+:|@.*$|[ ().\-/]/gi, '');
	if (!MASKED.test(shown)) return undefined;
	const digits = shown.replace(/^(?:\+|00)/, '^+').replace(/[^\d^+]+/g, '\\d*');
	return new RegExp(`${digits.replace('+', '\\+')}$`);
}

/** Lines that are looked for in a list of calls, however long the two are. */
export class WantedPhones {
	/** By their last digits, which all numbers of a line have in common. */
	private readonly byEnd = new Map<string, string[]>();

	/** @param phoneNumbers E.164, each line once */
	constructor(phoneNumbers: Iterable<string>) {
		for (const phone of phoneNumbers) {
			const end = phone.slice(-MIN_DIGITS);
			this.byEnd.set(end, [...(this.byEnd.get(end) ?? []), phone]);
		}
	}

	/**
	 * Finds the line that a record is about, as `mayBeSamePhone` tells it. What may be another line as well is
	 * none: a number that is masked, or lacks its area code.
	 */
	find(recorded: unknown): string | undefined {
		const text = toGrammar(shownNumber(recorded));
		if (text.length > MAX_TEXT_LENGTH || maskOf(text)) return undefined;
		const digits = digitsOf(text);
		const ends = new Set([...digits].map((_, at) => digits.slice(at, at + MIN_DIGITS)));
		const near = [...ends].flatMap((end) => this.byEnd.get(end) ?? []);
		const [found, ...others] = near.filter(
			(phone) => hasAllDigits(digits, phone) && mayBeSamePhone(text, phone),
		);
		return others.length === 0 ? found : undefined;
	}
}

function hasAllDigits(digits: string, phoneNumber: string): boolean {
	const isWhole = (national: string) => withoutZeros(digits).length >= national.length;
	return samePhones(phoneNumber).some((phone) => isWhole(withoutZeros(nationalPart(phone))));
}

/** Whether a number of the service's list can be called: not that of a withheld caller, a short code or a part of one. */
export function isDialable(recorded: unknown): boolean {
	const text = toGrammar(shownNumber(recorded));
	if (isWithheld(text) || maskOf(text)) return false;
	return EXACT.test(text) ? isPhoneNumber(text) : digitsOf(text).length > MIN_DIGITS_ALONE;
}
