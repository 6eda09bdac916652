import { phoneNumberError } from './errors';
import { EXACT, readWrittenNumber, toGrammar, type WrittenNumber } from './grammar';
import {
	normalizePhoneNumber,
	readNumberText,
	shownNumber,
	type PhoneNumberOptions,
} from './index';
import { NUMBERING_PLANS, type NumberingPlan } from './numberingPlans';

/** Fewer are hardly a number by themselves: an extension, or what is left of a number without its ending. */
const FEWEST_DIGITS_ALONE = 6;
/** E.164 allows 15, a trunk prefix or a carrier comes before them. */
const MOST_DIGITS = 20;
const FEWEST_DIGITS = 4;
/** Of a number in Argentina or Brazil, what neither a carrier nor a prefix for mobiles changes. */
const LOCAL_DIGITS = 7;

/** Argentina has a 9 in front of mobile numbers or not; Brazil has put one in front of them. */
const TWO_NUMBERS: Array<[RegExp, string]> = [
	[/^\+549(\d{10})$/, '+54$1'],
	[/^\+55(\d\d)9(\d{8})$/, '+55$1$2'],
];

/** What is dialed before a country code in other countries than those with 00, as a beginning. */
const EXIT_CODES = [
	/^01[01]/,
	...new Set([...NUMBERING_PLANS.values()].flatMap(({ exitCode }) => exitCode ?? [])),
];

/**
 * Numbers that are not to be called. A number without a country code stands for that number in every
 * country, since nobody can tell which was meant; one without an area code, in every area. Where a text can
 * be read in two ways, both are on the list: a number too many is the safe side here.
 */
export class NumberList {
	/** As `phoneOf` writes them. */
	private readonly international = new Set<string>();

	/** What was written without a country code: its digits, without zeros in front. */
	private readonly national = new Set<string>();

	/** How many digits those have. */
	private readonly lengths = new Set<number>();

	/** The last digits of those. */
	private readonly localNumbers = new Set<string>();

	/**
	 * Puts a number on the list.
	 *
	 * @param written as people write a phone number, with or without its country code
	 * @param options as for `normalizePhoneNumber`
	 * @throws UserError if it is none
	 */
	add(written: unknown, options: Omit<PhoneNumberOptions, 'countryCode'>): void {
		const text = toGrammar(readNumberText(written, options.field));
		const number = options.clean ? readWrittenNumber(text) : undefined;
		if (!number || number.code !== undefined) {
			this.international.add(phoneOf(normalizePhoneNumber(written, options)));
		} else {
			this.addNational(String(written), number);
		}
		if (!text.startsWith('+')) this.addAfterExitCode(text.replace(/\D/g, ''));
	}

	/** @param phoneNumber E.164 */
	has(phoneNumber: string): boolean {
		if (this.international.has(phoneOf(phoneNumber))) return true;
		if (this.national.size === 0) return false;
		const all = phoneNumber.slice(1);
		const {
			code = '',
			trunkPrefix = '',
			nationalNumbers,
		}: Partial<NumberingPlan> = planOf(all) ?? {};
		const national = all.slice(code.length);
		return (
			// Belarus: 8 0 before most numbers, 8 before some.
			['', trunkPrefix, trunkPrefix.charAt(0)].some((prefix) =>
				this.hasDigits(prefix + national),
			) ||
			[...this.lengths].some((length) => this.national.has(all.slice(-length))) ||
			(nationalNumbers === 'ambiguous' && this.localNumbers.has(all.slice(-LOCAL_DIGITS)))
		);
	}

	private addNational(written: string, number: WrittenNumber): void {
		const digits = withoutZeros(number.digits);
		if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) {
			throw phoneNumberError(
				written,
				'is not a phone number',
				'Write it with "+", the country code and the number, for example +4930123456.',
			);
		}
		for (const one of [digits, ...withoutEnding(number)]) {
			this.national.add(one);
			this.lengths.add(one.length);
			this.localNumbers.add(one.slice(-LOCAL_DIGITS));
		}
	}

	/** What is a number in one country calls another country from the next: 810 49 … in Russia. */
	private addAfterExitCode(digits: string): void {
		for (const code of EXIT_CODES) {
			const number = digits.replace(code, '');
			if (number !== digits && planOf(number)) this.international.add(phoneOf(`+${number}`));
		}
	}

	private hasDigits(digits: string): boolean {
		return this.national.has(withoutZeros(digits));
	}
}

/**
 * Whether a record of the service may be about a number: whether the number on it forbids that one, where it
 * stands on a list; or contains its digits, where it cannot be read, as in "whatsapp:+49…". A call too many is
 * the safe side for whoever asks whether a number was called.
 *
 * @param recorded the number of the record, whatever that is
 * @param phoneNumber E.164
 */
export function mayBeNumber(recorded: unknown, phoneNumber: string): boolean {
	const written = shownNumber(recorded);
	if (EXACT.test(written)) return phoneOf(written) === phoneOf(phoneNumber);
	const all = phoneNumber.slice(1);
	const national = withoutZeros(all.slice(planOf(all)?.code.length ?? 0));
	const digits = withoutZeros(toGrammar(written).replace(/\D/g, ''));
	if (digits.length < FEWEST_DIGITS_ALONE) return digits === national;
	try {
		const list = new NumberList();
		list.add(written, { clean: true });
		return list.has(phoneNumber);
	} catch {
		return digits.includes(national);
	}
}

/** One of the numbers of a phone, always the same. */
function phoneOf(phoneNumber: string): string {
	const [pattern, other] = TWO_NUMBERS.find(([written]) => written.test(phoneNumber)) ?? ['', ''];
	return phoneNumber.replace(pattern, other);
}

function withoutZeros(digits: string): string {
	return digits.replace(/^0+/, '');
}

function planOf(digits: string): NumberingPlan | undefined {
	return [1, 2, 3].map((length) => NUMBERING_PLANS.get(digits.slice(0, length))).find(Boolean);
}

/** The number without a last group that may be an extension, the end of a range or a second number. */
function withoutEnding({ digits, groups, afterSlash }: WrittenNumber): string[] {
	const [last, gap = '', previous = ''] = [...groups].reverse();
	const mayEnd = /[-.]/.test(gap) || (gap !== '' && previous.length > 3);
	return [mayEnd ? last.length : 0, afterSlash]
		.map((ending) => withoutZeros(digits.slice(0, -ending)))
		.filter((rest) => rest.length >= FEWEST_DIGITS_ALONE);
}
