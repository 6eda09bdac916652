import type { ApiClient } from '../../service/client';
import { findCalls, type CallSearch } from '../../service/calls';
import type { Call } from '../../service/call';
import { asUserError, UserError } from '../../n8n/errors';
import { mayBeSamePhone } from '../../phone';

/** What a run looks up of a number. */
interface LookUp {
	/** How far back the items with this number must see, in milliseconds. */
	lookBackMs: number;
	/** How far back the service was asked, in milliseconds. */
	readBackMs: number;
	/** The calls before this run, newest first. */
	calls?: Promise<Call[]>;
}

/**
 * The look-ups of a run: one for each number, as far back as any item with that number must see. It is
 * made before the run calls the number, so that no call of the run is counted as one that was there.
 */
export class LookUps {
	private readonly numbers = new Map<string, LookUp>();

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
		const lookUp = this.numbers.get(phoneNumber) ?? { lookBackMs, readBackMs: 0 };
		lookUp.lookBackMs = Math.max(lookUp.lookBackMs, lookBackMs);
		this.numbers.set(phoneNumber, lookUp);
	}

	/**
	 * Asks the service for the calls with a number, and no further back than needed. Where a service
	 * ignores the filter, it reads everybody's calls of that time.
	 *
	 * @param phoneNumber E.164
	 * @returns the calls before this run, newest first; those without a readable start before all others
	 * @throws UserError which says that nobody was called
	 */
	async callsWith(client: ApiClient, phoneNumber: string): Promise<Call[]> {
		const lookUp = this.numbers.get(phoneNumber);
		if (!lookUp) return [];
		if (!lookUp.calls || lookUp.readBackMs < lookUp.lookBackMs) {
			lookUp.calls = this.readFurther(client, phoneNumber, { ...lookUp });
			lookUp.readBackMs = lookUp.lookBackMs;
		}
		const { calls } = lookUp;
		return await calls.catch((error: unknown) => {
			if (lookUp.calls === calls) Object.assign(lookUp, { calls: undefined, readBackMs: 0 });
			throw notKnown(asUserError(error));
		});
	}

	/** Looks the number up where an item that comes later will ask. That item is told if it fails. */
	async beforeCall(client: ApiClient, phoneNumber: string): Promise<void> {
		await this.callsWith(client, phoneNumber).catch(() => undefined);
	}

	/** A retry may have to look further back; this run may have placed calls since the first look-up. */
	private async readFurther(
		client: ApiClient,
		phoneNumber: string,
		{ calls, readBackMs, lookBackMs }: LookUp,
	): Promise<Call[]> {
		const known = await calls;
		const found = await readHistory(client, phoneNumber, lookBackMs);
		this.behindMs = Math.max(this.behindMs, behind(client));
		if (!known) return found;
		const end = this.now() - readBackMs;
		const isKnown = new Set(known.map(({ key }) => key));
		const isOlder = ({ key, start = Infinity }: Call) => start < end && !isKnown.has(key);
		return [...known, ...found.filter(isOlder)];
	}
}

/** How far the service's clock is behind, by its last response. Milliseconds. */
function behind({ clock }: ApiClient): number {
	return Math.max(0, -clock.maxAheadMs);
}

async function readHistory(
	client: ApiClient,
	phoneNumber: string,
	lookBackMs: number,
): Promise<Call[]> {
	const now = Date.now();
	const search: CallSearch = {
		path: client.service.callsPath,
		filters: [`PhoneNumber:==:${phoneNumber}`],
		// The first response tells what time it is there.
		range: { after: () => now - behind(client) - lookBackMs },
		// A record without a readable start may be the call that is ringing now.
		keepsUndated: true,
		readsOtherEnd: true,
		// Whatever the service makes of the filter, and however it writes numbers.
		keep: ({ raw }: Call) => mayBeSamePhone(raw.PhoneNumber, phoneNumber),
		limit: Infinity,
	};
	const calls = await findCalls(client, search);
	// The service may ignore the order. Two without a start are equal: their difference is NaN.
	const start = ({ start: time = Infinity }: Call) => time;
	return calls.sort((a, b) => start(b) - start(a));
}

function notKnown({ message, advice, status }: UserError): UserError {
	return new UserError(
		`The call was not placed, because the node could not check whether the number was called before. ${message}`,
		`Options such as 'Skip If Called Within' ask the service first. ${advice}`,
		status,
	);
}
