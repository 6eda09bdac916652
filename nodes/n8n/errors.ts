import { NodeApiError, type Failure, type INode, type INodeExecutionData } from 'n8n-workflow';

/** Nobody reads more, whatever the service or an expression brought in. Characters. */
const MAX_MESSAGE_LENGTH = 600;
const MAX_ADVICE_LENGTH = 1390;

/**
 * What a person reads where no result can be given: what happened, and what to do about it.
 *
 * Everything in `nodes/` throws or returns this one class. `nodeError` turns it into the
 * error or the error item that n8n shows.
 */
export class UserError extends Error {
	/** How long the service asks to wait before the next request, in milliseconds. */
	retryAfterMs?: number;

	/** Whether a further request may go well a moment later. */
	mayPass = false;

	/** Whether the request cannot have reached the service, because no connection was made. */
	neverSent = false;

	/** Whether a further attempt (Retry On Fail) would end in the same way. */
	isFinal?: boolean;

	/** Whether it is about one record of the service, so that others may go well. */
	isAboutRecord?: boolean;

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
		super(limited(message, MAX_MESSAGE_LENGTH));
		this.advice = limited(advice, MAX_ADVICE_LENGTH);
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

/** Where nothing better is known. n8n before 2.41 takes an item with an empty text for a success. */
const ADVICE = 'Correct this item, then run it again.';

/** What an output item says of a failure. n8n's own errors often come without a description. */
export function errorTexts({ message, advice }: UserError): { error: string; message: string } {
	return { error: message, message: advice || ADVICE };
}

/**
 * The item that tells a failure. Exactly two texts, neither of them empty: with a third key n8n before
 * 2.41 sends the item to the success output (seen with n8n-core 1.100.0, 2.0.2 and 2.20.6).
 */
export function errorItem(error: UserError, itemIndex: number): INodeExecutionData {
	return { json: errorTexts(error), pairedItem: { item: itemIndex } };
}

/**
 * The error that n8n shows. n8n stores what its error class is given, so it is given texts only. The
 * texts are set once more after it is made, since it replaces a title that has a network code by one
 * of its own.
 *
 * @param index the input item that it is about, from 0, where the error names none; none in a trigger or a
 * list
 * @param failure what n8n (2.41.0 and newer) goes by when it decides how soon a trigger is run again
 */
export function nodeError(
	node: INode,
	userError: UserError,
	index?: number,
	failure?: Failure,
): NodeApiError {
	const { message: title, advice: description, status, isAboutAll } = userError;
	const itemIndex = isAboutAll ? undefined : (userError.itemIndex ?? index);
	const message = itemIndex === undefined ? title : `${title} [item ${itemIndex}]`;
	const options = { message, description, httpCode: status?.toString(), itemIndex, failure };
	const error = new NodeApiError(node, { message }, options);
	return Object.assign(error, { message, description, messages: [] });
}
