import { asUserError, UserError } from '../../n8n/errors';
import { quoteValue } from '../../n8n/text';
import { canonicalPhone, mayBeSamePhone, samePhones, shownNumber } from '../../phone';
import type { Call } from '../../service/call';
import { findCalls } from '../../service/calls';
import type { ApiClient } from '../../service/client';
import type { GuardedCall } from './guard';

/** A phone that this run has called is looked up again after so long: what was said counts as well. */
const MAX_AGE_MS = 60_000;

/** What a run looks up of a phone. */
interface LookUp {
	/** How far back the items with this phone must see, in milliseconds. */
	lookBackMs: number;
	/** The last reading: when it began, how far back it went, and the calls, newest first. */
	last?: { at: number; lookBackMs: number; calls: Promise<Call[]> };
	/** The first one, which was made before the run called the phone. */
	first?: { at: number; keys: Set<string> };
}

/** The look-ups of a run: one for each phone, as far back as any item with that phone must see. */
export class LookUps {
	private readonly phones = new Map<string, LookUp>();

	/** How far the service's clock is behind n8n's, at least. Milliseconds. */
	private behindMs = 0;

	/**
	 * What time it is by the service's clock, which dates the calls, or by n8n's where the service is not
	 * behind: otherwise a call would look older than it is.
	 *
	 * @returns milliseconds since 1970
	 */
	now(): number {
		return Date.now() - this.behindMs;
	}

	/** Notes, before the first call of the run, how far back an item must see. */
	expect(phoneNumber: string, lookBackMs: number): void {
		if (lookBackMs === 0) return;
		const phone = canonicalPhone(phoneNumber);
		const lookUp = this.phones.get(phone) ?? { lookBackMs };
		lookUp.lookBackMs = Math.max(lookUp.lookBackMs, lookBackMs);
		this.phones.set(phone, lookUp);
	}

	/**
	 * Asks the service for the calls with a number, and no further back than needed. Where a service
	 * ignores the filter, it reads everybody's calls of that time.
	 *
	 * @param phoneNumber E.164
	 * @param hasCalled whether this run has called it, so that what was read may be out of date
	 * @returns the calls, newest first; those without a readable time before all others
	 * @throws UserError which says that nobody was called
	 */
	async callsWith(client: ApiClient, phoneNumber: string, hasCalled: boolean): Promise<Call[]> {
		const lookUp = this.phones.get(canonicalPhone(phoneNumber));
		if (!lookUp) return [];
		const { lookBackMs, last = { at: 0, lookBackMs: 0 } } = lookUp;
		const isOld = hasCalled && Date.now() - last.at > MAX_AGE_MS;
		if (isOld || last.lookBackMs < lookBackMs) {
			const calls = this.read(client, phoneNumber, lookUp);
			lookUp.last = { at: Date.now(), lookBackMs, calls };
		}
		const reading = lookUp.last!;
		return await reading.calls.catch((error: unknown) => {
			if (lookUp.last === reading) lookUp.last = undefined;
			throw notKnown(asUserError(error));
		});
	}

	/** Lets the number be looked up again: time has passed. */
	forget(phoneNumber: string): void {
		const lookUp = this.phones.get(canonicalPhone(phoneNumber));
		if (lookUp) lookUp.last = undefined;
	}

	/** Looks the number up where an item that comes later will ask. That item is told if it fails. */
	async beforeCall(client: ApiClient, phoneNumber: string): Promise<void> {
		await this.callsWith(client, phoneNumber, false).catch(() => undefined);
	}

	/** Whether the service knew a call before this run called the phone. All others may be the run's own. */
	wasBefore(phoneNumber: string, call: Call): boolean {
		const { first } = this.phones.get(canonicalPhone(phoneNumber)) ?? {};
		return first === undefined || first.keys.has(call.key) || calledAt(call) < first.at;
	}

