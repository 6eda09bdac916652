import { asUserError, UserError } from '../../n8n/errors';
import { yieldToEventLoop } from '../../n8n/yieldToEventLoop';
import { NumberList } from '../../phone';

/** A list of items may have a list each, of any length. */
const MAX_LISTS = 20;

/** The lists under Do Not Call of a run. Each is read once for all items that have the same, readable or not. */
export class NumberLists {
	private readonly lists = new Map<string, Promise<NumberList>>();

	/** @throws UserError if an entry cannot be read */
	async read(entries: string[]): Promise<NumberList> {
		const text = entries.join('\n');
		const known = this.lists.get(text);
		if (known) return await known;
		if (this.lists.size === MAX_LISTS) this.lists.clear();
		const list = listOf(entries);
		this.lists.set(text, list);
		return await list;
	}
}

async function listOf(entries: string[]): Promise<NumberList> {
	const list = new NumberList();
	const yieldNow = yieldToEventLoop();
	for (const entry of entries) {
		addEntry(list, entry);
		await yieldNow();
	}
	return list;
}

/** @throws UserError which says that nobody is called */
export function addEntry(list: NumberList, entry: unknown): void {
	try {
		list.add(entry);
	} catch (thrown) {
		const { message, advice } = asUserError(thrown);
		throw unreadable(message, advice);
	}
}

function unreadable(message: string, advice: string): UserError {
	return new UserError(
		`An entry of 'Do Not Call' cannot be read. ${message}`,
		`Correct the entry. Nobody is called until every entry can be read. ${advice}`,
	);
}
