/**
 * An answer to the user where no result can be given: what happened, and what to do about it.
 *
 * Everything in `nodes/shared` throws or returns this one class, so that it needs no n8n context;
 * `operation.ts` turns it into the error or the error item that n8n shows.
 */
export class UserError extends Error {
	/**
	 * @param title what happened, in the words of the service where it gave any; one sentence
	 * @param advice what to do about it; whole sentences
	 * @param status the HTTP status that the service answered with, where there was one
	 */
	constructor(
		title: string,
		readonly advice: string,
		readonly status?: number,
	) {
		super(title);
		this.name = 'UserError';
	}
}

/**
 * Describes anything that was thrown as a UserError, so that no code after it has to ask what it was.
 *
 * @param thrown a UserError, one of n8n's own errors (which carry a `description`), or anything else
 */
export function asUserError(thrown: unknown): UserError {
	if (thrown instanceof UserError) return thrown;
	const { message, description } = (thrown ?? {}) as { message?: unknown; description?: unknown };
	return new UserError(
		typeof message === 'string' && message ? message : String(thrown),
		typeof description === 'string' ? description : '',
	);
}

/** The shortest secret that is looked for: a shorter one would blank out ordinary words. */
const SHORTEST_SECRET = 4;

/**
 * Replaces the key wherever it stands in what a service sent, plain, percent-encoded or escaped as in a
 * JSON text, with or without a prefix such as `Bearer`. Services do echo the key when they refuse it,
 * and n8n stores what it shows.
 *
 * @param received a text, or anything that was read from JSON
 * @param key the API key, of printable ASCII characters (see `readApiKey`)
 */
export function redactKey(received: unknown, key: string): unknown {
	const whole = key.trim();
	const secrets = [whole, ...whole.split(/\s+/)].filter(
		(part) => part.length >= SHORTEST_SECRET && !/^(basic|bearer|token|api-?key)$/i.test(part),
	);
	if (secrets.length === 0) return received;
	const patterns = secrets.map((secret) => [...secret].map(anySpelling).join(''));
	return replaced(received, new RegExp(patterns.join('|'), 'g'));
}

function replaced(value: unknown, secret: RegExp): unknown {
	if (typeof value === 'string') return value.replace(secret, '[API key]');
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => replaced(entry, secret));
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name.replace(secret, '[API key]'),
			replaced(entry, secret),
		]),
	);
}

/** Matches a character as it is, behind a backslash, and as the codes of URLs and JSON. */
function anySpelling(character: string): string {
	const hex = character
		.charCodeAt(0)
		.toString(16)
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const literal = character.replace(/[^\w\s]/, '\\$&');
	return `(?:\\\\?${literal}|%${hex}|\\\\u00${hex})`;
}
