import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { CALL_FIELDS } from '../../../shared/calls/record';
import { UserError } from '../../../shared/userError';
import { pathWithId } from '../../../shared/path';
import type { Item } from '../../execution/itemContext';
import { outputFields, readOutput } from '../../../shared/descriptions';

const displayOptions = { show: { resource: ['call'], operation: ['get'] } };

export const getFields: INodeProperties[] = [
	{
		displayName: 'Call',
		name: 'callId',
		type: 'resourceLocator',
		displayOptions,
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The call to read',
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

/** Call Read, API description 4.3. */
export async function getCall(item: Item): Promise<IDataObject[]> {
	const id = item.chosen('callId');
	const path = pathWithId(item.path, id, 'Call');
	const shape = readOutput(item.parameter('output', 'raw'), item.parameter('outputFields', []));
	const service = item.service();
	const record = await item.whileReading(
		async () =>
			await service.get(path, undefined, {
				404: `There is no call with the ID "${String(id)}", or Base URL in the credential is wrong. Check the field Call.`,
			}),
	);
	return record === undefined ? [] : [shape(checkedRecord(record))];
}

/** Any field of a call will do, since a service may leave some out. */
function checkedRecord(answer: unknown): IDataObject {
	const record = (answer ?? {}) as IDataObject;
	if (!Array.isArray(answer) && CALL_FIELDS.some((field) => Object.hasOwn(record, field))) {
		return record;
	}
	throw new UserError(
		'The answer of the service is not a record',
		'Check Base URL in the credential. If it is right, the service has changed the form of its answers.',
	);
}
