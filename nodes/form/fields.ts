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

/**
 * An assistant, chosen from those of recent calls; the value is its ID.
 *
 * @param more name, default and when it is shown
 */
export function assistantField(
	more: Pick<INodeProperties, 'name' | 'default' | 'displayOptions'>,
): INodeProperties {
	return {
		...more,
		displayName: 'Assistant Name or ID',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getAssistants' },
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	};
}

/**
 * Page Size, in the collection Options of whatever reads calls. Not in the form, which cannot know whether the
 * credential has a parameter for it; the JSON of a workflow may have it.
 */
export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'hidden',
	default: 100,
};

/** The collection Options where it has nothing but Page Size. */
export function hiddenOptions(displayOptions?: IDisplayOptions): INodeProperties {
	return { displayName: 'Options', name: 'options', type: 'hidden', displayOptions, default: {} };
}

/**
 * @param value a member of what `readCollection` returned
 * @returns undefined where the option was not added
 * @throws UserError if it is not a whole number of at least 1
 */
export function readPageSize(value: unknown): number | undefined {
	return value === undefined ? undefined : readWholeNumber(value, 'Page Size');
}
