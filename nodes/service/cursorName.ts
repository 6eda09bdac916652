import type { IDataObject } from 'n8n-workflow';

import { judge } from './status';
import { asUserError, UserError } from '../n8n/errors';

/*
 * The query parameter that takes `nextCursor` back (docs/api.md, Calls List). Its name is documented
 * nowhere, so it is found by trying: with the right name the next page comes, with a wrong one the
 * service repeats the page before, rejects the request, or makes something else of it.
 */

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** What makes two records the same, for each of them. One that is nested too deep is like no other. */
	keys: unknown[];
	/** The cursor of the page after it; empty after the last. */
	nextCursor: string;
}

/** The names that other services use, the likeliest first; docs/api.md assumes the first. */
const NAMES = [
	...['cursor', 'nextCursor', 'next_cursor', 'after', 'pageToken', 'page_token', 'startAfter'],
	...['starting_after', 'nextToken', 'next', 'continuationToken', 'offset'],
];

/** What no service takes for a cursor. */
const NO_CURSOR = 'no-cursor';

/**
 * What is known of the query parameter that takes `nextCursor` back, where the credential does not name
 * it. All items of an attempt share it.
 */
export class CursorMemory {
	/**
	 * The name that worked last, here or in an earlier execution. A caller that remembers names may set
	 * it: it is tried first.
	 */
	name = '';

	/** The names to try. */
	names = NAMES;

	/** What a search came to, by the path of the list: the name, or why none of them works. */
	readonly searches = new Map<string, Promise<string | UserError>>();
}

/** The place in a list at which the next page is asked for. */
export interface Step {
	path: string;
	/** The names that the request has without the cursor. */
	parameters: string[];
	cursor: string;
	/** The page that gave the cursor; missing where the cursor is from an earlier reading. */
	before?: Page;
	/** Sends the request of the list, with the cursor under a name if there is one. */
	ask: (cursor?: Record<string, string>) => Promise<Page>;
}

/**
 * Reads the next page of a list where the credential does not name the parameter. A list is searched once
 * in a run; other items wait for it.
 *
 * @throws UserError if no name works, and as `ask` does
 */
export async function pageAfter(memory: CursorMemory, step: Step): Promise<Page> {
	const { path, ask, cursor, before } = step;
	const earlier = memory.searches.get(path);
	const result = earlier && (await earlier);
	if (result instanceof UserError) throw new UserError(result.message, result.advice);
	// A cursor of an earlier reading may have expired: that is no reason to doubt a name.
	const known = result ?? (before ? '' : memory.name);
	if (known) return await ask({ [known]: cursor });
	let page: Page | undefined;
	const searching = search(memory, step).then((found) => {
		if (found instanceof UserError) return found;
		page = found.page;
		return (memory.name = found.name);
	});
	memory.searches.set(path, searching);
	// Without a page before it, the cursor itself may be the reason.
	const forget = () => memory.searches.delete(path);
	const name = await searching.catch((error: UserError) => forget() && error);
	if (page) return page;
	if (!before) forget();
	throw name;
}

/** @returns the page that came, and the name under which the cursor was sent; or why no name works */
async function search(
	memory: CursorMemory,
	step: Step,
): Promise<{ name: string; page: Page } | UserError> {
	const { cursor, ask } = step;
	// The beginning of the list as it was seen last: where calls begin, it changes during the search.
	let top = step.before ?? (await ask());
	const names = namesFor(memory, step, top);
	let rejection = '';

	/** @returns nothing if the service rejects the request, which tells of a wrong name */
	const tryName = async (name: string, value: string): Promise<Page | undefined> => {
		try {
			return await ask({ [name]: value });
		} catch (thrown) {
			const error = asUserError(thrown);
			const { status = 0, message } = error;
			const { blames, worthRepeating } = judge(status);
			const isFirst = name === names[0];
			// Another name may mean something else: also a redirect (`next`), a rejection of the key (`token`)
			// or a failure of the service may be due to it, since a request without it went well.
			const isOfName = isFirst ? blames === 'query' : status > 0 && !worthRepeating;
			if (!isOfName) throw error;
			if (isFirst) rejection = message;
			return undefined;
		}
	};

	for (const name of names) {
		const page = await tryName(name, cursor);
		if (!page || page.nextCursor === cursor) continue;
		if (repeats(page.keys, top.keys)) {
			top = page;
			continue;
		}
		const signs = [page.records.length > 0, page.nextCursor !== ''];
		// Of another name than the first, the end of the list may be what a filter left of it.
		const isSure = name === names[0] ? signs.includes(true) : !signs.includes(false);
		const other = isSure ? undefined : await tryName(name, NO_CURSOR);
		const isSame =
			other && (repeats(other.keys, page.keys) || page.keys.length + other.keys.length === 0);
		if (!isSame) return { name, page };
	}
	const advice = [
		"Ask the service which query parameter takes \"nextCursor\", and enter its name as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.",
		`Tried without success: ${names.join(', ')}.`,
		rejection && `To "${names[0]}", the service responded: ${rejection}.`,
	];
	return new UserError(
		'The service has more records, but the node did not find the query parameter for the cursor',
		advice.join(' ').trim(),
	);
}

/** Where cursors are numbers, `offset` is the number of records before; of another it would skip some. */
function namesFor({ name, names }: CursorMemory, step: Step, before: Page): string[] {
	const isOffset = !/^\d+$/.test(step.cursor) || Number(step.cursor) === before.records.length;
	const all = [name, ...names.filter((each) => each !== 'offset' || isOffset)];
	return [...new Set(all)].filter((each) => each !== '' && !step.parameters.includes(each));
}

/**
 * Whether a page is another one again. Records may have come or gone meanwhile: they move the end of a
 * page to the beginning of the next, but they never bring the upper half of a page to the next.
 */
function repeats(page: unknown[], other: unknown[]): boolean {
	const upperHalf = new Set(other.slice(0, Math.ceil(other.length / 2)));
	return page.some((key) => upperHalf.has(key));
}
