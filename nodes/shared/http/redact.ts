import { HTML_CHARACTERS } from '../text';

const ENTITIES = Object.fromEntries(
	Object.entries(HTML_CHARACTERS).map(([name, character]) => [character, name]),
);

/** The shortest secret that is looked for: a shorter one would blank out ordinary words. */
const SHORTEST_SECRET = 4;

/** What is nested deeper is nothing for people, and some thousand levels end in an overflow of the stack. */
const DEEPEST = 100;

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
