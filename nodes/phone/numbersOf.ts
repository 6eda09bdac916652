import { canonicalPhone } from './renumbered';

/** From the number of a phone that `canonicalPhone` returns to its other one. */
const OTHER_NUMBERS: Array<[RegExp, string]> = [
	[/^\+54(\d{10})$/, '+549$1'],
	// Landlines begin with 2 to 5.
	[/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2'],
];

/** All numbers of a phone, this one first: Argentina and Brazil have two for a mobile. */
export function numbersOf(phoneNumber: string): string[] {
	const one = canonicalPhone(phoneNumber);
	const others = OTHER_NUMBERS.filter(([pattern]) => pattern.test(one));
	const all = [phoneNumber, one, ...others.map(([pattern, other]) => one.replace(pattern, other))];
	return [...new Set(all)];
}
