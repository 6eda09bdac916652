/* Playwright runs the files in the order of their names: nothing may come after this one. */
import { existsSync } from 'node:fs';
import { nodeType } from '../../scripts/n8n/stage.mjs';
import { expect, test } from './fixtures.mjs';
import { manualTrigger, ourNode, saveChain } from './workflows.mjs';

test('removed in the settings of n8n', async ({ api, editor, page, rig }) => {
	const { installed, packed } = rig;
	const list = ourNode(rig, 'List', { resource: 'call', operation: 'getAll', limit: 1 });
	const id = await saveChain(rig, 'List a call', [manualTrigger, list]);

	await test.step('Settings > Community Nodes uninstalls the package', async () => {
		await page.goto('/settings/community-nodes');
		const card = page.getByTestId('community-package-card').filter({ hasText: packed.name });
		await card.getByTestId('action-toggle').click();
		await page.getByRole('menuitem', { name: 'Uninstall package' }).click();
		await page.getByRole('button', { name: 'Confirm uninstall' }).click();
		await page.getByRole('alert').filter({ hasText: 'Package uninstalled' }).waitFor();
		await expect(card).toHaveCount(0);
		expect(await api.nodeType(nodeType)).toBeUndefined();
		expect(await api.communityPackages()).toEqual([]);
		expect(existsSync(installed.folder)).toBe(false);
	});

	await test.step('the workflow opens, with n8n’s placeholder for a missing node', async () => {
		const errors = [];
		page.on('pageerror', (error) => errors.push(error.message));
		await editor.openWorkflow(id);
		await editor.openNode('List', page.getByText('Install this node to use it'));
		await page.getByText(`It's part of the ${packed.name} community package.`).waitFor();
		await expect(page.getByRole('alert')).toHaveCount(0);
		expect(errors).toEqual([]);
	});
});
