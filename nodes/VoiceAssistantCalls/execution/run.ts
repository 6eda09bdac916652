import { sleep, type IExecuteSingleFunctions, type INodeExecutionData } from 'n8n-workflow';

import { Attempt } from './attempt';
import { CallRun } from './callQueue';
import { Gate } from './semaphore';
import type { CallRequest } from '../resources/call/create';

/** What the items of one run of the node share. */
export interface Run {
	attempt: Attempt;
	calls: CallRun<CallRequest>;
	/** How many items the node has to work on. */
	total: number;
	/** Which try of the node this is, from 1. */
	tries: number;
	/**
	 * Whether an AI agent of the older kind holds the node in its hands and n8n will not try again: such
	 * an agent is told an empty text in the place of an error (n8n 2.41.1, Agent node before 3), and
	 * would not learn that a call may have been placed.
	 */
	failsToAgent: boolean;
	/** Lets a limited number of items through at once. */
	gate: Gate;
}

/**
 * The one place where the package remembers something between two calls from n8n, which calls it once
 * for every item, and again for every item when Retry On Fail makes it try again.
 *
 * n8n hands over the same `executeData` in all tries of a run and a new one in every run, each round
 * of a loop included (n8n-core 1.100.0 to 2.41.1). An AI agent of the older kind hands over its own
 * `executeData` for every call of the tool, so the first input item is part of the key. Both are held
 * weakly: what is remembered goes when n8n lets go of the run.
 */
const runs = new WeakMap<object, WeakMap<object, Run>>();

/** n8n writes it down in the same turn of the event loop (seen with n8n-core 1.100.0 to 2.41.1). */
const GIVING_UP_MS = 50;

/**
 * Finds the run to which an item belongs, and notes that n8n has handed the item over.
 * Synchronous: n8n hands over all items before anything else can happen.
 */
export function arrive(item: IExecuteSingleFunctions): Run {
	const executeData = item.getExecuteData();
	const input = inputOf(item);
	const byInput = runs.get(executeData) ?? new WeakMap<object, Run>();
	runs.set(executeData, byInput);
	const index = item.getItemIndex();
	const key = input[0].json;
	let run = byInput.get(key);
	if (!run || index === 0 || run.attempt.has(index)) {
		run = nextTry(item, input.length, run);
		byInput.set(key, run);
	}
	run.attempt.arrive(index);
	return run;
}

function nextTry(item: IExecuteSingleFunctions, items: number, earlier?: Run): Run {
	const total = item.getNode().executeOnce ? 1 : items;
	const tries = (earlier?.tries ?? 0) + 1;
	const attempt = new Attempt(total, batchSizeOf(item), !item.continueOnFail(), () =>
		hasGivenUp(item),
	);
	const gate = earlier?.gate ?? new Gate();
	const calls = earlier?.calls ?? new CallRun<CallRequest>(gate);
	if (earlier) earlier.attempt.isStopped = true;
	if (calls.hasFailedForGood) attempt.fail();
	return {
		attempt,
		calls,
		gate,
		total,
		tries,
		get failsToAgent() {
			return isHeldTool(item) && (tries >= triesOf(item) || calls.hasFailedForGood);
		},
	};
}

/** How often n8n tries, as its engine reads the settings of the node. */
function triesOf(item: IExecuteSingleFunctions): number {
	const { retryOnFail, maxTries = 3 } = item.getNode();
	return retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;
}

/** For a connection that is not there n8n makes up a new empty item each time it is asked. */
function isHeldTool(item: IExecuteSingleFunctions): boolean {
	return item.getInputData(0, 'ai_tool') === item.getInputData(0, 'ai_tool');
}

/** All items that the node has to work on. */
function inputOf(item: IExecuteSingleFunctions): INodeExecutionData[] {
	if (isHeldTool(item)) return [item.getInputData(0, 'ai_tool')];
	return item.getExecuteData().data.main?.[0] ?? [item.getInputData()];
}

/** As n8n's RoutingNode reads it: a size that is no positive number means one item at a time. */
function batchSizeOf(item: IExecuteSingleFunctions): number {
	const { batching } = item.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	};
	const { batchSize = 0, batchInterval = 0 } = batching?.batch ?? {};
	if (batchInterval <= 0) return 0;
	return batchSize > 0 ? batchSize : 1;
}

/**
 * Whether n8n has given the node up while items of it are still on their way. It says so nowhere, but
 * then it writes down the run of the node as over, after the last try.
 */
async function hasGivenUp(item: IExecuteSingleFunctions): Promise<boolean> {
	const { name, retryOnFail, waitBetweenTries = 1000 } = item.getNode();
	await sleep(GIVING_UP_MS + (retryOnFail ? Math.min(waitBetweenTries, 5000) : 0));
	const { $, $runIndex } = item.getWorkflowDataProxy(item.getItemIndex());
	try {
		$(name).all(0, $runIndex);
		return true;
	} catch {
		return false;
	}
}
