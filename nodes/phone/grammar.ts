import { NUMBERING_PLANS } from './numberingPlans';

/**
 * How a phone number may be written, in the notation of RFC 5234 (`[x]` is optional):
 *
 *   number        = ["tel:"] (international / national)    ; or all of it in brackets
 *   international = country [join "(0)"] join digits
 *   national      = digits                                 ; but not a date
 *   country       = plus code / "(" plus code ")" / plus "(" code ")"
 *   plus          = "+" *blank / "00" join                 ; but not 001, which may be an exit code
 *   code          = a country code of ITU-T E.164, in one piece
 *   digits        = [area] group *(gap group)
 *   area          = "(" 1*6DIGIT ")" join                  ; the area code in brackets, but not (0)
 *                 / 1*6DIGIT *blank "/" *blank             ; the area code before a slash
 *                 / prefix "(" 1*6DIGIT ")" join
 *   prefix        = "9" / national only: ["0"] DIGIT       ; mobile prefix of "+54 9 (11) …", or trunk
 *                                                          ; prefix of "8 (495) …"
 *   group         = 1*DIGIT
 *   gap           = 1*blank / *blank ("-" / ".") *blank
 *   join          = *blank ["-" / "." / "/"] *blank
 *
 * A bracket of a national number may contain the trunk prefix as well, "(06 1) …".
 */
export interface WrittenNumber {
	/** The country code, or undefined for a national number. */
	code?: string;
	/** Whether there is a "(0)" after the country code. */
	zeroInBrackets: boolean;
	/** All other digits. */
	digits: string;
	/** The same in pieces, wherever something stands in between. */
	pieces: string[];
	/** How many digits follow the slash after the area code; 0 without one. */
	afterSlash: number;
	/** The groups of digits after the area code and the gaps between them: group, gap, group, … */
	groups: string[];
	/** All that stands between digits, the country code included. */
	separators: string[];
}

