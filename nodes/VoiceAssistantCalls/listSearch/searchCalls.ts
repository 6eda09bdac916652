import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { startOf, textOf } from '../../shared/calls/record';
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
		(records) =>
			records
				.filter(({ Id }) => textOf(Id) !== '')
				.filter((record) => isMatch(record, zone, filter))
				.map((record) => ({
					name: titleOf(record, zone) || textOf(record.Id),
					value: textOf(record.Id),
					description: textOf(record.Summary),
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

function titleOf(record: IDataObject, zone: string): string {
	const { PhoneNumber, AssistantName } = record;
	const time = startOf(record);
	const when =
		time === undefined ? '' : DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd HH:mm');
	return [when, textOf(PhoneNumber), textOf(AssistantName)].filter(Boolean).join(' · ');
}

function isMatch(record: IDataObject, zone: string, filter = ''): boolean {
	const shown = [titleOf(record, zone), textOf(record.Id), textOf(record.Summary)].join(' ');
	return matches(shown, filter) || hasDigits(textOf(record.PhoneNumber), filter);
}

/** Fewer digits may be those of a date. */
const FEWEST_DIGITS = 5;

/** Whether a number has the digits that the user pasted, however they were written. */
function hasDigits(phoneNumber: string, filter: string): boolean {
	const wanted = filter.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');
	return (
		wanted.length >= FEWEST_DIGITS &&
		!/[a-z]/i.test(filter) &&
		phoneNumber.replace(/\D/g, '').includes(wanted)
	);
}
