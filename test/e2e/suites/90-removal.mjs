import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { nodeType } from '../../../scripts/n8n/stage.mjs';
import { byTestId, openNode, openPage, openWorkflow, takePicture } from '../browser.mjs';
import { manualTrigger, ourNode, saveChain } from '../rig.mjs';

export const title = 'Removed in the settings of n8n';

const toast = '[role="alert"]';
const uninstalled = 'Package uninstalled';
const listOne = { resource: 'call', operation: 'getAll', returnAll: false, limit: 1 };

export async function run(step, rig) {
	const { api, installed, packed } = rig;
	const nodes = [manualTrigger, ourNode(rig, 'List', listOne)];
	const id = await saveChain(rig, 'List a call', nodes);

	await step('Settings > Community Nodes uninstalls the package', async () => {
		const page = await openPage(rig, '/settings/community-nodes');
		const card = page.locator(byTestId('community-package-card')).filter({ hasText: packed.name });
		await card.locator(byTestId('action-toggle')).click();
		await page.getByRole('menuitem', { name: 'Uninstall package' }).click();
		await takePicture(rig, 'community nodes uninstall');
		await page.getByRole('button', { name: 'Confirm uninstall' }).click();
		await page.locator(toast).filter({ hasText: uninstalled }).waitFor();
		await card.waitFor({ state: 'detached' });
		await takePicture(rig, 'community nodes after the removal');
		assert.equal(await api.nodeType(nodeType), undefined);
		assert.deepEqual(await api.communityPackages(), []);
		assert.equal(existsSync(installed.folder), false);
	});

	await step('the workflow opens, with n8n’s placeholder for a missing node', async () => {
		const errors = [];
		const listen = (error) => errors.push(error.message);
		rig.page.on('pageerror', listen);
		const page = await openWorkflow(rig, id);
		await takePicture(rig, 'canvas after the removal');
		await openNode(page, 'List', 'text=Install this node to use it');
		const panel = page.locator(byTestId('ndv'));
		await panel
			.getByText(
				`This node is not currently installed. It's part of the ${packed.name} community package.`,
			)
			.waitFor();
		await takePicture(rig, 'node after the removal');
		assert.equal(await page.locator(toast).filter({ hasNotText: uninstalled }).count(), 0);
		page.off('pageerror', listen);
		assert.deepEqual(errors, []);
	});
}
