import { digitsOf, MIN_DIGITS_ALONE, nationalPart, NumberList, withoutZeros } from './list';
import { shownNumber, toGrammar } from './read';

/**
 * Whether a record of the service may be about a number: whether the number on it forbids that one, where it
 * stands on a list; or contains its digits, where it cannot be read, as in "sip:+49…". A call too many is
 * the safe side for whoever asks whether a number was called.
 *
 * @param recorded the number of the record, whatever that is
 * @param phoneNumber E.164
 */
export function mayBeSamePhone(recorded: unknown, phoneNumber: string): boolean {
	const written = shownNumber(recorded);
	const national = withoutZeros(nationalPart(phoneNumber));
	const digits = withoutZeros(digitsOf(toGrammar(written)));
	if (digits.length < MIN_DIGITS_ALONE) return digits === national;
	// The service may list everybody's calls: nearly all of them end here.
	if (!digits.includes(national.slice(-MIN_DIGITS_ALONE))) return false;
	const list = new NumberList();
	try {
		list.add(written, { clean: true });
	} catch {
		if (digits.includes(national)) return true;
		// Without a country code it may be one that can be read: 54 11 15 2345-6789.
		list.addDigits(digits);
	}
	return list.has(phoneNumber);
}
