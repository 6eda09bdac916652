import type { IDataObject } from 'n8n-workflow';

import { Call, hashOf, isExact } from './call';
import type { ApiClient } from './client';
import { pageAfter, type Page } from './cursorName';
import { fieldOf, foldName, reportedFailure, sentence } from './response';
import type { Advice } from './status';
import { quoteValue } from '../n8n/text';
import { asUserError, UserError } from '../n8n/errors';
import { asText, isPlainObject } from '../n8n/values';

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
	 * only if they are identical and have an identifier.
	 */
	isUndocumented?: boolean;
	/** What to do about a status, where the operation knows more. */
	advice?: Advice;
	/** The cursor to begin with, for a list whose beginning was read before. */
	resumeAt?: string;
}

/**
 * A service that filters after paging may send empty pages. One that counts positions sends records again
 * where calls begin meanwhile. A long run of pages without a new record is a loop.
 */
const MAX_IDLE_PAGES = 50;

/**
 * n8n's RoutingNode appends what one input item gives with `push(...items)`, which breaks at about
 * 125 600 items and loses everything (n8n-core 2.41.1 under Node 20 and 24).
 */
const MAX_RECORDS = 100_000;

/**
 * Reads a list page by page, following `nextCursor` (docs/api.md, Calls List). Nothing is asked for
 * before it is taken. Records that an earlier page had already are left out.
 *
 * @throws UserError if the service rejects the request, if its response is no such list, or if going on
 * would lose records, double them or never end
 */
export async function* pages(client: ApiClient, list: ListRequest): AsyncGenerator<Page> {
	try {
		yield* allPages(client, list);
	} catch (error) {
		// What the service or a field said may have the key in it.
		throw client.cleanError(asUserError(error));
	}
}

async function* allPages(client: ApiClient, list: ListRequest): AsyncGenerator<Page> {
	let cursor = list.resumeAt ?? '';
	const cursors = new Set([cursor]);
	const known = new Set<unknown>();
	let before: Page | undefined;
	let idlePages = 0;
	do {
		const page = await readPage(client, list, cursor, before);
		const { nextCursor, records, keys } = page;
		idlePages = keys.every((key) => known.has(key)) ? idlePages + 1 : 0;
		const fresh = records.filter((record, index) => {
			const isKnown = known.has(keys[index]) && (!list.isUndocumented || hasIdentifier(record));
			known.add(keys[index]);
			return !isKnown;
		});
		const isAgain = cursors.has(nextCursor);
		if (nextCursor && (isAgain || idlePages > MAX_IDLE_PAGES))
			throw endless(client, isAgain || records.length > 0);
		yield { ...page, records: fresh };
		cursors.add(nextCursor);
		cursor = nextCursor;
		before = page;
	} while (cursor);
}

/**
 * Reads the records of a list, and no page more than needed.
 *
 * @param limit the most records to return
 * @throws UserError as `pages` does, and if more than 100 000 records would be returned
 */
