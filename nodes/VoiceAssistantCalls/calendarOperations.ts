import { undocumentedResource } from '../undocumented';

export const calendarProperties = undocumentedResource('calendar', [
	{
		value: 'get',
		action: 'Get calendar',
		description: 'Return one calendar',
		path: '/public/calendars/{id}',
	},
	{
		value: 'getAll',
		action: 'Get many calendars',
		description: 'Return the calendars that the service lists',
		path: '/public/calendars',
	},
]);
