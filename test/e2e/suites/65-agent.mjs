import assert from 'node:assert/strict';
import { ourTool, runAgent, scriptModel, toldToModel } from '../agent.mjs';
import { CREATE_ACTION, mayHaveBeenPlaced, TITLES } from '../sentences.mjs';

export const title = 'As a tool of an AI agent';

/**
 * Agents before 3 hold their tools in their hands; from 3 on n8n runs the tools for them. What each way
 * does with a failure is proven in test/engine/create/agents.test.ts.
 */
const versions = [1.9, 2.2, 3.1];

const fromAI = (key, description) => `={{ $fromAI('${key}', '${description}', 'string') }}`;
const create = {
	resource: 'call',
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber: fromAI('phone_number', 'International, such as +12025550142'),
	variables: { variable: [{ name: 'first_name', value: fromAI('first_name', 'Who is called') }] },
};
const getMany = {
	resource: 'call',
	operation: 'getAll',
	limit: 2,
	filters: {
		condition: [
			{ field: 'PhoneNumber', operator: 'equals', value: fromAI('phone_number', 'Whose calls') },
		],
	},
	output: 'simplified',
};
const ada = { phone_number: '+12025550142', first_name: 'Ada' };
const dial = (values = ada) => ({ name: 'Place_a_Call', arguments: values });
const find = { name: 'Find_Calls', arguments: { phone_number: ada.phone_number } };
const done = { content: 'Done.' };
const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };

export async function run(step, rig) {
	const { sandbox, chatModel } = rig;
	const posts = () => sandbox.log.filter(({ method }) => method === 'POST');

	for (const version of versions) {
		/** Lets the model ask for these calls of the tools, turn by turn, under a fault of the service. */
		const ask = async (turns, { fault, settings, agentSettings } = {}) => {
			sandbox.clear();
			if (fault) sandbox.fault({ method: 'POST', times: 1, fault });
			scriptModel(rig, [...turns, done]);
			const tools = [
				ourTool(rig, 'Place a Call', create, settings),
				ourTool(rig, 'Find Calls', getMany),
			];
			return await runAgent(rig, { version, tools, agentSettings });
		};
		const named = (name) => `Agent ${version}: ${name}`;

		await step(named('the model learns what the tools do and what they need'), async () => {
			await ask([]);
			const tools = chatModel.requests[0].tools.map((tool) => tool.function);
			const toolNamed = (name) => tools.find((tool) => tool.name === name);
			const text = (description) => ({ type: 'string', description });
			assert.equal(tools.length, 2);
			const creating = toolNamed('Place_a_Call');
			assert.ok(creating.description.startsWith(CREATE_ACTION), creating.description);
			assert.deepEqual(creating.parameters.properties, {
				phone_number: text('International, such as +12025550142'),
				first_name: text('Who is called'),
			});
			assert.deepEqual(creating.parameters.required, ['phone_number', 'first_name']);
			const finding = toolNamed('Find_Calls');
			assert.match(finding.description, /^Get many calls/);
			assert.deepEqual(finding.parameters.properties, { phone_number: text('Whose calls') });
		});

		await step(named('Create places the call, and Get Many finds it'), async () => {
			const { status, items } = await ask([{ tool_calls: [dial()] }, { tool_calls: [find] }]);
			assert.equal(status, 'success');
			assert.deepEqual(items('Agent')[0].json, { output: done.content });
			assert.deepEqual(
				sandbox.placed.map(({ phone_number: number, variables }) => [number, { ...variables }]),
				[[ada.phone_number, { first_name: 'Ada' }]],
			);
			const [placed, found] = toldToModel(rig).map((text) => JSON.parse(text));
			assert.deepEqual([placed.length, placed[0].outcome], [1, 'placed']);
			const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === ada.phone_number);
			assert.equal(found[0].CallId, call.Id);
			assert.ok(found.length <= getMany.limit);
		});

		const memory = version < 3 ? 'forgets' : 'remembers';
		await step(named(`with Retry On Fail, the agent ${memory} the call it has made`), async () => {
			const { status } = await ask([{ tool_calls: [dial()] }, { status: 503 }], {
				agentSettings: retries,
			});
			assert.equal(status, 'success');
			assert.equal(posts().length, 1);
			assert.equal(chatModel.requests.length, 3);
			assert.equal(toldToModel(rig).length > 0, version >= 3);
		});

		await step(named('a lost connection with Retry On Fail is told and not repeated'), async () => {
			await ask([{ tool_calls: [dial()] }], { fault: { kind: 'drop' }, settings: retries });
			assert.equal(posts().length, 1);
			assert.equal(sandbox.placed.length, 1);
			const [text] = toldToModel(rig);
			const words = mayHaveBeenPlaced(TITLES.connectionLost);
			assert.ok(text.includes(words) || text.includes(JSON.stringify(words).slice(1, -1)), text);
		});
	}

	for (const version of [1.9, 2.2]) {
		await step(`Agent ${version}: behind n8n's human review, it calls nobody`, async () => {
			sandbox.clear();
			const toolParameters = ada;
			const asked = { ...dial(), arguments: { toolParameters, hitlParameters: {} } };
			scriptModel(rig, [{ tool_calls: [asked] }, done]);
			const review = {
				name: 'Ask',
				type: '@n8n/n8n-nodes-langchain.chatHitlTool',
				typeVersion: 1.3,
				parameters: { message: 'May I?', operation: 'sendAndWait', responseType: 'approval' },
			};
			const tools = [ourTool(rig, 'Place a Call', create)];
			const { status } = await runAgent(rig, { version, tools, review });
			assert.equal(status, 'success');
			assert.equal(toldToModel(rig).length, 1);
			assert.deepEqual(posts(), []);
		});
	}
}
