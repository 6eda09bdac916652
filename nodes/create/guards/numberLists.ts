import { asUserError, UserError } from '../../n8n/errors';
import { yieldToEventLoop } from '../../n8n/yieldToEventLoop';
import { NumberList } from '../../phone';

/** The lists under Do Not Call of a run: one that several items in a row have is read once, readable or not. */
export class NumberLists {
	private text?: string;

	private list?: Promise<NumberList>;

	/** @throws UserError if an entry cannot be read, or there are entries and none is a number */
	async read(entries: Array<string | number>): Promise<NumberList> {
		// A number is not read as the same digits in a text.
		const text = JSON.stringify(entries);
		if (!this.list || this.text !== text) this.list = listOf(entries);
		this.text = text;
		return await this.list;
	}
}

async function listOf(entries: Array<string | number>): Promise<NumberList> {
	const list = new NumberList();
	const yieldNow = yieldToEventLoop();
	let isEmpty = entries.length > 0;
	for (const entry of entries) {
		if (add(list, entry)) isEmpty = false;
		await yieldNow();
	}
	if (isEmpty) throw noNumbers("'Do Not Call' is empty");
	return list;
}

/** @returns false for a blank row or a heading */
function add(list: NumberList, entry: string | number): boolean {
	try {
		return list.add(entry);
	} catch (thrown) {
		throw unreadable(asUserError(thrown));
	}
}

function unreadable({ message, advice }: UserError): UserError {
	return new UserError(
		`An entry of 'Do Not Call' cannot be read. ${message}`,
		`Correct the entry. Nobody is called until every entry can be read. ${advice}`,
	);
}

/** The error about a list in which an expression found nothing, or something else. */
export function noNumbers(message: string): UserError {
	return new UserError(
		message,
		"Enter phone numbers, or remove 'Do Not Call' from 'Options'. If it uses an expression, check that it returns text or a list of phone numbers.",
	);
}
