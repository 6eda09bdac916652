import type { IDataObject } from 'n8n-workflow';

import { Call, hashOf, isExact } from './call';
import type { ApiClient } from './client';
import { pageAfter, repeats, type Page } from './cursorName';
import { reportedFailure, sentence } from './response';
import type { Advice } from './status';
import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { asText } from '../n8n/values';

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
}

/** A service that filters after paging may send some empty pages; a run of them is a loop. */
const MAX_EMPTY_PAGES = 50;

/**
 * Where calls begin while a list is read, a service that counts positions sends some records again, and
 * after a burst a whole page of them. A run of such pages means that the cursor is ignored.
 */
const MAX_REPEATED_PAGES = 5;

/**
 * n8n's RoutingNode appends what one input item gives with `push(...items)`, which breaks at about
 * 125 600 items and loses everything (n8n-core 2.41.1 under Node 20 and 24).
 */
const MAX_RECORDS = 100_000;

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
	const cursors = new Set([resumeAt]);
	const known = new Set<unknown>();
	let cursor = resumeAt;
	let before: Page | undefined;
	let emptyPages = 0;
	let repeatedPages = 0;
	do {
		const page = await readPage(client, list, cursor, before);
		const { nextCursor, records, keys } = page;
		const hasNew = keys.some((key) => !known.has(key));
		// New calls above those of the page before do not lead on.
		const leadsOn = keys.length > 0 && !known.has(keys[keys.length - 1]);
		const isRepeated = !leadsOn && (!hasNew || repeats(keys, before?.keys ?? []));
		const fresh = records.filter((record, index) => {
			const isKnown = known.has(keys[index]) && (!list.isUndocumented || hasIdentifier(record));
			known.add(keys[index]);
			return !isKnown;
		});
		if (records.length === 0) emptyPages++;
		else {
			if (!isRepeated) emptyPages = 0;
			repeatedPages = isRepeated ? repeatedPages + 1 : 0;
		}
		if (nextCursor) {
			if (cursors.has(nextCursor) || repeatedPages > MAX_REPEATED_PAGES)
				throw cursorIgnored(client, list);
			if (emptyPages > MAX_EMPTY_PAGES) throw onlyEmptyPages(list);
		}
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
	resumeAt = '',
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for await (const { records } of pages(client, list, resumeAt)) {
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
	const query = { ...list.query, ...pageSizeQuery(client, list) };
	const ask = async (name = '', value = '') => {
		const body = await client.get(
			list.path,
			name ? { ...query, [name]: value } : query,
			list.advice,
		);
		return pageIn(client, list, body);
	};
	if (!cursor) return await ask();
	const { service, cursorMemory } = client;
	const inPath = new URLSearchParams(list.path.split('?')[1]).keys();
	const parameters = [...Object.keys(query), ...inPath];
	if (service.cursorParameter) {
		assertFree('Cursor Parameter', service.cursorParameter, parameters);
		return await ask(service.cursorParameter, cursor);
	}
	return await pageAfter(cursorMemory, { path: list.path, parameters, cursor, before, ask });
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

/** @throws UserError if a parameter would take the place of another, such as a filter */
function assertFree(field: string, name: string, taken: string[]): void {
	if (!taken.includes(name)) return;
	throw new UserError(
		`'${field}' in the credential is ${quoteValue(name)}, a parameter that the request has already`,
		"Enter the name that the service expects, or clear the field. It is under 'Advanced'. No partial list was returned.",
	);
}

/** What to do about a list that cannot be read, by the fields that its operation has. */
const LIST_ADVICE = {
	calls: {
		otherShape:
			"Check 'Base URL' in the credential. If it is right, the API may have changed. Ask the service's support.",
		endless: "Narrow 'Filters', or ask the service's support.",
	},
	records: {
		otherShape: "Check 'Endpoint Path', and 'Base URL' in the credential.",
		endless: "Ask the service's support.",
	},
};

const adviceFor = ({ isUndocumented }: ListRequest) =>
	LIST_ADVICE[isUndocumented ? 'records' : 'calls'];

/** Reads a page of calls (docs/api.md, Calls List), or of records of which nothing is known. */
function pageIn(client: ApiClient, list: ListRequest, body: unknown): Page {
	const { isUndocumented } = list;
	const keyOf = (record: IDataObject) =>
		isUndocumented ? (hashOf(record) ?? record) : new Call(record).key;
	const page = (records: IDataObject[], nextCursor = '') => ({
		...{ records, nextCursor },
		keys: records.map(keyOf),
	});
	if (isUndocumented && Array.isArray(body)) return page(recordsIn({ data: body }, client, list));
	const envelope = envelopeIn(body);
	const hasMore = readHasMore(client.redact(fieldOf(envelope, 'hasMore')), list);
	const isList = Array.isArray(fieldOf(envelope, 'data')) || hasMore !== undefined;
	const isRecord = isUndocumented && isObject(body) && !isList;
	const failure = isRecord && hasIdentifier(body) ? undefined : reportedFailure(body);
	if (failure) throw client.cleanError(failure);
	if (isRecord) return page([body]);
	const nextCursor = readCursor(fieldOf(envelope, 'nextCursor'), hasMore, list);
	return page(recordsIn(envelope, client, list), nextCursor);
}

/** What stands around a list. Some services put what is said of paging into an object of its own. */
function envelopeIn(body: unknown): IDataObject {
	if (!isObject(body)) return {};
	if (!Array.isArray(fieldOf(body, 'data'))) return body;
	return Object.assign({}, ...Object.values(body).filter(isObject), body) as IDataObject;
}

/** A field of an envelope, however it is spelled: `hasMore`, `has_more`, `HasMore`. */
function fieldOf(envelope: IDataObject, name: string): unknown {
	if (Object.hasOwn(envelope, name)) return envelope[name];
	const fold = (text: string) => text.replace(/[_-]/g, '').toLowerCase();
	return Object.entries(envelope).find(([key]) => fold(key) === fold(name))?.[1];
}

function recordsIn(envelope: IDataObject, client: ApiClient, list: ListRequest): IDataObject[] {
	const data = fieldOf(envelope, 'data');
	// Go writes an empty list as null.
	if (data === null && fieldOf(envelope, 'hasMore') !== undefined) return [];
	if (!Array.isArray(data)) {
		const words = client.redact(sentence(envelope));
		throw new UserError(
			`The response contains no list: "data" is ${data === undefined ? 'missing' : 'not a list'}${words && `. The service says: ${words}`}`,
			adviceFor(list).otherShape,
		);
	}
	const records: unknown[] = data;
	if (records.every(isObject)) return records;
	throw new UserError(
		'The list contains something that is not a record',
		"No partial list was returned. Ask the service's support.",
	);
}

/** @returns undefined where the service does not say */
function readHasMore(value: unknown, list: ListRequest): boolean | undefined {
	const text = asText(value ?? '')?.toLowerCase();
	if (text === '') return undefined;
	if (text === 'true' || text === '1') return true;
	if (text === 'false' || text === '0') return false;
	throw new UserError(
		`The service says "hasMore" is ${quoteValue(value)}, which is neither true nor false`,
		`No partial list was returned. ${adviceFor(list).endless}`,
	);
}

/** @returns the cursor, which is followed unless the service says that there is no more; empty at the end */
function readCursor(value: unknown, hasMore: boolean | undefined, list: ListRequest): string {
	const isNone = value === undefined || value === null || value === '' || value === false;
	if (hasMore === false || (!hasMore && (isNone || value === 0))) return '';
	// Half a character cannot stand in a URL; another cursor would be sent.
	if (typeof value === 'string' && !isNone && value.isWellFormed()) return value;
	const isNumber = typeof value === 'number';
	if (isNumber && isExact(value)) return String(value);
	const reason = isNone ? 'is empty' : 'is not a text that can be sent back';
	throw new UserError(
		'The service says that there are more records, but not how to get them',
		isNumber
			? '"nextCursor" is a number with too many digits, so it is not exact. No partial list was returned. Ask the service\'s support to send it as text.'
			: `${hasMore ? '"hasMore" is true, but "nextCursor"' : '"nextCursor"'} ${reason}. No partial list was returned. ${adviceFor(list).endless}`,
	);
}

function cursorIgnored({ service, cursorMemory }: ApiClient, { path }: ListRequest): UserError {
	const name = service.cursorParameter || cursorMemory.found.get(path) || cursorMemory.name;
	return new UserError(
		'The service ignored the cursor and sent the same page again',
		`The cursor was sent as "${name}". Enter the name that the service expects as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.`,
	);
}

function onlyEmptyPages(list: ListRequest): UserError {
	return new UserError(
		`The service sent ${MAX_EMPTY_PAGES} empty pages in a row and says that there are more`,
		adviceFor(list).endless,
	);
}

function hasIdentifier({ Id, id }: IDataObject): boolean {
	return [Id, id].some(
		(value) => typeof value === 'number' || (typeof value === 'string' && value),
	);
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
