import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { installPackage } from '../../../scripts/lib/communityPackage.mjs';
import { listInSettings } from '../../../scripts/lib/communityRecord.mjs';
import { nodeType } from '../../../scripts/lib/stage.mjs';
import { ourNode, restartN8n, runChain } from '../rig.mjs';

export const title = 'Removed and installed again';

const listOne = { resource: 'call', operation: 'getAll', returnAll: false, limit: 1 };

export async function run(step, rig) {
	const { api, installed, packed, userFolder } = rig;
	const listCalls = async () => await runChain(rig, 'List a call', [ourNode(rig, 'List', listOne)]);

	await step('a saved workflow runs', async () => {
		assert.equal((await listCalls()).status, 'success');
	});

	await step('n8n uninstalls the package', async () => {
		await api.uninstall(installed.name);
		assert.equal(await api.nodeType(nodeType), undefined);
		assert.deepEqual(await api.communityPackages(), []);
		assert.equal(existsSync(installed.folder), false);
	});

	await step('installed again, it works with the credential that was kept', async () => {
		await restartN8n(rig, async () => {
			Object.assign(installed, await installPackage(packed.tarball, userFolder));
		});
		await listInSettings(api, installed, userFolder);
		const { status, items } = await listCalls();
		assert.equal(status, 'success');
		assert.equal(items('List').length, 1);
	});
}
