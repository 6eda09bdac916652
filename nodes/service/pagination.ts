import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from './client';
import { pageAfter, repeats } from './cursorName';
import {
	anyList,
	callList,
	ANY_LIST_ADVICE,
	CALL_LIST_ADVICE,
	type Page,
	type ListAdvice,
} from './listResponse';
import type { AdviceByStatus } from './response';
import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { idOf } from './recordId';

/** One list to read. */
export interface ListRequest {
	path: string;
	/** Sent with every page. */
	query: IDataObject;
	/** How many records to ask for a page, where the user chose it. */
	pageSize?: number;
	/**
	 * Whether nothing is known of the records, as of those that the API only names: a bare list or a
	 * single object is accepted in place of `{ data, hasMore, nextCursor }`, and two records are the same
	 * only if they are identical.
	 */
	isUndocumented?: boolean;
	/** What to do about a status, where the operation knows more. */
	advice?: AdviceByStatus;
}

/** A service that filters after paging may send some empty pages; a run of them is a loop. */
const MAX_EMPTY_PAGES = 50;

/**
 * Where calls begin while a list is read, a service that counts positions sends some records again, and
 * after a burst a whole page of them. A run of such pages means that the cursor is ignored.
 */
const MAX_REPEATED_PAGES = 5;

/**
 * Reads a list page by page, following `nextCursor` (docs/api.md, Calls List). Nothing is asked for
 * before it is taken. Records that an earlier page had already are left out.
 *
 * @param resumeAt the cursor to begin with, for a list whose beginning was read before
 * @throws UserError if the service rejects the request, if its response is no such list, or if going on
 * would lose records, double them or never end
 */
export async function* pages(
	client: ApiClient,
	list: ListRequest,
	resumeAt = '',
): AsyncGenerator<Page> {
	const advice = list.isUndocumented ? ANY_LIST_ADVICE : CALL_LIST_ADVICE;
	const cursors = new Set(resumeAt ? [resumeAt] : []);
	const known = new Set<unknown>();
	let cursor = resumeAt;
	let before: Page | undefined;
	let keysBefore: unknown[] = [];
	let emptyPages = 0;
	let repeatedPages = 0;
	do {
		const page = await readPage(client, list, cursor, before);
		const { nextCursor, records } = page;

		const keys = keysOf(list, records);
		const fresh = records.filter((record, index) => {
			if (known.has(keys[index])) return false;
			// Of two alike on one page that have no identifier, each may stand for something.
			if (!list.isUndocumented || hasIdentifier(record)) known.add(keys[index]);
			return true;
		});
		for (const key of keys) known.add(key);

		const isEmpty = records.length === 0;
		// New calls above those of the page before do not lead on.
		const leadsOn = fresh.at(-1) === records.at(-1);
		const isRepeated = !isEmpty && !leadsOn && (fresh.length === 0 || repeats(keys, keysBefore));
		emptyPages = isEmpty ? emptyPages + 1 : isRepeated ? emptyPages : 0;
		repeatedPages = isRepeated ? repeatedPages + 1 : isEmpty ? repeatedPages : 0;
		const isIgnored = cursors.has(nextCursor) || repeatedPages > MAX_REPEATED_PAGES;
		if (nextCursor && isIgnored) throw cursorIgnored(cursorNameOf(client, list));
		if (emptyPages > MAX_EMPTY_PAGES && nextCursor) throw onlyEmptyPages(advice);
		yield { records: fresh, nextCursor };

		cursors.add(nextCursor);
		cursor = nextCursor;
		before = page;
		keysBefore = keys;
	} while (cursor);
}

function keysOf(list: ListRequest, records: IDataObject[]): unknown[] {
	return records.map((record) => recordKey(record, list));
}

async function readPage(
	client: ApiClient,
	list: ListRequest,
	cursor: string,
	before?: Page,
): Promise<Page> {
	const query = { ...list.query, ...pageSizeQuery(client, list) };
	const ask = async (more: IDataObject = {}) => {
		const body = await client.get(list.path, { ...query, ...more }, list.advice);
		return list.isUndocumented ? anyList(body) : callList(body);
	};
	if (!cursor) return await ask();
	const { cursorParameter } = client.service;
	const parameters = [
		...Object.keys(query),
		...new URLSearchParams(list.path.split('?')[1]).keys(),
	];
	if (cursorParameter) {
		assertFree('Cursor Parameter', cursorParameter, parameters);
		return await ask({ [cursorParameter]: cursor });
	}
	return await pageAfter(client.cursorMemory, {
		path: list.path,
		parameters,
		cursor,
		before,
		ask: async (name, value) => await ask(name ? { [name]: value } : {}),
		keysOf: ({ records }) => keysOf(list, records),
	});
}

