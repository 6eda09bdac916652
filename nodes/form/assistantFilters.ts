import { quoteValue } from '../n8n/text';
import { UserError } from '../n8n/errors';
import type { Call } from '../service/call';
import { callPages } from '../service/calls';
import type { ApiClient } from '../service/client';

/*
 * The filter on Assistant compares IDs (docs/api.md, Call). A service that is given a name finds no call, or
 * leaves none out, and does not say so.
 */

/** How many pages of the newest calls are looked through for a name. */
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
	const entered = [...assistantsIn(filters, '=='), ...assistantsIn(filters, 'not')];
	if (entered.length === 0) return;
	const newest = { path, filters: [], range: {}, limit: Infinity };
	const seen: Call[] = [];
	let pages = 0;
	for await (const { calls } of callPages(client, newest)) {
		for (const call of calls) seen.push(call);
		pages++;
		if (pages === MAX_PAGES) break;
	}
	assertNoNames(entered, seen);
}

/**
 * The same, for calls that were read anyway.
 *
 * @param filters what `filterParameters` wrote
 * @param found calls that the service returned for them
 * @throws UserError if an assistant was to be left out whose name was entered in place of its ID
 */
export function assertLeftOut(filters: string[], found: Call[]): void {
	assertNoNames(assistantsIn(filters, 'not'), found);
}

function assistantsIn(filters: string[], operator: string): string[] {
	const begin = `Assistant:${operator}:`;
	return filters.filter((text) => text.startsWith(begin)).map((text) => text.slice(begin.length));
}

function assertNoNames(entered: string[], calls: Call[]): void {
	for (const value of entered) {
		if (calls.some(({ assistantId }) => assistantId === value)) continue;
		const name = value.trim().toLowerCase();
		const named = calls.find((call) => call.assistantName.toLowerCase() === name);
		if (name === '' || !named) continue;
		throw new UserError(
			`${quoteValue(value)} under 'Filters' is the name of an assistant, not its ID`,
			`Choose the assistant from the list. An expression must return its ID, such as ${quoteValue(named.assistantId)}.`,
		);
	}
}
