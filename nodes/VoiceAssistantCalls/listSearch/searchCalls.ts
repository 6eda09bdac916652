import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { timeOf } from '../../shared/callRecord';
import { fromRecentCalls, matches } from './recentCalls';

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
				.filter(({ Id }) => typeof Id === 'string' && Id !== '')
				.map((record) => ({
					name: titleOf(record, zone),
					value: String(record.Id),
					description: typeof record.Summary === 'string' ? record.Summary : '',
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
	return [when, PhoneNumber, AssistantName]
		.filter((part) => typeof part === 'string' && part)
		.join(' · ');
}
