import { Problems } from '../form/problems';
import { readChoice, readCollection } from '../form/readers';
import { textOf } from '../service/call';
import { shownNumber } from '../phone';
import { isBlank } from '../n8n/text';
import { asUserError, UserError } from '../n8n/errors';
import type { ItemContext } from '../n8n/itemContext';
import { readCreateOptions, readDryRun, type CreateOptions } from './options';
import type { CreateState } from './createState';
import type { CallIdentity } from './outcome';
import type { InvalidCall } from './placeCalls';
import { WRONG_NUMBER } from './runSummary';
import { readVariables, type Variables } from './variables';

/** What an item says of its call, checked. */
export interface ItemFields {
	identity: CallIdentity;
	variables: Variables;
	options: CreateOptions;
}

/** How the items are counted that have another mistake than a wrong phone number. */
export const WRONG_ITEM = 'wrong item';

/**
 * Reads and checks all fields of an item. Never throws.
 *
 * @param run keeps what the options of all items have in common, such as a list that was read
 */
export async function readItem(
	item: ItemContext,
	run: CreateState,
): Promise<ItemFields | InvalidCall> {
	const identity: CallIdentity = { phone_number: '', assistant_id: '', variables: {} };
	const problems = new Problems();
	let dryRun: boolean | undefined;
	let label = WRONG_ITEM;
	try {
		item.assertHasFields();
		const values = readCollection(item.parameter('options', {}), 'Options');
		// Read alone, so that it counts even if another field is invalid.
		dryRun = await problems.note(() => readDryRun(values));
		const written = await problems.note(() => ({ value: item.parameter('phoneNumber', '') }));
		identity.phone_number = shownNumber(written?.value);
		const assistantId = await problems.note(() => readAssistantId(item.chosen('assistantId')));
		identity.assistant_id = assistantId ?? '';
		const variables = (await problems.note(() => readVariablesOf(item))) ?? [];
		identity.variables = Object.fromEntries(variables);
		const options = await readCreateOptions(
			values,
			{ variables, recall: (Kind) => run.recall(Kind) },
			problems,
		);
		if (problems.isEmpty) label = WRONG_NUMBER;
		const phoneNumber =
			written && (await problems.note(() => options.readPhoneNumber(written.value)));
		if (!phoneNumber || !problems.isEmpty) throw problems.asError();
		identity.phone_number = phoneNumber;
		return { identity, variables, options };
	} catch (thrown) {
		return { index: item.index, identity, dryRun, label, error: asUserError(thrown) };
	}
}

function readAssistantId(value: unknown): string {
	const id = textOf(value).trim();
	if (!isBlank(id)) return id;
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
