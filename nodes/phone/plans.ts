/*
 * What is known of the numbers of each country, by country code (ITU-T E.164): data of Google's
 * libphonenumber 3.2.47. `numberingPlans.test.ts` compares it with the release that is installed, so
 * that an update of the development dependency shows what has changed.
 */

/**
 * Lengths of fixed line and mobile numbers, and the country codes that have them. Lengths of numbers that
 * lack the area code are left out.
 */
const USUAL_LENGTHS: Array<[string, string]> = [
	['4 5', '290'],
	['4 7', '683'],
	['4-7', '690'],
	['4-11', '352'],
	['4-13', '43'],
	['5', '247 500 682'],
	['5 7', '676 677 678'],
	['5 8', '686'],
	['5-7', '688'],
	['5-9', '27'],
	['5-10', '358'],
	['5-13', '49'],
	['5-7 10', '685'],
	['5 6 8-10', '82'],
	['6', '298 299 672 681 687'],
	['6 7', '597'],
	['6 9', '40 376 508'],
	['6-9', '252 359'],
	['6-10', '95 880'],
	['6-12', '39'],
	['6 7 9', '421'],
	['6 7 10', '98'],
	['6 8-10', '63'],
	['6-8 10', '53'],
	['7', '238 239 246 248 269 291 297 501 592 673 674 679 680 691 692 960'],
	['7 8', '230 241 267 372 507 599 670 675 961 975'],
	['7 9', '48 220 263 265 354 423'],
	['7-9', '46 231 254 595 967'],
	['7-10', '243 353'],
	['7-11', '86'],
	['7-12', '62 381'],
	['7-10 12', '882'],
	['8', '45 47 65 216 222 223 226 227 228 232 235 236 253 257 266 268 350 356 357 370 371 373'],
	['8', '374 382 386 389 502 503 504 505 506 509 591 598 689 852 853 965 968 973 974 993'],
	['8 9', '32 36 51 66 213 224 250 258 264 355 377 385 387 593 855 886 962 963 970 971'],
	['8 10', '57 378 850 977'],
	['8-10', '20 60 64 856 964 976'],
	['8-12', '383'],
	['8 9 11 12', '972'],
	['9', '33 34 41 56 61 93 94 211 212 218 221 233 237 240 242 244 245 249 251 255 256 260 261'],
	['9', '262 351 375 380 420 590 594 596 966 992 994 995 996 998'],
	['9 10', '44 81 84 92 881'],
	['9 11', '31'],
	['9 12', '870'],
	['10', '1 7 30 52 58 90 91 225 229 234'],
	['10 11', '54 55'],
];

/** Other lengths, of the example numbers of other services, and the country codes that have them. */
const OTHER_LENGTHS: Array<[number, string]> = [
	[4, '98'],
	[5, '31 47 598'],
	[6, '247 355 689'],
	[7, '31 61 84 90 245 355 385 503 598 853 965 974'],
	[8, '55 92 229 233 237 376 800 808'],
	[9, '55 268 591 681 689 852 883 979'],
	[10, '46 56 61 66 263 267 375 506 855 886 960 966 970 972'],
	[11, '57 65 91 92 234 420 501 502 504 593 595 679 852 882 888 977'],
	[12, '41 46 63 878'],
	[13, '91'],
];

/** Where some numbers are longer than the example numbers. */
const LONGER_NUMBERS =
	'7 27 30 48 56 61 62 63 66 81 82 86 90 92 230 234 254 358 359 372 375 380 382 420 503 507 598 883 886 968 971 974 996';

/** The trunk prefixes and the country codes that have them; the others have none. */
const TRUNK_PREFIXES: Array<[string, string]> = [
	['0', '20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91'],
	['0', '92 93 94 95 98 211 212 213 218 231 232 233 234 243 249 250 251 252 254 255 256 260 261'],
	['0', '262 263 264 265 291 353 355 358 359 370 373 374 377 380 381 382 383 385 386 387 389'],
	['0', '421 423 508 590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966'],
	['0', '967 970 971 972 976 977 994 995 996'],
	['06', '36'],
	['1', '1 692'],
	['8', '7 993'],
	// Belarus writes 8 0: the 8 leaves the town, the 0 is a trunk prefix of its own.
	['80', '375'],
];

/**
 * Where a number of that length is longer than any fixed line number: a mobile number, which lacks
 * nothing if it is written without the trunk prefix.
 */
const MOBILE_LENGTHS: Array<[string, string]> = [
	['9', '32 36 51 66 231 265 355 359 377 387 593 962 967 970 971'],
	['9 10', '64 856'],
	['10', '20 60 81 95 358 964 977'],
	['11', '31'],
	['12', '62'],
];

/** Where numbers are usually written without the trunk prefix. */
const PREFIX_UNUSUAL = '55 252 423 686 976';

/**
 * Countries whose numbers may begin with a 0 that is dialed from abroad as well. Not those that also
 * have a trunk prefix 0: there it may be one or the other.
 */
const ZERO_FIRST =
	'39 47 225 226 227 229 241 242 247 267 268 378 501 507 676 679 687 800 853 881 888 974 992';

