import { parse } from 'flatted';
import { credentialType, triggerType } from '../../scripts/n8n/stage.mjs';
import { pollEvery, saveChain } from '../e2e/rig.mjs';

const name = 'Call ended';

/**
 * Publishes a workflow that begins with the trigger, and does nothing else with the calls.
 * @returns {Promise<string>} Its id.
 */
export async function publishTrigger(rig, title) {
	const { type, ...credential } = rig.credential;
	const id = await saveChain(rig, title, [
		{
			name,
			type: triggerType,
			typeVersion: 1,
			parameters: {
				pollTimes: pollEvery(5),
				event: 'callEnded',
				output: 'simplified',
			},
			credentials: { [credentialType]: credential },
		},
		{ name: 'Taken', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
	]);
	await rig.api.publish(id);
	return id;
}

/** What an execution begins with: its trigger has run, or it is about to. */
function begins({ resultData, executionData }) {
	const [ran] = resultData?.runData?.[name] ?? [];
	const waiting = executionData?.nodeExecutionStack?.find(({ node }) => node.name === name);
	return ran?.data?.main?.[0] ?? waiting?.data?.main?.[0] ?? [];
}

/**
 * The IDs of the calls with which executions were started, also where they came to nothing: n8n stores
 * them before an execution is put into the queue.
 * @param {object} rig
 * @param {string} workflowId
 * @param {number} [before] Only executions that n8n had stored then; milliseconds since 1970.
 * @returns {Promise<string[]>}
 */
export async function deliveries(rig, workflowId, before = Infinity) {
	const delivered = [];
	for (const { id, createdAt } of await rig.api.executions(workflowId, Infinity)) {
		if (Date.parse(createdAt) >= before) continue;
		const { data } = await rig.api.request('GET', `/executions/${id}`);
		const items = begins(typeof data === 'string' ? parse(data) : data);
		delivered.push(...items.map(({ json }) => json.CallId));
	}
	return delivered;
}
