import type { ICredentialDataDecryptedObject, IRun } from 'n8n-workflow';

import { loadedNode, NODE_TYPE } from './engine';
import { callsNode, passOn, plainNode, runParts, to, type NodeOptions } from './workflows';

/** The node run several times in one execution, as a loop does it: each time with the same items. */
export async function runInRounds(
	rounds: number,
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
	items: unknown[],
): Promise<IRun> {
	const through = Array.from({ length: rounds }, (_, round) => plainNode(`Round ${round}`, 'pass'));
	return await runParts(credential, {
		nodes: [...through, callsNode(NODE_TYPE, node)],
		connections: {
			Start: { main: [through.map(({ name }) => to(name))] },
			...Object.fromEntries(through.map(({ name }) => [name, { main: [[to('Calls')]] }])),
		},
		types: { [NODE_TYPE]: loadedNode(), pass: passOn },
		items,
	});
}