export async function readRecords(
	client: ApiClient,
	list: ListRequest,
	limit: number,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for await (const { records } of pages(client, list)) {
		for (const record of records) found.push(record);
		assertTakeable(Math.min(found.length, limit));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}

/** @throws UserError if n8n could not take so many records of one item */
export function assertTakeable(count: number): void {
	if (count <= MAX_RECORDS) return;
	throw new UserError(
		`More than ${MAX_RECORDS.toLocaleString('en')} records match`,
		"That is more than n8n can take from one item. For calls, narrow 'Date Range' or 'Filters'. For any list, turn off 'Return All' and set a lower 'Limit'. No partial list was returned.",
	);
}

async function readPage(
	client: ApiClient,
	list: ListRequest,
	cursor: string,
	before?: Page,
): Promise<Page> {
	const { path, pageSize, advice } = list;
	const { cursorParameter, pageSizeParameter } = client.service;
	const query = { ...list.query };
	const parameters = [...Object.keys(query), ...new URLSearchParams(path.split('?')[1]).keys()];
	if (pageSize !== undefined && pageSizeParameter === '') {
		throw new UserError(
			"'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
			"Enter the name of the query parameter as 'Page Size Parameter' under 'Advanced' in the credential, or remove 'Page Size' from the node.",
		);
	}
	const add = (field: string, name: string, value?: string | number) => {
		if (!name || value === undefined || value === '') return;
		// It would take the place of another, such as a filter.
		if (parameters.includes(name)) {
			throw new UserError(
				`'${field}' in the credential is ${quoteValue(name)}, a parameter that the request has already`,
				"Enter the name that the service expects, or clear the field. It is under 'Advanced'. No partial list was returned.",
			);
		}
		parameters.push(name);
		query[name] = value;
	};
	add('Page Size Parameter', pageSizeParameter, pageSize);
	add('Cursor Parameter', cursorParameter, cursor);
	const ask = async (more: IDataObject = {}) =>
		pageIn(list, await client.get(path, { ...query, ...more }, advice));
	if (!cursor || cursorParameter) return await ask();
	return await pageAfter(client.cursorMemory, { path, parameters, cursor, before, ask });
}

/** Reads a page of calls (docs/api.md, Calls List), or of records of which nothing is known. */
function pageIn({ isUndocumented, advice }: ListRequest, body: unknown): Page {
	const data = isUndocumented && Array.isArray(body) ? body : fieldOf(body, 'data');
	const hasMore = said(body, /^hasmore$/);
	const cursors = said(body, /^nextcursor$/);
	const isRecord =
		isUndocumented && isPlainObject(body) && !Array.isArray(data) && hasMore.length === 0;
	const failure = isRecord && hasIdentifier(body) ? undefined : reportedFailure(body);
	if (failure) throw failure;
	// Go writes an empty list as null.
	const isPaged = hasMore.length > 0 || cursors.length > 0;
	const list = isRecord ? [body] : isPaged && data === null ? [] : data;
	const records = recordsIn(list, sentence(body), advice?.address);
	// A list that says in another way that it goes on is not taken for a whole one.
	const isCut = !isPaged && said(body, OTHER_PAGING).some((value) => value && value !== 'false');
	return {
		records,
		nextCursor: isRecord ? '' : readCursor(cursors, isCut || readHasMore(hasMore)),
		keys: isUndocumented ? keysOf(records) : records.map((record) => new Call(record).key),
	};
}

/** Of records without an identifier only a whole page can be known to be the same. */
function keysOf(records: IDataObject[]): unknown[] {
	const page = hashOf(records);
	return records.map((record, index) =>
		hasIdentifier(record) || !page ? (hashOf(record) ?? record) : `${page} ${index}`,
	);
}

/** How deep services put what they say of paging, as in `meta.pagination.hasMore`. */
const MAX_PAGING_DEPTH = 3;

/** How services call it that there is more, where they do not follow docs/api.md. */
const OTHER_PAGING = /^(continuation|cursor$|endcursor|has(more|next)|(is)?truncated|more|next)/;

/** What stands around a list under a name (see `foldName`); usually once. */
export function said(envelope: unknown, name: RegExp, depth = 1): unknown[] {
	if (!isPlainObject(envelope) || depth > MAX_PAGING_DEPTH) return [];
	return Object.entries(envelope).flatMap(([key, value]) =>
		name.test(foldName(key)) ? [value] : said(value, name, depth + 1),
	);
}

/**
 * @param words what the service says beside the list
 * @param advice what to do where this is no list
 */
function recordsIn(list: unknown, words: string, advice = OTHER_SHAPE): IDataObject[] {
	if (!Array.isArray(list)) {
		throw new UserError(
			`The response contains no list: "data" is ${list === undefined ? 'missing' : 'not a list'}${words && `. The service says: ${words}`}`,
			advice,
		);
	}
	const records: unknown[] = list;
	if (records.every(isPlainObject)) return records;
	throw new UserError('The list contains something that is not a record', LOSES_RECORDS);
}

const OTHER_SHAPE =
	"Check 'Base URL' in the credential. If it is right, the API may have changed. Ask the service's support.";

const LOSES_RECORDS = "No partial list was returned. Ask the service's support.";

/** @returns whether any of the values says that there is more; undefined where none says anything */
function readHasMore(values: unknown[]): boolean | undefined {
	const read = values.map((value) => {
		const text = asText(value ?? '')?.trim() ?? 'no text';
		if (text === '') return undefined;
		if (/^(true|1|yes)$/i.test(text)) return true;
		if (/^(false|0|no)$/i.test(text)) return false;
		throw new UserError(
			`The service says "hasMore" is ${quoteValue(value)}, which is neither true nor false`,
			LOSES_RECORDS,
		);
	});
	return read.includes(true) || (read.includes(false) ? false : undefined);
}

/** @returns the cursor, which is followed unless the service says that there is no more; empty at the end */
function readCursor(values: unknown[], hasMore: boolean | undefined): string {
	const value = values.find((each) => each !== null && each !== '' && each !== false);
	if (hasMore === false || (!hasMore && !value)) return '';
	// Half a character cannot stand in a URL; another cursor would be sent.
	if (typeof value === 'string' && value.isWellFormed()) return value;
	if (typeof value === 'number' && isExact(value)) return String(value);
	const reason = value === undefined ? 'is empty' : 'is not a text, or a number of up to 15 digits';
	throw new UserError(
		'The service says that there are more records, but not how to get them',
		`"nextCursor" ${reason}. ${LOSES_RECORDS}`,
	);
}

function endless({ service, cursorMemory }: ApiClient, isRepeated: boolean): UserError {
	return new UserError(
		isRepeated
			? 'The service ignored the cursor and sent the same page again'
			: `The service sent ${MAX_IDLE_PAGES} empty pages in a row and says that there are more`,
		`The cursor was sent as "${service.cursorParameter || cursorMemory.name}". Enter the name that the service expects as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.`,
	);
}

function hasIdentifier({ Id, id }: IDataObject): boolean {
	return [Id, id].some(
		// Go writes 0 where there is none.
		(value) => ['number', 'string'].includes(typeof value) && Boolean(value),
	);
}
