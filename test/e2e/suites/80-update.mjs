/*
 * n8n's Community Nodes screen installs and updates from npm's public registry alone: with any other,
 * n8n answers that this is a licensed feature (`getNpmRegistry` in
 * `community-packages.service.js`, 2.41). So what its buttons do is done here step by step, and n8n,
 * which would load the new files in place, is started again.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../../../scripts/n8n/communityPackage.mjs';
import { pack } from '../../../scripts/setup/tarball.mjs';
import { listInSettings } from '../../../scripts/n8n/communityRecord.mjs';
import { run as runCommand } from '../../../scripts/process/launch.mjs';
import { nodeType } from '../../../scripts/n8n/stage.mjs';
import {
	byTestId,
	closeNode,
	openNode,
	openSettingsOfPackages,
	openWorkflow,
	takePicture,
} from '../browser.mjs';
import { manualTrigger, ourNode, restartN8n, saveChain, until } from '../rig.mjs';

export const title = 'Updated to a second version';

const number = '+12025550161';
const create = {
	resource: 'call',
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
	phoneNumber: number,
	variables: { variable: [{ name: 'first_name', value: 'Ada' }] },
	options: { duplicateNumbers: 'callOnce' },
};
const readBack = {
	resource: 'call',
	operation: 'getAll',
	returnAll: false,
	limit: 1,
	filters: { condition: [{ field: 'PhoneNumber', operator: 'equals', value: number }] },
	output: 'simplified',
};

/** Packs the same package once more, under a higher version. */
async function packNext({ packed, userFolder }) {
	const folder = join(userFolder, 'next-version');
	mkdirSync(folder, { recursive: true });
	await runCommand('tar', ['-xzf', packed.tarball, '--strip-components=1'], { cwd: folder });
	const file = join(folder, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	const [major, minor] = packed.version.split('.').map(Number);
	writeFileSync(file, JSON.stringify({ ...manifest, version: `${major}.${minor + 1}.0` }));
	return await pack(folder, join(userFolder, 'package'));
}

export async function run(step, rig) {
	const { api, sandbox, packed, installed, userFolder } = rig;
	const versionOf = async () => (await api.nodeType(nodeType)).communityNodePackageVersion;
	const runSaved = async () => {
		sandbox.clear();
		const { status, error, items } = await api.execute(saved.id, manualTrigger.name);
		assert.equal(status, 'success', error?.message);
		assert.deepEqual(
			items('Read').map(({ json }) => json.PhoneNumber),
			[number],
		);
		return sandbox.placed.map(({ at, ...request }) => request);
	};
	let next;
	let saved;
	let before;

	await step('a workflow is saved and run on the first version', async () => {
		assert.equal(await versionOf(), packed.version);
		const id = await saveChain(rig, 'Saved on the first version', [
			manualTrigger,
			ourNode(rig, 'Place', create),
			ourNode(rig, 'Read', readBack),
		]);
		saved = await api.workflow(id);
		before = await runSaved();
		assert.equal(before.length, 1);
	});

	await step('the second version is put in its place', async () => {
		next = await packNext(rig);
		assert.notEqual(next.version, packed.version);
		assert.deepEqual(next.files, packed.files);
		await restartN8n(rig, async () => {
			Object.assign(installed, await installPackage(next.tarball, userFolder));
		});
		await listInSettings(api, installed, userFolder);
		assert.equal(await versionOf(), next.version);
	});

	await step('Settings > Community Nodes shows the second version, and it alone', async () => {
		const page = await openSettingsOfPackages(rig);
		const cards = page.locator(byTestId('community-package-card'));
		await cards.getByText(`v${next.version}`).waitFor();
		assert.equal(await cards.count(), 1);
		await cards.getByText(packed.name, { exact: true }).waitFor();
		await takePicture(rig, 'community nodes after the update');
	});

	await step('the saved workflow opens as it was', async () => {
		const page = await openWorkflow(rig, saved.id);
		await openNode(page, 'Place');
		const form = page.locator(byTestId('node-parameters'));
		const values = async () =>
			await form.locator('input, textarea').evaluateAll((all) => all.map((one) => one.value));
		// The editor fills the rows of a collection in a moment after the form.
		await until('the rows are shown', async () => (await values()).includes('first_name'));
		const shown = await values();
		for (const value of ['assistant-mara', number, 'first_name', 'Ada', 'Call Each Number Once']) {
			assert.ok(shown.includes(value), `${value} is not among ${shown.join(', ')}`);
		}
		await takePicture(rig, 'form after the update');
		await closeNode(page);
		assert.deepEqual((await api.workflow(saved.id)).nodes, saved.nodes);
	});

	await step('and it does the same as before', async () => {
		assert.deepEqual(await runSaved(), before);
	});
}
