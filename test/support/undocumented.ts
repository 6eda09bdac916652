import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';

/* The five operations that the service names without their paths: Calendar, Company, Event. */

/** One of them, as the form knows it. */
export interface Undocumented {
	resource: string;
	operation: string;
	path: string;
	/** Whether the path holds the ID of a record. */
	hasId: boolean;
}

const CALENDAR: Undocumented = {
	resource: 'calendar',
	operation: 'get',
	path: '/public/calendars/{id}',
	hasId: true,
};
const CALENDARS: Undocumented = {
	resource: 'calendar',
	operation: 'getAll',
	path: '/public/calendars',
	hasId: false,
};
export const COMPANY: Undocumented = {
	resource: 'company',
	operation: 'get',
	path: '/public/company',
	hasId: false,
};
export const EVENT: Undocumented = {
	resource: 'event',
	operation: 'get',
	path: '/public/events/{id}',
	hasId: true,
};
export const EVENTS: Undocumented = {
	resource: 'event',
	operation: 'getAll',
	path: '/public/events',
	hasId: false,
};

/** All of them with their names, as `test.each` takes them. */
export const eachOperation = [CALENDAR, CALENDARS, COMPANY, EVENT, EVENTS].map(
	(operation) => [`${operation.resource}: ${operation.operation}`, operation] as const,
);
export const eachWithId = eachOperation.filter(([, { hasId }]) => hasId);

/** What the form holds when it is opened, with an ID where one is asked for. */
export function untouched(
	{ resource, operation, path, hasId }: Undocumented,
	id = `${resource}-1`,
): INodeParameters {
	return { resource, operation, endpointPath: path, ...(hasId && { recordId: id }) };
}

/** Method and address of every request, in order. */
export function requestsTo({ log }: Sandbox): string[] {
	return log.map(({ method, url }) => `${method} ${url}`);
}
