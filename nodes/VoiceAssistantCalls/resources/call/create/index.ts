import type { IDataObject } from 'n8n-workflow';

import { UserError, asUserError } from '../../../../shared/userError';
import type { PreparedCall, Turn } from '../../../execution/callQueue';
import type { ItemContext } from '../../../execution/itemContext';
import { listOperation } from '../../../execution/listOperation';
import type { CallIdentity, Verdict } from '../../../execution/outcome';
import { placeCalls, type InvalidCall } from '../../../execution/placeCalls';
import { longestLookBack, reasonToSkip } from './guards';
import { callHistory } from './guards/history';
import { readCreateOptions } from './options';
import { normalizePhoneNumber } from './phoneNumber';
import { CREATE_PATH, postCall } from './postCall';
import { callBody, readVariables, type Variables } from './variables';

/**
 * Call Create (docs/api.md): the way of a call from the form to the wire.
 *
 * `execution/placeCalls.ts` prepares all items before it lets the first call be placed, then gives each
 * its turn, in order.
 */
export const createCalls = listOperation(async (list) => await placeCalls(list, prepareCall));

/** Reads and checks one item. Nothing is sent. */
async function prepareCall(item: ItemContext): Promise<PreparedCall | InvalidCall> {
	const { index } = item;
	const identity: CallIdentity = { phone_number: '', assistant_id: '', variables: {} };
	try {
		item.assertHasFields();
		const written = item.parameter('phoneNumber', '');
		identity.phone_number = written === undefined || written === null ? '' : String(written);
		identity.assistant_id = readAssistantId(item.chosen('assistantId'));
		const variables = readVariablesOf(item);
		identity.variables = Object.fromEntries(variables);
		const options = readCreateOptions(item.parameter('options', {}) as IDataObject);
		identity.phone_number = normalizePhoneNumber(written, options.cleanPhoneNumber);
		const client = await item.client();
		const paging = await item.paging();

		const { phone_number: phoneNumber, assistant_id: assistantId } = identity;
		const { timezone } = item;
		const { guards, dryRun } = options;
		const body = callBody(assistantId, phoneNumber, variables);

		const place = async (turn: Turn): Promise<Verdict> => {
			let lookUp: Promise<IDataObject[]> | undefined;
			const skip = await reasonToSkip(guards, {
				phoneNumber,
				timezone,
				earlierCall: turn.earlierCall,
				history: async () =>
					await (lookUp ??= callHistory(client, paging, phoneNumber, longestLookBack(guards))),
			});
			if (skip) return { kind: 'skipped', details: { ...skip } };
			if (dryRun) {
				const url = client.address(CREATE_PATH);
				const request = { method: 'POST', url, body: JSON.parse(body) as IDataObject };
				return { kind: 'dryRun', details: { request } };
			}
			return await postCall(client, body, turn, options.waitsOnRateLimit);
		};
		return {
			index,
			identity,
			requestsAtOnce: options.requestsAtOnce,
			pauseMs: options.pauseMs,
			place,
		};
	} catch (thrown) {
		return { index, identity, error: asUserError(thrown) };
	}
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
			: { rows: (item.parameter('variables', {}) as IDataObject)?.variable },
	);
}
