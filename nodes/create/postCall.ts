import { backoff, retryAfter, type ApiClient, type ApiRequest } from '../service/client';
import { isEmpty, type ApiResponse } from '../service/response';
import { quote } from '../n8n/text';
import { isPlainObject } from '../n8n/values';
import { asUserError, UserError } from '../n8n/errors';
import type { Turn } from './callQueue';
import { mayHaveBeenPlaced, notPlaced, type Verdict } from './outcome';
import { judge, PREFIX, type Advice } from '../service/status';

/** What to do about a status. Only Create has a path and a header of its own. */
function adviceFor(address: string): Advice {
	const path = `Check 'Create Path' under 'Advanced' in the credential, and 'Base URL': calls are placed with POST ${quote(address)}.`;
	const header =
		"If Get Many works with this credential, the key is right: choose another 'Key Header' under 'Advanced' in the credential.";
	return {
		key: `${header} Otherwise, check 'API Key'. ${PREFIX}`,
		permission: `${header} Or check what this API key is allowed to do in the service. ${PREFIX}`,
		address: path,
		rate: "Wait a moment, then try again. For a list, add 'Pause Between Calls' and 'Wait When Rate Limited' under 'Options'.",
	};
}

/** One call may wait so long in total while the service responds with 429. */
const MAX_WAIT_MS = 5 * 60 * 1000;

/**
 * Starts a call (docs/api.md, Call Create) with exactly one request, and with a further one only after
 * a 429.
 *
 * @param request with the body as `callBody` writes it
 * @param waitsOnRateLimit whether to wait and send the call again after a 429, which proves that nothing
 * happened
 * @param beforeRequest waits until the request may be sent; returns what forbids the call since it got its
 * turn
 * @returns nothing if the run ended before a request was sent
 */
export async function postCall(
	client: ApiClient,
	request: ApiRequest,
	turn: Turn,
	waitsOnRateLimit: boolean,
	beforeRequest: () => Promise<Verdict | undefined>,
): Promise<Verdict | undefined> {
	let deadline: number | undefined;
	let verdict: Verdict | undefined;
	let pause = 0;
	for (let attempt = 1; ; ) {
		if (!(await turn.wait(pause))) return verdict;
		// After a 429, too, it is certain then that nobody was called.
		const forbidden = await beforeRequest().catch(
			(error: unknown): Verdict => ({ kind: 'notSent', error: asUserError(error) }),
		);
		if (forbidden) return forbidden;
		pause = 0;
		if (!turn.begin()) continue;
		const requestedAt = new Date().toISOString();
		const response = await client.sendOnce(request);
		verdict = verdictOn(client, request, response, requestedAt);
		if (verdict.kind !== 'rateLimited' || !waitsOnRateLimit) return verdict;
		// `Retry-After` may be missing or in the past; the pause grows all the same.
		const asked = response instanceof UserError ? undefined : retryAfter(response);
		pause = Math.max(asked ?? 0, backoff(2 + attempt++));
		deadline ??= Date.now() + MAX_WAIT_MS;
		if (Date.now() + pause > deadline) return waitedInVain(verdict.error, asked);
	}
}

/** A service that asks for a longer wait than any call gets would reject all others of the list, too. */
function waitedInVain({ message, status }: UserError, askedMs = 0): Verdict {
	const minutes = Math.ceil(askedMs / 60_000);
	const asks = `service asks to wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
	const advice = `${askedMs > 0 ? `The ${asks}. ` : ''}'Wait When Rate Limited' waits at most 5 minutes for a call. Try this item again later, and add 'Pause Between Calls' under 'Options'.`;
	return {
		kind: 'rateLimited',
		error: new UserError(message, advice, status),
		...(askedMs > MAX_WAIT_MS && { endsList: `Not tried: the ${asks} before the next call` }),
	};
}

function verdictOn(
	client: ApiClient,
	{ path }: ApiRequest,
	response: ApiResponse | UserError,
	requestedAt: string,
): Verdict {
	const advice = adviceFor(client.address(path));
	const error = client.errorIn(response, { mayBeEmpty: true, advice });
	if (response instanceof UserError) {
		return response.neverSent
			? { kind: 'notSent', error: notPlaced(error!) }
			: { kind: 'unconfirmed', error: mayHaveBeenPlaced(error!), details: { requestedAt } };
	}
	const { status, body } = response;
	// The API documents "{}".
	if (!error && (isPlainObject(body) || isEmpty(body))) {
		return { kind: 'placed', details: { requestedAt, response: isPlainObject(body) ? body : {} } };
	}
	const reason =
		error ?? new UserError(`The response has an unexpected format (${status})`, '', status);
	const { blames, rejected } = judge(status);
	if (blames === 'rate') return { kind: 'rateLimited', error: notPlaced(reason) };
	return rejected
		? { kind: 'rejected', error: notPlaced(reason) }
		: { kind: 'unconfirmed', error: mayHaveBeenPlaced(reason), details: { requestedAt } };
}
