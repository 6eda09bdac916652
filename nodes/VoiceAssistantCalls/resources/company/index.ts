import { namedResource } from '../record';

export const companyProperties = namedResource('company', [
	{
		value: 'get',
		action: 'Get company',
		description: 'Read the company that the API key belongs to',
		path: '/public/company',
	},
]);
