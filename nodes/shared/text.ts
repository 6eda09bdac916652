/** A quotation is never longer, whatever was sent or written. */
const LONGEST_QUOTE = 300;

/** A value of a field is quoted up to here: enough to find it in a table. */
const LONGEST_VALUE = 60;

/** Of a text from elsewhere no more is looked at, so that its length does not matter. */
const LONGEST_TEXT = 20_000;

/**
 * Writes a text in one line without control characters, cut where it gets long.
 *
 * @param most the length of the line, in UTF-16 code units
 */
export function quote(text: string, most = LONGEST_QUOTE): string {
	const line = text
		.slice(0, LONGEST_TEXT)
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
	const text = quote(String(value ?? ''), LONGEST_VALUE);
	return text === '' ? 'empty' : `"${text}"`;
}

/** The beginning of a text from elsewhere, as far as it is worth looking at. */
export function beginning(text: string): string {
	return text.slice(0, LONGEST_TEXT);
}

/** The shortest secret that is looked for: a shorter one would blank out ordinary words. */
const SHORTEST_SECRET = 4;

/** What is nested deeper is nothing for people, and some thousand levels end in an overflow of the stack. */
const DEEPEST = 100;

const CHARACTERS: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };
const ENTITIES = Object.fromEntries(
	Object.entries(CHARACTERS).map(([name, character]) => [character, name]),
);

/**
 * Makes a function that replaces the key wherever it stands in what a service sent: plain,
 * percent-encoded, or escaped as in JSON or HTML, with or without a prefix such as `Bearer`. Services
 * do echo the key when they reject it, and n8n stores what it shows.
 *
 * @param key the API key, of printable ASCII characters (see `readApiKey`)
 * @returns a function for a text, or for anything that was read from JSON
 */
export function keyRedactor(key: string): <T>(received: T) => T {
	const whole = key.trim();
	const secrets = [whole, ...whole.split(/\s+/)].filter(
		(part) => part.length >= SHORTEST_SECRET && !/^(basic|bearer|token|api-?key)$/i.test(part),
	);
	if (secrets.length === 0) return (received) => received;
	const spellings = secrets.map((secret) => [...secret].map(anySpelling).join(''));
	const pattern = new RegExp(spellings.join('|'), 'g');
	return <T>(received: T) => redacted(received, pattern) as T;
}

function redacted(value: unknown, key: RegExp, depth = 0): unknown {
	if (typeof value === 'string') return value.replace(key, '[API key]');
	if (typeof value !== 'object' || value === null) return value;
	if (depth === DEEPEST) return '…';
	if (Array.isArray(value)) return value.map((entry) => redacted(entry, key, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name.replace(key, '[API key]'),
			redacted(entry, key, depth + 1),
		]),
	);
}

/** Matches a character as it is, behind a backslash, and as the codes of URLs, JSON and HTML. */
function anySpelling(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const literal = character.replace(/[^\w\s]/, '\\$&');
	const entity = ENTITIES[character] ? `|&${ENTITIES[character]};` : '';
	// The codes come first: \u0075 is not a "u" behind a backslash.
	return `(?:%${hex}|\\\\u00${hex}|&#0{0,5}${code};|&#[xX]0{0,5}${hex};${entity}|\\\\?${literal})`;
}

/** Turns the codes of HTML back into characters, once. */
export function unescapeHtml(text: string): string {
	return text.replace(
		/&(?:(amp|lt|gt|quot|apos)|#0{0,5}(\d{1,7})|#[xX]0{0,5}([\da-fA-F]{1,6}));/g,
		(written, name, decimal, hex) => {
			if (name) return CHARACTERS[name as string];
			const code = decimal ? parseInt(decimal as string, 10) : parseInt(hex as string, 16);
			return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (written as string);
		},
	);
}
