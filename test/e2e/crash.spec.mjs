import { expect, test } from './fixtures.mjs';
import { dialled, posts, restartN8n, until } from './rig.mjs';
import { executionAfter, outputOf, publishCampaign, sendList } from './workflows.mjs';

test.describe.configure({ retries: 0 });

const numbers = [1, 2, 3, 4, 5].map((last) => `+1202555020${last}`);
const killedAfter = 3;

test('n8n is killed in the middle of a list', async ({ api, rig, sandbox }) => {
	const id = await publishCampaign(rig, 'Call a list', 'list', { skipIfCalledWithin: 24 });
	const start = async () => expect((await sendList(rig, 'list', numbers)).status).toBe(200);

	await test.step('it is killed while the third of five calls is being placed', async () => {
		const fault = { kind: 'never', accepted: true };
		sandbox.fault({ method: 'POST', skip: killedAfter - 1, times: 1, fault });
		await start();
		await until('the third call is placed', () => sandbox.placed.length >= killedAfter);
		await rig.n8n.kill();
		expect(dialled(sandbox)).toEqual(numbers.slice(0, killedAfter));
	});

	await test.step('started again, n8n gives the execution up and calls nobody', async () => {
		const before = sandbox.log.length;
		await restartN8n(rig);
		const [execution, ...others] = await api.executions(id);
		expect(others).toEqual([]);
		// n8n serves before it has looked at what it left behind.
		expect((await api.executionResult(execution.id)).status).toBe('crashed');
		expect(sandbox.log).toHaveLength(before);
	});

	await test.step('run again, it calls only those who were not called yet', async () => {
		const output = outputOf(await executionAfter(rig, id, start), 'Place');
		expect(output.map(({ outcome }) => outcome)).toEqual(
			numbers.map((_number, index) => (index < killedAfter ? 'skipped' : 'placed')),
		);
		expect(dialled(sandbox)).toEqual(numbers);
		expect(posts(sandbox)).toHaveLength(numbers.length);
	});
	await api.unpublish(id);
});
