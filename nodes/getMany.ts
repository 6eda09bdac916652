import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import { dateRangeFields } from './form/dateRangeFields';
import { assertAssistantIds, assertLeftOut } from './form/assistantFilters';
import { filterParameters, sortParameter } from './form/filters';
import { findCalls } from './service/calls';
import type { ItemContext } from './n8n/itemContext';
import { connectItem } from './form/connection';
import { filtersField, sortField } from './form/filterFields';
import { limitFields, readLimit, readPageSize, pageSizeOption } from './form/fields';
import { outputFields, readOutput } from './form/output';
import { whereRejected } from './service/status';
import { readDateRange } from './form/readDateRange';
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
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		displayOptions,
		placeholder: 'Add Option',
		default: {},
		options: [pageSizeOption],
	},
];

/** A filter whose capitals are wrong finds nothing, and no error says so. */
export const CASE_HINT: NodeHint = {
	message:
		'If calls are missing: filters on Keywords and Status are case-sensitive. Known keywords: Appointment, Callback, Invoice, Offer, PrankCall, WrongNumber. Known statuses: archive, unread.',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ ["getAll", "getReport"].includes($parameter["operation"]) && ($parameter["filters"]?.["condition"] ?? []).some((filter) => ["Keywords", "Status"].includes(filter.field)) }}',
};

/** Calls List, docs/api.md. */
export async function getManyCalls(item: ItemContext): Promise<IDataObject[]> {
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
	if (calls.length === 0) await assertAssistantIds(client, path, search.filters);
	assertLeftOut(search.filters, calls);
	const shaped: IDataObject[] = [];
	const yieldNow = yieldToEventLoop();
	for (const call of calls) {
		await yieldNow();
		shaped.push(shape(call));
	}
	return shaped;
}
