import assert from 'node:assert/strict';
import { DateTime } from 'luxon';
import { manualTrigger, ourNode, runChain, saveChain, until } from '../rig.mjs';

export const title = 'Dates of expressions';

const dryRun = {
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber: '+15550100',
	variables: { variable: [{ name: 'now', value: '={{ $now }}' }] },
	options: { dryRun: true },
};
const inThreeDays = DateTime.utc({ locale: 'en' }).plus({ days: 3 });
/** Hours that begin in the morning of Tokyo. */
const callingHours = {
	window: {
		...{ from: '09:00', to: '10:00', timezone: 'Asia/Tokyo' },
		days: [inThreeDays.toFormat('ccc').toLowerCase()],
	},
};
const callableLater = { ...dryRun, options: { dryRun: true, callingHours } };
const waitNode = {
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'specificTime', dateTime: '={{ $json.callableFrom }}' },
};

export async function run(step, rig) {
	await step('a date of Luxon becomes its text in a variable', async () => {
		const { items } = await runChain(rig, 'Say the date', [ourNode(rig, 'Check', dryRun)]);
		assert.match(
			items('Check')[0].json.request.body.now,
			/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/,
		);
	});

	await step('the Wait node takes the time from which a number may be called', async () => {
		const nodes = [manualTrigger, ourNode(rig, 'Check', callableLater), waitNode];
		const id = await saveChain(rig, 'Wait for the hours', nodes);
		const executionId = await rig.api.begin(id, manualTrigger.name);
		const { waitTill } = await until('the execution waits', async () => {
			const execution = await rig.api.request('GET', `/executions/${executionId}`);
			assert.notEqual(execution.status, 'error');
			return execution.status === 'waiting' && execution;
		});
		await rig.api.stop(executionId);
		assert.equal(new Date(waitTill).toISOString(), inThreeDays.startOf('day').toISO());
	});
}
