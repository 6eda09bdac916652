import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../../../../../shared/http/client';
import { findCalls } from '../../../../../shared/calls/findCalls';
import { startOf } from '../../../../../shared/calls/record';
import { asUserError, UserError } from '../../../../../shared/userError';
import { readRecordedNumber } from '../../../../../shared/phoneNumber';

/** The look-ups of a run: each number is asked for once, and calls of this run are not counted twice. */
export class LookUps extends Map<string, Promise<IDataObject[]>> {}

/**
 * Asks the service for the calls with a number, and no further back than needed. Where a service
 * ignores the filter, it reads everybody's calls of that time.
 *
 * @param phoneNumber E.164
 * @param lookBackMs how far back, in milliseconds
 * @returns the calls, newest first; those without a readable start before all others
 * @throws UserError which says that nobody was called
 */
export async function callHistory(
	client: ApiClient,
	phoneNumber: string,
	lookBackMs: number,
	lookUps: LookUps,
): Promise<IDataObject[]> {
	const key = `${phoneNumber} ${lookBackMs}`;
	const lookUp = lookUps.get(key) ?? readHistory(client, phoneNumber, lookBackMs);
	lookUps.set(key, lookUp);
	return await lookUp.catch((error: unknown) => {
		lookUps.delete(key);
		throw notKnown(asUserError(error));
	});
}

async function readHistory(
	client: ApiClient,
	phoneNumber: string,
	lookBackMs: number,
): Promise<IDataObject[]> {
	const search = {
		path: client.service.callsPath,
		filters: [`PhoneNumber:==:${phoneNumber}`],
		range: { after: Date.now() - lookBackMs },
		// A record without a readable start may be the call that is ringing now.
		keepsUndated: true,
		// Whatever the service makes of the filter, and however it writes numbers.
		keep: ({ PhoneNumber }: IDataObject) => readRecordedNumber(PhoneNumber) === phoneNumber,
		limit: Infinity,
	};
	const calls = await findCalls(client, search);
	// The service may ignore the order.
	const start = (record: IDataObject) => startOf(record) ?? Infinity;
	return calls
		.sort((a, b) => (start(a) === start(b) ? 0 : start(b) - start(a)))
		.map((record) => client.redact({ ...lastCallOf(record), Keywords: record.Keywords }));
}

/** What the output says of an earlier call. */
export function lastCallOf({ Id, StartedAt, Status, AssistantName }: IDataObject): IDataObject {
	return { Id, StartedAt, Status, AssistantName };
}

function notKnown({ message, advice, status }: UserError): UserError {
	return new UserError(
		`The call was not placed, because the node could not check whether the number was called before. ${message}`,
		`Options such as 'Skip If Called Within' ask the service first. ${advice}`,
		status,
	);
}
