import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dateRangeFields, readDateRange } from './form/dateRangeFields';
import { assertAssistantIds, assertLeftOut } from './form/assistantFilters';
import { describeFilters, filterParameters, sortParameter } from './form/filters';
import { findCalls } from './service/calls';
import type { ItemContext } from './n8n/itemContext';
import type { Hint } from './n8n/operation';
import { connectItem } from './form/connection';
import { filtersField, sortField } from './form/filterFields';
import { limitFields, readLimit, hiddenOptions, readPageSize } from './form/fields';
import { outputFields, readOutput } from './form/output';
import { whereRejected } from './service/status';
import { readCollection } from './form/readers';
import { yieldToEventLoop } from './n8n/yieldToEventLoop';

const displayOptions = { show: { resource: ['call'], operation: ['getAll'] } };

export const getAllFields: INodeProperties[] = [
	...limitFields(
		displayOptions,
		'With a Date Range, you get the newest calls, unless you add a Sort',
	),
	...dateRangeFields(displayOptions, 'any', 'Return'),
	filtersField(displayOptions),
	sortField(displayOptions),
	...outputFields(displayOptions),
	hiddenOptions(displayOptions),
];

/** Calls List, docs/api.md. */
export async function getManyCalls(item: ItemContext, hint: Hint): Promise<IDataObject[]> {
	const { pageSize } = readCollection(item.parameter('options', {}), 'Options');
	const { condition } = readCollection(item.parameter('filters', {}), 'Filters');
	const { order } = readCollection(item.parameter('sort', {}), 'Sort');
	const search = {
		filters: filterParameters(condition),
		sort: sortParameter(order),
		range: readDateRange(item, 'any', Date.now()),
		limit: readLimit(item.parameter('returnAll', false), () => item.parameter('limit', 50)),
		pageSize: readPageSize(pageSize),
		advice: whereRejected("'Filters' and 'Sort'"),
	};
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	const { client, path } = await connectItem(item);
	const calls = await findCalls(client, { path, ...search });
	if (calls.length === 0 && search.filters.length > 0) {
		await assertAssistantIds(client, path, search.filters);
		const by = describeFilters(search.filters);
		hint(`No call matches 'Filters' (${by}). Upper and lower case count.`, 'warning');
	}
	assertLeftOut(search.filters, calls);
	const shaped: IDataObject[] = [];
	const yieldNow = yieldToEventLoop();
	for (const call of calls) {
		await yieldNow();
		shaped.push(shape(call));
	}
	return shaped;
}
