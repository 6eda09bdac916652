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
	const kept = [...written.slice(0, lines - 1), written.slice(lines - 1).join(' ')];
	let left = most;
	const shown: string[] = [];
	for (const line of kept) {
		if (line === '' || left <= 0) continue;
		const letters = [...line];
		shown.push(letters.length > left ? `${letters.slice(0, left).join('').trim()}…` : line);
		left -= letters.length;
	}
	return shown;
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