/** @throws UserError if a parameter would take the place of another, such as a filter */
function assertFree(field: string, name: string, taken: string[]): void {
	if (!taken.includes(name)) return;
	throw new UserError(
		`'${field}' in the credential is ${quoteValue(name)}, a parameter that the request has already`,
		"Enter the name that the service expects, or clear the field. It is under 'Advanced'. No partial list was returned.",
	);
}

function cursorNameOf({ service, cursorMemory }: ApiClient, { path }: ListRequest): string {
	return service.cursorParameter || cursorMemory.found.get(path) || cursorMemory.name;
}

/**
 * What makes two records the same: a call has an `Id`, of other records nothing is documented. A record
 * that is nested too deep to be written as text is the same as no other. A hash, since all keys of a list
 * are kept until it ends.
 */
function recordKey(record: IDataObject, { isUndocumented }: ListRequest): unknown {
	const id = isUndocumented ? undefined : idOf(record);
	if (id !== undefined) return `Id ${id}`;
	try {
		return createHash('sha256').update(JSON.stringify(record)).digest('base64url');
	} catch {
		return record;
	}
}

function hasIdentifier({ Id, id }: IDataObject): boolean {
	return [Id, id].some(
		(value) => typeof value === 'number' || (typeof value === 'string' && value),
	);
}

/** Which of the entries that are read are kept, and when reading may end. */
export interface Selection<P, T> {
	/** The entries of a page. */
	entriesOf: (page: P) => T[];
	/** The most entries to return. */
	limit: number;
	keep?: (entry: T) => boolean;
	/** Whether a page proves that no page after it holds an entry to keep. */
	isLast?: (page: P) => boolean;
}

/**
 * n8n's RoutingNode appends what one input item gives with `push(...items)`, which breaks at about
 * 125 600 items and loses everything (n8n-core 2.41.1 under Node 20 and 24).
 */
const MAX_RECORDS = 100_000;

/**
 * Takes the records to keep out of pages, and stops reading as soon as there are enough.
 *
 * @throws UserError if more than 100 000 records would be kept
 */
export async function collect<P, T>(
	reading: AsyncIterable<P>,
	{ entriesOf, limit, keep = () => true, isLast = () => false }: Selection<P, T>,
): Promise<T[]> {
	const kept: T[] = [];
	for await (const page of reading) {
		const found = entriesOf(page).filter(keep);
		assertTakeable(Math.min(kept.length + found.length, limit));
		for (const entry of found) {
			kept.push(entry);
			if (kept.length === limit) return kept;
		}
		if (isLast(page)) return kept;
	}
	return kept;
}

function pageSizeQuery({ service }: ApiClient, { pageSize, query }: ListRequest): IDataObject {
	if (pageSize === undefined) return {};
	const { pageSizeParameter } = service;
	assertFree('Page Size Parameter', pageSizeParameter, Object.keys(query));
	if (pageSizeParameter) return { [pageSizeParameter]: pageSize };
	throw new UserError(
		"'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
		"Enter the name of the query parameter as 'Page Size Parameter' under 'Advanced' in the credential, or remove 'Page Size' from 'Options'.",
	);
}

function cursorIgnored(parameter: string): UserError {
	return new UserError(
		'The service ignored the cursor and sent the same page again',
		`The cursor was sent as "${parameter}". Enter the name that the service expects as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.`,
	);
}

function onlyEmptyPages({ endless }: ListAdvice): UserError {
	return new UserError(
		`The service sent ${MAX_EMPTY_PAGES} empty pages in a row and says that there are more`,
		endless,
	);
}

/** @throws UserError if n8n could not take so many records of one item */
export function assertTakeable(count: number): void {
	if (count <= MAX_RECORDS) return;
	throw new UserError(
		`More than ${MAX_RECORDS.toLocaleString('en')} records match`,
		"That is more than n8n can take from one item. For calls, narrow 'Date Range' or 'Filters'. For any list, turn off 'Return All' and set a lower 'Limit'. No partial list was returned.",
	);
}
