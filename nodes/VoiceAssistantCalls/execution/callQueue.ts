import type { IDataObject } from 'n8n-workflow';

import type { Attempt } from './attempt';
import { accountOf } from './runSummary';
import type { Gate } from './semaphore';
import { maybePlaced } from '../resources/call/create/postCall';
import { asUserError, UserError } from '../../shared/userError';

/** What became of one input item. */
export type Outcome =
	/** `checked` is what a dry run has in the place of `placed`. */
	| { kind: 'placed' | 'skipped' | 'checked'; output: IDataObject }
	/** See `Placing`; `invalid` means that the fields of the item are not a call. */
	| { kind: 'invalid' | 'rejected' | 'refused' | 'maybePlaced' | 'notSent'; problem: UserError }
	/** Its turn never came. */
	| { kind: 'notTried'; problem: UserError };

type Kind = Outcome['kind'];

/** One input item on its way to a call. */
export interface Candidate<Request> {
	/** The position of the item in the input, from 0. */
	index: number;
	/** Reads and checks the fields of the item; throws a UserError if they are not a call. */
	read: () => Request;
	/**
	 * Places the call, or finds that it should not be placed; asks right before it sends anything whether
	 * the run has ended meanwhile. A UserError that it throws means that nothing was sent.
	 */
	dial: (request: Request, hasEnded: () => boolean) => Promise<Outcome>;
}

/** What the run itself must know of a call. */
export interface Dialable {
	phoneNumber: string;
	/** How many calls may be on their way at once, this one included. */
	callsAtOnce: number;
}

/**
 * A further try leaves such an item alone. The other failures reached nobody for certain: 429, a
 * connection that was never made, fields that are not a call, and a turn that never came.
 */
const FINAL: Kind[] = ['placed', 'skipped', 'checked', 'rejected', 'maybePlaced'];

const DIALLED: Kind[] = ['placed', 'checked', 'maybePlaced'];

/**
 * The calls of one run of the node, further tries under Retry On Fail included.
 *
 * n8n starts every item at once, throws all results away when one fails, and repeats every item when
 * it tries again. This record makes of it what a person expects: all items are checked before the
 * first call, calls go out in order and a few at a time, none goes out after a failure, and no item
 * that reached the service is sent again.
 */
export class CallRun<Request extends Dialable> {
	/** Kept from the moment a turn begins: the call may still be on its way when n8n tries again. */
	private readonly turns = new Map<number, Promise<Outcome>>();

	private readonly outcomes = new Map<number, Outcome>();

	private readonly turnsByNumber = new Map<string, Map<number, Promise<Outcome>>>();

	constructor(private readonly gate: Gate) {}

	/** Whether an item failed in a way that a further try cannot change. */
	get hasFailedForGood(): boolean {
		return [...this.outcomes.values()].some((outcome) => isFinal(outcome) && 'problem' in outcome);
	}

	/**
	 * Takes one item through the run. What comes before the first `await` happens while n8n hands the
	 * items over, so the check of all of them is over before the first call.
	 *
	 * @returns what the node puts out for the item
	 * @throws UserError
	 */
	async carryOut(candidate: Candidate<Request>, attempt: Attempt): Promise<IDataObject[]> {
		const { index } = candidate;
		const standing = this.outcomes.get(index);
		const start = standing && isFinal(standing) ? standing : check(candidate);
		if ('kind' in start) this.conclude(index, start, attempt);

		await Promise.resolve();
		if (!(await attempt.isAwaited())) return [];
		const outcome = 'kind' in start ? start : await this.inTurn(candidate, start, attempt);
		if ('output' in outcome) return [outcome.output];
		if (outcome.kind === 'notTried' && attempt.stopsOnError) return [];
		throw outcome.problem;
	}

	/**
	 * Finds another item of this run that has called the same number before, waiting for one that is
	 * on its way.
	 *
	 * @returns its position in the input, or undefined if there is none
	 */
	async earlierCallTo(phoneNumber: string, index: number): Promise<number | undefined> {
		// Only turns that began before this one, so that no two ever wait for each other.
		const earlier = [...(this.turnsByNumber.get(phoneNumber) ?? [])];
		for (const [other, turn] of earlier) {
			if (other !== index && DIALLED.includes((await turn).kind)) return other;
		}
		return undefined;
	}

	/**
	 * Completes the UserError of an item with what became of the others. For a node that stops on errors:
	 * n8n shows nothing else of the run.
	 */
	account(index: number, problem: UserError, total: number): UserError {
		return accountOf(this.outcomes, index, problem, total);
	}

	private async inTurn(
		candidate: Candidate<Request>,
		request: Request,
		attempt: Attempt,
	): Promise<Outcome> {
		const { index } = candidate;
		const earlier = await this.turns.get(index);
		if (earlier && isFinal(earlier)) return earlier;
		await this.gate.enter(request.callsAtOnce);
		if (attempt.isStopped) {
			this.conclude(index, NOT_TRIED, attempt);
			this.gate.leave();
			return NOT_TRIED;
		}
		const turn = candidate.dial(request, () => attempt.isStopped).catch(unforeseen);
		this.turns.set(index, turn);
		const sameNumber = this.turnsByNumber.get(request.phoneNumber) ?? new Map();
		this.turnsByNumber.set(request.phoneNumber, sameNumber.set(index, turn));
		const outcome = await turn;
		// Before the next one enters, so that it finds the attempt stopped.
		this.conclude(index, outcome, attempt);
		this.gate.leave();
		return outcome;
	}

	private conclude(index: number, outcome: Outcome, attempt: Attempt): void {
		const standing = this.outcomes.get(index);
		// A turn that did not come this time does not undo what came of it before.
		if (!standing || outcome.kind !== 'notTried') this.outcomes.set(index, outcome);
		if ('problem' in outcome) attempt.fail();
	}
}

/** The outcome of an item whose turn never came. */
export const NOT_TRIED: Outcome = {
	kind: 'notTried',
	problem: new UserError('The call was not tried', 'The run ended before its turn came.'),
};

function isFinal({ kind }: Outcome): boolean {
	return FINAL.includes(kind);
}

function check<Request>(candidate: Candidate<Request>): Request | Outcome {
	try {
		return candidate.read();
	} catch (error) {
		return { kind: 'invalid', problem: asUserError(error) };
	}
}

/** A UserError is thrown only before anything is sent; after anything else nobody can know. */
function unforeseen(error: unknown): Outcome {
	if (error instanceof UserError) return { kind: 'notSent', problem: error };
	return { kind: 'maybePlaced', problem: maybePlaced(asUserError(error)) };
}
