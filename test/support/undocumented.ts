import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';

/* The five operations that the service names without their paths: Calendar, Company, Event. */

/** One of them, as the form knows it. */
export interface Undocumented {
	resource: string;
	operation: string;
	path: string;
	/** Whether the path contains the ID of a record. */
	hasId: boolean;
}

const undocumented = (resource: string, operation: string, path: string): Undocumented => ({
	...{ resource, operation, path },
	hasId: path.endsWith('{id}'),
});

export const COMPANY = undocumented('company', 'get', '/public/company');
export const EVENT = undocumented('event', 'get', '/public/events/{id}');
export const EVENTS = undocumented('event', 'getAll', '/public/events');
const CALENDAR = undocumented('calendar', 'get', '/public/calendars/{id}');
const CALENDARS = undocumented('calendar', 'getAll', '/public/calendars');

/** All of them with their names, as `test.each` takes them. */
export const eachOperation = [CALENDAR, CALENDARS, COMPANY, EVENT, EVENTS].map(
	(operation) => [`${operation.resource}: ${operation.operation}`, operation] as const,
);

/** What the form has when it is opened, with an ID where one is asked for. */
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
