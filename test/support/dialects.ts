import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { DialectName, Sandbox } from '../../sandbox';

/**
 * What a user enters for a service of each kind (docs/api.md, Other services). The fields that are
 * missing are as n8n hands them over: a credential that was saved before they were there has none.
 */
export const CREDENTIALS: Record<
	DialectName,
	(sandbox: Sandbox) => ICredentialDataDecryptedObject
> = {
	documented: ({ apiKey, url }) => ({ apiKey, baseUrl: url }),
	bearer: ({ apiKey, url }) => ({
		apiKey: `Bearer ${apiKey}`,
		baseUrl: url,
		createPath: '/public/calls',
		keyHeader: 'authorization',
	}),
	authentication: ({ apiKey, url }) => ({
		apiKey,
		baseUrl: `${url}/public`,
		createPath: '/calls',
		callsPath: '/calls',
		keyHeader: 'authentication',
	}),
};
