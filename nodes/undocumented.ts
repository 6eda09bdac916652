import type { INodeProperties } from 'n8n-workflow';

import { readEndpointPath, pathWithId } from './service/path';
import { readRecords } from './service/pages';
import { perItem } from './n8n/operation';
import { connectItem } from './form/connection';
import { limitFields, readLimit } from './form/fields';

/**
 * Describes an operation that the API names without a path or a payload (docs/api.md, Calendars, company and
 * events). Everything that may turn out to be different, the path above all, can be corrected in the form.
 *
 * @param resource the value of the field Resource
 * @param value the value of the field Operation
 * @param suggested the path that the documented operations suggest; `{id}` where the ID of a record belongs
 */
export function undocumented(resource: string, value: 'get' | 'getAll', suggested: string) {
	const isList = value === 'getAll';
	const needsId = suggested.includes('{id}');
	const one = needsId ? `one ${resource}` : `the ${resource} that the API key belongs to`;
	const displayOptions = { show: { resource: [resource], operation: [value] } };
	const recordId: INodeProperties = {
		displayName: 'ID',
		name: 'recordId',
		type: 'string',
		displayOptions,
		default: '',
		description: 'The ID of the record to return',
	};
	const endpointPath: INodeProperties = {
		displayName: 'Endpoint Path',
		name: 'endpointPath',
		type: 'string',
		displayOptions,
		required: true,
		default: suggested,
		description: 'Path relative to Base URL',
		hint: "This path is an assumption. Change it if your API's path differs.",
	};
	return {
		name: isList ? 'Get Many' : 'Get',
		value,
		action: isList ? `Get many ${resource}s` : `Get ${resource}`,
		description: `Return ${isList ? `the ${resource}s that the service lists` : one}`,
		operation: perItem({ method: 'GET', path: suggested }, async (item) => {
			// One record as a rule; where the path leads to a list, none of it is cut off.
			const isAll = isList ? item.parameter('returnAll', false) : true;
			const limit = readLimit(isAll, () => item.parameter('limit', 50));
			const { client } = await connectItem(item);
			const typed = item.parameter('endpointPath');
			const known = readEndpointPath(typed, needsId, <T>(text: T) => client.redact(text));
			const path = needsId ? pathWithId(known, item.parameter('recordId'), 'ID') : known;
			const address = `The API reference does not document this path, so ${path} is an assumption. Ask the service for the path and correct 'Endpoint Path'. If the path contains an ID, check that too.`;
			const list = { path, query: {}, isUndocumented: true, advice: { address } };
			return await readRecords(client, list, limit);
		}),
		fields: [
			...(needsId ? [recordId] : []),
			...(isList ? limitFields(displayOptions) : []),
			endpointPath,
		],
	};
}
