import { rejected, type Operation, type Page } from '../api';
import { Random } from '../random';
import type { Settings } from '../settings';
import type { Pages } from './pages';
import { parseFilter, parseSort } from './query';

export interface ListOptions {
	pages: Pages;
	settings: Settings;
}

/** The value of a parameter that may be given once. */
function valueOf(query: URLSearchParams, name: string): string | undefined {
	const values = query.getAll(name);
	if (values.length > 1) throw rejected(`The query parameter "${name}" was given more than once.`);
	return values[0];
}

/** Rejects parameters that the list does not know, so that a client notices a stray one. */
function checkNames(query: URLSearchParams, known: readonly string[]): void {
	for (const name of query.keys()) {
		if (!known.includes(name)) throw rejected(`The query parameter "${name}" is not known.`);
	}
}

function pageSizeOf(query: URLSearchParams, { pageSizeParameter, pageSize }: Settings): number {
	const asked = pageSizeParameter === '' ? undefined : valueOf(query, pageSizeParameter);
	if (asked === undefined) return pageSize;
	if (!/^[1-9]\d*$/.test(asked)) throw rejected('The page size must be a whole number from 1.');
	return Number(asked);
}

/**
 * Calls List, and the lists of the operations that the API only names in the same envelope; those take
 * no `filter` and no `sort`.
 */
export function listOperation(
	name: string,
	records: () => readonly unknown[],
	{ pages, settings }: ListOptions,
): Operation {
	const isQueryable = name === 'calls';
	return ({ query }, fault): Page => {
		const { cursorParameter, pageSizeParameter, newestFirst, ignoreUnknown } = settings;
		const ownNames = [cursorParameter, pageSizeParameter].filter(Boolean);
		const names = isQueryable ? ['filter', 'sort', ...ownNames] : ownNames;
		if (!ignoreUnknown) checkNames(query, names);
		const filters = isQueryable ? query.getAll('filter') : [];
		const sort = isQueryable ? valueOf(query, 'sort') : undefined;
		const conditions = filters.map(parseFilter);
		const order =
			sort === undefined ? undefined : parseSort(sort, newestFirst ? ['asc', 'desc'] : ['asc']);
		const cursor = valueOf(query, cursorParameter);
		const size = fault?.kind === 'emptyPage' ? 0 : pageSizeOf(query, settings);
		if (order && fault?.kind === 'refuseSort') {
			throw rejected(`The sort "${sort}" is not supported.`);
		}

		const question = JSON.stringify([name, filters, sort]);
		if (cursor !== undefined && fault?.kind !== 'ignoreCursor') {
			const page = pages.at(cursor, question, size);
			const isRepeated = fault?.kind === 'repeatCursor' && page.hasMore;
			return isRepeated ? { ...page, nextCursor: cursor } : page;
		}
		const matching = records().filter((record) => conditions.every((meets) => meets(record)));
		if (order && fault?.kind !== 'ignoreSort') matching.sort(order);
		const isMixed = order && fault?.kind === 'ignoreSort';
		const inOrder = isMixed ? new Random(1).shuffle(matching) : matching;
		return pages.first({ question, records: inOrder }, size);
	};
}
