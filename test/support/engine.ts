import { stringify } from 'flatted';
import {
	NodeHelpers,
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type NodeExecutionHint,
	type IRun,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { core, VoiceAssistantCalls, VoiceAssistantCallsApi } from './built';

/** The type name under which n8n loads the node from the installed package. */
export const NODE_TYPE = 'n8n-nodes-voice-assistant-calls.voiceAssistantCalls';

/** What a test says about one run of the node. */
export interface RunOptions {
	/** The fields of the credential. */
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** Another node than the one of the package. */
	nodeType?: INodeType;
	/**
	 * Lets n8n's RoutingNode carry out every operation, as n8n's Engine 2.0 does: it calls `execute` and
	 * knows no custom operations.
	 */
	ignoresCustomOperations?: boolean;
	/** The `json` of each input item, an object as a rule; one empty item by default. */
	items?: unknown[];
	/** Settings of the node: onError, retryOnFail, maxTries, waitBetweenTries, executeOnce. */
	settings?: Partial<INode>;
	timezone?: string;
	/** Called as soon as the run has begun. */
	onStart?: (cancel: () => void) => void;
}

/** What came of a run. */
export interface RunResult {
	/** The items of the first output. */
	items: INodeExecutionData[];
	/** The items of every output; the error output is the last one. */
	outputs: INodeExecutionData[][];
	error?: {
		message: string;
		description?: string | null;
		httpCode?: string | null;
		/** The item that n8n leads to from the error. */
		itemIndex?: unknown;
		/** What n8n shows below the error besides. */
		details: string[];
	};
	/** What n8n shows above the output. */
	hints: NodeExecutionHint[];
	/** The execution as n8n stores it. */
	stored: string;
	status: string;
}

/** The parts of n8n that the CLI adds to a declarative node when it loads it. */
export function loadedNode(nodeType: INodeType = new VoiceAssistantCalls()): INodeType {
	core.DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	nodeType.execute = async function (this: IExecuteFunctions) {
		const routing = new core.RoutingNode(this as never, nodeType);
		return (await routing.runNode()) ?? [];
	};
	return nodeType;
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

const start: INodeType = {
	...passOn,
	description: { ...passOn.description, name: 'start', group: ['trigger'], inputs: [] },
};

/** Makes node types known to a workflow. */
export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const all: Record<string, INodeType> = { start, ...types };
	return {
		getByName: (name) => all[name],
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(all[name], version),
		getKnownTypes: () => ({}),
	};
}

export function plainNode(name: string, type: string): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** A node with the credential: that of the package, or another one that is made of it. */
export const callsNode = (type: string, options: Partial<INode>): INode => ({
	...plainNode('Calls', type),
	credentials: { voiceAssistantCallsApi: { id: 'credential', name: 'Sandbox' } },
	...options,
});

/** A connection to the input of a node. */
export const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

/** What a workflow is made of. */
export interface WorkflowParts {
	nodes: INode[];
	connections?: IConnections;
	types: Record<string, INodeType>;
	timezone?: string;
}

/** A workflow of these nodes, besides its node Start. */
export function workflowOf({ nodes, connections = {}, types, timezone }: WorkflowParts): Workflow {
	return new Workflow({
		id: '1',
		nodes: [plainNode('Start', 'start'), ...nodes],
		connections,
		active: false,
		nodeTypes: nodeTypesOf(types),
		settings: { executionOrder: 'v1', timezone: timezone ?? 'Europe/Berlin' },
	});
}

/** n8n's CLI keeps credentials in a database; the rest of what it does with them is here. */
function credentialsHelperOf(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const { authenticate, properties } = new VoiceAssistantCallsApi();
	if (typeof authenticate !== 'function') throw new Error('The credential signs with a function.');
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		authenticate: async (credentials: object, _type: string, options: IHttpRequestOptions) =>
			await authenticate(credentials as ICredentialDataDecryptedObject, options),
		preAuthentication: async () => undefined,
		getDecrypted: async () => ({ ...data }),
		getCredentialsProperties: () => properties,
	} as unknown as ICredentialsHelper;
}

/** What n8n hands to everything that runs. */
export function additionalDataOf(
	credential: ICredentialDataDecryptedObject,
	workflow: Workflow,
): IWorkflowExecuteAdditionalData {
	const hooks = new core.ExecutionLifecycleHooks('manual', '1', {
		id: '1',
		name: 'Test',
		nodes: Object.values(workflow.nodes),
		connections: {},
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
	});
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper: credentialsHelperOf(credential),
		hooks,
		executionId: '1',
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Runs the node on its own in a workflow, through n8n's real engine. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const nodeType = loadedNode(options.nodeType);
	if (options.ignoresCustomOperations) nodeType.customOperations = undefined;
	const workflow = workflowOf({
		nodes: [callsNode(NODE_TYPE, { parameters: options.parameters, ...options.settings })],
		connections: { Start: { main: [[to('Calls')]] } },
		types: { [NODE_TYPE]: nodeType },
		timezone: options.timezone,
	});
	const additionalData = additionalDataOf(options.credential, workflow);
	const run = await runWorkflow(workflow, additionalData, options.items, options.onStart);
	const task = run.data.resultData.runData.Calls?.[0];
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	const { error } = run.data.resultData;
	return {
		items: outputs[0] ?? [],
		outputs,
		error: error && {
			message: error.message,
			description: error.description,
			httpCode: (error as { httpCode?: string }).httpCode,
			itemIndex: error.context?.itemIndex,
			details: (error as { messages?: string[] }).messages ?? [],
		},
		hints: task?.hints ?? [],
		get stored() {
			return stringify(run.data);
		},
		status: run.status,
	};
}

/** Runs a workflow from its node Start, which puts these items out. */
export async function runWorkflow(
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	items: unknown[] = [{}],
	onStart?: RunOptions['onStart'],
): Promise<IRun> {
	const execution = new core.WorkflowExecute(additionalData, 'manual');
	const startNodeOfWorkflow = workflow.getNode('Start') as INode;
	const input = items.map((json, item) => ({ json: json as IDataObject, pairedItem: { item } }));
	const trigger = { name: 'Start', data: { data: { main: [input] } } } as never;
	// n8n took positional arguments until early 2.x.
	const isPositional = execution.run.length > 1;
	const promise = isPositional
		? (execution.run as (...args: unknown[]) => ReturnType<typeof execution.run>)(
				workflow,
				startNodeOfWorkflow,
				undefined,
				undefined,
				trigger,
			)
		: execution.run({ workflow, startNode: startNodeOfWorkflow, triggerToStartFrom: trigger });
	onStart?.(() => promise.cancel());
	return await promise;
}
