import { parse } from 'flatted';
import { credentialType, triggerType } from '../../scripts/n8n/stage.mjs';
import { pollEvery, saveChain } from '../e2e/rig.mjs';

const name = 'Call ended';
export const pollMs = 5000;

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
				pollTimes: pollEvery(pollMs / 1000),
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
 * them before an execution is put into the queue. It forgets them when a worker was killed over it.
 * @param {object} rig
 * @param {string} workflowId
 * @param {(execution: object) => boolean} [wanted] Only executions of which it says so.
 * @returns {Promise<string[]>}
 */
export async function deliveries(rig, workflowId, wanted = () => true) {
	const delivered = [];
	const executions = await rig.api.executions(workflowId, Infinity);
	for (const { id } of executions.filter(wanted)) {
		const { data } = await rig.api.request('GET', `/executions/${id}`);
		const items = begins(typeof data === 'string' ? parse(data) : data);
		delivered.push(...items.map(({ json }) => json.CallId));
	}
	return delivered;
}
