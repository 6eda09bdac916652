import { undocumentedResource } from '../undocumented';

export const eventProperties = undocumentedResource('event', [
	{
		value: 'get',
		action: 'Get event',
		description: 'Read one event',
		path: '/public/events/{id}',
	},
	{
		value: 'getAll',
		action: 'Get many events',
		description: 'List the events, such as appointments made during a call',
		path: '/public/events',
	},
]);
