import { parse } from 'flatted';
import { triggerType } from '../../scripts/n8n/stage.mjs';
import { ourNode, pollEvery, saveChain } from '../e2e/workflows.mjs';

const name = 'Call ended';
export const pollMs = 5000;

/** Publishes a workflow that begins with the trigger, and does nothing else with the calls. */
export async function publishTrigger(rig, title) {
	const pollTimes = pollEvery(pollMs / 1000);
	const parameters = { pollTimes, event: 'callEnded', output: 'simplified' };
	const id = await saveChain(rig, title, [
		ourNode(rig, name, parameters, { type: triggerType }),
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
 * The IDs of the calls with which the wanted executions were started, also where they came to nothing:
 * n8n stores them before an execution is put into the queue. It forgets them when a worker was killed
 * over it.
 */
export async function deliveries({ api }, workflowId, wanted = () => true) {
	const delivered = [];
	const executions = await api.executions(workflowId, Infinity);
	for (const { id } of executions.filter(wanted)) {
		const { data } = await api.request('GET', `/executions/${id}`);
		const items = begins(typeof data === 'string' ? parse(data) : data);
		delivered.push(...items.map(({ json }) => json.CallId));
	}
	return delivered;
}
