import type * as n8nCore from 'n8n-core';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import type { connect as Connect } from '../../nodes/shared/transport';
import type { undocumentedResource as NamedResource } from '../../nodes/VoiceAssistantCalls/resources/undocumented';

export const core: typeof n8nCore;
export const VoiceAssistantCalls: new () => INodeType;
export const VoiceAssistantCallsApi: new () => ICredentialType;
export const connect: typeof Connect;
export const undocumentedResource: typeof NamedResource;
/** Whether it is not the one that the package is developed with. */
export const isOlderN8n: boolean;
/** Which of n8n's engines evaluates expressions: `legacy`, or `vm` as in production. */
export const expressionEngine: 'legacy' | 'vm';
