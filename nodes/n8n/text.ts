/** A quotation is never longer, whatever was sent or written. */
const MAX_QUOTE_LENGTH = 300;

/** A value of a field is quoted up to here: enough to find it in a table. */
const MAX_VALUE_LENGTH = 60;

/** Of a text from elsewhere no more is looked at, so that its length does not matter. */
const MAX_TEXT_LENGTH = 20_000;

/**
 * Writes a text in one line without control characters, cut where it gets long.
 *
 * @param most the length of the line, in UTF-16 code units
 */
export function quote(text: string, most = MAX_QUOTE_LENGTH): string {
	const line = text
		.slice(0, MAX_TEXT_LENGTH)
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim();
	if (line.length <= most) return line;
	// A character that takes two places is not cut in half.
	const beginning = line.slice(0, most - 2).replace(/[\ud800-\udbff]$/, '');
	return `${beginning.trim()} …`;
}

/** Writes the value of a field for a message, whatever it is. */
export function quoteValue(value: unknown): string {
	if (typeof value === 'object' && value !== null) {
		return Array.isArray(value) ? 'a list' : 'an object';
	}
	const text = quote(String(value ?? ''), MAX_VALUE_LENGTH);
	return text === '' ? 'empty' : `"${text}"`;
}

/**
 * Characters that count as letters or symbols and that Unicode has no sign for (Default_Ignorable_Code_Point:
 * fillers, variation selectors) or a blank one: the braille pattern without dots, the musical note without
 * head, two hieroglyphs, and the place of a picture that was not copied.
 */
export const NOTHING_VISIBLE =
	/[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/gu;

/** What somebody sees, or hears when it is read aloud. */
const SOMETHING = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a text looks empty, whatever invisible characters it has. */
export function isBlank(text: string): boolean {
	return !SOMETHING.test(text.replace(NOTHING_VISIBLE, ''));
}

/** Between letters of some scripts, and in emoji, these change what is seen. */
const JOINER = /[\p{Join_Control}\p{Variation_Selector}]/u;
const IDLE_JOINERS =
	/(?<!\P{ASCII})[\p{Join_Control}\p{Variation_Selector}]+|\p{Join_Control}+(?!\P{ASCII})/gu;

/**
 * A text of the form without the characters that nobody sees: two texts that look alike are the same. Those
 * that change how other characters look stay.
 */
export function withoutInvisible(text: string): string {
	// Nearly all are such texts, and lists are long.
	if (/^\p{ASCII}*$/u.test(text)) return text;
	return text
		.replace(NOTHING_VISIBLE, (sign) => (JOINER.test(sign) ? sign : ''))
		.replace(IDLE_JOINERS, '');
}

/** The beginning of a text from elsewhere, as far as it is worth looking at. */
export function beginning(text: string): string {
	return text.slice(0, MAX_TEXT_LENGTH);
}

/** The characters that HTML writes by name. */
export const HTML_CHARACTERS: Record<string, string> = {
	amp: '&',
	apos: "'",
	gt: '>',
	lt: '<',
	quot: '"',
};

/** Turns the codes of HTML back into characters, once. */
export function unescapeHtml(text: string): string {
	return text.replace(
		/&(?:(amp|lt|gt|quot|apos)|#0{0,5}(\d{1,7})|#[xX]0{0,5}([\da-fA-F]{1,6}));/g,
		(written, name, decimal, hex) => {
			if (name) return HTML_CHARACTERS[name as string];
			const code = decimal ? parseInt(decimal as string, 10) : parseInt(hex as string, 16);
			return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (written as string);
		},
	);
}
