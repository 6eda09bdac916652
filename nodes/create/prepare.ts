import type { IDataObject } from 'n8n-workflow';

import { connectItem } from '../form/connection';
import { Problems } from '../form/problems';
import { readChoice, readCollection } from '../form/readers';
import { asUserError, UserError } from '../n8n/errors';
import type { ItemContext } from '../n8n/itemContext';
import { isBlank, withoutInvisible } from '../n8n/text';
import { asText } from '../n8n/values';
import { shownNumber } from '../phone';
import { textOf } from '../service/call';
import type { ApiClient } from '../service/client';
import type { CreateState } from './createState';
import { readCreateOptions, type CreateOptions } from './options';
import { NOBODY, type CallIdentity, type ItemIdentity, type Verdict } from './outcome';
import { callBody, readVariables, type Variables } from './variables';

/** An item that was read and checked, and can be called. */
export interface PreparedCall extends ItemIdentity, CreateOptions {
	client: ApiClient;
	method: 'GET' | 'POST';
	path: string;
	/** JSON text. */
	body: string;
	/** The workflow's time zone, an IANA name. */
	timezone: string;
}

/** An item of which it is known before the first call what becomes of it. */
export interface SettledItem extends ItemIdentity {
	verdict: Verdict;
	/** Whether it asks for a dry run; undefined if that was not read. */
	dryRun?: boolean;
}

/** Reads and checks an item: all of its fields, so that all that is wrong is told at once. Nothing is sent. */
export async function prepareItem(
	item: ItemContext,
	state: CreateState,
): Promise<PreparedCall | SettledItem> {
	const { index, timezone, request } = item;
	const identity: CallIdentity = { ...NOBODY };
	const problems = new Problems();
	let dryRun: boolean | undefined;
	try {
		item.assertHasFields();
		const values = readCollection(item.parameter('options', {}), 'Options');
		const written = await problems.note(() => ({ value: item.parameter('phoneNumber', '') }));
		identity.phone_number = shownNumber(written?.value);
		if (isBlank(identity.phone_number) && isBlankRow(item.json)) {
			return { index, identity, verdict: { kind: 'skipped', details: { reason: BLANK } } };
		}
		const assistantId = await problems.note(() => readAssistantId(item));
		identity.assistant_id = assistantId ?? '';
		const variables = (await problems.note(() => readVariablesOf(item))) ?? [];
		identity.variables = Object.fromEntries(variables);
		const guardedItem = { options: values, variables, numberLists: state.numberLists };
		const options = await readCreateOptions(guardedItem, problems);
		dryRun = options.dryRun;
		if (options.includeInput) identity.input = item.json as IDataObject;
		const phoneNumber =
			written && (await problems.note(() => options.readPhoneNumber(written.value)));
		if (!phoneNumber || !problems.isEmpty) throw problems.asError();
		identity.phone_number = phoneNumber;
		const connection = await connectItem(item);
		const body = callBody(identity.assistant_id, phoneNumber, variables);
		const { method } = request;
		return { index, identity, ...options, ...connection, method, body, timezone };
	} catch (thrown) {
		return { index, identity, dryRun, verdict: { kind: 'invalid', error: asUserError(thrown) } };
	}
}

const BLANK = 'The row is blank: none of its fields has a value';

/** Whether an item has fields and all of them are empty. n8n's Google Sheets node numbers such rows. */
function isBlankRow(json: unknown): boolean {
	const fields = Object.entries(json as object).filter(([name]) => name !== 'row_number');
	return (
		fields.length > 0 && fields.every(([, value]) => isBlank(asText(value ?? '') ?? 'an object'))
	);
}

function readAssistantId(item: ItemContext): string {
	const id = withoutInvisible(textOf(item.chosen('assistantId'))).trim();
	if (!isBlank(id)) return id;
	throw new UserError(
		'No assistant is chosen',
		"Choose one under 'Assistant', or enter its ID. If 'Assistant' uses an expression, check that the input item contains that field.",
	);
}

function readVariablesOf(item: ItemContext): Variables {
	const mode = item.parameter('variablesMode', 'fields');
	switch (readChoice(mode, 'Enter Variables As', ['fields', 'input', 'json'])) {
		case 'input':
			return readVariables({ fields: item.json, except: item.parameter('variablesExcept', '') });
		case 'json':
			return readVariables({ json: item.parameter('variablesJson', '{}') });
		default:
			return readVariables({
				rows: readCollection(item.parameter('variables', {}), 'Variables').variable,
			});
	}
}
