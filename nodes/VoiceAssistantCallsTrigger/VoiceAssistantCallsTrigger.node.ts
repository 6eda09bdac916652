import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { getAssistants } from '../VoiceAssistantCalls/listSearch';
import { filtersField } from '../form/filterFields';
import { pollCalls } from './poll';
import { outputFields } from '../form/output';
import { hiddenOptions } from '../form/fields';

export class VoiceAssistantCallsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Assistant Calls Trigger',
		name: 'voiceAssistantCallsTrigger',
		icon: {
			light: 'file:../VoiceAssistantCalls/voiceAssistantCalls.svg',
			dark: 'file:../VoiceAssistantCalls/voiceAssistantCalls.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ ({ callEnded: "Call Ended", callStarted: "Call Started", transcriptReady: "Transcript Ready" })[$parameter["event"]] }}',
		// n8n's panel shows it for the package as a whole (2.41.1).
		description:
			'Place phone calls with AI voice assistants, and start workflows when calls start or end',
		defaults: { name: 'Voice Assistant Calls Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'voiceAssistantCallsApi', required: true }],
		properties: [
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				options: [
					{ name: 'Call Ended', value: 'callEnded', description: 'When a call has ended' },
					{ name: 'Call Started', value: 'callStarted', description: 'When a call has started' },
					{
						name: 'Transcript Ready',
						value: 'transcriptReady',
						description: 'When a call has ended and its transcript is available',
					},
				],
				default: 'callEnded',
				description: 'The event that starts the workflow, for outbound and inbound calls',
				hint: 'Several new calls may arrive in one execution, as one item each',
			},
			filtersField(),
			...outputFields(),
			hiddenOptions(),
		],
	};

	methods = { loadOptions: { getAssistants } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollCalls(this);
	}
}
