import type {
	EngineRequest,
	EngineResponse,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	IRun,
} from 'n8n-workflow';
import { stringify } from 'flatted';

import { core } from './built';
import { callsNode, loadedNode, NODE_TYPE, passOn, plainNode, to } from './engine';
import { runParts, type NodeOptions } from './workflows';

/* The node as the tool of an AI agent, in the two ways in which n8n runs a tool. */

const TOOL_TYPE = `${NODE_TYPE}Tool`;

/** What an agent asks its tool for, one after another or all at once. */
export interface ToolCalls {
	calls: IDataObject[];
	atOnce?: boolean;
}

/** A response of the tool, as the agent reads it. */
export interface ToolRun {
	responses: string[];
	/** What the execution ended with. */
	error?: string;
	stored: string;
}

type RunTool = (
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
	calls: ToolCalls,
) => Promise<ToolRun>;

/** An agent that calls the tool by itself: n8n's Agent node before version 3. */
const runAsHeldTool: RunTool = async (credential, node, { calls, atOnce = false }) => {
	let responses: string[] = [];
	const agent = agentType(async function () {
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Array<{
			invoke: (args: IDataObject) => Promise<string>;
		}>;
		// As LangChain's AgentExecutor does it: the agent reads an empty text in the place of an error.
		const invoke = async (args: IDataObject) => await tool.invoke(args).catch(() => '');
		if (atOnce) responses = await Promise.all(calls.map(invoke));
		else for (const args of calls) responses.push(await invoke(args));
		return [[{ json: {} }]];
	});
	const run = await runAgent(agent, credential, node);
	return toolRun(responses, run);
};

/** An agent that asks n8n to run the tool: n8n's Agent node from version 3 on. */
const runAsRequestedTool: RunTool = async (credential, node, { calls, atOnce = false }) => {
	const responses: string[] = [];
	const rounds = atOnce ? [calls] : calls.map((args) => [args]);
	const agent = agentType(async function (response) {
		for (const { data } of response?.actionResponses ?? []) {
			responses.push(JSON.stringify(data.data?.ai_tool?.[0]?.map(({ json }) => json)));
		}
		const round = rounds.shift();
		if (!round) return [[{ json: {} }]];
		return {
			actions: round.map((input, index) => ({
				actionType: 'ExecutionNodeAction',
				nodeName: 'Calls',
				input,
				type: 'ai_tool',
				id: `call ${rounds.length}.${index}`,
				metadata: {},
			})),
			metadata: {},
		} as EngineRequest;
	});
	const run = await runAgent(agent, credential, node);
	return toolRun(responses, run);
};

/** n8n-core runs the tools that an agent asks for since the autumn of 2025. */
const runsRequestedTools = 'handleEngineRequest' in core.WorkflowExecute.prototype;

/** The ways in which the n8n-core under test runs a tool. */
export const WAYS_OF_TOOLS: Array<[name: string, run: RunTool]> = [
	['calls by itself', runAsHeldTool],
];
if (runsRequestedTools) WAYS_OF_TOOLS.push(['lets n8n run', runAsRequestedTool]);

function toolRun(responses: string[], { data }: IRun): ToolRun {
	return { responses, error: data.resultData.error?.message, stored: stringify(data) };
}

async function runAgent(
	agent: INodeType,
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
): Promise<IRun> {
	const parts = {
		nodes: [plainNode('Agent', 'agent'), callsNode(TOOL_TYPE, node)],
		connections: {
			Start: { main: [[to('Agent')]] },
			Calls: { ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] },
		},
		types: { agent, [TOOL_TYPE]: asTool(loadedNode()) },
	};
	return await runParts(credential, parts, [{ question: 'Please call Ada.' }]);
}

/** What n8n's CLI makes of a node that is `usableAsTool`. */
function asTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	return Object.assign(Object.create(nodeType) as INodeType, {
		description: {
			...description,
			name: `${description.name}Tool`,
			displayName: `${description.displayName} Tool`,
			inputs: [],
			outputs: ['ai_tool'],
			properties: [
				...description.properties,
				{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
			],
		},
	});
}

function agentType(
	execute: (
		this: IExecuteFunctions,
		response?: EngineResponse,
	) => Promise<INodeExecutionData[][] | EngineRequest>,
): INodeType {
	return {
		...passOn,
		description: { ...passOn.description, name: 'agent', inputs: ['main', 'ai_tool'] },
		execute: execute as INodeType['execute'],
	};
}
