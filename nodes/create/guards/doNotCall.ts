import type { Guard } from './guard';
import { noNumbers } from './numberLists';

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
				numbers.has(phoneNumber) ? { reason: "On the 'Do Not Call' list" } : undefined,
		};
	},
};

/** Texts are split where a person ends a number. An empty list is one; nothing in place of a list is not. */
function entriesOf(value: unknown): Array<string | number> {
	const parts: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
	return parts.flatMap((part): Array<string | number> => {
		if (typeof part === 'string') return part.split(/[,;\r\n]/);
		if (part === undefined || part === null || Number.isNaN(part)) return [''];
		if (typeof part === 'number') return [part];
		throw noNumbers("'Do Not Call' contains something that is not a phone number");
	});
}
