import { namedResource } from '../record';

export const calendarProperties = namedResource('calendar', [
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
