import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { ifReadable, type Call } from '../../service/call';
import { fromRecentCalls, hint, matches, PAGES_AT_ONCE, PAGES_SEARCHED } from './recentCalls';

/** So many entries can be scrolled, which makes n8n ask for more. */
const ENOUGH = 20;

/**
 * The calls to choose from, newest first.
 *
 * @param filter what the user typed into the search box; found in the time, number, assistant, ID and
 * summary of a call
 */
export async function searchCalls(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const zone = this.getTimezone();
	const found = await fromRecentCalls(
		this,
		(calls) =>
			calls
				.filter(({ id }) => id !== undefined)
				.filter((call) => isMatch(call, zone, filter))
				.map((call) => ({
					name: titleOf(call, zone) || String(call.id),
					value: String(call.id),
					description: call.summary,
				})),
		(pages, entries) => entries >= ENOUGH || pages >= (filter ? PAGES_SEARCHED : PAGES_AT_ONCE),
		paginationToken,
	);
	const { results } = found;
	if (filter && found.paginationToken && results.length < ENOUGH) {
		return { results: [...results, hint('Older calls are not searched: choose By ID')] };
	}
	const isEmpty = results.length === 0 && !found.paginationToken && !paginationToken;
	return isEmpty
		? { results: [hint(filter ? 'No call matches' : 'There are no calls yet')] }
		: found;
}

function titleOf(call: Call, zone: string): string {
	const { number, assistantName } = call;
	const start = ifReadable(() => call.start);
	const when =
		start === undefined ? '' : DateTime.fromMillis(start, { zone }).toFormat('yyyy-MM-dd HH:mm');
	return [when, number, assistantName].filter(Boolean).join(' · ');
}

function isMatch(call: Call, zone: string, filter = ''): boolean {
	const shown = [titleOf(call, zone), call.id, call.summary].join(' ');
	return matches(shown, filter) || hasDigits(call.number, filter);
}

/** Fewer digits may be those of a date. */
const MIN_DIGITS = 5;

/** Whether a number has the digits that the user pasted, however they were written. */
function hasDigits(phoneNumber: string, filter: string): boolean {
	const wanted = filter.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
	return (
		wanted.length >= MIN_DIGITS &&
		!/[a-z]/i.test(filter) &&
		phoneNumber.replace(/\D/g, '').includes(wanted)
	);
}
