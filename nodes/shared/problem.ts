/**
 * An answer to the user where no result can be given: what happened, and what to do about it.
 *
 * Everything in `nodes/shared` throws or returns this one class, so that it needs no n8n context;
 * `operation.ts` turns it into the error or the error item that n8n shows.
 */
export class Problem extends Error {
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
		this.name = 'Problem';
	}
}

/**
 * Describes anything that was thrown as a Problem, so that no code after it has to ask what it was.
 *
 * @param thrown a Problem, one of n8n's own errors (which carry a `description`), or anything else
 */
export function asProblem(thrown: unknown): Problem {
	if (thrown instanceof Problem) return thrown;
	const { message, description } = (thrown ?? {}) as { message?: unknown; description?: unknown };
	return new Problem(
		typeof message === 'string' && message ? message : String(thrown),
		typeof description === 'string' ? description : '',
	);
}

/** The shortest secret that is looked for: a shorter one would blank out ordinary words. */
const SHORTEST_SECRET = 4;

/**
 * Replaces the key wherever it stands in an answer of the service, plain, percent-encoded or as a JSON
 * string, with or without a prefix such as `Bearer`. Services do echo the key when they refuse it, and
 * n8n stores what it shows.
 *
 * @param answer anything that JSON can express
 * @param key the API key as it stands in the credential
 */
export function withoutKey<T>(answer: T, key: string): T {
	const whole = key.trim();
	const spellings = [whole, ...whole.split(/\s+/)]
		.filter(
			(part) => part.length >= SHORTEST_SECRET && !/^(basic|bearer|token|api-?key)$/i.test(part),
		)
		.flatMap((part) => [part, encodeURIComponent(part)])
		.map((part) => JSON.stringify(part).slice(1, -1));
	const text = spellings.reduce(
		(clean, spelling) => clean.split(spelling).join('[API key]'),
		JSON.stringify(answer),
	);
	return JSON.parse(text) as T;
}
