import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../http/client';
import { anyList, callList, OF_ANY_SHAPE, OF_CALLS, type Page, type Todo } from './listResponse';
import type { AdviceByStatus } from '../http/response';
import { UserError } from '../userError';
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
const MOST_EMPTY_PAGES = 50;

/**
 * Where calls begin while a list is read, a service that counts positions sends some records again, and
 * after a burst a whole page of them. A run of such pages means that the cursor is ignored.
 */
const MOST_REPEATED_PAGES = 5;

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
	const { cursorParameter } = client.service;
	const todo = list.isUndocumented ? OF_ANY_SHAPE : OF_CALLS;
	const cursors = new Set(resumeAt ? [resumeAt] : []);
	const known = new Set<unknown>();
	let cursor = resumeAt;
	let emptyPages = 0;
	let repeatedPages = 0;
	do {
		const query = { ...list.query, ...pageSizeQuery(client, list) };
		if (cursor) query[cursorParameter] = cursor;
		const body = await client.get(list.path, query, list.advice);
		const page = list.isUndocumented ? anyList(body) : callList(body);
		const { nextCursor } = page;

		const keys = page.records.map((record) => keyOf(record, list));
		const isNew = keys.map((key) => !known.has(key));
		if (isNew.includes(true)) emptyPages = repeatedPages = 0;
		else if (keys.length === 0) emptyPages++;
		else repeatedPages++;
		const isIgnored = cursors.has(nextCursor) || repeatedPages > MOST_REPEATED_PAGES;
		if (cursor && nextCursor && isIgnored) throw cursorIgnored(cursorParameter);
		if (emptyPages > MOST_EMPTY_PAGES && nextCursor) throw onlyEmptyPages(todo);
		yield { records: page.records.filter((_, index) => isNew[index]), nextCursor };

		for (const key of keys) known.add(key);
		cursors.add(nextCursor);
		cursor = nextCursor;
	} while (cursor);
}

/**
 * What makes two records the same: a call has an `Id`, of other records nothing is documented. A record
 * that is nested too deep to be written as text is the same as no other.
 */
function keyOf(record: IDataObject, { isUndocumented }: ListRequest): unknown {
	const id = isUndocumented ? undefined : idOf(record);
	if (id !== undefined) return `Id ${id}`;
	try {
		return JSON.stringify(record);
	} catch {
		return record;
	}
}

/** Which of the records that are read are kept, and when reading may end. */
export interface Selection<P extends Page> {
	/** The most records to return. */
	limit: number;
	keep?: (record: IDataObject) => boolean;
	/** Whether a page proves that no page after it holds a record to keep. */
	isLast?: (page: P) => boolean;
}

/**
 * n8n's RoutingNode appends what one input item gives with `push(...items)`, which breaks at about
 * 125 600 items and loses everything (n8n-core 2.41.1 under Node 20 and 24).
 */
const MOST_RECORDS = 100_000;

/**
 * Takes the records to keep out of pages, and stops reading as soon as there are enough.
 *
 * @throws UserError if more than 100 000 records would be kept
 */
export async function collect<P extends Page>(
	reading: AsyncIterable<P>,
	{ limit, keep = () => true, isLast = () => false }: Selection<P>,
): Promise<IDataObject[]> {
	const kept: IDataObject[] = [];
	for await (const page of reading) {
		const found = page.records.filter(keep);
		assertTakeable(Math.min(kept.length + found.length, limit));
		for (const record of found) {
			kept.push(record);
			if (kept.length === limit) return kept;
		}
		if (isLast(page)) return kept;
	}
	return kept;
}

function pageSizeQuery({ service }: ApiClient, { pageSize }: ListRequest): IDataObject {
	if (pageSize === undefined) return {};
	const { pageSizeParameter } = service;
	if (pageSizeParameter) return { [pageSizeParameter]: pageSize };
	throw new UserError(
		"'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
		"Enter the name of the query parameter as 'Page Size Parameter' in the credential, or remove 'Page Size' from 'Options'.",
	);
}

function cursorIgnored(parameter: string): UserError {
	return new UserError(
		'The service ignored the cursor and sent the same page again',
		`The cursor was sent as "${parameter}". Enter the name that the service expects as 'Cursor Parameter' in the credential. No partial list was returned.`,
	);
}

function onlyEmptyPages({ endless }: Todo): UserError {
	return new UserError(
		`The service sent ${MOST_EMPTY_PAGES} empty pages in a row and says that there are more`,
		endless,
	);
}

/** @throws UserError if n8n could not take so many records of one item */
export function assertTakeable(count: number): void {
	if (count <= MOST_RECORDS) return;
	throw new UserError(
		`More than ${MOST_RECORDS.toLocaleString('en')} records match`,
		"That is more than n8n can take from one item. For calls, narrow 'Date Range' or 'Filters'. For any list, turn off 'Return All' and set a lower 'Limit'. No partial list was returned.",
	);
}
