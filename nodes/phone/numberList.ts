import { phoneNumberError } from './errors';
import { readWrittenNumber, toGrammar, type WrittenNumber } from './grammar';
import {
	normalizePhoneNumber,
	readNumberText,
	shownNumber,
	type PhoneNumberOptions,
} from './index';
import { NUMBERING_PLANS, type NumberingPlan } from './numberingPlans';

/** Fewer are hardly a number by themselves: an extension, or what is left of a number without its ending. */
const MIN_DIGITS_ALONE = 6;
/**
 * So many in a row are hardly part of another number by chance. Numbers of six or seven digits would be: those
 * of small countries, of which a list of thousands of entries would forbid a good part.
 */
const MIN_DIGITS_ANYWHERE = 8;
/** E.164 allows 15, and a trunk zero may follow the country code. More are several numbers, or an extension. */
const MAX_DIGITS = 16;
const MIN_DIGITS = 4;
/** Without the area code. In Argentina and Brazil, neither a carrier nor a prefix for mobiles changes them. */
const LOCAL_DIGITS = 7;
/** Enough that few entries have them, and no more than the shortest number that is looked for in entries. */
const KEY_DIGITS = 5;

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
	/** As `canonicalPhone` writes them. */
	private readonly international = new Set<string>();

	/** What was written without a country code: its digits, without zeros in front. */
	private readonly national = new Set<string>();

	/** How many digits those have. */
	private readonly lengths = new Set<number>();

	/** The last digits of those. */
	private readonly localNumbers = new Set<string>();

	/** The same by each five digits that stand in them, so that not all entries are searched for each number. */
	private readonly byKey: string[][] = [];

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
			const whole = normalizePhoneNumber(written, options);
			const shorter = number ? withoutEnding(number).map((rest) => `+${number.code}${rest}`) : [];
			for (const one of [whole, ...shorter]) this.international.add(canonicalPhone(one));
		} else {
			this.addNational(String(written), number);
		}
		if (!text.startsWith('+')) this.addAfterExitCode(text.replace(/\D/g, ''));
	}

	/** Puts digits on the list that have no country code in front, or none that can be read. */
	addDigits(written: string): void {
		const digits = withoutZeros(written);
		this.national.add(digits);
		this.lengths.add(digits.length);
		this.localNumbers.add(digits.slice(-LOCAL_DIGITS));
		for (let end = KEY_DIGITS; end <= digits.length; end++) {
			(this.byKey[Number(digits.slice(end - KEY_DIGITS, end))] ??= []).push(digits);
		}
	}

	/** @param phoneNumber E.164 */
	has(phoneNumber: string): boolean {
		if (this.international.has(canonicalPhone(phoneNumber))) return true;
		if (this.national.size === 0) return false;
		const all = phoneNumber.slice(1);
		const {
			code = '',
			trunkPrefix = '',
			nationalNumbers,
		}: Partial<NumberingPlan> = planOf(all) ?? {};
		const national = all.slice(code.length);
		return (
			[...this.lengths].some((length) => this.national.has(all.slice(-length))) ||
			this.national.has(`${code}${trunkPrefix}${national}`) ||
			this.contains(national) ||
			(nationalNumbers === 'ambiguous' && this.localNumbers.has(all.slice(-LOCAL_DIGITS)))
		);
	}

	private addNational(written: string, number: WrittenNumber): void {
		const { length } = withoutZeros(number.digits);
		if (length < MIN_DIGITS) {
			throw phoneNumberError(
				written,
				'is not a phone number',
				'Write it with "+", the country code and the number, for example +4930123456.',
			);
		}
		if (length > MAX_DIGITS) {
			throw phoneNumberError(
				written,
				'may be more than one number',
				'Write a comma or a line break between two numbers, and remove an extension.',
			);
		}
		const shorter = withoutEnding(number).filter(
			(rest) => withoutZeros(rest).length >= MIN_DIGITS_ALONE,
		);
		for (const one of [number.digits, ...shorter, ...halves(number)]) this.addDigits(one);
	}

	/** What is a number in one country calls another country from the next: 810 49 … in Russia. */
	private addAfterExitCode(digits: string): void {
		for (const code of EXIT_CODES) {
			const number = digits.replace(code, '');
			if (number !== digits && planOf(number)) this.international.add(canonicalPhone(`+${number}`));
		}
	}

	/**
	 * Whether a number stands in what was written without a country code: after whatever is dialed first, as in
	 * 44 07700 900123; beside another number; or before an extension.
	 */
	private contains(national: string): boolean {
		if (national.length < MIN_DIGITS_ALONE) return false;
		const number = withoutZeros(national);
		const near = this.byKey[Number(number.slice(-KEY_DIGITS))] ?? [];
		return near.some((digits) => isIn(number, digits));
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
export function mayBeSamePhone(recorded: unknown, phoneNumber: string): boolean {
	const written = shownNumber(recorded);
	const all = phoneNumber.slice(1);
	const national = withoutZeros(all.slice(planOf(all)?.code.length ?? 0));
	const digits = withoutZeros(toGrammar(written).replace(/\D/g, ''));
	if (digits.length < MIN_DIGITS_ALONE) return digits === national;
	// The service may list everybody's calls: nearly all of them end here.
	if (!digits.includes(national.slice(-MIN_DIGITS_ALONE))) return false;
	const list = new NumberList();
	try {
		list.add(written, { clean: true });
	} catch {
		if (digits.includes(national)) return true;
		// Without a country code it may be one that can be read: 54 11 15 2345-6789.
		list.addDigits(digits.slice(-MAX_DIGITS));
	}
	return list.has(phoneNumber);
}

/** One of the numbers of a phone, always the same: Argentina and Brazil have two for a mobile. */
export function canonicalPhone(phoneNumber: string): string {
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
		.filter((ending) => ending > 0)
		.map((ending) => digits.slice(0, -ending));
}

/** Two numbers without area codes, where there are enough digits for them. */
function halves({ digits, pieces }: WrittenNumber): string[] {
	return pieces
		.map((_, index) => pieces.slice(0, index).join('').length)
		.map((end) => [digits.slice(0, end), digits.slice(end)])
		.filter((two) => two.every((half) => withoutZeros(half).length >= LOCAL_DIGITS))
		.flat();
}

/** Whether digits end with a number, or contain it and are more than enough for that to be no accident. */
function isIn(number: string, digits: string): boolean {
	const isAnywhere =
		number.length >= MIN_DIGITS_ANYWHERE || digits.length - number.length >= MIN_DIGITS_ALONE;
	return isAnywhere ? digits.includes(number) : digits.endsWith(number);
}
