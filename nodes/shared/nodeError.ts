import { NodeApiError, type Failure, type INode, type INodeExecutionData } from 'n8n-workflow';

import type { UserError } from './userError';
import { isRejection } from './httpStatus';

/** Where nothing better is known. n8n before 2.41 takes an item with an empty text for a success. */
const ADVICE = 'Correct this item, then run the node again.';

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
 * @param itemIndex the input item that it is about, from 0; none in a trigger or a list, or if it is about all
 */
export function nodeError(node: INode, userError: UserError, itemIndex?: number): NodeApiError {
	const { message: title, advice: description, status } = userError;
	const message = itemIndex === undefined ? title : `${title} [item ${itemIndex}]`;
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			httpCode: status?.toString(),
			itemIndex,
			failure: failureOf(userError),
		},
	);
	error.message = message;
	error.description = description;
	error.messages = [];
	return error;
}

/**
 * What n8n (2.41.0 and newer) goes by when it decides how soon a trigger that failed is run again. By the
 * status alone it takes a wrong key and a wrong address for what passes by itself.
 */
function failureOf({ status = 0, retryAfterMs }: UserError): Failure | undefined {
	if (status === 401 || status === 403) return { cause: 'credential-invalid' };
	if (status === 429) return { cause: 'rate-limited', ...(retryAfterMs && { retryAfterMs }) };
	if (isRejection(status)) return { cause: 'configuration-invalid' };
	return status >= 400 ? { cause: 'temporarily-unavailable' } : undefined;
}
