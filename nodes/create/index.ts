import type { IDataObject } from 'n8n-workflow';

import { readChoice } from '../form/readers';
import type { NodeContext } from '../n8n/itemContext';
import type { Call } from '../service/call';
import { readBatching } from '../n8n/batching';
import type { ItemList, ItemResult } from '../n8n/operation';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';
import { CallQueue, type Turn } from './callQueue';
import type { CreateState } from './createState';
import { longestLookBack, reasonNow, reasonToSkip, type Skip } from './guards';
import { CANCELED, isFailure, NOBODY, notTried, OUTCOMES, outcomeJson } from './outcome';
import type { ItemIdentity, Outcome, Verdict } from './outcome';
import { postCall } from './postCall';
import { prepareItem, type PreparedCall, type SettledItem } from './prepare';
import { describeRun, summarizeFailures } from './summary';

/**
 * Call Create (docs/api.md): places the calls of a list. All items are checked before the first call.
 * Then each gets its turn, in order, and none begins once the run is over.
 *
 * An attempt under Retry On Fail goes on where the one before ended: what was placed, may have been
 * placed, or was rejected for good keeps its outcome and is not sent again. A list in which every item is
 * a dry run is checked to the end: an invalid item does not stop it.
 *
 * @throws UserError with a summary of the run, where the node stops on errors
 */
export async function createCalls(list: ItemList<CreateState>): Promise<ItemResult[]> {
	const { items, state, stopsOnError, signal, hint } = list;
	if (items.length === 0) return [];
	const output = items[0].parameter('output', 'simplified');
	const isRaw = readChoice(output, 'Output', ['raw', 'simplified']) === 'raw';
	const prepared = await prepareAll(list);
	const isDryRun = isDryRunOnly([...prepared, ...state.outcomes.values()]);
	const stops = stopsOnError && !isDryRun;

	const queue = new CallQueue(state, stops, readBatching(items[0]), signal);
	for (const item of prepared) if ('verdict' in item) queue.record(item, item.verdict);
	const calls = prepared.filter((item) => 'body' in item);
	await queue.placeAll(calls, async (call, turn) => await takeTurn(call, turn, state));

	const outcomes = items.map(
		({ index }): Outcome =>
			state.outcomes.get(index) ?? { index, identity: NOBODY, ...notTried(CANCELED) },
	);
	if (stops && outcomes.some(isFailure)) throw summarizeFailures(outcomes);
	const line = describeRun(outcomes, isDryRun, stopsOnError);
	if (line) hint(line.message, line.type);
	const isPlaced = outcomes.some(({ kind }) => kind === 'placed');
	if (isPlaced && !isFollowedByGetOutcome(items[0].n8n)) hint(WHERE_TRANSCRIPTS_ARE);
	return outcomes.map((outcome) => {
		const json = outcomeJson(outcome, isRaw);
		const isError = isFailure(outcome) && !stopsOnError;
		return isError ? { error: outcome.error, known: json } : { records: [json] };
	});
}

/**
 * All of them, so that an error can name every item that is wrong. None after a cancel: n8n calls a node
 * again when the cancelled execution has waited for its retry (n8n-core 2.41.1).
 */
async function prepareAll({ items, state, signal }: ItemList<CreateState>) {
	const prepared: Array<PreparedCall | SettledItem> = [];
	const yieldNow = yieldToEventLoop();
	for (const item of items) {
		await yieldNow();
		if (signal?.aborted) break;
		const earlier = state.outcomes.get(item.index);
		if (earlier && !OUTCOMES[earlier.kind].resend) continue;
		state.outcomes.delete(item.index);
		prepared.push(await prepareItem(item, state));
	}
	return prepared;
}

/** Whether every item that was read is a dry run, those of earlier attempts included. */
function isDryRunOnly(items: ItemIdentity[]): boolean {
	return (
		items.some(({ dryRun }) => dryRun === true) && items.every(({ dryRun }) => dryRun !== false)
	);
}

/**
 * The turn of a call: guards, dry run, one request.
 *
 * @returns nothing if the run ended before
 */
async function takeTurn(
	call: PreparedCall,
	turn: Turn,
	{ lookUps, inProgress }: CreateState,
): Promise<Verdict | undefined> {
	const { client, method, path, body, guards, dryRun, callsInProgress, timezone } = call;
	const { phone_number: phoneNumber } = call.identity;
	const guarded = {
		phoneNumber,
		timezone,
		earlierCalls: turn.earlierCalls,
		history: async () => {
			const hasCalled = (await turn.earlierCalls()) > 0;
			return await lookUps.callsWith(client, phoneNumber, longestLookBack(guards), hasCalled);
		},
		wasBefore: (earlier: Call) => lookUps.wasBefore(phoneNumber, earlier),
		now: () => lookUps.now(),
	};
	const skipped = (skip?: Skip): Verdict | undefined =>
		skip && { kind: 'skipped', details: client.redact({ ...skip }) };
	const askGuards = async () => skipped(await reasonToSkip(guards, guarded));
	const forbiddenNow = () => skipped(reasonNow(guards, guarded));

	const forbidden = (await askGuards()) ?? (dryRun && forbiddenNow());
	if (forbidden) return forbidden;
	if (dryRun) {
		const request = { method, url: client.address(path), body: JSON.parse(body) as IDataObject };
		return { kind: 'dryRun', details: { request } };
	}
	// As a Dry Run judges them: an item with the same number that comes first knows nothing of this call.
	await turn.earlierCalls();
	const beforeRequest = async () => {
		const wait = async (ms: number) => !forbiddenNow() && (await turn.wait(ms));
		while (callsInProgress && (await inProgress.waitForFree(client, callsInProgress, wait))) {
			// Somebody else may have called the number meanwhile, or it may have called.
			lookUps.forget(phoneNumber);
			const found = await askGuards();
			if (found) return found;
		}
		return forbiddenNow();
	};
	const request = { method, path, body };
	const verdict = await postCall(client, request, turn, call.waitsOnRateLimit, beforeRequest);
	if (verdict && OUTCOMES[verdict.kind].countsAsCalled) inProgress.note(phoneNumber);
	return verdict;
}

const WHERE_TRANSCRIPTS_ARE =
	"To wait for what is said, add 'Get outcome of placed call' after this node. To continue later, use the Voice Assistant Calls Trigger.";

function isFollowedByGetOutcome(n8n: NodeContext): boolean {
	const { name, type } = n8n.getNode();
	// A node that RoutingNode runs does not learn what follows it.
	if (!('getChildNodes' in n8n)) return false;
	return n8n
		.getChildNodes(name, { includeNodeParameters: true })
		.some((node) => node.type === type && node.parameters?.operation === 'getOutcome');
}
