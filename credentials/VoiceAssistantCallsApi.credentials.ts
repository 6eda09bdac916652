import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate } from '../nodes/shared/http/credential';

const REDIRECTED =
	"Enter the final address as 'Base URL'. The service redirects to another address.";

const REJECTED = "Check 'Base URL' and 'Page Size Parameter'. The service rejected the request.";

/** In which sentence each outcome of the test is shown, by HTTP status. */
const TEST_SENTENCES: Record<number, string> = {
	301: REDIRECTED,
	302: REDIRECTED,
	303: REDIRECTED,
	307: REDIRECTED,
	308: REDIRECTED,
	400: REJECTED,
	401: 'Check \'API Key\', and include a prefix such as "Bearer " if the API expects one. The service did not accept the key.',
	403: 'Check \'API Key\', and include a prefix such as "Bearer " if the API expects one. The key is not allowed to list calls.',
	404: "Check 'Base URL': /public/calls is appended to it. There is no list of calls at this address.",
	422: REJECTED,
	429: 'Test again in a minute. The service is receiving too many requests right now.',
};

/**
 * A field that the form shows while Advanced is on. n8n takes a field that is not shown out of the
 * credential before the node gets it (credentials-helper.js of n8n 2.41.1); a hidden field of the same
 * name keeps the value while Advanced is off.
 */
function underAdvanced(field: INodeProperties): INodeProperties[] {
	return [
		{ ...field, displayOptions: { show: { advanced: [true] } } },
		{ ...field, type: 'hidden', displayOptions: { show: { advanced: [false] } } },
	];
}

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
				'Sent exactly as entered. Include a prefix such as "Bearer " if the API expects one.',
			hint: 'Include a prefix such as "Bearer " if the API expects one',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'URL of the API without endpoint paths. Must start with https://; http:// is accepted only on private networks.',
			hint: 'Without endpoint paths such as /public/calls',
		},
		{
			displayName: 'Advanced',
			name: 'advanced',
			type: 'boolean',
			default: false,
			description: 'Whether to show the settings for paging',
		},
		...underAdvanced({
			displayName: 'Cursor Parameter',
			name: 'cursorParameter',
			type: 'string',
			default: 'cursor',
			description:
				'Query parameter for the cursor of the next page. Change it if an error says that the service ignored the cursor.',
		}),
		...underAdvanced({
			displayName: 'Page Size Parameter',
			name: 'pageSizeParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. limit',
			description: "Query parameter for the page size. Leave empty for the API's default.",
		}),
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
						"Check 'Base URL'. This address responds, but not as the Voice Assistant Calls API.",
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
