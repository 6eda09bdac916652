import {
	Workflow,
	type EngineRequest,
	type EngineResponse,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
} from 'n8n-workflow';
import { stringify } from 'flatted';

import { core } from './built';
import { additionalDataOf, loadedNode, NODE_TYPE, nodeTypesOf } from './engine';

/** Workflows in which the node is run more than once, or as the tool of an AI agent. */

const TOOL_TYPE = `${NODE_TYPE}Tool`;

type NodeOptions = Partial<INode> & Pick<INode, 'parameters'>;

/** The node run several times in one execution, as a loop does it: each time with the same items. */
export async function runInTurns(
	turns: number,
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
	items: IDataObject[],
): Promise<IRun> {
	const [start, calls] = [startNode(), callsNode(NODE_TYPE, node)];
	const through = Array.from({ length: turns }, (_, turn) => plainNode(`Turn ${turn}`, 'pass'));
	const connections: IConnections = {
		Start: { main: [through.map(({ name }) => to(name))] },
		...Object.fromEntries(through.map(({ name }) => [name, { main: [[to('Calls')]] }])),
	};
	return await execute(credential, [start, ...through, calls], connections, items, {
		[NODE_TYPE]: loadedNode(),
		pass: passOn,
	});
}

/** What an agent asks its tool for, one after another or all at once. */
export interface ToolCalls {
	calls: IDataObject[];
	atOnce?: boolean;
}

/** An answer of the tool, as the agent reads it. */
export interface ToolRun {
	answers: string[];
	/** What the execution ended with. */
	error?: string;
	stored: string;
}

/** The node as the tool of an agent that holds the tool in its hands (n8n's older agents). */
export async function runAsHeldTool(
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
	{ calls, atOnce = false }: ToolCalls,
): Promise<ToolRun> {
	let answers: string[] = [];
	const agent = agentType(async function () {
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Array<{
			invoke: (args: IDataObject) => Promise<string>;
		}>;
		// As LangChain's AgentExecutor does it: the agent reads an empty text in the place of an error.
		const invoke = async (args: IDataObject) => await tool.invoke(args).catch(() => '');
		if (atOnce) answers = await Promise.all(calls.map(invoke));
		else for (const args of calls) answers.push(await invoke(args));
		return [[{ json: {} }]];
	});
	const run = await runAgent(agent, credential, node);
	return told(answers, run);
}

/** Whether the n8n-core under test runs tools itself; those before the autumn of 2025 do not. */
export const runsRequestedTools = 'handleEngineRequest' in core.WorkflowExecute.prototype;

/** The node as the tool of an agent that lets n8n run it (n8n's newer agents). */
export async function runAsRequestedTool(
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
	{ calls, atOnce = false }: ToolCalls,
): Promise<ToolRun> {
	const answers: string[] = [];
	const rounds = atOnce ? [calls] : calls.map((args) => [args]);
	const agent = agentType(async function (response) {
		for (const { data } of response?.actionResponses ?? []) {
			answers.push(JSON.stringify(data.data?.ai_tool?.[0]?.map(({ json }) => json)));
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
	return told(answers, run);
}

function told(answers: string[], { data }: IRun): ToolRun {
	return { answers, error: data.resultData.error?.message, stored: stringify(data) };
}

async function runAgent(
	agent: INodeType,
	credential: ICredentialDataDecryptedObject,
	node: NodeOptions,
): Promise<IRun> {
	return await execute(
		credential,
		[startNode(), plainNode('Agent', 'agent'), callsNode(TOOL_TYPE, node)],
		{
			Start: { main: [[to('Agent')]] },
			Calls: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		[{ question: 'Please call Ada.' }],
		{ agent, [TOOL_TYPE]: asTool(loadedNode()) },
	);
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

const passOn: INodeType = {
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

const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

const startNode = () => plainNode('Start', 'start');

function plainNode(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

function callsNode(type: string, options: NodeOptions): INode {
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

async function execute(
	credential: ICredentialDataDecryptedObject,
	nodes: INode[],
	connections: IConnections,
	items: IDataObject[],
	types: Record<string, INodeType>,
): Promise<IRun> {
	const nodeTypes = nodeTypesOf(types);
	const workflow = new Workflow({
		id: '1',
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const trigger = {
		name: 'Start',
		data: { data: { main: [items.map((json, item) => ({ json, pairedItem: { item } }))] } },
	} as never;
	const startNodeOfWorkflow = workflow.getNode('Start') as INode;
	const execution = new core.WorkflowExecute(additionalDataOf(credential, workflow), 'manual');
	// n8n took positional arguments until early 2.x.
	return execution.run.length > 1
		? await (execution.run as (...args: unknown[]) => ReturnType<typeof execution.run>)(
				workflow,
				startNodeOfWorkflow,
				undefined,
				undefined,
				trigger,
			)
		: await execution.run({
				workflow,
				startNode: startNodeOfWorkflow,
				triggerToStartFrom: trigger,
			});
}
