import { UserError } from '../../n8n/errors';
import { readList } from '../../n8n/values';
import { NumberList } from '../../phone';
import type { Guard } from './guard';
import { addEntry } from './numberLists';

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
			'Phone numbers that are never called, separated by commas or line breaks. An expression may also return a list. A number without a country code is not called in any country.',
	},
	label: "on the 'Do Not Call' list",
	async read(value, { numberLists }) {
		const numbers = await numberLists.read(entriesOf(value));
		return {
			reasonToSkip: ({ phoneNumber }) =>
				numbers.has(phoneNumber)
					? { reason: `${phoneNumber} is on the 'Do Not Call' list` }
					: undefined,
		};
	},
};

function entriesOf(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
	// A blank row of a sheet, and its heading: what has no digit is no number that was mistyped.
	const written = parts.filter((part) => !Number.isNaN(part ?? NaN));
	// A value of type number has lost its "+", and maybe a zero: it is read as in an item.
	for (const part of written) if (typeof part === 'number') addEntry(new NumberList(), part);
	const entries = readList(written)?.filter((entry) => /\p{N}/u.test(entry));
	// An empty list is accepted. One without any number comes from an expression that found nothing.
	if (entries && (entries.length > 0 || parts.length === 0)) return entries;
	throw new UserError(
		entries
			? "'Do Not Call' is empty"
			: "'Do Not Call' contains something that is not a phone number",
		"Enter phone numbers, or remove 'Do Not Call' from 'Options'. If it uses an expression, check that it returns text or a list of phone numbers.",
	);
}
