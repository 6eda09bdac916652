import type { AdviceByStatus } from './response';
import { Call } from './call';
import type { ApiClient } from './client';
import { assertTakeable, collect, pages } from './pagination';
import { StartOrder, startsOf, type Direction } from './startOrder';
import { UserError } from '../n8n/errors';

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
	keep?: (call: Call) => boolean;
	/** The most records to return. With a range and no order chosen by the user, the newest of them. */
	limit: number;
	/** How many calls to ask for a page, where the user chose it. */
	pageSize?: number;
	/** What to do about a status, where the operation knows more. */
	advice?: AdviceByStatus;
}

/** A page, and the order by start in which the service was asked for it. */
export interface CallPage {
	calls: Call[];
	/** The cursor of the page after it; empty after the last. */
	nextCursor: string;
	direction?: Direction;
}

const NEWEST_FIRST = 'StartedAt:desc';
const OLDEST_FIRST = 'StartedAt:asc';

const entriesOf = ({ calls }: CallPage) => calls;

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
export async function findCalls(client: ApiClient, search: CallSearch): Promise<Call[]> {
	const { range, sort, limit, keep = () => true } = search;
	const reading = callPages(client, search);
	if (!range) return await collect(reading, { entriesOf, limit, keep });
	const order = new StartOrder();
	let isCutOff = false;
	let oldest = Infinity;
	const isLast = (page: CallPage) => {
		order.take(page.calls, page.direction);
		// A page may have more records than a function can have arguments.
		for (const start of startsOf(page.calls)) oldest = Math.min(oldest, start);
		const isEnough = isPastRange(page, order, range);
		isCutOff = isEnough && page.nextCursor !== '';
		return isEnough;
	};
	const matches = (call: Call) => isWithin(search, call) && keep(call);
	if (sort || limit === Infinity) {
		const calls = await collect(reading, { entriesOf, limit, keep: matches, isLast });
		if (!isCutOff || !search.readsOtherEnd) return calls;
		const { undated, isOtherEnd } = await undatedCalls(client, { ...search, keep }, oldest);
		if (!isOtherEnd && search.readsOtherEnd === 'surely') {
			return await collect(callPages(client, search), { entriesOf, limit, keep: matches });
		}
		const known = new Set(calls.map(({ id }) => id));
		const isNew = ({ id }: Call) => id === undefined || !known.has(id);
		return calls.concat(undated.filter(isNew));
	}
	let found: Call[] = [];
	for await (const page of reading) {
		found = found.concat(page.calls.filter(matches));
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
): AsyncGenerator<Call[]> {
	const order = new StartOrder();
	for await (const page of callPages(client, { ...search, limit: Infinity })) {
		yield page.calls.filter(({ start, end }) => {
			const time = start ?? end;
			return time === undefined || contains(search.range, time);
		});
		order.take(page.calls, page.direction);
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
	{ keep, ...search }: CallSearch & { keep: (call: Call) => boolean },
	oldest: number,
): Promise<{ undated: Call[]; isOtherEnd: boolean }> {
	let isOtherEnd = false;
	const undated = await collect(callPages(client, { ...search, sort: OLDEST_FIRST }), {
		entriesOf,
		limit: Infinity,
		keep: (call) => call.start === undefined && keep(call),
		isLast: ({ calls }) => {
			const [first] = startsOf(calls);
			isOtherEnd = first <= oldest;
			return first !== undefined;
		},
	});
	return { undated, isOtherEnd };
}

/** A call without a readable start may be just beginning. */
function newestOf(calls: Call[], limit: number): Call[] {
	const time = ({ start = Infinity }: Call) => start;
	return [...calls].sort((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a))).slice(0, limit);
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
			const calls = page.records.map((record) => new Call(record));
			yield { calls, nextCursor: page.nextCursor, direction: directionOf(order) };
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

function isWithin({ range = {}, keepsUndated = false }: CallSearch, { start }: Call): boolean {
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
function isPastRange({ calls, direction }: CallPage, order: StartOrder, range: TimeRange): boolean {
	const { after = -Infinity, before = Infinity } = range;
	const starts = startsOf(calls);
	const areBeyond = starts.every((start) =>
		direction === 'asc' ? start >= before : start < after,
	);
	return order.isKept && new Set(starts).size > 1 && areBeyond;
}
