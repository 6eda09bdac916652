import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import { dateRangeFields } from '../../../shared/calls/dateRangeFields';
import { filterParameters, sortParameter } from '../../../shared/calls/filters';
import { findCalls } from '../../../shared/calls/findCalls';
import type { ItemContext } from '../../execution/itemContext';
import { connectItem } from '../connection';
import { filtersField, sortField } from '../../../shared/calls/filterFields';
import { limitFields, readLimit, readPageSize, pageSizeOption } from '../../../shared/form/fields';
import { outputFields, readOutput } from '../../../shared/calls/output';
import { whereRejected } from '../../../shared/lists/listResponse';
import { readDateRange } from '../readDateRange';
import { readCollection } from '../../../shared/form/readers';
import { letOthersRun } from '../../../shared/yield';

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
		'={{ $parameter["operation"] === "getAll" && ($parameter["filters"]?.["condition"] ?? []).some((filter) => ["Keywords", "Status"].includes(filter.field)) }}',
};

/** Calls List, docs/api.md. */
export async function getManyCalls(item: ItemContext): Promise<IDataObject[]> {
	const { pageSize } = readCollection(item.parameter('options', {}), 'Options');
	const { condition } = readCollection(item.parameter('filters', {}), 'Filters');
	const { order } = readCollection(item.parameter('sort', {}), 'Sort');
	const { range } = readDateRange(item, 'any', Date.now());
	const search = {
		filters: filterParameters(condition),
		sort: sortParameter(order),
		range,
		limit: readLimit(item.parameter('returnAll', false), () => item.parameter('limit', 50)),
		pageSize: readPageSize(pageSize),
		advice: whereRejected("'Filters' and 'Sort'"),
	};
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	const { client, path } = await connectItem(item);
	const calls = await findCalls(client, { path, ...search });
	const breathe = letOthersRun();
	for (const [index, call] of calls.entries()) {
		await breathe();
		calls[index] = shape(call);
	}
	return calls;
}
