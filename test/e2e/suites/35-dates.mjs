import assert from 'node:assert/strict';
import { ourNode, runChain } from '../rig.mjs';

export const title = 'Dates of expressions';

const dryRun = {
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber: '+15550100',
	variables: { variable: [{ name: 'now', value: '={{ $now }}' }] },
	options: { dryRun: true },
};
const lastDay = {
	operation: 'getAll',
	returnAll: true,
	dateRange: 'custom',
	startedAfter: '={{ $now.minus({ days: 1 }) }}',
};

export async function run(step, rig) {
	await step('a date of Luxon becomes its text in a variable', async () => {
		const { items } = await runChain(rig, 'Say the date', [ourNode(rig, 'Check', dryRun)]);
		assert.match(
			items('Check')[0].json.request.body.now,
			/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/,
		);
	});

	await step('a date of Luxon is an end of a date range', async () => {
		const { items } = await runChain(rig, 'List a day', [ourNode(rig, 'List', lastDay)]);
		const wanted = rig.sandbox.calls
			.filter(({ StartedAt }) => Date.parse(StartedAt) >= Date.now() - 86_400_000)
			.map(({ Id }) => Id);
		const found = items('List').map(({ json }) => json.CallId);
		assert.ok(found.length > 100, `${found.length} calls`);
		assert.deepEqual(
			wanted.filter((id) => !found.includes(id)),
			[],
		);
	});
}
