import {
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
	type IRun,
} from 'n8n-workflow';

import { additionalDataOf, nodeTypesOf, runWorkflow } from './engine';

/** Parts of workflows in which the node is run more than once, or as the tool of an AI agent. */

export type NodeOptions = Partial<INode> & Pick<INode, 'parameters'>;

/** A connection to the input of a node. */
export const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

export function plainNode(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** The node of the package, or the tool that n8n makes of it. */
export function callsNode(type: string, options: NodeOptions): INode {
	return {
		id: 'calls',
		name: 'Calls',
		type,
		typeVersion: 1,
		position: [200, 0],
		credentials: { voiceAssistantCallsApi: { id: 'credential', name: 'Sandbox' } },
		...options,
	};
}

/** A node that puts out what it is given. */
export const passOn: INodeType = {
	description: {
		displayName: 'Pass on',
		name: 'pass',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Pass on' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
};

/** What a workflow is made of, beside its node Start. */
export interface WorkflowParts {
	nodes: INode[];
	connections: IConnections;
	types: Record<string, INodeType>;
	/** The `json` of the items that Start puts out. */
	items: unknown[];
}

export async function runParts(
	credential: ICredentialDataDecryptedObject,
	{ nodes, connections, types, items }: WorkflowParts,
): Promise<IRun> {
	const workflow = new Workflow({
		id: '1',
		nodes: [plainNode('Start', 'start'), ...nodes],
		connections,
		active: false,
		nodeTypes: nodeTypesOf(types),
		settings: { executionOrder: 'v1' },
	});
	return await runWorkflow(workflow, additionalDataOf(credential, workflow), items);
}
