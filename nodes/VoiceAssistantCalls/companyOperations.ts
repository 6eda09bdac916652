import { undocumentedResource } from '../undocumented';

export const companyProperties = undocumentedResource('company', [
	{
		value: 'get',
		action: 'Get company',
		description: 'Return the company that the API key belongs to',
		path: '/public/company',
	},
]);
