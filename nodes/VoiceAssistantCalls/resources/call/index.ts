import type { INodeProperties } from 'n8n-workflow';

import { CALLS_PATH } from '../../../shared/calls/findCalls';
import { operation } from '../../execution/operation';
import { createCalls } from './create';
import { createFields } from './create/fields';
import { CREATE_PATH } from './create/postCall';
import { CALL_PATH, getCall, getFields } from './get';
import { getAllFields, getManyCalls } from './getAll';
import { getOutcomes } from './getOutcome';
import { getOutcomeFields } from './getOutcome/fields';

/** Set as `customOperations` of the node, beside the operations below that need it. */
export const callOperations = { create: createCalls.custom, getOutcome: getOutcomes.custom };

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
				routing: {
					request: { method: 'POST', url: CREATE_PATH },
					send: { paginate: true },
					operations: createCalls.hook,
				},
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get call',
				description: 'Return one call with its summary and transcript',
				routing: {
					request: { method: 'GET', url: CALL_PATH },
					send: { paginate: true },
					operations: operation(getCall),
				},
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many calls',
				description: 'Return calls by date, status, keyword or another field',
				routing: {
					request: { method: 'GET', url: CALLS_PATH },
					send: { paginate: true },
					operations: operation(getManyCalls),
				},
			},
			{
				name: 'Get Outcome',
				value: 'getOutcome',
				action: 'Get outcome of placed call',
				description: 'Wait for a call placed by Create to end, then return it',
				routing: {
					request: { method: 'GET', url: CALLS_PATH },
					send: { paginate: true },
					operations: getOutcomes.hook,
				},
			},
		],
		default: 'getAll',
	},
	...createFields,
	...getFields,
	...getAllFields,
	...getOutcomeFields,
];
