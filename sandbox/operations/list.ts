import { errorResponse, jsonResponse, type ApiResponse, type Invalid } from '../apiResponse';
import type { ListFault } from '../faults/faults';
import type { List, Pages } from './pages';
import { parseFilter, parseSort, readParameters, type Condition, type Sort } from './query';
import { Random } from '../random';
import type { ApiRequest, Operation } from '../request';
import type { Settings } from '../settings';

export interface ListOptions {
	pages: Pages;
	settings: Settings;
	/** What the faults that shuffle depend on. */
	seed: number;
}

export interface ListSource {
	name: string;
	records: () => readonly unknown[];
	/** Whether the list takes `filter` and `sort`. */
	queryable: boolean;
}

/** What a client asks a list for. */
interface ListRequest {
	filters: string[];
	conditions: Condition[];
	sortText?: string;
	sort?: Sort;
	cursor?: string;
	pageSize: number;
}

function readListRequest(
	query: ApiRequest['query'],
	{ queryable }: ListSource,
	{ settings }: ListOptions,
): ListRequest | Invalid {
	const names = {
		...(queryable ? { filter: 'filter', sort: 'sort' } : {}),
		cursor: settings.cursorParameter,
		pageSize: settings.pageSizeParameter || undefined,
	};
	const parameters = readParameters(query, names, settings.ignoreUnknown);
	if ('problem' in parameters) return parameters;
	const { filters, sort: sortText, cursor } = parameters;

	const pageSize = Number(parameters.pageSize ?? settings.pageSize);
	const isAsked = parameters.pageSize !== undefined;
	if (
		isAsked &&
		!(Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= settings.maxPageSize)
	) {
		return { problem: `The page size must be a whole number from 1 to ${settings.maxPageSize}.` };
	}
	const conditions: Condition[] = [];
	for (const filter of filters) {
		const condition = parseFilter(filter);
		if (typeof condition !== 'function') return condition;
		conditions.push(condition);
	}
	if (sortText === undefined) return { filters, conditions, cursor, pageSize };
	const sort = parseSort(sortText);
	if (sortText.endsWith(':desc') && !settings.newestFirst) {
		return { problem: 'The sort direction "desc" is not known. Use asc.' };
	}
	return 'problem' in sort ? sort : { filters, conditions, sortText, sort, cursor, pageSize };
}

const newestFirst = parseSort('StartedAt:desc') as Sort;

function listOf(
	{ name, records, queryable }: ListSource,
	{ filters, conditions, sortText, sort }: ListRequest,
	{ settings, seed }: ListOptions,
	fault?: ListFault,
): List {
	const question = JSON.stringify([name, filters, sortText]);
	const matching = () =>
		records().filter((record) => conditions.every((condition) => condition(record)));
	if (fault?.kind === 'ignoreSort') {
		const isMixed = fault.order !== 'held';
		return {
			question,
			records: () => (isMixed ? new Random(seed).shuffle(matching()) : matching()),
		};
	}
	if (settings.cursorKind === 'key' && queryable) {
		const order = sort ?? newestFirst;
		const inOrder = () => matching().sort((a, b) => order.compareWithKey(a, order.keyOf(b)));
		return { question, records: inOrder, sort: order };
	}
	if (sort === undefined) return { question, records: matching };
	return { question, records: () => matching().sort(sort.compare), sort };
}

/** Calls List, and the lists of the operations that the API only names in the same envelope. */
export function listOperation(source: ListSource, options: ListOptions): Operation {
	const { pages } = options;
	return ({ query }, fault): ApiResponse => {
		const request = readListRequest(query, source, options);
		if ('problem' in request) return errorResponse(400, request.problem);
		if (fault?.kind === 'refuseSort' && request.sort !== undefined) {
			return errorResponse(400, `The sort "${request.sortText}" is not supported.`);
		}
		const list = listOf(source, request, options, fault);
		const cursor = fault?.kind === 'ignoreCursor' ? undefined : request.cursor;
		const place = cursor === undefined ? pages.begin(list) : pages.find(list, cursor);
		if (place === undefined) {
			return errorResponse(
				400,
				'The cursor is unknown, has expired, or belongs to other filters or another sort.',
			);
		}
		if (fault?.kind === 'emptyPage') return jsonResponse(200, pages.emptyPage(place));
		const page = pages.page(place, request.pageSize);
		if (fault?.kind === 'repeatCursor' && cursor !== undefined && page.hasMore) {
			page.nextCursor = cursor;
		}
		return jsonResponse(200, page);
	};
}
