import { HTML_CHARACTERS } from '../n8n/text';

const ENTITIES = Object.fromEntries(
	Object.entries(HTML_CHARACTERS).map(([name, character]) => [character, name]),
);

/** The shortest secret that is looked for: a shorter one would blank out ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** Words that stand in front of a key, and are none. */
const SCHEMES = /^(basic|bearer|digest|key|secret|token|x?-?api-?_?key)[:=]?$/i;

const LONG_USER_NAME = 8;

/** What is nested deeper is nothing for people, and some thousand levels end in an overflow of the stack. */
const DEEPEST = 100;

/**
 * Makes a function that replaces the key wherever it stands in what a service sent: plain,
 * percent-encoded, or escaped as in JSON or HTML, with or without a prefix such as `Bearer` or `token=`. Services
 * do echo the key when they reject it, and n8n stores what it shows.
 *
 * @param key the API key, of printable ASCII characters (see `readApiKey`)
 * @returns a function for a text, or for anything that was read from JSON
 */
export function keyRedactor(key: string): <T>(received: T) => T {
	const secrets = [...new Set(secretsIn(key.trim()))]
		.filter((part) => part.length >= MIN_SECRET_LENGTH && !SCHEMES.test(part))
		.sort((a, b) => b.length - a.length);
	if (secrets.length === 0) return (received) => received;
	const spellings = secrets.map((secret) => [...secret].map(anySpelling).join(''));
	const pattern = new RegExp(spellings.join('|'), 'g');
	return <T>(received: T) => redacted(received, pattern) as T;
}

/** The key, and every part of it that may be the secret itself. */
function secretsIn(key: string): string[] {
	const pieces = [key, ...key.split(/\s/), ...key.split(/[\s,;&]/)];
	const parts = pieces.flatMap(withoutNames).flatMap((part) => [part, withoutQuotes(part)]);
	const [, encoded] = /^basic[\s:=]+(\S+)$/i.exec(key) ?? [];
	return encoded ? [...parts, ...passwordsIn(encoded)] : parts;
}

/** `Bearer:sk` and `token=sk` have a name in front; there may be several. */
function withoutNames(part: string): string[] {
	const [, value] = /^[^=:]*[=:]\s*(.+)$/.exec(part) ?? [];
	return value ? [part, ...withoutNames(value)] : [part];
}

function withoutQuotes(part: string): string {
	return part.replace(/^["']|["']$/g, '');
}

/** HTTP's scheme Basic encodes `user:password`; either may be the key, a short user name is none. */
function passwordsIn(encoded: string): string[] {
	const decoded = Buffer.from(encoded, 'base64').toString();
	const [user, ...password] = decoded.split(':');
	return [decoded, password.join(':'), ...(user.length >= LONG_USER_NAME ? [user] : [])];
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
