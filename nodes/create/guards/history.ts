import type { IDataObject } from 'n8n-workflow';

import { asUserError, UserError } from '../../n8n/errors';
import { quote, quoteValue } from '../../n8n/text';
import { canonicalPhone, isMasked, mayBeSamePhone, samePhones, shownNumber } from '../../phone';
import type { Call } from '../../service/call';
import { findCalls } from '../../service/calls';
import type { ApiClient } from '../../service/client';
import type { GuardedCall, Reason } from './guard';
import { shownTime } from './when';

/** A phone that this run has called is looked up again after so long: what was said counts as well. */
const MAX_AGE_MS = 60_000;

/** The header `Date` tells whole seconds, so that the service's clock may be so much further behind. */
const CLOCK_STEP_MS = 1000;

/** What a run knows of a phone. */
interface LookUp {
	/** The last reading: when it began, how far back it went, and the calls, newest first. */
	last?: { at: number; lookBackMs: number; calls: Promise<Call[]> };
	/** The calls that the service knew before the run called the phone, and when that was at the earliest. */
	before?: { at: number; keys: Set<string> };
}

/** The look-ups of a run: one for each phone, unless it must be made again. */
export class LookUps {
	private readonly phones = new Map<string, LookUp>();

	private readonly beganAt = Date.now();

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

	/**
	 * Asks the service for the calls with a number, and no further back than needed. Where a service
	 * ignores the filter, it reads everybody's calls of that time.
	 *
	 * @param phoneNumber E.164
	 * @param lookBackMs how far back to look at least, in milliseconds
	 * @param hasCalled whether this run has called it, so that what was read may be out of date
	 * @returns the calls, newest first; those without a readable time before all others
	 * @throws UserError which says that nobody was called
	 */
	async callsWith(
		client: ApiClient,
		phoneNumber: string,
		lookBackMs: number,
		hasCalled: boolean,
	): Promise<Call[]> {
		const begin = Date.now();
		const lookUp = this.lookUpOf(phoneNumber);
		const { at, lookBackMs: reach } = lookUp.last ?? { at: 0, lookBackMs: 0 };
		if (reach < lookBackMs || (hasCalled && begin - at > MAX_AGE_MS)) {
			const calls = this.read(client, phoneNumber, lookBackMs).then((found) => {
				const at = (hasCalled ? this.beganAt : begin) - this.behindMs;
				lookUp.before ??= { at, keys: new Set(hasCalled ? [] : found.map(({ key }) => key)) };
				return found;
			});
			lookUp.last = { at: begin, lookBackMs, calls };
		}
		const reading = lookUp.last!;
		return await reading.calls.catch((error: unknown) => {
			if (lookUp.last === reading) lookUp.last = undefined;
			throw notKnown(asUserError(error));
		});
	}

	/** Lets the number be looked up again: time has passed. */
	forget(phoneNumber: string): void {
		this.lookUpOf(phoneNumber).last = undefined;
	}

	/** Whether the service knew a call before this run called the phone. All others may be the run's own. */
	wasBefore(phoneNumber: string, call: Call): boolean {
		const { before } = this.lookUpOf(phoneNumber);
		return !before || before.keys.has(call.key) || calledAt(call) < before.at - CLOCK_STEP_MS;
	}

	private lookUpOf(phoneNumber: string): LookUp {
		const phone = canonicalPhone(phoneNumber);
		const lookUp = this.phones.get(phone) ?? {};
		this.phones.set(phone, lookUp);
		return lookUp;
	}

	private async read(client: ApiClient, phoneNumber: string, lookBackMs: number): Promise<Call[]> {
		const found = new Map<string, Call>();
		for (const number of samePhones(phoneNumber)) {
			const calls = await readHistory(client, number, lookBackMs);
			for (const call of calls) found.set(call.key, call);
		}
		this.behindMs = Math.max(this.behindMs, behind(client));
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
export async function callsMade(call: GuardedCall, lookBackMs: number): Promise<MadeCall[]> {
	const inThisRun = await call.earlierCalls();
	const calls = await call.history();
	const now = call.now();
	const listed = calls.filter((one) => calledAt(one) > now - lookBackMs);
	const own = listed.filter((one) => !call.wasBefore(one)).length;
	const unlisted = Array.from({ length: Math.max(0, inThisRun - own) }, () => ({ time: now }));
	return [...unlisted, ...listed.map((one) => made(one, now))];
}

function made(listed: Call, now: number): MadeCall {
	return { time: Math.min(calledAt(listed), now), listed };
}

/** Says when a call was made: "at 2026-11-21 20:55 +01:00", or that it is one of this run. */
export function whenMade({ time, listed }: MadeCall, zone: string): string {
	if (!listed) return 'earlier in the list';
	const isUnknown = calledAt(listed) === Infinity;
	return `at ${shownTime(time, zone)}${isUnknown ? ' (the service lists no start time)' : ''}`;
}

/**
 * Looks through all calls with a number, newest first.
 *
 * @param find what stands against a further call in one of them: the beginning of the reason
 */
export async function reasonInHistory(
	{ history, now, timezone }: GuardedCall,
	find: (call: Call) => string | undefined,
): Promise<Reason | undefined> {
	for (const listed of await history()) {
		const found = find(listed);
		if (found === undefined) continue;
		const call = made(listed, now());
		return {
			reason: `${found} in the call ${whenMade(call, timezone)}`,
			lastCall: lastCallOf(call),
		};
	}
	return undefined;
}

/** What the output says of a call that forbids another one: no more than fits, whatever the service sends. */
export function lastCallOf({ listed }: MadeCall): IDataObject | undefined {
	if (!listed) return undefined;
	const { Id, StartedAt, Status, AssistantName } = listed.raw;
	const told = Object.entries({ Id, StartedAt, Status, AssistantName }).map(([name, value]) => [
		name,
		typeof value === 'string' ? quote(value) : typeof value === 'object' ? null : value,
	]);
	return Object.fromEntries(told) as IDataObject;
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
	const error = new UserError(
		`The call was not placed, because the node could not check what was said before: ${id === undefined ? 'a call' : `call ${quoteValue(id)}`} with this number has no transcript`,
		"The service must list the transcript of each call. 'Redial Plan' and 'Skip After Words' under 'Options' need it.",
	);
	throw Object.assign(error, { isAboutRecord: true });
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
	const text = shownNumber(recorded).trim();
	return /^(?:[a-z]+:)?[+(]*\d[\d\s()./-]{4,}\d\)?(?:@\S*)?$/i.test(text) && !isMasked(recorded);
}

function notKnown({ message, advice, status, isAboutRecord }: UserError): UserError {
	const error = new UserError(
		`The call was not placed, because the node could not check whether the number was called before. ${message}`,
		`Options such as 'Skip If Called Within' ask the service first. ${advice}`,
		status,
	);
	return Object.assign(error, { isAboutRecord });
}
