import { HTML_CHARACTERS } from '../n8n/text';

const ENTITIES = Object.fromEntries(
	Object.entries(HTML_CHARACTERS).map(([name, character]) => [character, name]),
);

/** Takes the API key out of a text, or of anything that was read from JSON. */
export type Redact = <T>(received: T) => T;

/** Where there is no key yet. */
export const asItIs: Redact = (received) => received;

/** The shortest secret that is looked for: a shorter one would blank out ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** Words that stand in front of a key, and are none. */
const SCHEMES = /^(basic|bearer|digest|key|secret|token|x?-?api-?_?key)[:=]?$/i;

const LONG_USER_NAME = 8;

/** What is nested deeper is nothing for people, and some thousand levels end in an overflow of the stack. */
const MAX_DEPTH = 100;

/**
 * Makes a function that replaces the key wherever it stands in what a service sent: plain,
 * percent-encoded, or escaped as in JSON or HTML, with or without a prefix such as `Bearer` or `token=`. Services
 * do echo the key when they reject it, and n8n stores what it shows.
 *
 * @param key the API key, of printable ASCII characters (see `readApiKey`)
 * @returns a function for a text, or for anything that was read from JSON; of that it leaves out what is
 * nested more than a hundred levels deep
 */
export function keyRedactor(key: string): Redact {
	const secrets = [...new Set(secretsIn(key.trim()))]
		.filter((part) => part.length >= MIN_SECRET_LENGTH && !SCHEMES.test(part))
		.sort((a, b) => b.length - a.length);
	const spellings = secrets.map((secret) => [...secret].map(anySpelling).join(''));
	// Hosts are in lower case. Without a secret it matches nothing.
	const pattern = new RegExp(spellings.join('|') || '(?!)', 'gi');
	const clean = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return value.replace(pattern, '[API key]');
		if (typeof value !== 'object' || value === null) return value;
		if (depth === MAX_DEPTH) return '…';
		if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
		const fields = Object.entries(value).map(([name, entry]) => [
			clean(name, depth),
			clean(entry, depth + 1),
		]);
		return Object.fromEntries(fields) as object;
	};
	return <T>(received: T) => clean(received, 0) as T;
}

/**
 * The key, and every part of it that may be the secret itself: `Bearer:sk` and `token="sk"` have a name in
 * front. HTTP's scheme Basic encodes `user:password`; either may be the key, a short user name is none.
 */
function secretsIn(key: string): string[] {
	const parts = [key, ...key.split(/\s/), ...key.split(/[\s,;&]/)]
		.flatMap(withoutNames)
		.flatMap((part) => [part, part.replace(/^["']|["']$/g, '')]);
	const [, encoded] = /^basic[\s:=]+(\S+)$/i.exec(key) ?? [];
	if (!encoded) return parts;
	const decoded = Buffer.from(encoded, 'base64').toString();
	const [user, ...password] = decoded.split(':');
	return [...parts, decoded, password.join(':'), user.length >= LONG_USER_NAME ? user : ''];
}

/** There may be several names in front of one another. */
function withoutNames(part: string): string[] {
	const [, value] = /^[^=:]*[=:]\s*(.+)$/.exec(part) ?? [];
	return value ? [part, ...withoutNames(value)] : [part];
}

/** Matches a character as it is, behind a backslash, and as the codes of URLs, JSON and HTML. */
function anySpelling(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const literal = character.replace(/[^\w\s]/, '\\$&');
	const entity = ENTITIES[character] ? `|&${ENTITIES[character]};` : '';
	// The codes come first: \u0075 is not a "u" behind a backslash.
	return `(?:%${hex}|\\\\u00${hex}|&#0{0,5}${code};|&#[xX]0{0,5}${hex};${entity}|\\\\?${literal})`;
}
