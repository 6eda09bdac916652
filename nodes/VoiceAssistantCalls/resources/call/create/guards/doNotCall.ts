import { asUserError, UserError } from '../../../../../shared/userError';
import type { Guard, GuardedItem } from './guard';

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
			'Phone numbers that are never called, separated by commas or line breaks. An expression may also return a list.',
	},
	label: "on the 'Do Not Call' list",
	read(value, item) {
		const numbers = readList(value, item);
		return {
			reasonToSkip: ({ phoneNumber }) =>
				numbers.has(phoneNumber)
					? { reason: `${phoneNumber} is on the 'Do Not Call' list` }
					: undefined,
		};
	},
};

function readList(value: unknown, { readPhoneNumber, once }: GuardedItem): Set<string> {
	const entries: unknown[] = Array.isArray(value) ? value : [value ?? ''];
	// A number has lost its "+", and maybe a zero: it is refused as the phone number of an item is.
	const texts = entries.map((entry) =>
		typeof entry === 'number' ? readEntry(entry, readPhoneNumber) : entry,
	);
	const isOdd = !texts.every((text) => typeof text === 'string');
	const list = isOdd ? '' : texts.join('\n');
	// Only a list may be empty. What an expression puts around things that it did not find is none.
	const isMissing = entries.length > 0 && !/[^,;\s]/.test(list);
	if (isOdd || isMissing) {
		throw new UserError(
			isOdd
				? "'Do Not Call' contains something that is not a phone number"
				: "'Do Not Call' is empty",
			"Enter phone numbers, or remove 'Do Not Call' from 'Options'. If it uses an expression, check that it returns text or a list of phone numbers.",
		);
	}
	return once(list, () => {
		const numbers = list
			.split(/[,;\r\n]+/)
			.map((entry) => entry.trim())
			.filter((entry) => entry !== '');
		return new Set(numbers.map((entry) => readEntry(entry, readPhoneNumber)));
	});
}

function readEntry(entry: unknown, readPhoneNumber: GuardedItem['readPhoneNumber']): string {
	try {
		return readPhoneNumber(entry);
	} catch (thrown) {
		return refuse(asUserError(thrown));
	}
}

function refuse({ message, advice }: UserError): never {
	throw new UserError(
		`An entry of 'Do Not Call' cannot be read. ${message}`,
		`Correct the entry. Nobody is called until every entry can be read. ${advice}`,
	);
}
