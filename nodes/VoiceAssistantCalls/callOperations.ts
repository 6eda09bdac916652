import type { INodeProperties } from 'n8n-workflow';

import { perItem, wholeList } from '../n8n/operation';
import { createCalls } from '../create';
import { createFields } from '../create/fields';
import { getCall, getFields } from '../get';
import { getAllFields, getManyCalls } from '../getMany';
import { getOutcomes } from '../outcome';
import { getOutcomeFields } from '../outcome/fields';
import { getReport } from '../report';
import { getReportFields } from '../report/fields';

const CALLS = '={{ $credentials.callsPath }}';

const create = wholeList({ method: 'POST', url: '={{ $credentials.createPath }}' }, createCalls);
const getOutcome = wholeList({ method: 'GET', url: CALLS }, getOutcomes);

/** To be set as `customOperations` of the node. */
export const callOperations = { create: create.custom, getOutcome: getOutcome.custom };

export const callProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['call'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Place real phone call',
				description: 'Let a voice assistant call a phone number. Each run places a real call.',
				routing: create.routing,
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get call',
				description: 'Return one call with its summary and transcript',
				routing: perItem({ method: 'GET', url: `${CALLS}/{id}` }, getCall),
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many calls',
				description: 'Return calls by date, status, keyword or another field',
				routing: perItem({ method: 'GET', url: CALLS }, getManyCalls),
			},
			{
				name: 'Get Outcome',
				value: 'getOutcome',
				action: 'Get outcome of placed call',
				description: 'Wait for a call placed by Create to end, then return it',
				routing: getOutcome.routing,
			},
			{
				name: 'Get Report',
				value: 'getReport',
				action: 'Get call report',
				description: 'Count the calls of a day, week or month, and write an email about them',
				routing: perItem({ method: 'GET', url: CALLS }, getReport),
			},
		],
		default: 'getAll',
	},
	...createFields,
	...getFields,
	...getAllFields,
	...getOutcomeFields,
	...getReportFields,
];
