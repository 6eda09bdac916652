/*
 * Call: Create as a declarative node without any code: the same fields with `routing.send`, the rows of
 * Variables as n8n's own nodes write such rows (Brevo and HighLevel, n8n-nodes-base 2.41.1). It checks
 * nothing and places all calls at once.
 */
import { declarativeNode, runChain, useExpressions } from './n8n.mjs';
import { people } from './people.mjs';

const text = (displayName, name, send) => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(send && { routing: { send } }),
});

class RoutingSend {
	description = {
		displayName: 'Routing Send',
		name: 'routingSend',
		group: ['output'],
		version: 1,
		description: 'Place a call',
		defaults: { name: 'Routing Send' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'voiceAssistantCallsApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Create',
						value: 'create',
						action: 'Place a call',
						routing: { request: { method: 'POST', url: '/calls' } },
					},
				],
				default: 'create',
			},
			{
				displayName: 'Assistant',
				name: 'assistantId',
				type: 'resourceLocator',
				required: true,
				default: { mode: 'id', value: '' },
				modes: [{ displayName: 'By ID', name: 'id', type: 'string' }],
				routing: { send: { type: 'body', property: 'assistant_id' } },
			},
			text('Phone Number', 'phoneNumber', { type: 'body', property: 'phone_number' }),
			{
				displayName: 'Variables',
				name: 'variables',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: {},
				options: [
					{
						displayName: 'Variable',
						name: 'variable',
						values: [
							text('Name', 'name'),
							text('Value', 'value', {
								type: 'body',
								property: '={{$parent.name}}',
								value: '={{$value}}',
							}),
						],
					},
				],
			},
		],
	};
}

export async function prepare({ expressions }, connection) {
	await useExpressions(expressions);
	const node = declarativeNode(new RoutingSend());
	return {
		run: async ({ count }) => await runChain(connection, [{ ...node, parameters }], people(count)),
	};
}

const parameters = {
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: '={{ $json.assistant }}' },
	phoneNumber: '={{ $json.phone }}',
	variables: {
		variable: [
			{ name: 'first_name', value: '={{ $json.name }}' },
			{ name: 'company', value: '={{ $json.company }}' },
		],
	},
};
