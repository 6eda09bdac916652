import { randomUUID } from 'node:crypto';
import { nodeType } from '../../scripts/n8n/stage.mjs';
import { manualTrigger, ourNode } from './rig.mjs';

/**
 * The node as a tool, for `runAgent`.
 * @param {object} rig
 * @param {string} name The model knows the tool by it, with `_` for blanks.
 * @param {Record<string, unknown>} parameters
 * @param {object} [settings] Of the node, such as `retryOnFail`.
 */
export const ourTool = (rig, name, parameters, settings) => ({
	...ourNode(rig, name, parameters, settings),
	type: `${nodeType}Tool`,
});

/**
 * Sets what the chat model says, turn by turn; after the last turn it says that again.
 * @param {object} rig
 * @param {Array<object>} turns See `openChatModel`.
 */
export function scriptModel({ chatModel }, turns) {
	chatModel.requests.length = 0;
	const left = [...turns];
	chatModel.answer = () => (left.length > 1 ? left.shift() : left[0]);
}

/** What the tools gave back to the model, in the order of its calls, as it read them. */
export const toldToModel = ({ chatModel }) =>
	chatModel.requests
		.at(-1)
		.messages.filter(({ role }) => role === 'tool')
		.map(({ content }) => content);

/**
 * Lets n8n's AI Agent answer a question with these tools and the scripted chat model.
 * @param {object} rig
 * @param {object} options
 * @param {number} options.version Of the Agent node.
 * @param {object[]} options.tools See `ourTool`.
 * @param {object} [options.review] A node of n8n's human review, between the tools and the agent.
 * @param {object} [options.agentSettings] Of the Agent node.
 * @returns {ReturnType<import('../../scripts/n8n/api.mjs').N8nApi['execute']>}
 */
export async function runAgent({ api, credentials }, options) {
	const { version, tools, review, agentSettings = {} } = options;
	const agent = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: version,
		parameters: { promptType: 'define', text: 'Please call Ada.', options: {} },
		...agentSettings,
	};
	const model = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'stand-in' },
			responsesApiEnabled: false,
			options: {},
		},
		credentials: { openAiApi: credentials.openAiApi },
	};
	const reviews = review ? [review] : [];
	const nodes = [manualTrigger, agent, model, ...tools, ...reviews].map((node, index) => ({
		id: randomUUID(),
		position: [(index % 2) * 240, Math.floor(index / 2) * 240],
		...node,
	}));
	const to = (type, { name } = agent) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const connections = {
		[manualTrigger.name]: to('main'),
		[model.name]: to('ai_languageModel'),
		...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool', review)])),
		...Object.fromEntries(reviews.map(({ name }) => [name, to('ai_tool')])),
	};
	const name = `Agent ${version}: ${tools.map((tool) => tool.name).join(', ')}`;
	// n8n's newer agents get nothing back from their tools without it; new workflows have it.
	const settings = { executionOrder: 'v1' };
	const { id } = await api.createWorkflow({ name, nodes, connections, settings });
	return await api.execute(id, manualTrigger.name);
}
