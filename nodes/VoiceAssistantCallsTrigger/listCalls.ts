import { callPages, type CallPage, type CallSearch } from '../service/calls';
import type { ApiClient } from '../service/client';
import { isRejection } from '../service/status';
import { asUserError } from '../n8n/errors';

/**
 * Where reading a list goes on, also in a later poll. A cursor is valid only with the filters and the page
 * size of the request that returned it.
 */
export interface Place {
	cursor: string;
	/** As they were evaluated when the reading began; an expression may give others by now. */
	filters: string[];
	pageSize?: number;
}

/** Which part of a list to read. */
export interface Stretch {
	/** From where on; from the top if it is not set. */
	place?: Place;
	/** Whether all of it is to be read now, so in the largest pages. */
	inOneGo?: boolean;
	/** Whether to begin at the other end, where services put calls without a start. */
	undatedFirst?: boolean;
}

/** A page, and where the list goes on after it; nowhere after the last. */
export interface ListPage extends CallPage {
	next?: Place;
}

export type ListCalls = (stretch: Stretch) => AsyncIterable<ListPage>;

/** What a page may hold where all is to be read at once. A service that allows less sends less, or refuses. */
const LARGE_PAGE = 1000;

/**
 * Makes what lists the calls of one poll, newest first where the service can.
 *
 * @param clientFor the client for a reading in one go, or for any other
 */
export function listCalls(
	clientFor: (inOneGo: boolean) => ApiClient,
	search: CallSearch,
): ListCalls {
	return async function* ({ place, inOneGo = false, undatedFirst }) {
		const client = clientFor(inOneGo);
		const { filters, pageSize } = place ?? search;
		const sort = undatedFirst ? 'StartedAt:asc' : undefined;
		const pages = async function* (size?: number): AsyncGenerator<ListPage> {
			const list = { ...search, filters, sort, pageSize: size };
			for await (const page of callPages(client, list, place?.cursor)) {
				const next = page.nextCursor && { cursor: page.nextCursor, filters, pageSize: size };
				yield { ...page, next: next || undefined };
			}
		};
		if (inOneGo && client.service.pageSizeParameter) {
			const large = pages(Math.max(pageSize ?? 0, LARGE_PAGE));
			const first = await large.next().catch((error: unknown) => asUserError(error));
			if (!(first instanceof Error)) {
				if (!first.done) yield first.value;
				return yield* large;
			}
			if (!isRejection(first.status ?? 0)) throw first;
		}
		yield* pages(pageSize);
	};
}
