import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { installPackage } from '../../../scripts/n8n/communityPackage.mjs';
import { listInSettings } from '../../../scripts/n8n/communityRecord.mjs';
import { nodeType } from '../../../scripts/n8n/stage.mjs';
import {
	byTestId,
	openNode,
	openSettingsOfPackages,
	openWorkflow,
	takePicture,
} from '../browser.mjs';
import { manualTrigger, ourNode, restartN8n, saveChain } from '../rig.mjs';

export const title = 'Removed and installed again';

const toast = '[role="alert"]';
const listOne = { resource: 'call', operation: 'getAll', returnAll: false, limit: 1 };

export async function run(step, rig) {
	const { api, sandbox, installed, packed, userFolder } = rig;
	const runSaved = async () => await api.execute(saved.id, manualTrigger.name);
	let saved;

	await step('a saved workflow runs', async () => {
		const nodes = [manualTrigger, ourNode(rig, 'List', listOne)];
		saved = await api.workflow(await saveChain(rig, 'List a call', nodes));
		assert.equal((await runSaved()).status, 'success');
	});

	await step('Settings > Community Nodes uninstalls the package', async () => {
		const page = await openSettingsOfPackages(rig);
		const card = page.locator(byTestId('community-package-card')).filter({ hasText: packed.name });
		await card.locator(byTestId('action-toggle')).click();
		await page.getByRole('menuitem', { name: 'Uninstall package' }).click();
		await takePicture(rig, 'community nodes uninstall');
		await page.getByRole('button', { name: 'Confirm uninstall' }).click();
		await page.locator(toast).filter({ hasText: 'Package uninstalled' }).waitFor();
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
		const page = await openWorkflow(rig, saved.id);
		await takePicture(rig, 'canvas after the removal');
		await openNode(page, 'List', 'text=Install this node to use it');
		const panel = page.locator(byTestId('ndv'));
		await panel
			.getByText(
				`This node is not currently installed. It's part of the ${packed.name} community package.`,
			)
			.waitFor();
		await takePicture(rig, 'node after the removal');
		assert.equal(await page.locator(toast).count(), 0);
		page.off('pageerror', listen);
		assert.deepEqual(errors, []);
	});

	await step('it cannot run, and n8n says why and goes on', async () => {
		sandbox.clear();
		await assert.rejects(runSaved(), new RegExp(`Unrecognized node type: ${nodeType}$`));
		assert.deepEqual(sandbox.log, []);
		const [, logged] = rig.n8n.log().split(`Community package uninstalled: ${packed.name}`);
		assert.ok(logged.includes('Unrecognized node type'));
		assert.doesNotMatch(logged, /crash|uncaught|unhandled/i);
		assert.deepEqual((await api.workflow(saved.id)).nodes, saved.nodes);
	});

	await step('installed again, it works with the credential that was kept', async () => {
		await restartN8n(rig, async () => {
			Object.assign(installed, await installPackage(packed.tarball, userFolder));
		});
		await listInSettings(api, installed, userFolder);
		const page = await openWorkflow(rig, saved.id);
		await openNode(page, 'List');
		const { status, items } = await runSaved();
		assert.equal(status, 'success');
		assert.equal(items('List').length, 1);
	});
}
