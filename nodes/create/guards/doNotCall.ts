import { readList } from '../../n8n/values';
import { NumberList } from '../../phone';
import { asUserError, UserError } from '../../n8n/errors';
import { yieldToEventLoop } from '../../n8n/yieldToEventLoop';
import type { Guard } from './guard';

/** The lists of a run are kept as long as they have no more characters together: some million numbers. */
const MAX_KEPT = 50_000_000;

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
	async read(value, { recall, clean }) {
		const numbers = await recall(ListsOfRun).read(entriesOf(value), clean);
		return {
			reasonToSkip: ({ phoneNumber }) =>
				numbers.has(phoneNumber)
					? { reason: `${phoneNumber} is on the 'Do Not Call' list` }
					: undefined,
		};
	},
};

/** Each list is read once for all items that have the same, whether it can be read or not. */
class ListsOfRun {
	private readonly lists = new Map<string, Promise<NumberList>>();

	private kept = 0;

	async read(entries: string[], clean: boolean): Promise<NumberList> {
		const text = `${clean}\n${entries.join('\n')}`;
		const known = this.lists.get(text);
		if (known) return await known;
		if (this.kept > MAX_KEPT) {
			this.lists.clear();
			this.kept = 0;
		}
		const list = readNumbers(entries, clean);
		this.lists.set(text, list);
		this.kept += text.length;
		return await list;
	}
}

function entriesOf(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? Array.from(value) : [value ?? ''];
	// A value of type number has lost its "+", and maybe a zero: it is refused, as in an item.
	const number = parts.find((part) => typeof part === 'number' && !Number.isNaN(part));
	if (number !== undefined) addTo(new NumberList(), number, true);
	const entries = readList(parts);
	// An empty list is accepted. A list of empty entries comes from an expression that found nothing.
	if (entries && (entries.length > 0 || parts.length === 0)) return entries;
	throw new UserError(
		entries
			? "'Do Not Call' is empty"
			: "'Do Not Call' contains something that is not a phone number",
		"Enter phone numbers, or remove 'Do Not Call' from 'Options'. If it uses an expression, check that it returns text or a list of phone numbers.",
	);
}

async function readNumbers(entries: string[], clean: boolean): Promise<NumberList> {
	const numbers = new NumberList();
	const yieldNow = yieldToEventLoop();
	for (const entry of entries) {
		addTo(numbers, entry, clean);
		await yieldNow();
	}
	return numbers;
}

function addTo(numbers: NumberList, entry: unknown, clean: boolean): void {
	try {
		numbers.add(entry, { clean, field: 'Do Not Call' });
	} catch (thrown) {
		throw unreadableEntry(asUserError(thrown));
	}
}

function unreadableEntry({ message, advice }: UserError): UserError {
	return new UserError(
		`An entry of 'Do Not Call' cannot be read. ${message}`,
		`Correct the entry. Nobody is called until every entry can be read. ${advice}`,
	);
}
