import type { IDataObject } from 'n8n-workflow';

import { errorInResponse } from '../../../../shared/response';
import { isResponse, retryAfter, type ApiClient } from '../../../../shared/client';
import { UserError } from '../../../../shared/userError';

/** What became of one `POST /calls`. */
export type Placing =
	/** The service accepted the call. */
	| { kind: 'placed'; response: IDataObject }
	/** Refused with 429, which proves that nothing happened; the only case that may be sent again. */
	| { kind: 'refused'; problem: UserError; retryAfterMs?: number }
	/** Refused for good (any other 4xx): sending it again would be refused again. */
	| { kind: 'rejected'; problem: UserError }
	/** It was sent and there is no usable answer: the phone may be ringing. */
	| { kind: 'maybePlaced'; problem: UserError }
	/** No connection was made, so nothing reached the service. */
	| { kind: 'notSent'; problem: UserError };

const CHECK_FIRST =
	'Look in the service, or with Call > Get Many and a filter on PhoneNumber, whether the call took place, before you run this item again.';

/**
 * Starts a call, with exactly one request. API description 4.1.
 *
 * @param path the path of Call Create
 * @param body JSON text; see `callBody`
 * @throws UserError if the execution was cancelled before the request was sent
 */
export async function postCall(service: ApiClient, path: string, body: string): Promise<Placing> {
	const answer = await service.once({ method: 'POST', path, body });
	if (!isResponse(answer)) {
		const reason = new UserError(answer.reason, answer.todo);
		return answer.neverSent
			? { kind: 'notSent', problem: notPlaced(reason) }
			: { kind: 'maybePlaced', problem: maybePlaced(reason) };
	}
	const problem = errorInResponse(answer, { mayBeEmpty: true });
	if (!problem && isAcceptance(answer.body)) {
		return { kind: 'placed', response: answer.body || {} };
	}
	const { status } = answer;
	const reason = problem ?? new UserError(`The answer is not an object (${status})`, '', status);
	if (status === 429) {
		return { kind: 'refused', problem: notPlaced(reason), retryAfterMs: retryAfter(answer) };
	}
	return status >= 400 && status < 500
		? { kind: 'rejected', problem: notPlaced(reason) }
		: { kind: 'maybePlaced', problem: maybePlaced(reason) };
}

/** "{}" is what API description 4.1 promises; an empty body says the same with fewer letters. */
function isAcceptance(body: unknown): body is IDataObject | '' | undefined {
	return (
		body === '' ||
		body === undefined ||
		(typeof body === 'object' && body !== null && !Array.isArray(body))
	);
}

function notPlaced({ message, advice, status }: UserError): UserError {
	return new UserError(`The call was not placed. ${message}`, advice, status);
}

/** What is said of a call that went out while nobody knows what became of it. */
export function maybePlaced({ message, advice, status }: UserError): UserError {
	const said = message.charAt(0).toLowerCase() + message.slice(1);
	return new UserError(
		`The call may have been placed: ${said}`,
		`${CHECK_FIRST} ${advice}`.trim(),
		status,
	);
}
