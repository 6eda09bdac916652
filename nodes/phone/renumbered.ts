/** What the digits of a phone begin with, those that a country has put in or left out, and all that follow. */
const TWO_NUMBERS = [
	/** Argentina has a 9 in front of mobile numbers or not; Brazil has put one in front of them. */
	[/^\+549(\d{10})$/, '+54$1'],
	[/^\+55(\d\d)9(\d{8})$/, '+55$1$2'],
] as const;

/** One of the numbers of a phone, always the same: Argentina and Brazil have two for a mobile. */
export function canonicalPhone(phoneNumber: string): string {
	const [pattern, other] = TWO_NUMBERS.find(([written]) => written.test(phoneNumber)) ?? ['', ''];
	return phoneNumber.replace(pattern, other);
}
