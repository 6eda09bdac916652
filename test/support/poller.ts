import { randomUUID } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	Workflow,
} from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { core, VoiceAssistantCallsTrigger } from './built';
import { additionalDataOf, callsNode, workflowOf } from './engine';

const TYPE = 'n8n-nodes-voice-assistant-calls.voiceAssistantCallsTrigger';

type Circumstances = Partial<{
	mode: 'manual' | 'trigger';
	activation: 'activate' | 'init' | 'leadershipChange' | 'update' | 'manual';
	/** How long n8n gives a poll, where it says so. Milliseconds. */
	budget: number;
}>;

/**
 * A workflow that begins with the trigger, in n8n's own context for polls. What is not emitted is not
 * saved either, as in n8n's default engine.
 */
export class Poller {
	/** Fields of the credential besides those of the sandbox, or in their place. */
	credential: ICredentialDataDecryptedObject = {};

	/** What n8n was told of failures that did not end a poll. */
	readonly reported: Error[] = [];

	private workflow: Workflow;

	private saved: IDataObject = {};

	constructor(
		private readonly sandbox: Pick<Sandbox, 'apiKey' | 'url'>,
		public parameters: INodeParameters = {},
		private readonly workflowId: string = randomUUID(),
	) {
		this.workflow = this.load();
	}

	/** Activates the workflow as a user does. */
	async activate(): Promise<IDataObject[] | null> {
		const result = await this.poll({ activation: 'activate' });
		this.save();
		return result;
	}

	/** @returns the `json` of the items, or null if n8n has nothing to start a workflow for */
	async poll(circumstances: Circumstances = {}): Promise<IDataObject[] | null> {
		const { apiKey, url: baseUrl } = this.sandbox;
		const { mode = 'trigger', activation = 'update', budget } = circumstances;
		const node = this.workflow.getNode('Trigger') as INode;
		const nodeType = this.workflow.nodeTypes.getByNameAndVersion(TYPE, 1);
		const context = new core.PollContext(
			this.workflow,
			node,
			additionalDataOf({ apiKey, baseUrl, ...this.credential }, this.workflow),
			mode,
			activation,
			() => {},
			(error: Error) => this.reported.push(error),
		) as unknown as IPollFunctions;
		if (budget !== undefined) context.getPollBudgetMs = () => budget;
		const polled = await this.withIsolate(async () => await nodeType.poll!.call(context));
		const result = polled as INodeExecutionData[][] | null;
		if (result !== null) this.save();
		return result && result[0].map(({ json }) => json);
	}

	/** n8n holds an isolate for its expression engine around a poll; n8n < 2.41: there is none. */
	private async withIsolate<T>(poll: () => Promise<T>): Promise<T> {
		const expression = this.workflow.expression as Partial<Workflow['expression']>;
		const acquired = await expression.acquireIsolate?.();
		try {
			return await poll();
		} finally {
			if (acquired) await expression.releaseIsolate?.();
		}
	}

	/** Ends n8n, whatever it had not saved, and starts it again. */
	restart(): void {
		this.workflow = this.load();
	}

	/**
	 * Another poll of n8n's scheduler, which reads what was saved; or another workflow that was made of this
	 * one with all that was saved.
	 */
	copy(workflowId = this.workflowId): Poller {
		const copy = new Poller(this.sandbox, this.parameters, workflowId);
		copy.saved = this.saved;
		copy.restart();
		return copy;
	}

	/** What n8n keeps of the node. */
	get state(): IDataObject {
		return this.workflow.getStaticData('node', this.workflow.getNode('Trigger') as INode);
	}

	private save(): void {
		this.saved = JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}

	private load(): Workflow {
		const node = callsNode(TYPE, { name: 'Trigger', parameters: this.parameters });
		const workflow = workflowOf({
			nodes: [node],
			types: { [TYPE]: new VoiceAssistantCallsTrigger() },
		});
		workflow.id = this.workflowId;
		workflow.staticData = JSON.parse(JSON.stringify(this.saved)) as IDataObject;
		return workflow;
	}
}
