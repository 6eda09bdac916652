/** Nobody reads more, whatever the service or an expression brought in. Characters. */
const LONGEST_MESSAGE = 600;
const LONGEST_ADVICE = 1390;

/**
 * What a person reads where no result can be given: what happened, and what to do about it.
 *
 * Everything in `nodes/` throws or returns this one class. `nodeError.ts` turns it into the
 * error or the error item that n8n shows.
 */
export class UserError extends Error {
	/** How long the service asks to wait before the next request, in milliseconds. */
	retryAfterMs?: number;

	/** Where there was no response: whether there may be one a moment later. */
	mayPass?: boolean;

	/** Whether a further attempt (Retry On Fail) would end in the same way. */
	isFinal?: boolean;

	/** Whether it is the same for every item, as a mistake in a setting is. */
	isAboutAll?: boolean;

	/** The position of the input item that it is about, from 0, where it is about one of several. */
	itemIndex?: number;

	/** What to do about it; whole sentences. */
	readonly advice: string;

	/**
	 * @param message what happened, in the words of the service where it gave any; one sentence
	 * @param advice what to do about it; whole sentences
	 * @param status the HTTP status code of the response, where there was one
	 */
	constructor(
		message: string,
		advice: string,
		readonly status?: number,
	) {
		super(limited(message, LONGEST_MESSAGE));
		this.advice = limited(advice, LONGEST_ADVICE);
		this.name = 'UserError';
	}
}

function limited(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most - 2).toWellFormed()} …`;
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
