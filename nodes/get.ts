import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Call, CALL_FIELDS } from './service/call';
import { UserError } from './n8n/errors';
import type { ApiClient } from './service/client';
import { pathWithId } from './service/path';
import { reportedFailure } from './service/response';
import { quoteValue } from './n8n/text';
import type { ItemContext } from './n8n/itemContext';
import { connectItem } from './form/connection';
import { outputFields, readOutput } from './form/output';

const displayOptions = { show: { resource: ['call'], operation: ['get'] } };

export const getFields: INodeProperties[] = [
	{
		displayName: 'Call',
		name: 'callId',
		type: 'resourceLocator',
		displayOptions,
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The call to return',
		hint: 'From List always returns this one call. In a workflow, use By ID with an expression.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a call...',
				typeOptions: { searchListMethod: 'searchCalls', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 8f14e45f-ceea-467f-a8d9-5c1c2b3a4d5e',
			},
		],
	},
	...outputFields(displayOptions),
];

/** Call Read, docs/api.md. */
export async function getCall(item: ItemContext): Promise<IDataObject[]> {
	const id = item.chosen('callId');
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	const { client, path } = await connectItem(item);
	const record = await client.get(pathWithId(path, id, 'Call'), undefined, {
		address: `Check the ID in 'Call': there is no call ${quoteValue(id)}. If no ID works, check 'Base URL' in the credential and 'Calls Path' under 'Advanced'.`,
	});
	return [shape(readRecord(record, client))];
}

/** Any field of a call will do, since a service may leave some out. */
function readRecord(body: unknown, client: ApiClient): Call {
	const call = new Call((body ?? {}) as IDataObject);
	// What a call says of itself, such as that it failed, is no failure of the request.
	const failure = call.id === undefined ? reportedFailure(body) : undefined;
	if (failure) throw client.cleanError(failure);
	const isCall = CALL_FIELDS.some((field) => Object.hasOwn(call.raw, field));
	if (isCall && !Array.isArray(body)) return call;
	throw new UserError(
		'The response is not a call',
		"Check 'Base URL' in the credential. If it is right, the API may have changed. Ask the service's support.",
	);
}
