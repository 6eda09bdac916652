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

	/** The names that were seen to work, by the path of the list. */
	readonly found = new Map<string, string>();

	/** Why none of the names works, by the path of the list. */
	readonly failures = new Map<string, UserError>();

	/** The search that is in progress; it never rejects. */
	search?: Promise<void>;
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
	ask: (name?: string, cursor?: string) => Promise<Page>;
}

/**
 * Reads the next page of a list where the credential does not name the parameter. Once a name was seen
 * to work in a run, it is used without another search. One search runs at a time; other items wait for it.
 *
 * @throws UserError if no name works, and as `ask` does
 */
export async function pageAfter(memory: CursorMemory, step: Step): Promise<Page> {
	const { path, ask, cursor, before } = step;
	while (memory.search) await memory.search;
	// A cursor of an earlier reading may have expired: that is no reason to doubt a name.
	const name = memory.found.get(path) ?? (before ? undefined : memory.name);
	if (name) return await ask(name, cursor);
	const failure = memory.failures.get(path);
	if (failure) throw new UserError(failure.message, failure.advice);
	const searching = search(memory, step).then((found) => {
		if (found instanceof UserError) {
			// Without a page before it, the cursor itself may be the reason.
			if (before) memory.failures.set(path, found);
			throw found;
		}
		memory.name = found.name;
		memory.found.set(path, found.name);
		return found.page;
	});
	const finished = () => (memory.search = undefined);
	memory.search = searching.then(finished, finished);
	return await searching;
}

/** A page that came, and the name under which the cursor was sent. */
interface Found {
	name: string;
	page: Page;
}

async function search(memory: CursorMemory, step: Step): Promise<Found | UserError> {
	const { cursor, ask } = step;
	const before = step.before ?? (await ask());
	const names = namesFor(memory, step, before);
	let rejection: UserError | undefined;

	/** @returns nothing if the service rejects the request, which tells of a wrong name */
	const tryName = async (name: string, value = cursor): Promise<Page | undefined> => {
		try {
			return await ask(name, value);
		} catch (thrown) {
			const error = asUserError(thrown);
			const isFirst = name === names[0];
			if (!(isFirst ? blamesQuery(error) : mayBlameName(error))) throw error;
			if (isFirst && value === cursor) rejection = error;
			return undefined;
		}
	};

	// The beginning of the list as it was seen last: where calls begin, it changes during the search.
	let top = before;
	const doubtful: Found[] = [];
	for (const name of names) {
		const page = await tryName(name);
		if (!page) continue;
		if (repeats(page.keys, top.keys)) {
			top = page;
			continue;
		}
		const { nextCursor, records } = page;
		if (nextCursor !== '' && [cursor, before.nextCursor].includes(nextCursor)) continue;
		const signs = [records.length > 0, nextCursor !== ''];
		// Of another name than the first, the end of the list may be what a filter left of it.
		const isSure = name === names[0] ? signs.includes(true) : !signs.includes(false);
		if (isSure) return { name, page };
		doubtful.push({ name, page });
	}
	for (const { name, page } of doubtful) {
		const other = await tryName(name, NO_CURSOR);
		if (!other) return { name, page };
		const areEmpty = page.records.length === 0 && other.records.length === 0;
		if (!areEmpty && !repeats(other.keys, page.keys)) return { name, page };
	}
	return noNameWorks(names, rejection);
}

const blamesQuery = ({ status = 0 }: UserError) => judge(status).blames === 'query';

/**
 * A parameter may mean something else: also a redirect (`next`), a rejection of the key (`token`) or a
 * failure of the service may be due to it, since a request without it went well.
 */
const mayBlameName = ({ status = 0 }: UserError) => status > 0 && !judge(status).worthRepeating;

/** Where cursors are numbers, `offset` is the number of records before; of another it would skip some. */
function namesFor({ name, names }: CursorMemory, step: Step, before: Page): string[] {
	const isOffset = !/^\d+$/.test(step.cursor) || Number(step.cursor) === before.records.length;
	const usual = names.filter((each) => each !== 'offset' || isOffset);
	const all = name ? [name, ...usual] : usual;
	return [...new Set(all)].filter((each) => !step.parameters.includes(each));
}

/**
 * Whether a page is another one again. Records may have come or gone meanwhile: they move the end of a
 * page to the beginning of the next, but they never bring the upper half of a page to the next.
 */
export function repeats(page: unknown[], other: unknown[]): boolean {
	const upperHalf = new Set(other.slice(0, Math.ceil(other.length / 2)));
	return page.some((key) => upperHalf.has(key));
}

function noNameWorks(names: string[], rejection: UserError | undefined): UserError {
	const advice = [
		"Ask the service which query parameter takes \"nextCursor\", and enter its name as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.",
		`Tried without success: ${names.join(', ')}.`,
	];
	if (rejection) advice.push(`To "${names[0]}", the service responded: ${rejection.message}.`);
	return new UserError(
		'The service has more records, but the node did not find the query parameter for the cursor',
		advice.join(' '),
	);
}
