import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fromRecentCalls, matches, textOf } from './recentCalls';

/**
 * The assistants to choose from. The API has no operation that lists them, so they are those of recent
 * calls (API description 2: `Assistant`, `AssistantName`).
 *
 * @param filter what the user typed into the search box
 */
export async function searchAssistants(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const seen = new Set<string>();
	return await fromRecentCalls(
		this,
		(records) =>
			records.flatMap(({ Assistant, AssistantName }) => {
				const id = textOf(Assistant);
				const name = textOf(AssistantName);
				if (id === '' || seen.has(id)) return [];
				seen.add(id);
				if (!matches(`${name} ${id}`, filter)) return [];
				return [{ name: name || id, value: id, description: id }];
			}),
		filter
			? 'No assistant of recent calls matches: choose By ID and paste its ID'
			: 'No calls yet, so no assistant is known: choose By ID and paste its ID',
		paginationToken,
	);
}
