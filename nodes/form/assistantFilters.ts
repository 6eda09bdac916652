import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import type { Call } from '../service/call';
import { callPages } from '../service/calls';
import type { ApiClient } from '../service/client';

/*
 * The filter on Assistant compares IDs (docs/api.md, Call). A service that is given a name finds no call, or
 * leaves none out, and does not say so.
 */

/** How many pages with calls are looked at, as the list of 'Assistant' reads at once. */
const MAX_PAGES = 3;

/**
 * Looks for the names of assistants in the newest calls. For filters that found nothing, or that a trigger
 * begins with.
 *
 * @param filters what `filterParameters` wrote
 * @throws UserError if the name of an assistant was entered in place of its ID
 */
export async function assertAssistantIds(
	client: ApiClient,
	path: string,
	filters: string[],
): Promise<void> {
	if (!filters.some((text) => ASSISTANT.test(text))) return;
	const newest = { path, filters: [], range: {}, limit: Infinity };
	let pages = 0;
	for await (const { calls } of callPages(client, newest)) {
		assertNoNames(filters, calls);
		// A service that filters after paging may send empty pages before the first call.
		if (calls.length > 0 && ++pages === MAX_PAGES) return;
	}
}

/**
 * The same, for calls that were read anyway.
 *
 * @param filters what `filterParameters` wrote
 * @param found calls that the service returned for them
 * @throws UserError if an assistant was to be left out whose name was entered in place of its ID
 */
export function assertLeftOut(filters: string[], found: Call[]): void {
	const leftOut = filters.filter((text) => text.startsWith('Assistant:not:'));
	assertNoNames(leftOut, found);
}

const ASSISTANT = /^Assistant:(?:==|not):(.*)$/s;

function assertNoNames(filters: string[], calls: Call[]): void {
	for (const text of filters) {
		const [, value = ''] = ASSISTANT.exec(text) ?? [];
		const name = value.trim().toLowerCase();
		const isId = calls.some(({ assistantId }) => assistantId === value);
		const named = calls.find((call) => call.assistantName.toLowerCase() === name);
		if (isId || name === '' || !named) continue;
		throw new UserError(
			`${quoteValue(value)} under 'Filters' is the name of an assistant, not its ID`,
			`Choose the assistant from the list. An expression must return its ID, such as ${quoteValue(named.assistantId)}.`,
		);
	}
}
