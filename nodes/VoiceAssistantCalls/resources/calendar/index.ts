import { undocumentedResource } from '../undocumented';

export const calendarProperties = undocumentedResource('calendar', [
	{
		value: 'get',
		action: 'Get calendar',
		description: 'Read one calendar',
		path: '/public/calendars/{id}',
	},
	{
		value: 'getAll',
		action: 'Get many calendars',
		description: 'List the calendars',
		path: '/public/calendars',
	},
]);
