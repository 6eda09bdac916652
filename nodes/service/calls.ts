import { Call } from './call';
import type { ApiClient } from './client';
import { StartOrder, startsOf, type Direction } from './order';
import { assertTakeable, pages } from './pages';
import { blamesQuery, type Advice } from './status';
import { asUserError } from '../n8n/errors';

/**
 * A half-open stretch of time in milliseconds since 1970: `after` belongs to it, `before` does not.
 * A missing end is open.
 */
export interface TimeRange {
	after?: number;
	before?: number;
}

/** Which calls to read, and in which order. */
export interface CallSearch {
	/** The path of Calls List. */
	path: string;
	/** `<Field>:<operator>:<value>` each; see filters.ts. */
	filters: string[];
	/** `<Field>:<direction>`, where the user chose an order. */
	sort?: string;
	/**
	 * Only calls that started in it. Applied here: the service documents no such filter. Where the beginning
	 * moves while the list is read, it is a function.
	 */
	range?: { after?: number | (() => number); before?: number };
	/**
	 * Whether a call without a start, as nobody answered or it is just ringing, is in the range as well: with
	 * its end, or whatever the range is where it has none.
	 */
	keepsUndated?: boolean;
	/**
	 * Whether those are looked for at the other end of the list as well, where reading ends before it. The
	 * list of a service that does not sort the other way round is read to its end.
	 */
	readsOtherEnd?: boolean;
	/** A further condition that the service cannot be trusted or asked to apply. */
	keep?: (call: Call) => boolean;
	/** The most records to return. With a range and no order chosen by the user, the newest of them. */
	limit: number;
	/** How many calls to ask for a page, where the user chose it. */
	pageSize?: number;
	/** What to do about a status, where the operation knows more. */
	advice?: Advice;
	/** The cursor to begin with, for a list whose beginning was read before. */
	resumeAt?: string;
}

/** A page, and the order by start in which the service was asked for it. */
export interface CallPage {
	calls: Call[];
	/** The cursor of the page after it; empty after the last. */
	nextCursor: string;
	direction?: Direction;
}

/** Asked for where the credential has a parameter for it. */
const USUAL_PAGE_SIZE = 100;

const NEWEST_FIRST = 'StartedAt:desc';
const OLDEST_FIRST = 'StartedAt:asc';

/**
 * Reads calls (docs/api.md, Calls List), as far as `callsByPage` reads them.
 *
 * @throws UserError as `pages` does, and if more than 100 000 calls would be returned
 */
export async function findCalls(client: ApiClient, search: CallSearch): Promise<Call[]> {
	const { limit } = search;
	let found: Call[] = [];
	for await (const calls of callsByPage(client, search)) {
		// A page may have more records than a function can have arguments.
		for (const call of calls) found.push(call);
		assertTakeable(Math.min(found.length, limit));
		// Where everything has to be read, no more is kept than may be returned.
		if (picksNewest(search) && found.length > 2 * limit) found = newestOf(found, limit);
	}
	return picksNewest(search) ? newestOf(found, limit) : found.slice(0, limit);
}

/**
 * The calls of each page that match, for as long as a page after it may change the result.
 *
 * With a date range, reading ends as soon as a page proves that nothing more can match. Without an
 * order chosen by the user, newest first is asked for then, so that yesterday costs the pages from
 * now back to yesterday and not the history. A limit ends reading only where the pages prove that
 * order; otherwise the newest calls have to be picked out of the whole range.
 *
 * @throws UserError as `pages` does
 */
export async function* callsByPage(client: ApiClient, search: CallSearch): AsyncGenerator<Call[]> {
	const order = new StartOrder();
	const known = new Set<string>();
	let oldest = Infinity;
	let count = 0;
	let readsAll = !search.range;
	for await (const page of callPages(client, search)) {
		const range = boundsOf(search);
		if (search.range) order.take(page.calls, page.direction);
		for (const { start, key } of search.range ? page.calls : []) {
			if (start === undefined) known.add(key);
			else oldest = Math.min(oldest, start);
		}
		const calls = page.calls.filter((call) => matches(call, search, range));
		yield calls;
		count += calls.length;
		if (count >= search.limit && (!picksNewest(search) || order.isProven)) return;
		if (readsAll || !isPastRange(page, order, range)) continue;
		if (!page.nextCursor || !search.readsOtherEnd) return;
		const undated = await undatedCalls(client, search, oldest);
		if (undated) {
			return yield undated.filter((call) => !known.has(call.key) && matches(call, search, range));
		}
		readsAll = true;
	}
}

