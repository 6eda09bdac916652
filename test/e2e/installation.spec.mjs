/*
 * Installed by `installPackage`, since n8n's Community Nodes screen installs from npm's public registry
 * alone: with any other, n8n answers that this is a licensed feature (`getNpmRegistry` in
 * `community-packages.service.js`, 2.41). The tests of queue mode let n8n itself install and update.
 */
import { credentialType, nodeType, triggerType } from '../../scripts/n8n/stage.mjs';
import { expect, test } from './fixtures.mjs';

for (const [type, displayName] of [
	[nodeType, 'Voice Assistant Calls'],
	[triggerType, 'Voice Assistant Calls Trigger'],
]) {
	test(`n8n knows ${displayName}, its credential and its icons`, async ({ api, rig }) => {
		const { iconUrl, ...node } = await api.nodeType(type);
		expect(node).toMatchObject({ displayName, credentials: [{ name: credentialType }] });
		expect(Object.keys(iconUrl).sort()).toEqual(['dark', 'light']);
		for (const path of Object.values(iconUrl)) {
			const answer = await fetch(`${rig.n8n.url}/${path}`);
			expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<svg')]);
		}
	});
}

test('n8n offers it to AI agents as a tool, and not the trigger', async ({ api }) => {
	const all = await api.allNodeTypes();
	const toolOf = (type) => all.find(({ name }) => name === `${type}Tool`);
	expect(toolOf(nodeType)?.displayName).toBe('Voice Assistant Calls Tool');
	expect(toolOf(triggerType)).toBeUndefined();
});

test('the editor gets the output schemas', async ({ rig }) => {
	const answer = await fetch(`${rig.n8n.url}/schemas/${nodeType}/1.0.0/call/create.json`);
	expect(Object.keys((await answer.json()).properties)).not.toEqual([]);
});

test('Settings > Community Nodes lists it', async ({ api, rig }) => {
	const [listed, ...others] = await api.communityPackages();
	expect(listed).toMatchObject({
		packageName: rig.packed.name,
		installedVersion: rig.packed.version,
		failedLoading: false,
	});
	expect(listed.installedNodes.map(({ type }) => type).sort()).toEqual([nodeType, triggerType]);
	expect(others).toEqual([]);
});
