import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { fromRecentCalls, hint, matches, PAGES_AT_ONCE, PAGES_SEARCHED } from './recentCalls';

/**
 * The assistants to choose from. The API has no operation that lists them, so they are those of recent
 * calls (docs/api.md, Call: `Assistant`, `AssistantName`). There is never a next page: n8n would ask for
 * one after the other, through the whole history, until the list can be scrolled.
 *
 * @param filter what the user typed into the search box
 */
export async function searchAssistants(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const seen = new Set<string>();
	const { results } = await fromRecentCalls(
		this,
		(calls) =>
			calls.flatMap(({ assistantId: id, assistantName: name }) => {
				if (id === '' || seen.has(id)) return [];
				seen.add(id);
				if (!matches(`${name} ${id}`, filter)) return [];
				return [{ name: name ? `${name} (${id})` : id, value: id, description: id }];
			}),
		(pages, entries) => pages >= (filter && entries === 0 ? PAGES_SEARCHED : PAGES_AT_ONCE),
	);
	if (results.length > 0) return { results: results.sort((a, b) => a.name.localeCompare(b.name)) };
	return {
		results: [hint(`${filter ? 'No match' : 'No assistant'} in recent calls: choose By ID`)],
	};
}

/** The same for a field without a search box. */
export async function getAssistants(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await searchAssistants.call(this);
	const isEmpty = results[0].value === '';
	return isEmpty ? [hint('No assistant in recent calls: use an expression')] : results;
}
