import { asUserError, UserError } from '../../n8n/errors';
import { yieldToEventLoop } from '../../n8n/yieldToEventLoop';
import { NumberList } from '../../phone';
import type { Guard } from './guard';

/** Numbers that are never called. One that cannot be read is an error: nobody is called because of a typing error. */
export const doNotCall: Guard = {
	field: {
		displayName: 'Do Not Call',
		name: 'doNotCall',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. +4930123456, +12025550100',
		description:
			'Phone numbers that are never called, separated by commas or line breaks. An expression may also return a list. A number without a country code is blocked in every country.',
	},
	label: "on the 'Do Not Call' list",
	async read(value, { numberLists }) {
		const entries = entriesOf(value);
		// Several items in a row have the same list, readable or not, which is read once.
		const key = JSON.stringify(entries);
		const known = numberLists.get(key);
		if (!known) numberLists.clear();
		const reading = known ?? readNumbers(entries);
		numberLists.set(key, reading);
		const numbers = await reading;
		return {
			reasonToSkip: ({ phoneNumber }) =>
				numbers.has(phoneNumber) ? { reason: "On the 'Do Not Call' list" } : undefined,
		};
	},
};

/** Texts are split where a person ends a number. */
function entriesOf(value: unknown): unknown[] {
	const parts: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
	return parts.flatMap((part) => (typeof part === 'string' ? part.split(/[,;\r\n]/) : [part]));
}

/** An empty list is one; nothing in place of a list is not. */
async function readNumbers(entries: unknown[]): Promise<NumberList> {
	const list = new NumberList();
	const yieldNow = yieldToEventLoop();
	let isEmpty = entries.length > 0;
	for (const entry of entries) {
		try {
			if (list.add(entry)) isEmpty = false;
		} catch (thrown) {
			throw unreadable(asUserError(thrown));
		}
		await yieldNow();
	}
	if (!isEmpty) return list;
	throw new UserError(
		"'Do Not Call' is empty",
		"Enter phone numbers, or remove 'Do Not Call' from 'Options'. If it uses an expression, check that it returns text or a list of phone numbers.",
	);
}

function unreadable({ message, advice }: UserError): UserError {
	return new UserError(
		`An entry of 'Do Not Call' cannot be read. ${message}`,
		`Correct the entry. Nobody is called until every entry can be read. ${advice}`,
	);
}
