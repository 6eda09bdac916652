import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../n8n/errors';
import { isExact } from './recordId';

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** The cursor of the page after it; empty after the last. */
	nextCursor: string;
}

/** What to do about a list that cannot be read, by the fields that its operation has. */
export interface ListAdvice {
	otherShape: string;
	endless: string;
}

export const CALL_LIST_ADVICE: ListAdvice = {
	otherShape:
		"Check 'Base URL' in the credential. If it is right, the API may have changed. Ask the service's support.",
	endless: "Narrow 'Filters', or ask the service's support.",
};
export const ANY_LIST_ADVICE: ListAdvice = {
	otherShape: "Check 'Endpoint Path', and 'Base URL' in the credential.",
	endless: "Ask the service's support.",
};

/**
 * What to do about a list that the service rejects, by status.
 *
 * @param fields the operation's own fields that go into the query, as the form shows them
 */
export function whereRejected(fields: string): Record<400 | 422, string> {
	const advice = `Check ${fields}. In the credential, check 'Cursor Parameter' and 'Page Size Parameter' under 'Advanced'.`;
	return { 400: advice, 422: advice };
}

/** Reads a page of calls, docs/api.md, Calls List. */
export function callList(body: unknown): Page {
	return envelope(body, CALL_LIST_ADVICE);
}

function envelope(body: unknown, advice: ListAdvice): Page {
	const { data, hasMore, nextCursor } = (isObject(body) ? body : {}) as IDataObject;
	if (!Array.isArray(data)) {
		throw new UserError(
			`The response contains no list: "data" is ${data === undefined ? 'missing' : 'not a list'}`,
			advice.otherShape,
		);
	}
	const records: unknown[] = data;
	if (!records.every(isObject)) {
		throw new UserError(
			'The list contains something that is not a record',
			"No partial list was returned. Ask the service's support.",
		);
	}
	return { records, nextCursor: hasMore === true ? cursorOf(nextCursor, advice) : '' };
}

/** Reads a page of records of which nothing is known: a bare list or a single object will do. */
export function anyList(body: unknown): Page {
	if (Array.isArray(body)) return envelope({ data: body }, ANY_LIST_ADVICE);
	const isList = isObject(body) && (Array.isArray(body.data) || 'hasMore' in body);
	return isObject(body) && !isList
		? { records: [body], nextCursor: '' }
		: envelope(body, ANY_LIST_ADVICE);
}

function cursorOf(value: unknown, { endless }: ListAdvice): string {
	const isEmpty = value === undefined || value === null || value === '';
	// Half a character cannot stand in a URL; another cursor would be sent.
	if (typeof value === 'string' && !isEmpty && value.isWellFormed()) return value;
	const isNumber = typeof value === 'number';
	if (isNumber && isExact(value)) return String(value);
	const reason = isEmpty ? 'is empty' : 'is not a text that can be sent back';
	throw new UserError(
		'The service says that there are more records, but not how to get them',
		isNumber
			? '"nextCursor" is a number with too many digits, so it is not exact. No partial list was returned. Ask the service\'s support to send it as text.'
			: `"hasMore" is true, but "nextCursor" ${reason}. No partial list was returned. ${endless}`,
	);
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