	private async read(client: ApiClient, phoneNumber: string, lookUp: LookUp): Promise<Call[]> {
		const begin = Date.now();
		const found = new Map<string, Call>();
		for (const number of samePhones(phoneNumber)) {
			const calls = await readHistory(client, number, lookUp.lookBackMs);
			for (const call of calls) found.set(call.key, call);
		}
		this.behindMs = Math.max(this.behindMs, behind(client));
		lookUp.first ??= { at: begin - this.behindMs, keys: new Set(found.keys()) };
		// The service may ignore the order. Two without a time are equal: their difference is NaN.
		return [...found.values()].sort((a, b) => calledAt(b) - calledAt(a));
	}
}

/** When a call was made, in milliseconds since 1970: one that nobody answered may have no start. */
export function calledAt({ start, end }: Call): number {
	return start ?? end ?? Infinity;
}

/** A call with a number, as it is counted: one without a readable time was made just now. */
interface MadeCall {
	/** Milliseconds since 1970, not later than now. */
	time: number;
	/** What the service lists of it, if it does. */
	listed?: Call;
}

/** The calls with a number in the last time, newest first, those of this run that are not listed yet included. */
export async function callTimes(
	{ earlierCalls, history, wasBefore, now }: GuardedCall,
	lookBackMs: number,
): Promise<MadeCall[]> {
	const inThisRun = (await earlierCalls()).length;
	const calls = await history();
	const listed = calls.filter((call) => calledAt(call) >= now() - lookBackMs);
	const own = listed.filter((call) => !wasBefore(call)).length;
	const unlisted = Array.from({ length: Math.max(0, inThisRun - own) }, () => ({ time: now() }));
	return [
		...unlisted,
		...listed.map((call) => ({ time: Math.min(calledAt(call), now()), listed: call })),
	];
}

/**
 * What the other party said in a call: nothing in one that nobody answered.
 *
 * @throws UserError if the service does not tell
 */
export function othersSaid(call: Call): string[] {
	const { othersTurns, end, id } = call;
	if (othersTurns) return othersTurns;
	if (end === undefined) return [];
	throw new UserError(
		`The call was not placed, because the node could not check what was said before: ${id === undefined ? 'a call' : `call ${quoteValue(id)}`} with this number has no transcript`,
		"The service must list the transcript of each call. 'Redial Plan' and 'Skip After Words' under 'Options' need it.",
	);
}

/** How far the service's clock is behind, by its last response. Milliseconds. */
export function behind({ clock }: ApiClient): number {
	return Math.max(0, -clock.maxAheadMs);
}

async function readHistory(
	client: ApiClient,
	phoneNumber: string,
	lookBackMs: number,
): Promise<Call[]> {
	const now = Date.now();
	// Whatever the service makes of the filter, and however it writes numbers.
	const isSame = ({ raw }: Call) => mayBeSamePhone(raw.PhoneNumber, phoneNumber);
	let ignoresFilter = false;
	const calls = await findCalls(client, {
		path: client.service.callsPath,
		filters: [`PhoneNumber:==:${phoneNumber}`],
		// The first response tells what time it is there.
		range: { after: () => now - behind(client) - lookBackMs },
		// A record without a readable start may be the call that is ringing now.
		keepsUndated: true,
		readsOtherEnd: true,
		keep: (call) => {
			const isOther = !isSame(call) && isComparable(call.raw.PhoneNumber);
			ignoresFilter ||= isOther;
			return !isOther;
		},
		limit: Infinity,
	});
	// What it lists with a number that is masked, hashed or missing is a call with this number, since that
	// was asked for: unless it lists everybody's calls.
	return ignoresFilter ? calls.filter(isSame) : calls;
}

/** Whether a number stands there with all of its digits, however it is written. */
function isComparable(recorded: unknown): boolean {
	return /^(?:[a-z]+:)?[+(]*\d[\d\s()./-]{4,}\d\)?(?:@\S*)?$/i.test(shownNumber(recorded).trim());
}

function notKnown({ message, advice, status }: UserError): UserError {
	return new UserError(
		`The call was not placed, because the node could not check whether the number was called before. ${message}`,
		`Options such as 'Skip If Called Within' ask the service first. ${advice}`,
		status,
	);
}
