import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../n8n/errors';
import { CallQueue, type PreparedCall } from './callQueue';
import type { ItemContext } from '../n8n/itemContext';
import type { ItemList, ItemResult } from '../n8n/operation';
import type { CreateState } from './createState';
import {
	isFailure,
	notPlaced,
	OUTCOMES,
	outcomeJson,
	type CallIdentity,
	type Outcome,
} from './outcome';
import type { Batching } from './pace';
import { describeRun, summarize } from './runSummary';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';

/** An input item that is not a call, and what is known of it. */
export interface InvalidCall {
	index: number;
	identity: CallIdentity;
	error: UserError;
	/** How a summary counts it, where it is not just one that failed. */
	label?: string;
	/** Whether the item asks for a dry run; undefined if that cannot be read. */
	dryRun?: boolean;
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
 * A list in which every item is a dry run is checked to the end: an invalid item does not stop it.
 *
 * @param texts what only Create knows: what to do before the list is run again where somebody was called,
 * and how to count what options skipped (see `describeRun`)
 * @throws UserError with a summary of the run, where the node stops on errors
 */
export async function placeCalls(
	{ items, state: run, stopsOnError, signal, hint }: ItemList<CreateState>,
	prepare: PrepareCall,
	texts: { rerunAdvice: () => string; countSkips: (skippedBy: string[]) => string },
): Promise<ItemResult[]> {
	if (items.length === 0) return [];
	const { outcomes, pace } = run;
	const prepared = await prepareAll(items, outcomes, prepare, signal);
	const isDryRun = isDryRunOnly(prepared, [...outcomes.values()]);
	const stops = stopsOnError && !isDryRun;

	const queue = new CallQueue(outcomes, pace, stops, readBatching(items[0]), signal);
	for (const item of prepared) if ('error' in item) queue.record(item.index, asInvalid(item));
	const calls = prepared.filter((item) => 'place' in item);
	await queue.placeAll(calls);

	const known = new Map(calls.map(({ index, identity }) => [index, identity]));
	for (const { index } of items) {
		const identity = known.get(index) ?? NOBODY;
		if (!outcomes.has(index)) {
			outcomes.set(index, { kind: 'notTried', error: notTried(signal), identity });
		}
	}
	const results = items.map(({ index }) => outcomes.get(index)!);
	if (stops && results.some(isFailure)) {
		throw summarize(outcomes, texts.rerunAdvice());
	}
	const line = describeRun(results, isDryRun, texts.countSkips);
	if (line) hint(line.message, line.type);
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
	prepare: PrepareCall,
	signal?: AbortSignal,
): Promise<Array<PreparedCall | InvalidCall>> {
	const prepared: Array<PreparedCall | InvalidCall> = [];
	const yieldNow = yieldToEventLoop();
	for (const item of items) {
		await yieldNow();
		// n8n calls a node again after a cancelled execution has waited for its retry (n8n-core 2.41.1).
		if (signal?.aborted) break;
		const { index } = item;
		const earlier = outcomes.get(index);
		if (earlier && !OUTCOMES[earlier.kind].resend) continue;
		if (earlier?.kind === 'invalid' || earlier?.kind === 'notTried') outcomes.delete(index);
		prepared.push(await prepare(item));
	}
	return prepared;
}

/** Whether every item is a dry run, those of earlier attempts included. */
function isDryRunOnly(prepared: Array<PreparedCall | InvalidCall>, earlier: Outcome[]): boolean {
	const kinds = earlier.map(({ kind }) => kind);
	const isReal = kinds.some(
		(kind) => kind !== 'dryRun' && kind !== 'skipped' && !OUTCOMES[kind].resend,
	);
	const isDry = prepared.some(({ dryRun }) => dryRun) || kinds.includes('dryRun');
	return isDry && !isReal && prepared.every(({ dryRun }) => dryRun);
}

function asInvalid({ identity, error, label }: InvalidCall): Outcome {
	return { kind: 'invalid', identity, error, label };
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
		// The error is reported when the item is prepared.
	}
	const { batch } = ((options ?? {}) as { batching?: { batch?: IDataObject } }).batching ?? {};
	const size = Math.floor(Number(batch?.batchSize));
	const intervalMs = Number(batch?.batchInterval);
	return { size: size > 0 ? size : 1, intervalMs: intervalMs > 0 ? intervalMs : 0 };
}
