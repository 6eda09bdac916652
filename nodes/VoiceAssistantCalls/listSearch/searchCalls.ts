import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { timeOf } from '../../shared/callRecord';
import { fromRecentCalls, matches, textOf } from './recentCalls';

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
	return await fromRecentCalls(
		this,
		(records) =>
			records
				.filter(({ Id }) => textOf(Id) !== '')
				.map((record) => ({
					name: titleOf(record, zone) || textOf(record.Id),
					value: textOf(record.Id),
					description: textOf(record.Summary),
				}))
				.filter(({ name, value, description }) =>
					matches(`${name} ${value} ${description}`, filter),
				),
		filter ? 'No call matches' : 'There are no calls yet',
		paginationToken,
	);
}

function titleOf({ StartedAt, PhoneNumber, AssistantName }: IDataObject, zone: string): string {
	const time = timeOf(StartedAt);
	const when =
		time === undefined ? '' : DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd HH:mm');
	return [when, textOf(PhoneNumber), textOf(AssistantName)].filter(Boolean).join(' · ');
}
