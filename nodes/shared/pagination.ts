import type { IDataObject } from 'n8n-workflow';

import type { AdviceByStatus } from './response';
import type { ApiClient } from './client';
import { UserError } from './userError';

/** How pages are asked for; API description 4.2 shows neither parameter. */
export interface Paging {
	/** The query parameter that takes `nextCursor` back. */
	cursorParameter: string;
	/** The query parameter that takes the number of records a page; empty if there is none. */
	pageSizeParameter: string;
	/** How many records to ask for a page, where the user chose it. */
	pageSize?: number;
}

/** One list to read. */
export interface ListRequest {
	path: string;
	/** Sent with every page. */
	query: IDataObject;
	/** Whether a bare list or a single object is accepted in place of `{ data, hasMore, nextCursor }`. */
	anyShape?: boolean;
	/** What to do about a status, where the operation knows more. */
	advice?: AdviceByStatus;
}

/** A service that filters after paging may send some empty pages; a run of them is a loop. */
const MOST_EMPTY_PAGES = 50;

/**
 * Reads a list page by page, following `nextCursor` (API description 2, "Call List envelope").
 * Nothing is asked for before it is taken.
 *
 * @param resumeAt the cursor to begin with, for a list whose beginning was read before
 * @throws UserError if the service refuses, if its answer is no such list, or if going on would lose
 * records, double them or never end
 */
export async function* pages(
	service: ApiClient,
	list: ListRequest,
	paging: Paging,
	resumeAt = '',
): AsyncGenerator<Page> {
	const seen = new Set(resumeAt ? [resumeAt] : []);
	let cursor = resumeAt;
	let firstId: unknown;
	let emptyPages = 0;
	do {
		const query = { ...list.query, ...pageSizeQuery(paging) };
		if (cursor) query[paging.cursorParameter] = cursor;
		const body = await service.get(list.path, query, list.advice);
		const { records, nextCursor } = list.anyShape ? anyList(body) : envelope(body, OF_CALLS);

		const idOfFirst = identifier(records[0]);
		if (cursor && (seen.has(nextCursor) || (idOfFirst !== undefined && idOfFirst === firstId))) {
			throw cursorIgnored(paging.cursorParameter);
		}
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		if (emptyPages > MOST_EMPTY_PAGES && nextCursor) {
			throw onlyEmptyPages(list.anyShape ? OF_ANY_SHAPE : OF_CALLS);
		}
		yield { records, nextCursor };

		firstId = idOfFirst ?? firstId;
		seen.add(nextCursor);
		cursor = nextCursor;
	} while (cursor);
}

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** The cursor of the page after it; empty after the last. */
	nextCursor: string;
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
 * A record that an earlier page held already is left out: where a call begins while a list is read,
 * a service that counts positions sends the last record of a page again as the first of the next.
 *
 * @throws UserError if more than 100 000 records would be kept
 */
export async function collect<P extends Page>(
	reading: AsyncIterable<P>,
	{ limit, keep = () => true, isLast = () => false }: Selection<P>,
): Promise<IDataObject[]> {
	const kept: IDataObject[] = [];
	const ids = new Set<unknown>();
	for await (const page of reading) {
		const fresh = page.records.filter((record) => keep(record) && !ids.has(identifier(record)));
		if (Math.min(kept.length + fresh.length, limit) > MOST_RECORDS) throw tooMany();
		for (const record of fresh) {
			kept.push(record);
			if (kept.length === limit) return kept;
			const id = identifier(record);
			if (id !== undefined) ids.add(id);
		}
		if (isLast(page)) return kept;
	}
	return kept;
}

/** The identifier of a record, in the spelling of calls or of other records; they are not documented. */
export function identifier(record: IDataObject | undefined): unknown {
	return record?.Id || record?.id || undefined;
}

function pageSizeQuery({ pageSize, pageSizeParameter }: Paging): IDataObject {
	if (pageSize === undefined) return {};
	if (pageSizeParameter) return { [pageSizeParameter]: pageSize };
	throw new UserError(
		'Page Size is set, but the name of its parameter is not known',
		'Enter the name of the parameter under Page Size Parameter in the credential, or remove Page Size from Options.',
	);
}

/** What to do about a list that cannot be read, by the fields that its operation has. */
interface Todo {
	otherShape: string;
	endless: string;
}

const OF_CALLS: Todo = {
	otherShape:
		'Check Base URL in the credential. If it is right, the service has changed the form of its answers.',
	endless: 'Narrow the Filters, or ask the service about it.',
};
const OF_ANY_SHAPE: Todo = {
	otherShape: 'Check Endpoint Path, and Base URL in the credential.',
	endless: 'Ask the service about it.',
};

function envelope(body: unknown, todo: Todo): Page {
	const { data, hasMore, nextCursor } = (isObject(body) ? body : {}) as IDataObject;
	if (!Array.isArray(data)) {
		throw new UserError(
			`The answer of the service holds no list: "data" is ${data === undefined ? 'missing' : 'not a list'}`,
			todo.otherShape,
		);
	}
	const records: unknown[] = data;
	if (!records.every(isObject)) {
		throw new UserError(
			'The list of the service holds something that is not a record',
			'Nothing was returned, so that nothing is lost in silence. Ask the service about it.',
		);
	}
	return { records, nextCursor: hasMore === true ? cursorOf(nextCursor, todo) : '' };
}

function anyList(body: unknown): Page {
	if (Array.isArray(body)) return envelope({ data: body }, OF_ANY_SHAPE);
	const isList = isObject(body) && (Array.isArray(body.data) || 'hasMore' in body);
	return isObject(body) && !isList
		? { records: [body], nextCursor: '' }
		: envelope(body, OF_ANY_SHAPE);
}

function cursorOf(value: unknown, { endless }: Todo): string {
	const cursor = typeof value === 'number' ? String(value) : value;
	if (typeof cursor === 'string' && cursor !== '') return cursor;
	throw new UserError(
		'The service says that there are more records, but not how to get them',
		`"hasMore" is true while "nextCursor" is empty. Going on would lose records, so nothing was returned. ${endless}`,
	);
}

function cursorIgnored(parameter: string): UserError {
	return new UserError(
		'The service ignored the cursor and sent the same page again',
		`The cursor was sent as "${parameter}". Enter the name that the service expects under Cursor Parameter in the credential. Nothing was returned, so that nothing is doubled or lost.`,
	);
}

function onlyEmptyPages({ endless }: Todo): UserError {
	return new UserError(
		`The service sent ${MOST_EMPTY_PAGES} empty pages one after another and promises more`,
		endless,
	);
}

function tooMany(): UserError {
	return new UserError(
		`More than ${MOST_RECORDS.toLocaleString('en')} records match`,
		'That is more than n8n can take from one item. For calls, narrow the Date Range or the Filters; for any list, switch Return All off and set a lower Limit. Nothing was returned, so that nothing is cut in silence.',
	);
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
