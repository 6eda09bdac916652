import type { ICredentialDataDecryptedObject, INode, IRun } from 'n8n-workflow';

import {
	additionalDataOf,
	callsNode,
	loadedNode,
	NODE_TYPE,
	passOn,
	plainNode,
	runWorkflow,
	to,
	workflowOf,
	type WorkflowParts,
} from './engine';

/* Workflows in which the node is run more than once, or as the tool of an AI agent. */

export type NodeOptions = Partial<INode> & Pick<INode, 'parameters'>;

/** Runs a workflow whose node Start puts these items out. */
export async function runParts(
	credential: ICredentialDataDecryptedObject,
	parts: WorkflowParts,
	items: unknown[],
): Promise<IRun> {
	const workflow = workflowOf(parts);
	return await runWorkflow(workflow, additionalDataOf(credential, workflow), items);
}

/** The node run several times in one execution, as a loop does it: each time with the same items. */
export async function runInRounds(
	rounds: number,
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
	items: unknown[],
): Promise<IRun> {
	const through = Array.from({ length: rounds }, (_, round) => plainNode(`Round ${round}`, 'pass'));
	const parts = {
		nodes: [...through, callsNode(NODE_TYPE, node)],
		connections: {
			Start: { main: [through.map(({ name }) => to(name))] },
			...Object.fromEntries(through.map(({ name }) => [name, { main: [[to('Calls')]] }])),
		},
		types: { [NODE_TYPE]: loadedNode(), pass: passOn },
	};
	return await runParts(credential, parts, items);
}
