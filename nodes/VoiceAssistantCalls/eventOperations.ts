import { undocumentedResource } from '../undocumented';

export const eventProperties = undocumentedResource('event', [
	{
		value: 'get',
		action: 'Get event',
		description: 'Return one event',
		path: '/public/events/{id}',
	},
	{
		value: 'getAll',
		action: 'Get many events',
		description: 'Return the events that the service lists',
		path: '/public/events',
	},
]);
