import assert from 'node:assert/strict';
import {
	byTestId,
	cutOffLabels,
	executeStep,
	openNode,
	openWorkflow,
	outputPanel,
} from '../browser.mjs';
import { publishNode } from '../../../scripts/pictures.mjs';
import { manualTrigger, ourNode, saveChain } from '../rig.mjs';

export const title = 'The form of Call: Get Outcome';

const number = '+12025550151';
const create = {
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber: number,
	variables: {
		variable: [
			{ name: 'first_name', value: 'Ada' },
			{ name: 'company', value: 'Example Dental' },
			{ name: 'appointment', value: 'Monday at nine' },
		],
	},
};
const inPictures = '2026-11-20T08:00:00.000Z';

export async function run(step, rig) {
	const { sandbox } = rig;
	let page;

	await step('behind Create it is filled in', async () => {
		sandbox.clear();
		const nodes = [
			manualTrigger,
			ourNode(rig, 'Place', create),
			ourNode(rig, 'Outcome', { resource: 'call', operation: 'getOutcome' }),
		];
		page = await openWorkflow(rig, await saveChain(rig, 'Call and its outcome', nodes));
		await openNode(page, 'Outcome');
		const form = page.locator(byTestId('node-parameters'));
		for (const label of ['Phone Number', 'Assistant', 'Started After', 'Wait Up To (Minutes)']) {
			await form.getByText(label, { exact: true }).first().waitFor();
		}
		assert.equal(await form.locator(byTestId('parameter-issues')).count(), 0);
		assert.deepEqual(await cutOffLabels(page), []);
	});

	await step('it waits for the end of the call, and places none', async () => {
		// The step before runs as well: n8n has no output of it yet.
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		assert.deepEqual(
			sandbox.placed.map(({ phone_number }) => phone_number),
			[number],
		);
		const call = sandbox.calls.find(({ PhoneNumber }) => PhoneNumber === number);
		const [{ json }, ...others] = items('Outcome');
		assert.deepEqual(others, []);
		const { CallId, outcome, ended, answered, matches, TranscriptText } = json;
		assert.deepEqual(
			{ CallId, outcome, ended, answered, matches },
			{ CallId: call.Id, outcome: 'ended', ended: true, answered: true, matches: 1 },
		);
		assert.match(TranscriptText, /^AI: Hello Ada/);
		await page.locator(outputPanel).getByText(call.Id).first().waitFor();
		await publishNode(rig, 'get-outcome', { [call.StartedAt]: inPictures });
	});
}
