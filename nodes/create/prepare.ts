import type { IDataObject } from 'n8n-workflow';

import { connectItem } from '../form/connection';
import { Problems } from '../form/problems';
import { readCollection, readSwitch } from '../form/readers';
import { asUserError, UserError } from '../n8n/errors';
import type { ItemContext } from '../n8n/itemContext';
import { isBlank, withoutInvisible } from '../n8n/text';
import { asText } from '../n8n/values';
import { normalizePhoneNumber, shownNumber } from '../phone';
import { textOf } from '../service/call';
import { foldName } from '../service/response';
import type { ApiClient } from '../service/client';
import type { CreateState } from './createState';
import { readCreateOptions, type CreateOptions } from './options';
import { NOBODY, type CallIdentity, type ItemIdentity, type Verdict } from './outcome';
import { callBody, readVariables } from './variables';

/** An item that was read and checked, and can be called. */
export interface PreparedCall extends ItemIdentity, CreateOptions {
	dryRun: boolean;
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
		const { includeInput = false } = values;
		if (await problems.note(() => readSwitch(includeInput, 'Include Input Fields'))) {
			identity.input = item.json as IDataObject;
		}
		const written = await problems.note(() => ({ value: item.parameter('phoneNumber', '') }));
		identity.phone_number = shownNumber(written?.value);
		// An expression may have put a "+" in front of nothing.
		const entered = identity.phone_number.replace(/^(?:tel:)?\+(?:null|undefined)?$/, '');
		if (isBlank(entered) && isBlankRow(item.json)) {
			return { index, identity, verdict: { kind: 'skipped', details: { reason: BLANK } } };
		}
		identity.assistant_id = (await problems.note(() => readAssistantId(item))) ?? '';
		const variables = (await problems.note(() => readVariables(item))) ?? [];
		identity.variables = Object.fromEntries(variables);
		const { numberLists } = state;
		const options = await readCreateOptions({ options: values, variables, numberLists }, problems);
		dryRun = options.dryRun;
		const { countryCode } = options;
		const phoneNumber =
			written && (await problems.note(() => normalizePhoneNumber(written.value, { countryCode })));
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

/** What tables add to each row by themselves, as `foldName` writes it. */
const FIELDS_OF_ROWS = /^(id|order|row(number|index)|(created|updated)(at|time))$/;

/** Whether an item has fields and all of them are empty; a box that is not ticked is. */
function isBlankRow(json: unknown): boolean {
	const fields = Object.entries(json as object).filter(
		([name]) => !FIELDS_OF_ROWS.test(foldName(name)),
	);
	const isEmpty = (value: unknown) =>
		isBlank((asText(value ?? '') ?? JSON.stringify(value)).replace(/^(?:false|0|\[\])$/i, ''));
	return fields.length > 0 && fields.every(([, value]) => isEmpty(value));
}

function readAssistantId(item: ItemContext): string {
	const id = withoutInvisible(textOf(item.chosen('assistantId'))).trim();
	if (!isBlank(id)) return id;
	throw new UserError(
		'No assistant is chosen',
		"Choose one under 'Assistant', or enter its ID. If 'Assistant' uses an expression, check that the input item contains that field.",
	);
}
