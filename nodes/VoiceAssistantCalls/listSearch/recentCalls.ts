import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import type { Call } from '../../service/call';
import { callPages } from '../../service/calls';
import { asUserError, nodeError } from '../../n8n/errors';
import { withoutInvisible } from '../../n8n/text';
import { connect } from '../../service/transport';

/** How many pages a list is filled from at a time. */
export const PAGES_AT_ONCE = 3;

/**
 * How many pages are searched at most. While something stands in the search box, n8n asks for more only
 * where the list is long enough to be scrolled (editor of n8n 2.41.1).
 */
export const PAGES_SEARCHED = 30;

/**
 * Fills a list in the editor from the newest calls.
 *
 * @param context n8n's context of the list
 * @param entriesOf the entries that a page of calls gives
 * @param isEnough whether to stop after so many pages and entries
 * @param paginationToken where to go on: the name of the cursor's parameter that was found, and the cursor
 * @returns the entries, and where the next page is if there is one
 * @throws NodeApiError with a sentence for people
 */
export async function fromRecentCalls(
	context: ILoadOptionsFunctions,
	entriesOf: (calls: Call[]) => INodeListSearchItems[],
	isEnough: (pages: number, entries: number) => boolean,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	try {
		const transport = await connect(context);
		const client = transport.client();
		const [, name = '', cursor = ''] = /^(\S*) (.*)$/s.exec(paginationToken ?? '') ?? [];
		client.cursorMemory.name = name;
		const { callsPath: path } = client.service;
		const newestFirst = { path, filters: [], range: {}, limit: Infinity, resumeAt: cursor };
		const results: INodeListSearchItems[] = [];
		let read = 0;
		for await (const page of callPages(client, newestFirst)) {
			for (const entry of entriesOf(page.calls)) results.push(entry);
			read++;
			if (page.nextCursor && isEnough(read, results.length)) {
				return { results, paginationToken: `${client.cursorMemory.name} ${page.nextCursor}` };
			}
		}
		return { results };
	} catch (error) {
		throw nodeError(context.getNode(), asUserError(error));
	}
}

/**
 * An entry that is only a message; n8n has no other place for one.
 *
 * @param name at most 55 characters, or the editor cuts it off
 */
export function hint(name: string): INodeListSearchItems {
	return { name, value: '' };
}

/** Whether what the user typed into the search box stands in a text. */
export function matches(text: string, filter = ''): boolean {
	return text.toLowerCase().includes(withoutInvisible(filter).trim().toLowerCase());
}
