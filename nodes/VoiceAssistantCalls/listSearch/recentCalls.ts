import {
	NodeApiError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../../shared/connection';
import { callPages } from '../../shared/findCalls';
import { asProblem } from '../../shared/problem';
import { connect, pagingOf } from '../service';

/** A list in the editor is filled from a few pages at a time; scrolling down asks for more. */
const PAGES_AT_ONCE = 3;
const ENOUGH = 20;

/** n8n asks for more of a list only as long as it shows an entry (editor of n8n 2.41.1). */
const NOT_YET = 'Not among the newest calls; older ones are searched while this is open';

/**
 * Fills a list in the editor from the newest calls.
 *
 * @param context n8n's context of the list
 * @param entriesOf the entries that a page of calls gives
 * @param emptyHint what to tell when there is nothing at all to choose from
 * @param paginationToken the cursor at which to go on
 * @throws NodeApiError with a sentence for people
 */
export async function fromRecentCalls(
	context: ILoadOptionsFunctions,
	entriesOf: (records: IDataObject[]) => INodeListSearchItems[],
	emptyHint: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { baseUrl } = await context.getCredentials(CREDENTIAL_TYPE);
	try {
		const service = connect(context, baseUrl);
		const paging = await pagingOf(context);
		const newestFirst = { filters: [], range: {}, limit: Infinity };
		const results: INodeListSearchItems[] = [];
		// An entry without a value, since n8n has no other place for it. What an earlier page gave still shows.
		const orHint = (name: string) =>
			results.length > 0 || paginationToken ? results : [{ name, value: '' }];
		let read = 0;
		for await (const page of callPages(service, newestFirst, paging, paginationToken)) {
			results.push(...entriesOf(page.records));
			read++;
			const isEnough = read === PAGES_AT_ONCE || results.length >= ENOUGH;
			if (isEnough && page.nextCursor) {
				return { results: orHint(NOT_YET), paginationToken: page.nextCursor };
			}
		}
		return { results: orHint(emptyHint) };
	} catch (error) {
		const { message, advice } = asProblem(error);
		throw new NodeApiError(context.getNode(), { message }, { message, description: advice });
	}
}

/** Whether what the user typed into the search box stands in a text. */
export function matches(text: string, filter: string | undefined): boolean {
	return text.toLowerCase().includes((filter ?? '').trim().toLowerCase());
}

/** A field of a record that is to be shown; empty where it is no text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
