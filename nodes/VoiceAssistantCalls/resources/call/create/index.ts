import type { IDataObject } from 'n8n-workflow';

import { asUserError, UserError } from '../../../../shared/userError';
import type { PreparedCall, Turn } from './queue/callQueue';
import type { ItemContext, NodeContext } from '../../../execution/itemContext';
import type { ItemList, ItemResult } from '../../../execution/operation';
import type { CallIdentity, Verdict } from './queue/outcome';
import { WRONG_NUMBER } from './queue/runSummary';
import { placeCalls, type InvalidCall } from './queue/placeCalls';
import { countSkips, longestLookBack, reasonNow, reasonToSkip, type Skip } from './guards';
import { callHistory, LookUps } from './guards/history';
import { connectItem } from '../../connection';
import { Campaign } from './queue/campaign';
import { makeOnce, type Once } from './guards/once';
import { readCreateOptions, readDryRun } from './options';
import { postCall } from './postCall';
import { callBody, readVariables, type Variables } from './variables';
import { readCollection } from '../../../../shared/form/readers';

/**
 * Call Create (docs/api.md): the way of a call from the form to the wire.
 *
 * `queue/placeCalls.ts` prepares all items before it lets the first call be placed, then gives each its
 * turn, in order.
 */
export async function createCalls(list: ItemList): Promise<ItemResult[]> {
	const { run, items, hint } = list;
	const lookUps = run.recall(LookUps);
	const once = makeOnce();
	const isGuarded = items.some(({ n8n }) => isSet(n8n, 'skipIfCalledWithin'));
	const results = await placeCalls(list, async (item) => await prepareCall(item, lookUps, once), {
		rerunAdvice: isGuarded ? RERUN_GUARDED : RERUN,
		countSkips,
	});
	const isPlaced = [...run.recall(Campaign).outcomes.values()].some(
		({ kind }) => kind === 'placed',
	);
	if (isPlaced && !isFollowedByGetOutcome(items[0].n8n)) hint(WHERE_TRANSCRIPTS_ARE);
	return results;
}

const RERUN =
	"If you run the workflow again, it starts with the first item. Remove the items that were called, or add 'Skip If Called Within' under 'Options'.";
const RERUN_GUARDED =
	"If you run the workflow again, 'Skip If Called Within' skips the numbers that were called, as soon as the service lists the calls.";

const WHERE_TRANSCRIPTS_ARE =
	"To wait for the transcripts, add another Voice Assistant Calls node after this one and choose 'Get outcome of placed call'. To continue later, use the Voice Assistant Calls Trigger.";

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

/** Reads and checks one item. Nothing is sent. */
async function prepareCall(
	item: ItemContext,
	lookUps: LookUps,
	once: Once,
): Promise<PreparedCall | InvalidCall> {
	const { index, timezone, request } = item;
	const { method } = request;
	const identity: CallIdentity = { phone_number: '', assistant_id: '', variables: {} };
	const problems = new Problems();
	let dryRun: boolean | undefined;
	let label = WRONG_ITEM;
	try {
		item.assertHasFields();
		const values = readCollection(item.parameter('options', {}), 'Options');
		dryRun = problems.note(() => readDryRun(values));
		const written = problems.note(() => ({ value: item.parameter('phoneNumber', '') }));
		identity.phone_number = textOf(written?.value);
		const assistantId = problems.note(() => readAssistantId(item.chosen('assistantId'))) ?? '';
		identity.assistant_id = assistantId;
		const variables = problems.note(() => readVariablesOf(item)) ?? [];
		identity.variables = Object.fromEntries(variables);
		const options = problems.note(() => readCreateOptions(values, { variables, once }));
		if (problems.isEmpty) label = WRONG_NUMBER;
		const phoneNumber =
			written && options && problems.note(() => options.readPhoneNumber(written.value));
		if (!options || !phoneNumber || !problems.isEmpty) throw problems.asError();
		identity.phone_number = phoneNumber;
		label = WRONG_ITEM;
		const { client, path } = await connectItem(item);

		const { guards, requestsAtOnce, pauseMs, waitsOnRateLimit } = options;
		const body = callBody(assistantId, phoneNumber, variables);

		const place = async (turn: Turn): Promise<Verdict | undefined> => {
			const skip = await reasonToSkip(guards, {
				phoneNumber,
				timezone,
				earlierCalls: turn.earlierCalls,
				history: async () =>
					await callHistory(client, phoneNumber, longestLookBack(guards), lookUps),
			});
			if (skip) return skipped(skip);
			if (options.dryRun) {
				const url = client.address(path);
				const request = { method, url, body: JSON.parse(body) as IDataObject };
				return { kind: 'dryRun', details: { request } };
			}
			return await postCall(client, { method, path, body }, turn, waitsOnRateLimit, () => {
				const reason = reasonNow(guards);
				return reason && skipped(reason);
			});
		};
		return { index, identity, dryRun: options.dryRun, requestsAtOnce, pauseMs, place };
	} catch (thrown) {
		return { index, identity, dryRun, label, error: asUserError(thrown) };
	}
}

/** A phone number as it was written, as far as it can be shown. */
function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** How the items are counted that have another mistake than a wrong phone number. */
const WRONG_ITEM = 'wrong item';

/** What is wrong with an item: all of it is told at once. */
class Problems {
	private readonly found: UserError[] = [];

	get isEmpty(): boolean {
		return this.found.length === 0;
	}

	/** @returns what was read, or undefined if that failed */
	note<T>(read: () => T): T | undefined {
		try {
			return read();
		} catch (thrown) {
			const error = asUserError(thrown);
			// Dry Run is read by itself and once more with the other options.
			if (this.found.every(({ message }) => message !== error.message)) this.found.push(error);
			return undefined;
		}
	}

	asError(): UserError {
		if (this.found.length === 1) return this.found[0];
		return new UserError(
			this.found.map(({ message }) => message).join('. '),
			this.found.map(({ advice }) => advice).join(' '),
		);
	}
}

function skipped(skip: Skip): Verdict {
	return { kind: 'skipped', details: { ...skip } };
}

function readAssistantId(value: unknown): string {
	const id = typeof value === 'number' ? String(value) : value;
	if (typeof id === 'string' && id.trim() !== '') return id.trim();
	throw new UserError(
		'No assistant is chosen',
		"Choose one under 'Assistant', or enter its ID. If 'Assistant' uses an expression, check that the input item contains that field.",
	);
}

function readVariablesOf(item: ItemContext): Variables {
	const isJson = item.parameter('variablesMode', 'fields') === 'json';
	return readVariables(
		isJson
			? { json: item.parameter('variablesJson', '{}') }
			: { rows: readCollection(item.parameter('variables', {}), 'Variables').variable },
	);
}
