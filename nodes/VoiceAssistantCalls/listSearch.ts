import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { asUserError, nodeError } from '../n8n/errors';
import type { Call } from '../service/call';
import { callPages } from '../service/calls';
import { ifPossible } from '../n8n/values';
import { connect } from '../service/transport';

/** How many pages a list is filled from at a time. */
const PAGES_AT_ONCE = 3;

/**
 * How many pages are searched at most. While something stands in the search box, n8n asks for more only
 * where the list is long enough to be scrolled (editor of n8n 2.41.1).
 */
const PAGES_SEARCHED = 30;

/** So many entries can be scrolled, which makes n8n ask for more. */
const ENOUGH = 20;

/**
 * The assistants to choose from. The API has no operation that lists them, so they are those of recent
 * calls (docs/api.md, Call: `Assistant`, `AssistantName`). There is never a next page: n8n would ask for
 * one after the other, through the whole history, until the list can be scrolled.
 *
 * @param filter what the user typed into the search box
 */
export async function searchAssistants(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const found = await fromRecentCalls(
		this,
		filter,
		({ assistantId: id, assistantName: name }) => ({
			name: name ? `${name} (${id})` : id,
			value: id,
			description: id,
		}),
		(pages, entries) => pages >= (filter && entries === 0 ? PAGES_SEARCHED : PAGES_AT_ONCE),
	);
	// Of several names of an assistant the newest.
	const each = new Map(found.results.reverse().map((entry) => [entry.value, entry]));
	const results = [...each.values()].sort((a, b) => a.name.localeCompare(b.name));
	if (results.length > 0) return { results };
	const none = filter ? 'No match' : 'No assistant';
	return { results: [hint(`${none} in recent calls: choose By ID`)] };
}

/** The same for a field without a search box. */
export async function getAssistants(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await searchAssistants.call(this);
	const isEmpty = results[0].value === '';
	return isEmpty ? [hint('No assistant in recent calls: use an expression')] : results;
}

/**
 * The calls to choose from, newest first.
 *
 * @param filter what the user typed into the search box; found in the time, number, assistant, ID and
 * summary of a call
 */
export async function searchCalls(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const zone = this.getTimezone();
	const most = filter ? PAGES_SEARCHED : PAGES_AT_ONCE;
	const found = await fromRecentCalls(
		this,
		filter,
		(call) => {
			const value = String(call.id ?? '');
			return { name: titleOf(call, zone) || value, value, description: call.summary };
		},
		(pages, entries) => entries >= ENOUGH || pages >= most,
		paginationToken,
	);
	const { results, paginationToken: next } = found;
	if (filter && next && results.length < ENOUGH) {
		return { results: [...results, hint('Older calls are not searched: choose By ID')] };
	}
	if (results.length > 0 || next || paginationToken) return found;
	return { results: [hint(filter ? 'No call matches' : 'There are no calls yet')] };
}

function titleOf(call: Call, zone: string): string {
	const { number, assistantName } = call;
	const start = ifPossible(() => call.start);
	const when =
		start === undefined ? '' : DateTime.fromMillis(start, { zone }).toFormat('yyyy-MM-dd HH:mm');
	return [when, number, assistantName].filter(Boolean).join(' · ');
}

/**
 * Fills a list in the editor from the newest calls.
 *
 * @param entryOf the entry that a call gives; none where the value is empty
 * @param isEnough whether to stop after so many pages and entries
 * @param paginationToken where to go on: the name of the cursor's parameter that was found, and the cursor
 * @returns the entries, and where the next page is if there is one
 * @throws NodeApiError with a sentence for people
 */
async function fromRecentCalls(
	context: ILoadOptionsFunctions,
	filter: string,
	entryOf: (call: Call) => INodeListSearchItems,
	isEnough: (pages: number, entries: number) => boolean,
	paginationToken = '',
): Promise<INodeListSearchResult> {
	try {
		const client = (await connect(context)).client();
		const [, name = '', cursor = ''] = /^(\S*) (.*)$/s.exec(paginationToken) ?? [];
		client.cursorMemory.name = name;
		const { callsPath: path } = client.service;
		const newestFirst = { path, filters: [], range: {}, limit: Infinity, resumeAt: cursor };
		const results: INodeListSearchItems[] = [];
		let read = 0;
		for await (const { calls, nextCursor } of callPages(client, newestFirst)) {
			for (const entry of calls.map(entryOf)) {
				if (entry.value !== '' && isMatch(entry, filter)) results.push(entry);
			}
			read++;
			if (nextCursor && isEnough(read, results.length)) {
				return { results, paginationToken: `${client.cursorMemory.name} ${nextCursor}` };
			}
		}
		return { results };
	} catch (thrown) {
		throw nodeError(context.getNode(), asUserError(thrown));
	}
}

/** By letters and digits alone: people paste numbers in many ways, with a 0 in place of the country, too. */
function isMatch({ name, value, description }: INodeListSearchItems, filter: string): boolean {
	const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const wanted = bare(filter).replace(/^0+(?=\d{4})/, '');
	return bare([name, value, description].join()).includes(wanted);
}

/**
 * An entry that is only a message; n8n has no other place for one.
 *
 * @param name at most 55 characters, or the editor cuts it off
 */
function hint(name: string): INodeListSearchItems {
	return { name, value: '' };
}
