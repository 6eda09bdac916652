import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { readEndpointPath, pathWithId } from './service/path';
import { readRecords } from './service/pages';
import type { ItemContext } from './n8n/itemContext';
import { perItem, type ItemExecutor } from './n8n/operation';
import { connectItem } from './form/connection';
import { limitFields, readLimit } from './form/fields';

/** One operation that the API names without a path or a payload (docs/api.md, Calendars, company and events). */
interface UndocumentedOperation {
	/** The value of the field Operation. */
	value: 'get' | 'getAll';
	action: string;
	description: string;
	/** The path that the documented operations suggest; `{id}` where the ID of a record belongs. */
	path: string;
}

/**
 * Describes an operation of which only the name is known. Everything that may turn out to be different, the
 * path above all, can be corrected in the form.
 *
 * @param resource the value of the field Resource
 */
export function undocumented(
	resource: string,
	{ value, action, description, path }: UndocumentedOperation,
) {
	const readOnce = value === 'get' ? getRecordWith(path.includes('{id}')) : getManyRecords;
	return {
		name: value === 'get' ? 'Get' : 'Get Many',
		value,
		action,
		description,
		operation: perItem({ method: 'GET', path }, readOnce),
		fields: fieldsOf({ show: { resource: [resource], operation: [value] } }, value, path),
	};
}

function fieldsOf(
	displayOptions: IDisplayOptions,
	operationValue: UndocumentedOperation['value'],
	path: string,
): INodeProperties[] {
	const recordId: INodeProperties = {
		displayName: 'ID',
		name: 'recordId',
		type: 'string',
		displayOptions,
		required: true,
		default: '',
		description: 'The ID of the record to return',
	};
	const endpointPath: INodeProperties = {
		displayName: 'Endpoint Path',
		name: 'endpointPath',
		type: 'string',
		displayOptions,
		required: true,
		default: path,
		description:
			"Path relative to Base URL. The API reference doesn't document it. Change it if yours differs.",
		hint: "This path is an assumption. Change it if your API's path differs.",
	};
	return [
		...(path.includes('{id}') ? [recordId] : []),
		...(operationValue === 'getAll' ? limitFields(displayOptions) : []),
		endpointPath,
	];
}

/** @param needsId whether the path has a place for the ID of a record */
function getRecordWith(needsId: boolean): ItemExecutor {
	return async (item) => {
		// One record as a rule; where the path leads to a list, none of it is cut off.
		return await readFrom(item, Infinity, needsId);
	};
}

async function getManyRecords(item: ItemContext): Promise<IDataObject[]> {
	const limit = readLimit(item.parameter('returnAll', false), () => item.parameter('limit', 50));
	return await readFrom(item, limit, false);
}

async function readFrom(
	item: ItemContext,
	limit: number,
	needsId: boolean,
): Promise<IDataObject[]> {
	const { client } = await connectItem(item);
	const endpointPath = readEndpointPath(item.parameter('endpointPath'), needsId, <T>(value: T) =>
		client.redact(value),
	);
	const path = needsId ? pathWithId(endpointPath, item.parameter('recordId'), 'ID') : endpointPath;
	const address = `The API reference does not document this path, so ${path} is an assumption. Ask the service for the path and correct 'Endpoint Path'. If the path contains an ID, check that too.`;
	const list = { path, query: {}, isUndocumented: true, advice: { address } };
	return await readRecords(client, list, limit);
}
