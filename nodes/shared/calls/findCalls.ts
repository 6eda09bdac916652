import type { IDataObject } from 'n8n-workflow';

import type { AdviceByStatus } from '../http/response';
import { endOf, startOf } from './record';
import type { TimeRange } from './dateRange';
import type { ApiClient } from '../http/client';
import type { Page } from '../lists/listResponse';
import { assertTakeable, collect, pages } from '../lists/pagination';
import { idOf } from '../recordId';
import { StartOrder, startsOf, type Direction } from './startOrder';
import { UserError } from '../userError';

/** Which calls to read, and in which order. */
export interface CallSearch {
	/** The path of Calls List. */
	path: string;
	/** `<Field>:<operator>:<value>` each; see filters.ts. */
	filters: string[];
	/** `<Field>:<direction>`, where the user chose an order. */
	sort?: string;
	/** Only calls that started in it. Applied here: the service documents no such filter. */
	range?: TimeRange;
	/** Whether a call without a readable start is in the range, such as one that is just ringing. */
	keepsUndated?: boolean;
	/**
	 * Whether those are looked for at the other end of the list as well, where reading ends before it. `surely`
	 * reads the whole list of a service that does not sort the other way round.
	 */
	readsOtherEnd?: boolean | 'surely';
	/** A further condition that the service cannot be trusted or asked to apply. */
	keep?: (record: IDataObject) => boolean;
	/** The most records to return. With a range and no order chosen by the user, the newest of them. */
	limit: number;
	/** How many calls to ask for a page, where the user chose it. */
	pageSize?: number;
	/** What to do about a status, where the operation knows more. */
	advice?: AdviceByStatus;
}

/** A page, and the order by start in which the service was asked for it. */
export interface CallPage extends Page {
	direction?: Direction;
}

const NEWEST_FIRST = 'StartedAt:desc';
const OLDEST_FIRST = 'StartedAt:asc';

/**
 * Reads calls (docs/api.md, Calls List).
 *
 * With a date range, reading ends as soon as a page proves that nothing more can match. Without an
 * order chosen by the user, newest first is asked for then, so that yesterday costs the pages from
 * now back to yesterday and not the history. A limit ends reading only where the pages prove that
 * order; otherwise the newest calls are picked out of the whole range.
 *
 * @throws UserError as `pages` and `collect` do
 */
export async function findCalls(client: ApiClient, search: CallSearch): Promise<IDataObject[]> {
	const { range, sort, limit, keep = () => true } = search;
	const reading = callPages(client, search);
	if (!range) return await collect(reading, { limit, keep });
	const order = new StartOrder();
	let isCutOff = false;
	let oldest = Infinity;
	const isLast = (page: CallPage) => {
		order.take(page.records, page.direction);
		// A page may have more records than a function can have arguments.
		for (const start of startsOf(page.records)) oldest = Math.min(oldest, start);
		const isEnough = isPastRange(page, order, range);
		isCutOff = isEnough && page.nextCursor !== '';
		return isEnough;
	};
	const matches = (record: IDataObject) => isWithin(search, record) && keep(record);
	if (sort || limit === Infinity) {
		const calls = await collect(reading, { limit, keep: matches, isLast });
		if (!isCutOff || !search.readsOtherEnd) return calls;
		const { undated, isOtherEnd } = await undatedCalls(client, { ...search, keep }, oldest);
		if (!isOtherEnd && search.readsOtherEnd === 'surely') {
			return await collect(callPages(client, search), { limit, keep: matches });
		}
		const known = new Set(calls.map(idOf));
		const isNew = (record: IDataObject) => idOf(record) === undefined || !known.has(idOf(record));
		return calls.concat(undated.filter(isNew));
	}
	let found: IDataObject[] = [];
	for await (const page of reading) {
		found = found.concat(page.records.filter(matches));
		assertTakeable(Math.min(found.length, limit));
		if (isLast(page) || (found.length >= limit && order.isProven)) break;
		// Where everything has to be read, no more is kept than may be returned.
		if (found.length > 2 * limit) found = newestOf(found, limit);
	}
	return newestOf(found, limit);
}