function picksNewest({ range, sort, limit }: CallSearch): boolean {
	return range !== undefined && !sort && limit < Infinity;
}

function boundsOf({ range }: CallSearch): TimeRange {
	const { after, before } = range ?? {};
	return { after: typeof after === 'function' ? after() : after, before };
}

function matches(
	call: Call,
	{ range, keepsUndated = false, keep = () => true }: CallSearch,
	{ after = -Infinity, before = Infinity }: TimeRange,
): boolean {
	if (!range) return keep(call);
	const time = call.start ?? (keepsUndated ? call.end : undefined);
	const isWithin = time === undefined ? keepsUndated : time >= after && time < before;
	return isWithin && keep(call);
}

/**
 * Many services sort what has no start last, newest first. They have it first the other way round, which
 * is the documented order.
 *
 * @param oldest the earliest start that was read from the newest call down
 * @returns the calls without a start at the other end; nothing where it is not the other end: a service may
 * reject the order, or ignore it and begin at the newest call again
 */
async function undatedCalls(
	client: ApiClient,
	search: CallSearch,
	oldest: number,
): Promise<Call[] | undefined> {
	const undated: Call[] = [];
	try {
		for await (const { calls } of callPages(client, { ...search, sort: OLDEST_FIRST })) {
			for (const call of calls) if (call.start === undefined) undated.push(call);
			const [first] = startsOf(calls);
			if (first !== undefined) return first <= oldest ? undated : undefined;
		}
	} catch (thrown) {
		const error = asUserError(thrown);
		if (!blamesQuery(error)) throw error;
	}
	return undefined;
}

/** A call without a readable start may be just beginning. */
function newestOf(calls: Call[], limit: number): Call[] {
	const time = ({ start = Infinity }: Call) => start;
	return [...calls].sort((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a))).slice(0, limit);
}

/**
 * The pages of a list of calls, newest first where the user chose no order.
 *
 * Only ascending order is documented, so a service that rejects newest first is asked again without an order.
 */
export async function* callPages(
	client: ApiClient,
	{ path, filters, sort, range, advice, resumeAt, ...search }: CallSearch,
): AsyncGenerator<CallPage> {
	const usualSize = client.service.pageSizeParameter ? USUAL_PAGE_SIZE : undefined;
	const { pageSize = usualSize } = search;
	const listed = async function* (order?: string): AsyncGenerator<CallPage> {
		const query = { filter: filters, sort: order };
		const direction = order === NEWEST_FIRST ? 'desc' : order === OLDEST_FIRST ? 'asc' : undefined;
		for await (const page of pages(client, { path, query, pageSize, advice, resumeAt })) {
			const calls = page.records.map((record) => new Call(record));
			yield { calls, nextCursor: page.nextCursor, direction };
		}
	};
	if (sort || !range) return yield* listed(sort);
	let isAccepted = false;
	try {
		for await (const page of listed(NEWEST_FIRST)) {
			isAccepted = true;
			yield page;
		}
	} catch (thrown) {
		const error = asUserError(thrown);
		if (isAccepted || !blamesQuery(error)) throw error;
		yield* listed();
	}
}

/**
 * Whether a page proves that all below it are beyond a date range. Of such a page at least two starts
 * must differ: a service that sorts by something else can send one time for a while.
 */
function isPastRange({ calls, direction }: CallPage, order: StartOrder, range: TimeRange): boolean {
	const { after = -Infinity, before = Infinity } = range;
	const starts = startsOf(calls);
	const areBeyond = starts.every((start) =>
		direction === 'asc' ? start >= before : start < after,
	);
	return order.isKept && new Set(starts).size > 1 && areBeyond;
}
