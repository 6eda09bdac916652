/*
 * What people build without this node: n8n's HTTP Request with the pagination "Update a Parameter in
 * Each Request", and Split Out to make items of the pages.
 */
import { nodeOfN8n, runChain, useExpressions } from './n8n.mjs';
import { people } from './people.mjs';

const pageSize = 100;

export async function prepare({ expressions, body }, connection) {
	await useExpressions(expressions);
	const httpRequest = nodeOfN8n('HttpRequest/HttpRequest', 'HttpRequest');
	const splitOut = nodeOfN8n('Transform/SplitOut/SplitOut', 'SplitOut');
	const run = async (work) =>
		work.kind === 'create'
			? await runChain(
					connection,
					[{ ...httpRequest, parameters: create(connection.url, body) }],
					people(work.count),
				)
			: await runChain(connection, [
					{ ...httpRequest, parameters: list(connection.url, work) },
					{ ...splitOut, parameters: { fieldToSplitOut: 'data', options: {} } },
				]);
	return { run };
}

const bodies = {
	/** One row for each property, each with an expression. */
	fields: {
		specifyBody: 'keypair',
		bodyParameters: {
			parameters: [
				{ name: 'assistant_id', value: '={{ $json.assistant }}' },
				{ name: 'phone_number', value: '={{ $json.phone }}' },
				{ name: 'first_name', value: '={{ $json.name }}' },
				{ name: 'company', value: '={{ $json.company }}' },
			],
		},
	},
	/** The whole body from one expression. */
	json: {
		specifyBody: 'json',
		jsonBody:
			'={{ { assistant_id: $json.assistant, phone_number: $json.phone, first_name: $json.name, company: $json.company } }}',
	},
};

const create = (url, body) => ({
	method: 'POST',
	url: `${url}/calls`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'voiceAssistantCallsApi',
	sendBody: true,
	contentType: 'json',
	...bodies[body],
	options: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
});

const list = (url, { limit }) => ({
	url: `${url}/public/calls`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'voiceAssistantCallsApi',
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.hasMore }}',
				...(limit !== undefined && { limitPagesFetched: true, maxRequests: limit / pageSize }),
			},
		},
	},
});
