/*
 * What people build without this node: n8n's HTTP Request with the pagination "Update a Parameter in
 * Each Request", and Split Out to make items of the pages.
 */
import { nodeOfN8n, runChain, useExpressions } from './n8n.mjs';

const pageSize = 100;

export async function prepare({ expressions }, connection) {
	await useExpressions(expressions);
	const httpRequest = nodeOfN8n('HttpRequest/HttpRequest', 'HttpRequest');
	const splitOut = nodeOfN8n('Transform/SplitOut/SplitOut', 'SplitOut');
	const run = async (work) =>
		await runChain(connection, [
			{ ...httpRequest, parameters: list(connection.url, work) },
			{ ...splitOut, parameters: { fieldToSplitOut: 'data', options: {} } },
		]);
	return { run };
}

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
