import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate } from '../nodes/shared/credential';

/** In which sentence each outcome of the test is shown, by HTTP status. */
const TEST_SENTENCES: Record<number, string> = {
	301: 'The service redirects to another address. Enter the final address as Base URL.',
	302: 'The service redirects to another address. Enter the final address as Base URL.',
	303: 'The service redirects to another address. Enter the final address as Base URL.',
	307: 'The service redirects to another address. Enter the final address as Base URL.',
	308: 'The service redirects to another address. Enter the final address as Base URL.',
	400: 'The service did not understand the request. Check Page Size Parameter, and Base URL.',
	401: 'The service did not accept the API key. Check API Key; include a prefix such as "Bearer " if the service asks for one.',
	403: 'The API key is not allowed to list calls. Check API Key; include a prefix such as "Bearer " if the service asks for one.',
	404: 'There is no list of calls at this address. Check Base URL: /public/calls is appended to it.',
	429: 'The service is receiving too many requests right now. Test again in a minute.',
};

export class VoiceAssistantCallsApi implements ICredentialType {
	name = 'voiceAssistantCallsApi';

	displayName = 'Voice Assistant Calls API';

	icon: Icon = {
		light: 'file:../nodes/VoiceAssistantCalls/voiceAssistantCalls.svg',
		dark: 'file:../nodes/VoiceAssistantCalls/voiceAssistantCalls.dark.svg',
	};

	documentationUrl =
		'https://github.com/voice-assistant-calls/n8n-nodes-voice-assistant-calls/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Sent exactly as it stands here. If the service asks for a prefix such as "Bearer ", include it.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'The address of the service, without the paths of its operations. It must begin with https://, on private networks http:// is accepted as well.',
		},
		{
			displayName: 'Cursor Parameter',
			name: 'cursorParameter',
			type: 'string',
			default: 'cursor',
			description:
				'The query parameter that takes the cursor of the next page. The reference of the service does not name it.',
		},
		{
			displayName: 'Page Size Parameter',
			name: 'pageSizeParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. limit',
			description:
				'The query parameter that takes the number of records a page. The reference of the service does not name one; leave it empty to use the page size of the service.',
		},
	];

	authenticate: IAuthenticate = authenticate;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '={{ "/public/calls" + ($credentials.pageSizeParameter ? "?" + encodeURIComponent($credentials.pageSizeParameter) + "=1" : "") }}',
		},
		rules: [
			...Object.entries(TEST_SENTENCES).map(([status, message]) => ({
				type: 'responseCode' as const,
				properties: { value: Number(status), message },
			})),
			{
				type: 'responseSuccessBody' as const,
				properties: {
					key: 'data',
					value: undefined,
					message:
						'This address answers, but not as the Voice Assistant Calls API. Check Base URL.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
