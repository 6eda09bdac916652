/** Marks that turn the direction of what follows them, and characters that no person sees. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu;

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
	/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * A text that came from a call, as plain lines: without control characters, and no longer than a
 * reader looks at.
 *
 * @param most characters, as people count them where a character is one code point
 * @param lines how many lines to keep; further ones follow in the last
 */
export function plainLines(text: string, most: number, lines = 1): string[] {
	// Of a text of megabytes no more is looked at than may be shown.
	const written = text
		.slice(0, most * 10)
		.toWellFormed()
		.split(/[\r\n]+/)
		.map((line) => line.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim())
		.filter((line) => line !== '');
	const kept = written.splice(0, lines - 1);
	const letters = [...[...kept, written.join(' ')].join('\n').trim()];
	const isCut = letters.length > most;
	return `${letters.slice(0, most).join('').trim()}${isCut ? '…' : ''}`.split('\n');
}

export function plainLine(text: string, most: number): string {
	return plainLines(text, most).join(' ');
}

/** In plain text, marks keep what is written from right to left from turning what follows it. */
export function isolated(text: string): string {
	return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** A text as HTML. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/**
 * The beginning of a text, with a mark where something is missing. It is a text of its own: a part
 * of a text would keep the whole of it in memory.
 *
 * @param most in UTF-16 code units
 */
export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const beginning = text.slice(0, most - 2).replace(/[\ud800-\udbff]$/, '');
	return `${Array.from(beginning).join('').trimEnd()} …`;
}