const JOIN = ' *[-./]? *';
const GAP = '(?: +| *[-.] *)';
const PLUS = '(?:\\+ *|00 *[-.]? *)';
const CODE = [...NUMBERING_PLANS.keys()].join('|');
const COUNTRY = `(?:\\(${PLUS}(${CODE})\\)|${PLUS}\\((${CODE})\\)|${PLUS}(${CODE}))`;
/** 00 and country code 1, or a prefix that is dialled before the country code in parts of Asia. */
const EXIT_CODE_001 = /^\(?001/;

const digits = (prefix: string) => {
	const area = [
		`\\(((?!0\\))(?:\\d{1,6}|\\d{1,2}[ -]\\d{1,5}))\\)${JOIN}`,
		`(${prefix})[ -]?\\(((?!0\\))\\d{1,6})\\)${JOIN}`,
		'(\\d{1,6}) */ *',
	].join('|');
	return `(?:${area})?(\\d+(?:${GAP}\\d+)*)`;
};

const INTERNATIONAL = new RegExp(`^${COUNTRY}${JOIN}(?:(\\(0\\))${JOIN})?${digits('9')}$`);
const NATIONAL = new RegExp(`^${digits('0?\\d')}$`);
const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const ANY_DATE = [
	[YEAR, '[01]?\\d', '[0-3]?\\d'],
	['[0-3]?\\d', '[0-3]?\\d', YEAR],
	[DAY, MONTH, '\\d\\d'],
	[MONTH, DAY, '\\d\\d'],
	['\\d\\d', MONTH, DAY],
	[MONTH, YEAR],
].map((parts) => parts.join(' *[-./] *'));
/** 2026-11-20, 20. 11. 2026, 11/20/26, 11.2026: with as many digits as the numbers of many countries have. */
export const DATE = new RegExp(`^(?:${ANY_DATE.join('|')})(?:[T ]\\d\\d:.*)?$`);
const BEGINNING = new RegExp(`^\\(?${PLUS}\\(?(${CODE})`);
const ZERO_AFTER_COUNTRY = new RegExp(`^(${COUNTRY}${JOIN})\\(0\\)`);

/**
 * The invisible characters after which a screen may show groups of digits from right to left: those of
 * Unicode's classes R, AL and AN, and the embedding and the isolate from right to left (UAX #9). The marks
 * from left to right, with which contact apps surround a number, change nothing.
 */
const RIGHT_TO_LEFT = /[\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u200f\u202b\u2067]/;
/** After it, a screen shows every character from right to left. */
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const ONE_GROUP = /^\P{Nd}*\p{Nd}+\P{Nd}*$/u;

/** Two groups of Arabic digits (class AN), which a screen shows from right to left without any mark. */
const ARABIC_GROUPS = /[\u0660-\u0669]\P{Nd}+[\u0660-\u0669]/u;

export function hasArabicGroups(written: string): boolean {
	return ARABIC_GROUPS.test(written);
}

/** Whether marks make a screen show the digits in another order than they are dialed. */
export function isReordered(written: string): boolean {
	if (written.includes(RIGHT_TO_LEFT_OVERRIDE)) return true;
	return RIGHT_TO_LEFT.test(written) && !ONE_GROUP.test(written);
}

/** What means the same as a character of the grammar. */
const SAME: Array<[RegExp, string]> = [
	// Soft hyphens, zero-width characters, marks of the writing direction.
	[/\p{Cf}/gu, ''],
	[/\p{Zs}/gu, ' '],
	[/[\u2010-\u2015\u2212\u30fc\ufe58\ufe63\uff0d]/g, '-'],
	[/[\u2024\uff0e]/g, '.'],
	[/\uff0f/g, '/'],
	[/[[\uff08\uff3b]/g, '('],
	[/[\]\uff09\uff3d]/g, ')'],
	[/\uff0b/g, '+'],
];
/** Full-width, Arabic and Persian digits. The last four bits of their code points are the digit. */
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;

/** "+" and digits, nothing else. */
export const EXACT = /^\+\d+$/;

/**
 * Replaces each character of a phone number by that of the grammar which means the same, and takes
 * off what stands around it: blanks, `tel:`, brackets around everything.
 */
export function toGrammar(written: string): string {
	// Do Not Call may have a hundred thousand of them.
	if (EXACT.test(written)) return written;
	return SAME.reduce((text, [same, by]) => text.replace(same, by), written.trim())
		.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
		.trim()
		.replace(/^tel: */i, '')
		.replace(/^\(([^()]*)\)$/, '$1')
		.trim();
}

/** The country code that a text begins with, be it a number or not. */
export function readCode(text: string): string | undefined {
	return BEGINNING.exec(text)?.[1];
}

/** The text without a "(0)" after the country code, so that what else is wrong with it can be told. */
export function withoutTrunkZero(text: string): string {
	return text.replace(ZERO_AFTER_COUNTRY, '$1');
}

/**
 * Reads a phone number as the grammar says.
 *
 * @param text a phone number in the characters of the grammar (see `toGrammar`)
 * @returns undefined if the text is not a number of this grammar
 */
export function readWrittenNumber(text: string): WrittenNumber | undefined {
	const international = EXIT_CODE_001.test(text) ? null : INTERNATIONAL.exec(text);
	const isNational = !/^\(?00/.test(text) && !DATE.test(text);
	const match = international ?? (isNational ? NATIONAL.exec(text) : null);
	if (!match) return undefined;
	const [area = '', prefix = '', areaAfterPrefix = '', beforeSlash = '', groups] = match.slice(-5);
	const pieces = [prefix, area, areaAfterPrefix, beforeSlash, groups]
		.flatMap((part) => part.split(/\D+/))
		.filter(Boolean);
	return {
		code: international ? (match[1] ?? match[2] ?? match[3]) : undefined,
		zeroInBrackets: international?.[4] !== undefined,
		digits: pieces.join(''),
		pieces,
		afterSlash: beforeSlash === '' ? 0 : groups.replace(/\D/g, '').length,
		groups: groups.split(/(\D+)/),
		separators: text.replace(/^\D+/, '').match(/\D+/g) ?? [],
	};
}
