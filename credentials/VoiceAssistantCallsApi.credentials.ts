import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate, DOCUMENTED_PATHS } from '../nodes/service/credential';
import { judge, type Advice } from '../nodes/service/status';

/** What to do where the test fails, if the test knows more than the table of statuses. */
const ADVICE: Advice = {
	query: "Check 'Base URL' and, under 'Advanced', 'Page Size Parameter'.",
	rate: 'Test again in a minute.',
	service: "Test again later. If this keeps happening, ask the service's support.",
};

/** The sentence for a status, if n8n's own one would say less. */
function sentenceFor(status: number): string | undefined {
	const { blames, title, advice } = judge(status);
	return blames === 'request' ? undefined : `${ADVICE[blames] ?? advice} ${title}.`;
}

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
			description: 'Sent exactly as entered',
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
			description: 'Whether to show the settings for an API that differs from its reference',
		},
		...underAdvanced({
			displayName: 'Create Path',
			name: 'createPath',
			type: 'string',
			default: DOCUMENTED_PATHS.createPath,
			description: 'Path for placing a call, relative to Base URL',
		}),
		...underAdvanced({
			displayName: 'Calls Path',
			name: 'callsPath',
			type: 'string',
			default: DOCUMENTED_PATHS.callsPath,
			description:
				'Path for listing calls, relative to Base URL. For reading one call, its ID is appended.',
		}),
		...underAdvanced({
			displayName: 'Key Header',
			name: 'keyHeader',
			type: 'options',
			options: [
				{
					name: 'As Documented (Authentication for Place Call, Authorization Otherwise)',
					value: 'documented',
				},
				{ name: 'Authentication', value: 'authentication' },
				{ name: 'Authorization', value: 'authorization' },
			],
			default: 'documented',
			description: 'Request header that carries the API key',
		}),
		...underAdvanced({
			displayName: 'Cursor Parameter',
			name: 'cursorParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. cursor',
			description:
				'Query parameter for the cursor of the next page. Leave empty to let the node find it. If you enter a name, only this one is tried.',
		}),
		...underAdvanced({
			displayName: 'Page Size Parameter',
			name: 'pageSizeParameter',
			type: 'string',
			default: '',
			placeholder: 'e.g. limit',
			description:
				"Query parameter for the page size. With it, calls are read 100 at a time. Leave empty for the API's default.",
		}),
	];

	authenticate: IAuthenticate = authenticate;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			// `authenticate` brings the path into form, as for every other request.
			url: '={{ $credentials.callsPath }}',
			qs: '={{ $credentials.pageSizeParameter?.trim() ? { [$credentials.pageSizeParameter.trim()]: 1 } : {} }}' as never,
		},
		rules: [
			...Array.from({ length: 200 }, (_, index) => 300 + index).flatMap((status) => {
				const message = sentenceFor(status);
				return message ? [{ type: 'responseCode', properties: { value: status, message } }] : [];
			}),
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
