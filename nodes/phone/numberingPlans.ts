import {
	AMBIGUOUS,
	EXIT_CODES,
	LENGTHS,
	LONGER,
	MOBILE_LENGTHS,
	NO_COUNTRY,
	PREFIX_UNUSUAL,
	REWRITTEN,
	TRUNK_PREFIXES,
	ZERO_FIRST,
} from './numberingPlanData';

/**
 * What the node knows of the numbers of each country: enough to tell one number from a number with
 * something after it, and to dial a national number as its country does.
 */
export interface NumberingPlan {
	/** The country code, without the plus. */
	code: string;
	/** How many digits follow the country code in fixed line and mobile numbers, the fewest first. */
	usualLengths: number[];
	/** The same for all numbers, those of toll-free and other services included. */
	lengths: number[];
	/**
	 * What is dialled in front of a national number within the country and left out from abroad: the
	 * "trunk prefix", 0 in most countries. Empty where there is none.
	 */
	trunkPrefix: string;
	/** How many digits a national number has that is whole without the trunk prefix. */
	lengthsWithoutPrefix: number[];
	/** Whether numbers may begin with a 0 that is dialled from abroad as well, as in Italy. */
	maybeZeroFirst: boolean;
	/** Whether national numbers can be converted: if there are any, and one way to dial them. */
	nationalNumbers: 'convertible' | 'ambiguous' | 'none';
	/** Numbers with digits that are not dialled from abroad, or without their area code. */
	rewritten?: RegExp;
	/** Beginnings of what is dialled in the country to call another one, apart from 00 alone. */
	exitCode?: RegExp;
	/** Beginnings of numbers that are longer than usual. */
	longer?: RegExp;
}

/** E.164: country code and number together. */
const MAX_DIGITS = 15;

/** The numbering plans by country code. */
export const NUMBERING_PLANS: ReadonlyMap<string, NumberingPlan> = new Map(
	LENGTHS.flatMap(([lengths, codes]) =>
		codes.split(' ').map((code) => [code, plan(code, lengths)]),
	),
);

function plan(code: string, lengths: string): NumberingPlan {
	const listed = (codes: string) => codes.split(' ').includes(code);
	const [usual, others = ''] = lengths.split('+');
	const possible = (length: number) => code.length + length <= MAX_DIGITS;
	const usualLengths = readLengths(usual).filter(possible);
	const ofCode = <T>(table: Array<[T, string]>) => table.find(([, codes]) => listed(codes))?.[0];
	const trunkPrefix = ofCode(TRUNK_PREFIXES) ?? '';
	const exitCode = ofCode(EXIT_CODES);
	// Where all numbers are equally long, one of that length lacks nothing but the prefix.
	const alwaysWhole = !trunkPrefix || usualLengths.length === 1 || listed(PREFIX_UNUSUAL);
	return {
		code,
		usualLengths,
		lengths: readLengths(`${usual} ${others}`).filter(possible),
		trunkPrefix,
		lengthsWithoutPrefix: alwaysWhole ? usualLengths : readLengths(ofCode(MOBILE_LENGTHS) ?? ''),
		maybeZeroFirst: listed(ZERO_FIRST),
		nationalNumbers: listed(NO_COUNTRY) ? 'none' : listed(AMBIGUOUS) ? 'ambiguous' : 'convertible',
		rewritten: REWRITTEN[code],
		exitCode: exitCode === undefined ? undefined : new RegExp(`^(?:${exitCode})`),
		longer: LONGER[code],
	};
}

/** Reads '5-7 10' as 5, 6, 7, 10. */
function readLengths(text: string): number[] {
	return text
		.trim()
		.split(/ +/)
		.filter(Boolean)
		.flatMap((span) => {
			const [first, last = first] = span.split('-').map(Number);
			return Array.from({ length: last - first + 1 }, (_, index) => first + index);
		})
		.sort((one, other) => one - other);
}
