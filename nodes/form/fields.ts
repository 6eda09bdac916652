import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { readSwitch, readWholeNumber } from './readers';

/* Fields that more than one operation has, and the functions that read them. */

/**
 * Return All and Limit.
 *
 * @param hint what else the limit means
 */
export function limitFields(displayOptions: IDisplayOptions, hint?: string): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			displayOptions,
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			displayOptions: { show: { ...displayOptions.show, returnAll: [false] } },
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			...(hint && { hint }),
		},
	];
}

/**
 * @param returnAll the value of the field Return All
 * @param readMost reads the field Limit, where it is needed
 * @returns the most records to return
 * @throws UserError if Return All is neither on nor off, or Limit is not a whole number of at least 1,
 * as an expression can make it
 */
export function readLimit(returnAll: unknown, readMost: () => unknown): number {
	return readSwitch(returnAll, 'Return All', '')
		? Infinity
		: readWholeNumber(readMost(), 'Limit', '');
}

/** Page Size, in the collection Options of whatever reads calls. */
export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'Number of calls per page',
	hint: "Only with 'Page Size Parameter' in the credential, under 'Advanced'",
};

/**
 * @param value a member of what `readCollection` returned
 * @returns undefined where the option was not added
 * @throws UserError if it is not a whole number of at least 1
 */
export function readPageSize(value: unknown): number | undefined {
	return value === undefined ? undefined : readWholeNumber(value, 'Page Size');
}
