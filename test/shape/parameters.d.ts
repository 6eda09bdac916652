import type { INodeTypeDescription } from 'n8n-workflow';

/** What of the parameters does not exist in the description, in words; empty if all is well. */
export function problemsOfParameters(
	description: Pick<INodeTypeDescription, 'properties'>,
	parameters: object,
): string[];
