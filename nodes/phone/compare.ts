import {
	digitsOf,
	MIN_DIGITS,
	MIN_DIGITS_ALONE,
	nationalPart,
	NumberList,
	planOf,
	withoutZeros,
} from './list';
import { EXACT, isWithheld, MAX_TEXT_LENGTH, shownNumber, toGrammar, tryNormalize } from './read';
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
	const isShown = readMasked(text);
	if (isShown) return phones.some(isShown);
	const digits = withoutZeros(digitsOf(text));
	const nationals = phones.map((phone) => withoutZeros(nationalPart(phone)));
	if (digits.length < MIN_DIGITS_ALONE) return nationals.includes(digits);
	// The service may list everybody's calls: nearly all of them end here.
	if (!digits.includes(nationals[0].slice(-MIN_DIGITS_ALONE))) return false;
	const list = new NumberList();
	try {
		list.add(text, { clean: true });
	} catch {
		if (nationals.some((national) => digits.includes(national))) return true;
		// Without a country code it may be one that can be read: 54 11 15 2345-6789.
		list.addDigits(digits);
	}
	return list.has(phoneNumber);
}

/** Reads a number of which some digits are hidden: as a test whether those that are shown are a number's. */
function readMasked(text: string): ((phoneNumber: string) => boolean) | undefined {
	const shown = text.slice(0, MAX_TEXT_LENGTH).replace(/^[a-z]+:|@.*$|[ ().\-/]/gi, '');
	if (!MASKED.test(shown)) return undefined;
	const pieces = shown.replace(/^(?:\+|00)/, '^').split(/[^\d^]+/);
	return (phoneNumber) => {
		const national = `${planOf(phoneNumber)?.trunkPrefix}${nationalPart(phoneNumber)}`;
		return [`^${phoneNumber.slice(1)}`, national].some((digits) => showsIn(digits, pieces));
	};
}

/** Whether pieces follow each other in digits, the last of them at their end. */
function showsIn(digits: string, pieces: string[]): boolean {
	let end = 0;
	for (const piece of pieces) {
		const start = digits.indexOf(piece, end);
		if (start < 0) return false;
		end = start + piece.length;
	}
	return digits.endsWith(pieces[pieces.length - 1]);
}

/** Lines that are looked for in a list of calls, however long the two are. */
export class WantedPhones {
	/** By their last digits, which all numbers of a line have in common. */
	private readonly byEnd = new Map<string, string[]>();

	/** @param phoneNumbers E.164, each of them once */
	constructor(private readonly phoneNumbers: string[]) {
		for (const phone of phoneNumbers) {
			const end = phone.slice(-MIN_DIGITS);
			this.byEnd.set(end, [...(this.byEnd.get(end) ?? []), phone]);
		}
	}

	/** Those that a record may be about: see `mayBeSamePhone`. */
	matching(recorded: unknown): string[] {
		const text = toGrammar(shownNumber(recorded));
		const isShown = readMasked(text);
		if (isShown) return this.phoneNumbers.filter((phone) => samePhones(phone).some(isShown));
		const digits = digitsOf(text);
		const ends = new Set([...digits].map((_, at) => digits.slice(at, at + MIN_DIGITS)));
		const near = [...ends].flatMap((end) => this.byEnd.get(end) ?? []);
		return near.filter((phone) => mayBeSamePhone(text, phone));
	}
}

/** Whether a number of the service's list can be called: not that of a withheld caller, a short code or a part of one. */
export function isDialable(recorded: unknown): boolean {
	const text = toGrammar(shownNumber(recorded));
	if (isWithheld(text) || readMasked(text)) return false;
	return EXACT.test(text)
		? tryNormalize(text, { clean: true }) !== undefined
		: digitsOf(text).length > MIN_DIGITS_ALONE;
}
