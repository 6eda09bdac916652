import { NUMBERING_PLANS } from './plans';

/**
 * How a phone number may be written, in the notation of RFC 5234 (`[x]` is optional):
 *
 *   number        = (international / national)                          ; or all of it in brackets
 *   international = country [join "(0)"] join body
 *   national      = body                                   ; but not a date
 *   country       = ["("] ("+" *blank / "00" join) ["("] code [")"]
 *   code          = a country code of ITU-T E.164, in one piece; not 1 after 00, since 001 may be an exit code
 *   body          = [area] group *(gap group)              ; with one slash at most
 *   area          = [prefix] "(" 1*7DIGIT ")" join         ; but not (0)
 *   prefix        = "1" / "9" / national only: ["0"] DIGIT ; mobile prefix of "+54 9 (11) …" and of
 *                                                          ; "+52 1 (55) …", or trunk prefix of "8 (495) …"
 *   group         = 1*DIGIT
 *   gap           = 1*blank / *blank ("-" / "." / "/") *blank
 *   join          = *blank ["-" / "." / "/"] *blank
 */
export type WrittenNumber = NonNullable<ReturnType<typeof readWrittenNumber>>;

const JOIN = ' *[-./]? *';
const CODE = `\\(?(?:\\+ *|00 *[-.]? *)\\(?(${[...NUMBERING_PLANS.keys()].join('|')})`;
const body = (prefix: string) => {
	const area = `(?:${prefix}[ -]?)?\\((?!0\\))\\d{1,2}(?:[ -]?\\d{1,5})?\\)${JOIN}`;
	return `((?:${area})?\\d+(?:(?: +| *[-./] *)\\d+)*)`;
};
const INTERNATIONAL = new RegExp(`^${CODE}\\)?(${JOIN})(?:(\\(0\\))${JOIN})?${body('[19]')}$`);
const NATIONAL = new RegExp(`^${body('0?\\d')}$`);

const DAY_OR_MONTH = '(?:[0-2]?\\d|3[01])';
const YEAR = '(?:(?:19|20)\\d\\d|\\d\\d)';
/** 2026-11-20, 20. 11. 2026, 11/20/26, 11.2026: with as many digits as the numbers of many countries have. */
const DATE = new RegExp(
	`^(?:(?:${DAY_OR_MONTH} *[-./] *){1,2}${YEAR}|${YEAR}(?: *[-./] *${DAY_OR_MONTH}){2})$`,
);

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

/** Spreadsheets put an apostrophe or an equals sign in front of a "+", exports and mails put quotes around it. */
const QUOTES = /^(?:\p{Pi}|[=<"'\u201a\u201e`´′＇＂])+|(?:\p{Pf}|[>"'`´′＇＂.,;])+$/gu;
/** What links and chats put around a number, and Facebook's lead forms. */
const AROUND = /^(?:callto|p|phone|sip|sms|tel|whatsapp)[:.] *|@(?:s\.whatsapp\.net|c\.us)$/gi;
/** "+" and digits, nothing else. */
export const EXACT = /^\+\d+$/;

/**
 * Replaces each character of a phone number by that of the grammar which means the same, and takes
 * off what stands around it: blanks, quotes, `tel:` and the like, brackets around everything.
 */
export function toGrammar(written: string): string {
	// Do Not Call may have a hundred thousand of them.
	if (EXACT.test(written)) return written;
	return SAME.reduce((text, [same, by]) => text.replace(same, by), written.trim())
		.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
		.trim()
		.replace(QUOTES, '')
		.replace(AROUND, '')
		.replace(/^\(([^()]*)\)$/, '$1')
		.trim();
}

/**
 * Reads a phone number as the grammar says.
 *
 * @param text a phone number in the characters of the grammar (see `toGrammar`)
 * @returns undefined if the text is not a number of this grammar
 */
export function readWrittenNumber(text: string) {
	const [, code, join = '', zero, body = text] = INTERNATIONAL.exec(text) ?? [];
	const number = {
		/** The numbering plan of the country code that was written; undefined for a national number. */
		plan: NUMBERING_PLANS.get(code),
		/** What stands between that and what follows. */
		join,
		/** Whether there is a "(0)" after the country code. */
		hasZero: zero !== undefined,
		/** What follows, as it was written. */
		body,
	};
	const isNumber = code
		? !/^\(?001/.test(text)
		: NATIONAL.test(text) && !DATE.test(text) && !/^\(?00/.test(text);
	return isNumber && !/\/.*\//.test(number.body) ? number : undefined;
}

export function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}
