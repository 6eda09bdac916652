import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { connect, type Transport } from '../../shared/transport';
import { Attempt } from './attempt';
import { isFailure, OUTCOMES, type Outcome } from './outcome';
import { Pace } from './pace';
import { Semaphore } from './semaphore';

/** n8n's context of a node that runs: of a whole list, or of one item that RoutingNode hands over. */
export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What the attempts of n8n at one run of the node have in common. */
export class Run {
	/** How often n8n has tried, this attempt included. */
	attempts = 0;

	/** The attempt of RoutingNode that is under way. */
	attempt?: Attempt;

	/** What became of the calls, by the position of their item. Kept, so that no retry repeats a call. */
	readonly outcomes = new Map<number, Outcome>();

	/** Kept, so that a retry does not cut the pause between calls short. */
	readonly pace = new Pace();

	/** Limits how many items read from the service at once. */
	readonly reads = new Semaphore();

	/** What was looked up for each phone number. Kept, so that calls of this run are not counted twice. */
	readonly lookUps = new Map<string, Promise<IDataObject[]>>();

	private transport?: Promise<Transport>;

	beginAttempt(): void {
		this.attempts++;
		this.transport = undefined;
	}

	/** Connects once for all items of an attempt: n8n reads the credential from its database each time it is asked. */
	async connect(context: NodeContext): Promise<Transport> {
		this.transport ??= connect(context, context.getExecutionCancelSignal());
		return await this.transport;
	}

	/** Whether a call failed in a way that a further attempt cannot change. */
	get hasFailedForGood(): boolean {
		return [...this.outcomes.values()].some(
			(outcome) => isFailure(outcome) && !OUTCOMES[outcome.kind].resend,
		);
	}
}

/**
 * The one place where the node remembers something between two calls from n8n. It is kept weakly:
 * what is remembered goes when n8n lets go of the run.
 */
const runs = new WeakMap<object, Run>();

/**
 * Finds the run that n8n carries out or tries again.
 *
 * n8n hands over the same `executeData` in all attempts at a run and a new one in every run, each
 * round of a loop included (n8n-core 1.100.0 to 2.41.1). An AI agent of the older kind hands over its
 * own `executeData` for every call of the tool, so there the arguments of the tool stand for the run.
 */
export function recallRun(context: NodeContext): Run {
	const key = toolInput(context)?.json ?? context.getExecuteData();
	const run = runs.get(key) ?? new Run();
	runs.set(key, run);
	return run;
}

/** Notes that RoutingNode has handed an item over, in this attempt or in a new one. */
export function joinAttempt(item: IExecuteSingleFunctions): { run: Run; attempt: Attempt } {
	const run = recallRun(item);
	const index = item.getItemIndex();
	if (!run.attempt || run.attempt.has(index)) {
		if (run.attempt) run.attempt.isStopped = true;
		run.attempt = new Attempt(itemCount(item), !item.continueOnFail());
		run.beginAttempt();
	}
	run.attempt.join(index);
	return { run, attempt: run.attempt };
}

/** How many items the node has to work on. */
export function itemCount(item: IExecuteSingleFunctions): number {
	if (item.getNode().executeOnce || toolInput(item)) return 1;
	return item.getExecuteData().data.main?.[0]?.length ?? 1;
}

/**
 * Whether a failure is to be returned as an item: an AI agent of the older kind holds the node, and n8n
 * will not try again. Such an agent reads an empty text in the place of an error (n8n 2.41.1, Agent node
 * before version 3), and would not learn that a call may have been placed.
 */
export function returnsErrorsToAgent(context: NodeContext, run: Run): boolean {
	if (!toolInput(context)) return false;
	// As n8n's engine reads the settings of the node.
	const { retryOnFail, maxTries = 3 } = context.getNode();
	const mostAttempts = retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;
	return run.attempts >= mostAttempts || run.hasFailedForGood;
}

/** The arguments of the tool where an AI agent of the older kind holds the node in its hands. */
function toolInput(context: NodeContext): INodeExecutionData | undefined {
	const input = context.getInputData(0, 'ai_tool');
	// For a connection that is not there n8n makes up a new empty item each time it is asked.
	const isThere = input === context.getInputData(0, 'ai_tool');
	return isThere && !Array.isArray(input) ? input : undefined;
}
