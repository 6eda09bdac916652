import type { IDataObject } from 'n8n-workflow';

import { asUserError } from '../n8n/errors';
import type { ItemContext, NodeContext } from '../n8n/itemContext';
import type { ItemList, ItemResult } from '../n8n/operation';
import { connectItem } from '../form/connection';
import {
	countSkips,
	longestLookBack,
	reasonNow,
	reasonToSkip,
	type ActiveGuard,
	type Skip,
} from './guards';
import type { GuardedCall } from './guards/guard';
import { LookUps } from './guards/history';
import { skipIfCalledWithin } from './guards/skipIfCalledWithin';
import { postCall } from './postCall';
import type { PreparedCall, Turn } from './callQueue';
import type { CreateState } from './createState';
import type { Verdict } from './outcome';
import { placeCalls, type InvalidCall } from './placeCalls';
import { readItem, WRONG_ITEM } from './readItem';
import { callBody } from './variables';

/**
 * Call Create (docs/api.md): the path of a call from the form to the wire.
 *
 * `queue/placeCalls.ts` prepares all items before it lets the first call be placed, then gives each its
 * turn, in order.
 */
export async function createCalls(list: ItemList<CreateState>): Promise<ItemResult[]> {
	const { state: run, items, hint } = list;
	const { name } = skipIfCalledWithin.field;
	let isGuarded = items.some(({ n8n }) => isSet(n8n, name));
	// Once added, it may still be 0 for an item, which is off.
	const noteGuards = (guards: ActiveGuard[]) => {
		isGuarded &&= guards.some((guard) => guard.name === name);
	};
	const results = await placeCalls(list, async (item) => await prepareCall(item, run, noteGuards), {
		rerunAdvice: () => (isGuarded ? RERUN_GUARDED : RERUN),
		countSkips,
	});
	const outcomes = [...run.outcomes.values()];
	const isPlaced = outcomes.some(({ kind }) => kind === 'placed');
	if (isPlaced && !isFollowedByGetOutcome(items[0].n8n)) hint(WHERE_TRANSCRIPTS_ARE);
	return results;
}

/**
 * Reads and checks one item. Nothing is sent.
 *
 * @param noteGuards is told which guards are on for the item
 */
async function prepareCall(
	item: ItemContext,
	run: CreateState,
	noteGuards: (guards: ActiveGuard[]) => void,
): Promise<PreparedCall | InvalidCall> {
	const { index, timezone, request } = item;
	const { method } = request;
	const fields = await readItem(item, run);
	if ('error' in fields) return fields;
	const { identity, variables, options } = fields;
	const { phone_number: phoneNumber, assistant_id: assistantId } = identity;
	const { guards, dryRun, requestsAtOnce, pauseMs, waitsOnRateLimit } = options;
	noteGuards(guards);
	try {
		const { client, path } = await connectItem(item);
		const body = callBody(assistantId, phoneNumber, variables);
		const lookUps = run.recall(LookUps);
		lookUps.expect(phoneNumber, longestLookBack(guards));

		const place = async (turn: Turn): Promise<Verdict | undefined> => {
			const call: GuardedCall = {
				...turn.run,
				phoneNumber,
				timezone,
				history: async () => await lookUps.callsWith(client, phoneNumber),
				now: () => lookUps.now(),
			};
			const skipped = (skip?: Skip): Verdict | undefined =>
				skip && { kind: 'skipped', details: client.redact({ ...skip }) };
			const forbiddenNow = () => skipped(reasonNow(guards, call));
			const forbidden = skipped(await reasonToSkip(guards, call)) ?? (dryRun && forbiddenNow());
			if (forbidden) return forbidden;
			if (dryRun) {
				const url = client.address(path);
				const wouldSend = { method, url, body: JSON.parse(body) as IDataObject };
				return { kind: 'dryRun', details: { request: wouldSend } };
			}
			await lookUps.beforeCall(client, phoneNumber);
			return await postCall(client, { method, path, body }, turn, waitsOnRateLimit, forbiddenNow);
		};
		return { index, identity, dryRun, requestsAtOnce, pauseMs, place };
	} catch (thrown) {
		return { index, identity, dryRun, label: WRONG_ITEM, error: asUserError(thrown) };
	}
}

const RERUN =
	"If you run the workflow again, it starts with the first item. Remove the items that were called, or add 'Skip If Called Within' under 'Options'.";
const RERUN_GUARDED =
	"If you run the workflow again, 'Skip If Called Within' skips the numbers that were called, as soon as the service lists the calls.";

const WHERE_TRANSCRIPTS_ARE =
	"To wait for what is said, add 'Get outcome of placed call' after this node. To continue later, use the Voice Assistant Calls Trigger.";

/** Whether an option was added, whatever its value. */
function isSet(n8n: NodeContext, option: string): boolean {
	const options = n8n.getNode().parameters.options as IDataObject | undefined;
	return options?.[option] !== undefined;
}

function isFollowedByGetOutcome(n8n: NodeContext): boolean {
	const { name, type } = n8n.getNode();
	// A node that RoutingNode runs does not learn what follows it.
	if (!('getChildNodes' in n8n)) return false;
	return n8n
		.getChildNodes(name, { includeNodeParameters: true })
		.some((node) => node.type === type && node.parameters?.operation === 'getOutcome');
}
