import type { IDataObject } from 'n8n-workflow';

import { asUserError, UserError } from '../../../../shared/userError';
import type { PreparedCall, Turn } from './queue/callQueue';
import type { ItemContext } from '../../../execution/itemContext';
import type { ItemList, ItemResult } from '../../../execution/operation';
import type { CallIdentity, Outcome, Verdict } from './queue/outcome';
import { placeCalls, type InvalidCall } from './queue/placeCalls';
import { longestLookBack, reasonNow, reasonToSkip, skipHint, type Skip } from './guards';
import type { GuardedCall } from './guards/guard';
import { LookUps } from './guards/history';
import { connectItem } from '../../connection';
import { withoutMarks } from '../../../../shared/phoneNumber';
import { Campaign } from './queue/campaign';
import { readCreateOptions } from './options';
import { postCall } from './postCall';
import { callBody, readVariables, type Variables } from './variables';
import { readChoice, readCollection } from '../../../../shared/form/readers';
import { isExact } from '../../../../shared/lists/recordId';

/**
 * Call Create (docs/api.md): the way of a call from the form to the wire.
 *
 * `execution/placeCalls.ts` prepares all items before it lets the first call be placed, then gives each
 * its turn, in order.
 */
export async function createCalls(list: ItemList): Promise<ItemResult[]> {
	const { run, items, hint } = list;
	const { outcomes } = run.recall(Campaign);
	const results = await placeCalls(list, async (item) => await prepareCall(item, run));
	for (const sentence of hintsAfter([...outcomes.values()], items.length)) hint(sentence);
	return results;
}

function hintsAfter(outcomes: Outcome[], total: number): string[] {
	const skippedBy = outcomes.flatMap(({ kind, details }) =>
		kind === 'skipped' ? [String(details?.skippedBy)] : [],
	);
	return [
		...(skippedBy.length > 0 ? [skipHint(skippedBy, total)] : []),
		...(outcomes.some(({ kind }) => kind === 'placed') ? [WHERE_TRANSCRIPTS_ARE] : []),
	];
}

const WHERE_TRANSCRIPTS_ARE =
	"To wait for the transcripts, add another Voice Assistant Calls node after this one and choose 'Get outcome of placed call'. To continue later, use the Voice Assistant Calls Trigger.";

/** Reads and checks one item. Nothing is sent. */
async function prepareCall(
	item: ItemContext,
	run: ItemList['run'],
): Promise<PreparedCall | InvalidCall> {
	const {
		index,
		timezone,
		request: { method },
	} = item;
	const identity: CallIdentity = { phone_number: '', assistant_id: '', variables: {} };
	try {
		item.assertHasFields();
		const written = item.parameter('phoneNumber', '');
		identity.phone_number = withoutMarks(
			['string', 'number'].includes(typeof written) ? String(written) : '',
		);
		identity.assistant_id = readAssistantId(item.chosen('assistantId'));
		const variables = readVariablesOf(item);
		identity.variables = Object.fromEntries(variables);
		const options = await readCreateOptions(item.parameter('options', {}), {
			variables,
			recall: (Kind) => run.recall(Kind),
		});
		identity.phone_number = options.readPhoneNumber(written);
		const { client, path } = await connectItem(item);

		const { phone_number: phoneNumber, assistant_id: assistantId } = identity;
		const { guards, dryRun, requestsAtOnce, pauseMs, waitsOnRateLimit } = options;
		const body = callBody(assistantId, phoneNumber, variables);

		const lookUps = run.recall(LookUps);
		lookUps.expect(phoneNumber, longestLookBack(guards));

		const place = async (turn: Turn): Promise<Verdict | undefined> => {
			const call: GuardedCall = {
				...turn.run,
				phoneNumber,
				timezone,
				history: async () => await lookUps.callsWith(client, phoneNumber),
			};
			const forbiddenNow = () => skipped(reasonNow(guards, call));
			const forbidden = skipped(await reasonToSkip(guards, call)) ?? (dryRun && forbiddenNow());
			if (forbidden) return forbidden;
			if (dryRun) {
				const url = client.address(path);
				const request = { method, url, body: JSON.parse(body) as IDataObject };
				return { kind: 'dryRun', details: { request } };
			}
			await lookUps.beforeCall(client, phoneNumber);
			return await postCall(client, { method, path, body }, turn, waitsOnRateLimit, forbiddenNow);
		};
		return { index, identity, requestsAtOnce, pauseMs, place };
	} catch (thrown) {
		return { index, identity, error: asUserError(thrown) };
	}
}

function skipped(skip: Skip | undefined): Verdict | undefined {
	return skip && { kind: 'skipped', details: { ...skip } };
}

function readAssistantId(value: unknown): string {
	const id = typeof value === 'number' && isExact(value) ? String(value) : value;
	if (typeof id === 'string' && id.trim() !== '') return id.trim();
	throw new UserError(
		'No assistant is chosen',
		"Choose one under 'Assistant', or enter its ID. If 'Assistant' uses an expression, check that the input item contains that field.",
	);
}

function readVariablesOf(item: ItemContext): Variables {
	const mode = item.parameter('variablesMode', 'fields');
	return readVariables(
		readChoice(mode, 'Enter Variables As', ['fields', 'json']) === 'json'
			? { json: item.parameter('variablesJson', '{}') }
			: { rows: readCollection(item.parameter('variables', {}), 'Variables').variable },
	);
}
