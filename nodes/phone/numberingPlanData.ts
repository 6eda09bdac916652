/*
 * What is known of the numbers of each country, by country code (ITU-T E.164): data of Google's
 * libphonenumber 3.2.47. `numberingPlans.test.ts` compares it with the release that is installed, so
 * that an update of the development dependency shows what has changed.
 */

/**
 * Lengths of fixed line and mobile numbers, after a plus those of the example numbers of other
 * services, and the country codes that have them. Lengths of numbers that lack the area code are left
 * out.
 */
export const LENGTHS: Array<[string, string]> = [
	['4 5', '290'],
	['4 7', '683'],
	['4-7', '690'],
	['4-11', '352'],
	['4-13', '43'],
	['5', '500 682'],
	['5 + 6', '247'],
	['5 7', '676 677 678'],
	['5 8', '686'],
	['5-7', '688'],
	['5-9', '27'],
	['5-10', '358'],
	['5-15', '49'],
	['5-7 10', '685'],
	['5 6 8-10', '82'],
	['6', '298 299 672 687'],
	['6 + 9', '681'],
	['6 7', '597'],
	['6 9', '40 508'],
	['6 9 + 8', '376'],
	['6-9', '252 359'],
	['6-10', '95 880'],
	['6-12', '39'],
	['6 7 9', '421'],
	['6 7 10 + 4', '98'],
	['6 8-10 + 12', '63'],
	['6-8 10', '53'],
	['7', '238 239 246 248 269 291 297 592 673 674 680 691 692'],
	['7 + 10', '960'],
	['7 + 11', '501 679'],
	['7 8', '230 241 372 507 599 670 675 961 975'],
	['7 8 + 10', '267'],
	['7 9', '48 220 265 354 423'],
	['7 9 + 10', '263'],
	['7-9', '231 254 967'],
	['7-9 + 10 12', '46'],
	['7-9 + 11', '595'],
	['7-10', '243 353'],
	['7-11', '86'],
	['7-12', '62 381'],
	['7-10 12 + 11', '882'],
	[
		'8',
		'45 216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 382 386 389 505 509 968 973 993',
	],
	['8 + 10', '506'],
	['8 + 11', '65 502 504'],
	['8 + 5', '47'],
	['8 + 5 7', '598'],
	['8 + 6 9', '689'],
	['8 + 7', '503 853 965 974'],
	['8 + 9', '268 591'],
	['8 + 9 11', '852'],
	['8 9', '32 36 51 213 224 250 258 264 377 387 962 963 971'],
	['8 9 + 10', '66 855 886 970'],
	['8 9 + 11', '593'],
	['8 9 + 6 7', '355'],
	['8 9 + 7', '385'],
	['8 10', '378 850'],
	['8 10 + 11', '57 977'],
	['8-10', '20 60 64 856 964 976'],
	['8-12', '383'],
	['8 9 11 12 + 10', '972'],
	[
		'9',
		'33 34 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262 351 380 590 594 596 992 994 995 996 998',
	],
	['9 + 10', '56 375 966'],
	['9 + 11', '420'],
	['9 + 12', '41'],
	['9 + 7', '245'],
	['9 + 7 10', '61'],
	['9 + 8', '233 237'],
	['9 10', '44 81 881'],
	['9 10 + 7', '84'],
	['9 10 + 8 11', '92'],
	['9 11 + 5 7', '31'],
	['9 12', '870'],
	['10', '7 30 52 58 225'],
	['10 + 11', '234'],
	['10 + 11 13', '91'],
	['10 + 7', '1 90'],
	['10 + 8', '229'],
	['10 11', '54'],
	['10 11 + 8 9', '55'],
	['+ 11', '888'],
	['+ 12', '878'],
	['+ 8', '800 808'],
	['+ 9', '883 979'],
];

/** The trunk prefixes and the country codes that have them; the others have none. */
export const TRUNK_PREFIXES: Array<[string, string]> = [
	[
		'0',
		'20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 ' +
			'211 212 213 218 231 232 233 234 243 249 250 251 252 254 255 256 260 261 262 263 264 265 291 353 355 ' +
			'358 359 370 373 374 377 380 381 382 383 385 386 387 389 421 423 508 590 591 593 594 595 596 598 686 ' +
			'850 855 856 880 886 961 962 963 964 966 967 970 971 972 976 977 994 995 996',
	],
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
export const MOBILE_LENGTHS: Array<[string, string]> = [
	['9', '32 36 51 66 231 265 355 359 377 387 593 962 967 970 971'],
	['9 10', '64 856'],
	['10', '20 60 81 95 358 964 977'],
	['11', '31'],
	['12', '62'],
];

/** Where numbers are usually written without the trunk prefix. */
export const PREFIX_UNUSUAL = '252 423 686 976';

/**
 * Countries whose numbers may begin with a 0 that is dialled from abroad as well. Not those that also
 * have a trunk prefix 0: there it may be one or the other.
 */
export const ZERO_FIRST =
	'39 47 225 226 227 229 241 242 247 267 268 378 501 507 676 679 687 800 853 881 888 974 992';

/**
 * Where a national number can be converted in more than one way: Argentina rewrites mobile numbers (15
 * to 9), Brazil and Colombia put a carrier after the 0, the islands of 290 and of 599 differ in length.
 */
export const AMBIGUOUS = '54 55 57 290 599';

/**
 * Numbers that libphonenumber rewrites: it takes off a carrier code, a trunk prefix or the country
 * code, or puts an area code before a local number.
 */
export const REWRITTEN: Record<string, RegExp> = {
	1: /^1/,
	54: /^[1-8]\d{10}$/,
	55: /^90/,
	61: /^183[12]/,
	64: /^64\d{7}$/,
	82: /^8[1-8]/,
	261: /^[24-9]\d{6}$/,
	352: /^15/,
	375: /^8(?!0[0-79]\d{7}$)|^375/,
	378: /^[89]\d{5}$/,
	591: /^1/,
	672: /^[0-258]\d{4}$/,
	852: /^852/,
	971: /^971\d{6}$/,
};

/**
 * What is dialled before a country code where that is not 00 alone, as patterns of the beginning. For 234
 * and 255 a little more.
 */
export const EXIT_CODES: Array<[string, string]> = [
	['810', '7 375 992 993'],
	['19\\d\\d00', '51'],
	['00(?:1[245]|2[1-35]|31|4[13]|[56]5|99)', '55'],
	['1\\d\\d0', '56'],
	['00(?:4(?:[14]4|56)|[579])', '57'],
	['14\\d\\d0011', '61'],
	['00[89]', '62 234'],
	['0161', '64'],
	['00\\d', '65 66'],
	['010', '81'],
	['00(?:[125689]|3(?:[46]5|91)|7(?:00|27|3|55|6[126]))', '82'],
	['16', '235'],
	['00[5-7]', '255 256'],
	['1(?:00[01]|010|020|100)', '354'],
	['99', '358'],
	['10(?:22|66|88|99)', '386'],
	['01[3-9]', '598'],
	['140[1-3]', '675'],
	['052', '679'],
	['00(?:30|5[09]|[126-9])', '852'],
	['00[14-9]', '855'],
	['0(?:0[25-79]|19)', '886'],
	['01(?:05|[2-9])', '972'],
];

/** Singapore writes its 1800 and 7000 numbers in groups that look like a number and an extension. */
export const LONGER: Record<string, RegExp> = { 65: /^(?:1800|1900|7000)/ };

/** Satellite phones and other services that belong to no country. */
export const NO_COUNTRY = '800 808 870 878 881 882 883 888 979';
