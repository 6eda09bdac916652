import type { IDataObject } from 'n8n-workflow';

import { NOT_TRIED, type Outcome } from '../../../execution/callQueue';
import { findCalls } from '../../../../shared/calls/findCalls';
import { backoff } from '../../../../shared/client';
import { postCall, type Placing } from './postCall';
import { asUserError, UserError } from '../../../../shared/userError';
import type { Item } from '../../../execution/itemContext';
import type { CallRequest } from './';

/** So long one call may wait in total while the service answers 429. */
const LONGEST_WAIT_MS = 5 * 60 * 1000;

/**
 * Places the call of one item, unless it is to be skipped or only checked.
 *
 * @param hasEnded whether the run has ended meanwhile, so that nothing may be sent any more
 * @throws UserError only if nothing was sent
 */
export async function dial(
	item: Item,
	request: CallRequest,
	hasEnded: () => boolean,
): Promise<Outcome> {
	const { assistantId, phoneNumber, variables, body, service, options } = request;
	const skipped = await reasonToSkip(item, request);
	if (skipped) return { kind: 'skipped', output: { accepted: false, skipped: true, ...skipped } };
	if (options.dryRun) {
		const url = service.address(item.path);
		const preview = { method: 'POST', url, body: JSON.parse(body) as IDataObject };
		return { kind: 'checked', output: { accepted: false, dryRun: true, request: preview } };
	}
	const output = {
		accepted: true,
		assistant_id: assistantId,
		phone_number: phoneNumber,
		variables: Object.fromEntries(variables),
		requestedAt: new Date().toISOString(),
	};
	if (service.cancelled) throw cancelledCall();
	if (hasEnded()) return NOT_TRIED;
	const placing = await placeWithPatience(item.path, request, hasEnded);
	if (placing.kind !== 'placed') return placing;
	return { kind: 'placed', output: { ...output, response: placing.response } };
}

/** Sends the request once, and again only after a 429, which proves that nothing happened. */
async function placeWithPatience(
	path: string,
	{ service, body, options }: CallRequest,
	hasEnded: () => boolean,
): Promise<Placing> {
	const deadline = Date.now() + LONGEST_WAIT_MS;
	for (let tries = 1; ; tries++) {
		const placing = await postCall(service, path, body);
		if (placing.kind !== 'refused' || !options.isPatient) return placing;
		// Also where the service names no time, or one that is over, it is not rushed.
		const pause = Math.max(placing.retryAfterMs ?? 0, backoff(tries + 2));
		if (Date.now() + pause > deadline) return placing;
		await service.pause(pause);
		if (service.cancelled || hasEnded()) return placing;
	}
}

async function reasonToSkip(
	item: Item,
	{ phoneNumber, service, options }: CallRequest,
): Promise<IDataObject | undefined> {
	const { isOncePerNumber: isOnce, skipWithinMs, dryRun } = options;
	if (isOnce || skipWithinMs > 0) {
		const earlier = await item.run.calls.earlierCallTo(phoneNumber, item.index);
		if (earlier !== undefined) {
			return { reason: `Item ${earlier} of this run has the same number, ${phoneNumber}` };
		}
	}
	if (skipWithinMs === 0 || dryRun) return undefined;
	const search = {
		filters: [`PhoneNumber:==:${phoneNumber}`],
		range: { after: Date.now() - skipWithinMs },
		// Whatever the service makes of the filter.
		keep: (record: IDataObject) => record.PhoneNumber === phoneNumber,
		limit: 1,
	};
	const [lastCall] = await item
		.paging()
		.then(async (paging) => await findCalls(service, search, paging))
		.catch(lookUpFailed);
	if (!lastCall) return undefined;
	const { Id, StartedAt, Status, AssistantName } = lastCall;
	return {
		reason: `${phoneNumber} was called at ${String(StartedAt)}, within the last ${skipWithinMs / 3_600_000} hours`,
		lastCall: { Id, StartedAt, Status, AssistantName },
	};
}

function lookUpFailed(error: unknown): never {
	const { message, advice, status } = asUserError(error);
	throw new UserError(
		`The call was not placed, since it is not known whether the number was called before. ${message}`,
		`Skip If Called Within asks the service first. ${advice}`,
		status,
	);
}

function cancelledCall(): UserError {
	return new UserError(
		'The call was not placed. The execution was cancelled',
		'If you run the workflow again, it begins with the first item: take out those who were called, or set Skip If Called Within.',
	);
}
