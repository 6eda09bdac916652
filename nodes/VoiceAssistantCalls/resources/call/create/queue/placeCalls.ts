import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../../../shared/userError';
import { CallQueue, type PreparedCall } from './callQueue';
import type { ItemContext } from '../../../../execution/itemContext';
import type { ItemList, ItemResult } from '../../../../execution/operation';
import { Campaign } from './campaign';
import {
	isFailure,
	notPlaced,
	OUTCOMES,
	outcomeJson,
	type CallIdentity,
	type Outcome,
} from './outcome';
import type { Batching } from './pace';
import { summarize } from './runSummary';
import { letOthersRun } from '../../../../../shared/yield';

/** An input item that is not a call, and what is known of it. */
export interface InvalidCall {
	index: number;
	identity: CallIdentity;
	error: UserError;
}

/** Reads and checks the fields of an item. Never throws. */
export type PrepareCall = (item: ItemContext) => Promise<PreparedCall | InvalidCall>;

/**
 * Places the calls of a list: checks all items before the first call, dials in order, and begins
 * nothing once the run is over.
 *
 * An attempt under Retry On Fail goes on where the one before ended: what was placed, may have been
 * placed, or was rejected for good keeps its outcome and is not sent again.
 *
 * @throws UserError with a summary of the run, where the node stops on errors
 */
export async function placeCalls(
	{ items, run, stopsOnError, signal }: ItemList,
	prepare: PrepareCall,
): Promise<ItemResult[]> {
	if (items.length === 0) return [];
	const { outcomes, pace } = run.recall(Campaign);
	const queue = new CallQueue(outcomes, pace, stopsOnError, readBatching(items[0]), signal);
	const calls = await prepareAll(items, outcomes, queue, prepare, signal);
	await queue.placeAll(calls);

	const known = new Map(calls.map(({ index, identity }) => [index, identity]));
	for (const { index } of items) {
		const identity = known.get(index) ?? NOBODY;
		if (!outcomes.has(index)) {
			outcomes.set(index, { kind: 'notTried', error: notTried(signal), identity });
		}
	}
	const results = items.map(({ index }) => outcomes.get(index)!);
	if (stopsOnError && results.some(isFailure)) throw summarize(outcomes);
	return results.map((outcome) =>
		isFailure(outcome)
			? { error: outcome.error, known: outcomeJson(outcome) }
			: { records: [outcomeJson(outcome)] },
	);
}

const NOBODY: CallIdentity = { phone_number: '', assistant_id: '', variables: {} };

/** All of them, so that an error can name every item that is wrong. */
async function prepareAll(
	items: ItemContext[],
	outcomes: Map<number, Outcome>,
	queue: CallQueue,
	prepare: PrepareCall,
	signal?: AbortSignal,
): Promise<PreparedCall[]> {
	const calls: PreparedCall[] = [];
	const breathe = letOthersRun();
	for (const item of items) {
		await breathe();
		// n8n calls a node again after a cancelled execution has waited for its retry (n8n-core 2.41.1).
		if (signal?.aborted) break;
		const { index } = item;
		const earlier = outcomes.get(index);
		if (earlier && !OUTCOMES[earlier.kind].resend) continue;
		const call = await prepare(item);
		if ('error' in call) {
			queue.record(index, { ...call, kind: 'invalid' });
			continue;
		}
		if (earlier?.kind === 'invalid' || earlier?.kind === 'notTried') outcomes.delete(index);
		calls.push(call);
	}
	return calls;
}

function notTried(signal?: AbortSignal): UserError {
	const reason = signal?.aborted
		? 'The execution was canceled'
		: 'The run ended before this item was tried';
	return notPlaced(new UserError(reason, ''));
}

/** As n8n's RoutingNode reads it, from the first item: a size that is no positive number means 1. */
function readBatching(item: ItemContext): Batching {
	let options: unknown;
	try {
		options = item.parameter('requestOptions', {});
	} catch {
		// The item is wrong then, and is told so when it is prepared.
	}
	const { batch } = ((options ?? {}) as { batching?: { batch?: IDataObject } }).batching ?? {};
	const size = Math.floor(Number(batch?.batchSize));
	const intervalMs = Number(batch?.batchInterval);
	return { size: size > 0 ? size : 1, intervalMs: intervalMs > 0 ? intervalMs : 0 };
}