/**
 * Reads the calls of a date range page by page, for who needs each of them once and keeps none. It makes
 * the requests that `findCalls` makes without a limit, and ends where that ends. A call that ended without
 * a start, since nobody answered, is in the range with its end; one without either is in any range, since
 * it may be just ringing.
 *
 * @throws UserError as `pages` does
 */
export async function* callsByPage(
	client: ApiClient,
	search: Omit<CallSearch, 'limit' | 'keepsUndated'> & { range: TimeRange },
): AsyncGenerator<IDataObject[]> {
	const order = new StartOrder();
	for await (const page of callPages(client, { ...search, limit: Infinity })) {
		yield page.records.filter((record) => {
			const time = startOf(record) ?? endOf(record);
			return time === undefined || contains(search.range, time);
		});
		order.take(page.records, page.direction);
		if (isPastRange(page, order, search.range)) return;
	}
}

/**
 * Many services sort what has no start last, newest first. They have it first the other way round, which
 * is the documented order.
 *
 * @param oldest the earliest start that was read from the newest call down
 * @returns also whether it is the other end: a service that ignores the order begins at the newest call again
 */
async function undatedCalls(
	client: ApiClient,
	{ keep, ...search }: CallSearch & { keep: (record: IDataObject) => boolean },
	oldest: number,
): Promise<{ undated: IDataObject[]; isOtherEnd: boolean }> {
	let isOtherEnd = false;
	const undated = await collect(callPages(client, { ...search, sort: OLDEST_FIRST }), {
		limit: Infinity,
		keep: (record) => startOf(record) === undefined && keep(record),
		isLast: ({ records }) => {
			const [first] = startsOf(records);
			isOtherEnd = first <= oldest;
			return first !== undefined;
		},
	});
	return { undated, isOtherEnd };
}

/** A call without a readable start may be just beginning. */
function newestOf(records: IDataObject[], limit: number): IDataObject[] {
	const timed = records.map((record) => ({ record, time: startOf(record) ?? Infinity }));
	return timed
		.sort((a, b) => (a.time === b.time ? 0 : b.time - a.time))
		.slice(0, limit)
		.map(({ record }) => record);
}

/**
 * The pages of a list of calls, newest first where the user chose no order.
 *
 * Only ascending order is documented, so a service that rejects newest first (400 or 422) is asked
 * again without an order.
 */
export async function* callPages(
	client: ApiClient,
	{ path, filters, sort, range, pageSize, advice }: CallSearch,
	resumeAt = '',
): AsyncGenerator<CallPage> {
	const listed = async function* (order?: string): AsyncGenerator<CallPage> {
		const query = { filter: filters, sort: order };
		const list = { path, query, pageSize, advice };
		for await (const page of pages(client, list, resumeAt)) {
			yield { ...page, direction: directionOf(order) };
		}
	};
	if (sort || !range) return yield* listed(sort);
	const newestFirst = listed(NEWEST_FIRST);
	const first = await newestFirst.next().catch((problem: unknown) => problem as UserError);
	if (first instanceof Error) {
		if (first.status !== 400 && first.status !== 422) throw first;
		return yield* listed();
	}
	if (first.done) return;
	yield first.value;
	yield* newestFirst;
}

function isWithin({ range = {}, keepsUndated = false }: CallSearch, record: IDataObject): boolean {
	const start = startOf(record);
	return start === undefined ? keepsUndated : contains(range, start);
}

function contains({ after = -Infinity, before = Infinity }: TimeRange, time: number): boolean {
	return time >= after && time < before;
}

function directionOf(sort: string | undefined): Direction | undefined {
	if (sort === OLDEST_FIRST) return 'asc';
	return sort === NEWEST_FIRST ? 'desc' : undefined;
}

/**
 * Whether a page proves that all below it are beyond a date range. Of such a page at least two starts
 * must differ: a service that sorts by something else can send one time for a while.
 */
function isPastRange(
	{ records, direction }: CallPage,
	order: StartOrder,
	range: TimeRange,
): boolean {
	const { after = -Infinity, before = Infinity } = range;
	const starts = startsOf(records);
	const areBeyond = starts.every((start) =>
		direction === 'asc' ? start >= before : start < after,
	);
	return order.isKept && new Set(starts).size > 1 && areBeyond;
}
