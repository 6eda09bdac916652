import assert from 'node:assert/strict';
import { haveNoWorkersBut, post, publishCampaign, settled } from '../rig.mjs';

export const title = 'A worker that may send no requests to private addresses';

const path = 'blocked';

export async function run(step, rig) {
	const { api, sandbox, queue } = rig;

	await step('nobody is called, and the error says so, and who can allow it', async () => {
		await haveNoWorkersBut(rig, []);
		const env = { N8N_SSRF_PROTECTION_ENABLED: 'true' };
		const worker = await queue.startWorker('blocked', env);
		const id = await publishCampaign(rig, 'Blocked', path, {});
		sandbox.clear();
		assert.equal((await post(rig, path, { leads: [{ phone: '+12025550177' }] })).status, 200);
		const [execution] = await settled(rig, id, 1);
		const { status, error } = await api.executionResult(execution.id);
		const { host } = new URL(sandbox.url);
		assert.equal(status, 'error');
		assert.match(error.message, /^The call was not placed/);
		assert.match(`${error.message} ${error.description}`, /This n8n does not allow requests to/);
		assert.ok(error.message.includes(host), error.message);
		assert.match(error.description, /N8N_SSRF_ALLOWED_HOSTNAMES/);
		assert.deepEqual(sandbox.log, []);
		await api.unpublish(id);
		await worker.stop();
	});
}
