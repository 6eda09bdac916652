/*
 * The node as a tool of n8n's AI Agent. Agents before 3 hold their tools in their hands; from 3 on n8n
 * runs the tools for them. What each way does with a failure is proven in
 * test/engine/create/agents.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { nodeType } from '../../scripts/n8n/stage.mjs';
import { expect, test } from './fixtures.mjs';
import { posts, scriptModel, told, toldToModel } from './rig.mjs';
import { manualTrigger, ourNode, outputOf, placeNode } from './workflows.mjs';

test.describe.configure({ retries: 0 });

const fromAI = (key, description) => `={{ $fromAI('${key}', '${description}', 'string') }}`;
const phone = fromAI('phone_number', 'International, such as +12025550142');
const firstName = { name: 'first_name', value: fromAI('first_name', 'Who is called') };
const whose = fromAI('phone_number', 'Whose calls');
const find = {
	resource: 'call',
	operation: 'getAll',
	limit: 2,
	filters: { condition: [{ field: 'PhoneNumber', operator: 'equals', value: whose }] },
	output: 'simplified',
};
const ada = { phone_number: '+12025550142', first_name: 'Ada' };
const asksToCall = { tool_calls: [{ name: 'Place_a_Call', arguments: ada }] };
const asksForCalls = {
	tool_calls: [{ name: 'Find_Calls', arguments: { phone_number: ada.phone_number } }],
};
const done = { content: 'Done.' };
const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const langchain = '@n8n/n8n-nodes-langchain';
const review = {
	name: 'Ask',
	type: `${langchain}.chatHitlTool`,
	typeVersion: 1.3,
	parameters: { message: 'May I?', operation: 'sendAndWait', responseType: 'approval' },
};

/** Lets the model of an agent say these things, turn by turn, and then that it is done. */
async function ask(rig, version, turns, { agentSettings, isReviewed = false } = {}) {
	scriptModel(rig, [...turns, done]);
	const agent = {
		name: 'Agent',
		type: `${langchain}.agent`,
		typeVersion: version,
		parameters: { promptType: 'define', text: 'Please call Ada.', options: {} },
		...agentSettings,
	};
	const model = {
		name: 'Model',
		type: `${langchain}.lmChatOpenAi`,
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'stand-in' },
			responsesApiEnabled: false,
		},
		credentials: { openAiApi: rig.credentials.openAiApi },
	};
	const { parameters } = placeNode(rig);
	const create = { ...parameters, phoneNumber: phone, variables: { variable: [firstName] } };
	const tool = (name, parameters) => ourNode(rig, name, parameters, { type: `${nodeType}Tool` });
	const tools = [tool('Place a Call', create), tool('Find Calls', find)];
	const reviews = isReviewed ? [review] : [];
	const nodes = [manualTrigger, agent, model, ...tools, ...reviews].map((node, index) => ({
		id: randomUUID(),
		position: [(index % 2) * 240, Math.floor(index / 2) * 240],
		...node,
	}));
	const to = (type, node = agent.name) => ({ [type]: [[{ node, type, index: 0 }]] });
	const connections = {
		[manualTrigger.name]: to('main'),
		[model.name]: to('ai_languageModel'),
		[tools[0].name]: to('ai_tool', reviews[0]?.name),
		[tools[1].name]: to('ai_tool'),
		...(isReviewed ? { [review.name]: to('ai_tool') } : {}),
	};
	// n8n's newer agents get nothing back from their tools without it; new workflows have it.
	const settings = { executionOrder: 'v1' };
	const { id } = await rig.api.createWorkflow({ name: 'Agent', nodes, connections, settings });
	return await rig.api.execute(id, manualTrigger.name);
}

for (const version of [1.9, 2.2, 3.1]) {
	test.describe(`Agent ${version}`, () => {
		test('is told what the tools need, places a call and finds it', async ({ rig, sandbox }) => {
			const result = await ask(rig, version, [asksToCall, asksForCalls]);
			expect(outputOf(result, 'Agent')).toEqual([{ output: done.content }]);
			const { tools } = rig.chatModel.requests[0];
			const shown = tools.map(({ function: { name, description, parameters } }) => {
				const asked = Object.entries(parameters.properties);
				return [name, description, ...asked.map(([key, text]) => [key, text.description])];
			});
			expect(shown.sort()).toEqual([
				['Find_Calls', expect.stringMatching(/^Get many calls/), ['phone_number', 'Whose calls']],
				[
					'Place_a_Call',
					expect.stringMatching(/^Place real phone call/),
					['phone_number', 'International, such as +12025550142'],
					['first_name', 'Who is called'],
				],
			]);
			const { phone_number: number, first_name } = ada;
			expect(told(sandbox)).toEqual([{ number, first_name }]);
			const [placed, found] = toldToModel(rig).map((said) => JSON.parse(said));
			expect(placed).toMatchObject([{ outcome: 'placed' }]);
			const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === number);
			expect(found[0].CallId).toBe(call.Id);
			expect(found.length).toBeLessThanOrEqual(find.limit);
		});

		const memory = version < 3 ? 'forgets' : 'remembers';
		test(`${memory} the call with Retry On Fail, and makes one`, async ({ rig, sandbox }) => {
			const turns = [asksToCall, { status: 503 }];
			const { status } = await ask(rig, version, turns, { agentSettings: retries });
			expect(status).toBe('success');
			expect(posts(sandbox)).toHaveLength(1);
			expect(rig.chatModel.requests).toHaveLength(3);
			expect(toldToModel(rig).length > 0).toBe(version >= 3);
		});

		if (version >= 3) return;
		test('calls nobody behind n8n’s human review', async ({ rig, sandbox }) => {
			const values = { toolParameters: ada, hitlParameters: {} };
			const asked = { tool_calls: [{ name: 'Place_a_Call', arguments: values }] };
			const { status } = await ask(rig, version, [asked], { isReviewed: true });
			expect(status).toBe('success');
			expect(toldToModel(rig)).toHaveLength(1);
			expect(posts(sandbox)).toEqual([]);
		});
	});
}