/**
 * Where a national number can be converted in more than one way: Argentina rewrites mobile numbers (15
 * to 9), Colombia puts a carrier after the 0, the islands of 290 and of 599 differ in length.
 */
const AMBIGUOUS = '54 57 290 599';

/** Brazil puts a carrier after the 0. Brazilians write most numbers without both. */
const AMBIGUOUS_WITH_PREFIX = `${AMBIGUOUS} 55`;

/** Satellite phones and services of no country. */
const NO_COUNTRY = '800 808 870 878 881 882 883 888 979';

/**
 * Numbers that libphonenumber rewrites: it takes off a carrier code, a trunk prefix or the country
 * code, or puts an area code before a local number.
 */
const REWRITTEN: Record<string, RegExp> = {
	1: /^1/,
	54: /^[1-8]\d{10}$/,
	55: /^90/,
	61: /^183[12]/,
	64: /^64\d{7}$/,
	82: /^8[1-8]/,
	352: /^15/,
	375: /^8(?!0[0-79]\d{7}$)|^375/,
	591: /^1/,
	852: /^852/,
	971: /^971\d{6}$/,
};

/**
 * What is dialed before a country code where that does not begin with 00, as patterns of the beginning. Elsewhere
 * (Peru, Chile, Australia and others) no national number is as long as an exit code with a number of abroad.
 */
const EXIT_CODES: Array<[RegExp, string]> = [
	[/^810/, '7 375 992 993'],
	[/^010/, '81'],
	[/^99/, '358'],
	[/^019/, '886'],
	[/^01(?:05|[2-9])/, '972'],
];

/** Where more digits follow the 00 that is dialed before a country code. */
const LONGER_THAN_00 = '55 57 62 65 66 82 234 255 256 852 855 886';

export type NumberingPlan = ReturnType<typeof readPlan>;

/** The numbering plans by country code. */
export const NUMBERING_PLANS: ReadonlyMap<string, NumberingPlan> = new Map(
	[...USUAL_LENGTHS, ...OTHER_LENGTHS]
		.flatMap(([, codes]) => codes.split(' '))
		.map((code) => [code, readPlan(code)]),
);

/**
 * What the node knows of the numbers of a country: enough to tell one number from a number with
 * something after it, and to dial a national number as its country does.
 */
function readPlan(code: string) {
	const listed = (codes: string) => codes.split(' ').includes(code);
	const ofCode = <T>(table: Array<[T, string]>) => table.find(([, codes]) => listed(codes))?.[0];
	const usualLengths = readLengths(ofCode(USUAL_LENGTHS));
	const otherLengths = OTHER_LENGTHS.filter(([, codes]) => listed(codes)).map(([length]) => length);
	const trunkPrefix = ofCode(TRUNK_PREFIXES) ?? '';
	// Where all numbers are equally long, one of that length lacks nothing but the prefix.
	const alwaysWhole =
		!listed(AMBIGUOUS) && (!trunkPrefix || usualLengths.length === 1 || listed(PREFIX_UNUSUAL));
	return {
		/** The country code, without the plus. */
		code,
		/** How many digits follow the country code in fixed line and mobile numbers, the fewest first. */
		usualLengths,
		/** The same for all numbers, those of toll-free and other services included. */
		lengths: [...usualLengths, ...otherLengths],
		/**
		 * What is dialed in front of a national number within the country and left out from abroad: the
		 * "trunk prefix", 0 in most countries. Empty where there is none.
		 */
		trunkPrefix,
		/** How many digits follow the trunk prefix of a national number that can be converted in one way. */
		lengthsWithPrefix: listed(AMBIGUOUS_WITH_PREFIX) ? [] : usualLengths,
		/** How many digits a national number has that is whole without the trunk prefix. */
		lengthsWithoutPrefix: alwaysWhole ? usualLengths : readLengths(ofCode(MOBILE_LENGTHS)),
		/** Whether numbers may begin with a 0 that is dialed from abroad as well, as in Italy. */
		maybeZeroFirst: listed(ZERO_FIRST),
		/** Whether there are national numbers. */
		isOfCountry: !listed(NO_COUNTRY),
		/** Whether some numbers are longer than those: of machines, for example. */
		hasLongerNumbers: listed(LONGER_NUMBERS),
		/** Numbers with digits that are not dialed from abroad, or without their area code. */
		rewritten: REWRITTEN[code],
		/** Beginnings of what is dialed in the country to call another one, apart from 00. */
		exitCode: ofCode(EXIT_CODES),
		/** Whether 00 is enough to call another country. */
		dials00: !listed(LONGER_THAN_00),
	};
}

/** Reads '5-7 10' as 5, 6, 7, 10. */
function readLengths(text = ''): number[] {
	return (text.match(/\d+(?:-\d+)?/g) ?? []).flatMap((span) => {
		const [first, last = first] = span.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, index) => first + index);
	});
}

/** The numbering plan to which an E.164 number belongs. */
export function planOf(phoneNumber: string): NumberingPlan | undefined {
	return [2, 3, 4].map((end) => NUMBERING_PLANS.get(phoneNumber.slice(1, end))).find(Boolean);
}
