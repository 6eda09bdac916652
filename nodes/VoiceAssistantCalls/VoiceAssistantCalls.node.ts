import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { getAssistants, searchAssistants, searchCalls } from './listSearch';
import { customOperations, operationProperties } from './operations';

export class VoiceAssistantCalls implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Assistant Calls',
		name: 'voiceAssistantCalls',
		icon: { light: 'file:voiceAssistantCalls.svg', dark: 'file:voiceAssistantCalls.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] === "create" ? ($parameter["options"]?.["dryRun"] === true ? "Dry run" : "Place Call") : ({ get: "Get", getAll: "Get Many", getOutcome: "Get Outcome", getReport: "Get Report" })[$parameter["operation"]] + ": " + $parameter["resource"].charAt(0).toUpperCase() + $parameter["resource"].slice(1) }}',
		description:
			'Place phone calls with AI voice assistants and read the transcripts. Each run of Place Call places a real call.',
		defaults: { name: 'Voice Assistant Calls' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'voiceAssistantCallsApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Call', value: 'call' },
					{ name: 'Calendar (Undocumented)', value: 'calendar' },
					{ name: 'Company (Undocumented)', value: 'company' },
					{ name: 'Event (Undocumented)', value: 'event' },
				],
				default: 'call',
			},
			...operationProperties,
		],
	};

	methods = { listSearch: { searchAssistants, searchCalls }, loadOptions: { getAssistants } };

	customOperations = customOperations;
}
