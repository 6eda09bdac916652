import type { IDataObject } from 'n8n-workflow';

import type { AdviceByStatus } from '../response';
import { timeOf } from './record';
import type { TimeRange } from './dateRange';
import type { ApiClient } from '../client';
import { collect, pages, type Page, type Paging } from '../pagination';
import { UserError } from '../userError';

/** Which calls to read, and in which order. */
export interface CallSearch {
	/** `<Field>:<operator>:<value>` each; see filters.ts. */
	filters: string[];
	/** `<Field>:<direction>`, where the user chose an order. */
	sort?: string;
	/** Only calls that started in it. Applied here: the service documents no such filter. */
	range?: TimeRange;
	/** A further condition that the service cannot be trusted or asked to apply. */
	keep?: (record: IDataObject) => boolean;
	/** The most records to return. */
	limit: number;
	/** What to do about a status, where the operation knows more. */
	advice?: AdviceByStatus;
}

/** A page, and the order by start in which the service was asked for it. */
interface CallPage extends Page {
	direction?: 'asc' | 'desc';
}

/** Calls List, API description 4.2. */
export const CALLS_PATH = '/public/calls';
const NEWEST_FIRST = 'StartedAt:desc';

/**
 * Reads calls. API description 4.2.
 *
 * With a date range, reading ends as soon as a page proves that nothing more can match. Without an
 * order chosen by the user, newest first is asked for then, so that yesterday costs the pages from
 * now back to yesterday and not the history.
 *
 * @throws UserError as `pages` and `collect` do
 */
export async function findCalls(
	service: ApiClient,
	search: CallSearch,
	paging: Paging,
): Promise<IDataObject[]> {
	const { range, limit, keep = () => true } = search;
	const end = range && new EndOfRange(range);
	return await collect(callPages(service, search, paging), {
		limit,
		keep: (record) => isWithin(range, record) && keep(record),
		isLast: (page) => end?.isBehind(page) ?? false,
	});
}

/**
 * The pages of a list of calls, newest first where the user chose no order.
 *
 * Only ascending order is shown in the API description, so a service that refuses newest first (400)
 * is asked again without an order.
 */
export async function* callPages(
	service: ApiClient,
	{ filters, sort, range, advice }: CallSearch,
	paging: Paging,
	resumeAt = '',
): AsyncGenerator<CallPage> {
	const listed = async function* (order?: string): AsyncGenerator<CallPage> {
		const list = { path: CALLS_PATH, query: { filter: filters, sort: order }, advice };
		for await (const page of pages(service, list, paging, resumeAt)) {
			yield { ...page, direction: directionOf(order) };
		}
	};
	if (sort || !range) return yield* listed(sort);
	const newestFirst = listed(NEWEST_FIRST);
	const first = await newestFirst.next().catch((problem: unknown) => problem as UserError);
	if (first instanceof Error) {
		if (first.status !== 400) throw first;
		return yield* listed();
	}
	if (first.done) return;
	yield first.value;
	yield* newestFirst;
}

function isWithin(range: TimeRange | undefined, record: IDataObject): boolean {
	if (!range) return true;
	const time = timeOf(record.StartedAt);
	return (
		time !== undefined &&
		(range.after === undefined || time >= range.after) &&
		(range.before === undefined || time < range.before)
	);
}

function directionOf(sort: string | undefined): CallPage['direction'] {
	if (sort === 'StartedAt:asc') return 'asc';
	return sort === NEWEST_FIRST ? 'desc' : undefined;
}

/**
 * Tells when reading has left a date range behind.
 *
 * The order that was asked for is believed only as long as every record so far was in it, since a
 * service may ignore the sort; one pair out of order, and everything is read. Of a page that lies
 * beyond the range at least two times must differ: a service that sorts by something else can send
 * one time for a while.
 */
class EndOfRange {
	private inOrder = true;

	private latest?: number;

	constructor(private readonly range: TimeRange) {}

	isBehind({ records, direction }: CallPage): boolean {
		const times = records
			.map((record) => timeOf(record.StartedAt))
			.filter((time): time is number => time !== undefined);
		for (const time of times) {
			if (this.latest !== undefined && isWrongStep(direction, this.latest, time)) {
				this.inOrder = false;
			}
			this.latest = time;
		}
		return (
			this.inOrder &&
			new Set(times).size > 1 &&
			times.every((time) => this.isBeyond(direction, time))
		);
	}

	private isBeyond(direction: CallPage['direction'], time: number): boolean {
		const { after = -Infinity, before = Infinity } = this.range;
		if (direction === undefined) return false;
		return direction === 'asc' ? time >= before : time < after;
	}
}

function isWrongStep(direction: CallPage['direction'], from: number, to: number): boolean {
	return direction === 'asc' ? to < from : to > from;
}
