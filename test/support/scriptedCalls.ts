import { sleep } from 'n8n-workflow';

import type { QueuedCall, Turn } from '../../nodes/create/callQueue';
import type { CallIdentity, OutcomeKind, Verdict } from '../../nodes/create/outcome';
import { UserError } from '../../nodes/n8n/errors';

/** What becomes of a call. */
export function verdict(kind: OutcomeKind, message: string = kind): Verdict {
	return kind === 'placed' || kind === 'skipped' || kind === 'dryRun'
		? { kind, details: { tells: message } }
		: { kind, error: new UserError(message, `Advice on ${message}.`) };
}

export function identityOf(index: number, phoneNumber = `+49${index}`): CallIdentity {
	return { phone_number: phoneNumber, assistant_id: 'asst-1', variables: { item: String(index) } };
}

/** Something that a test brings about when it likes. */
export function pending<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
	let resolve: (value: T) => void = () => undefined;
	const promise = new Promise<T>((end) => (resolve = end));
	return { promise, resolve };
}

/** Lets everything happen that can happen by itself, without a turn of the event loop. */
export async function microtasksDone(): Promise<void> {
	for (let round = 0; round < 100; round++) await Promise.resolve();
}

/** The same, and the turns that long work gives to others: on a busy machine any work is long. */
export async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) {
		await microtasksDone();
		await sleep(0);
	}
}

/** How a call goes. */
export interface Plan {
	phoneNumber?: string;
	dryRun?: boolean;
	requestsAtOnce?: number;
	pauseMs?: number;
	/** What happens before the request: nothing, or what the guards find. */
	before?: (turn: Turn) => Promise<Verdict | undefined>;
	/** After which times the request is sent once more each. Milliseconds. */
	againAfter?: number[];
	/** What becomes of the request; placed where nothing is said. */
	end?: Verdict | Promise<Verdict> | (() => Promise<Verdict>);
}

export interface PlannedCall extends QueuedCall {
	plan: Plan;
}

/** Calls as a queue gets them, and which of them were sent. */
export class ScriptedCalls {
	/** The items whose request was sent, in this order. */
	readonly sent: number[] = [];

	/** When they were sent, in milliseconds. */
	readonly sentAt: number[] = [];

	/** How many requests were on their way at once. */
	mostAtOnce = 0;

	private onTheirWay = 0;

	readonly calls: PlannedCall[];

	constructor(plans: Plan[]) {
		this.calls = plans.map((plan, index) => {
			const { phoneNumber, dryRun = false, requestsAtOnce = 1, pauseMs = 0 } = plan;
			const identity = identityOf(index, phoneNumber);
			return { index, identity, dryRun, requestsAtOnce, pauseMs, plan };
		});
	}

	async takeTurn({ index, plan }: PlannedCall, turn: Turn): Promise<Verdict | undefined> {
		const { before, againAfter = [], end } = plan;
		const found = await before?.(turn);
		if (found) return found;
		for (const pause of [0, ...againAfter]) {
			do {
				if (!(await turn.wait(pause))) return undefined;
			} while (!turn.begin());
			this.sent.push(index);
			this.sentAt.push(Date.now());
		}
		this.onTheirWay++;
		this.mostAtOnce = Math.max(this.mostAtOnce, this.onTheirWay);
		try {
			return (await (typeof end === 'function' ? end() : end)) ?? verdict('placed');
		} finally {
			this.onTheirWay--;
		}
	}
}
