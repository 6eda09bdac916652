/*
 * Installed by `installPackage`, since n8n's Community Nodes screen installs from npm's public registry
 * alone: with any other, n8n answers that this is a licensed feature (`getNpmRegistry` in
 * `community-packages.service.js`, 2.41). The suites of queue mode let n8n itself install and update.
 */
import assert from 'node:assert/strict';
import { credentialType, nodeType, triggerType } from '../../../scripts/n8n/stage.mjs';

export const title = 'Installed from its tarball';

export async function run(step, { api, n8n, packed }) {
	await step('n8n knows the nodes and their credential', async () => {
		for (const [type, displayName] of [
			[nodeType, 'Voice Assistant Calls'],
			[triggerType, 'Voice Assistant Calls Trigger'],
		]) {
			const node = await api.nodeType(type);
			assert.equal(node?.displayName, displayName);
			assert.deepEqual(
				node.credentials.map(({ name }) => name),
				[credentialType],
			);
		}
	});

	await step('n8n offers it to AI agents as a tool, and not the trigger', async () => {
		const all = await api.allNodeTypes();
		const toolOf = (type) => all.find(({ name }) => name === `${type}Tool`);
		assert.equal(toolOf(nodeType)?.displayName, 'Voice Assistant Calls Tool');
		assert.equal(toolOf(triggerType), undefined);
	});

	await step('both icons of both nodes are served', async () => {
		for (const type of [nodeType, triggerType]) {
			const { iconUrl } = await api.nodeType(type);
			assert.deepEqual(Object.keys(iconUrl).sort(), ['dark', 'light']);
			for (const path of Object.values(iconUrl)) {
				const answer = await fetch(`${n8n.url}/${path}`);
				assert.equal(answer.status, 200);
				assert.match(await answer.text(), /<svg/);
			}
		}
	});

	await step('the editor gets the output schemas', async () => {
		const answer = await fetch(`${n8n.url}/schemas/${nodeType}/1.0.0/call/create.json`);
		assert.equal(answer.status, 200);
		assert.ok(Object.keys((await answer.json()).properties).length > 0);
	});

	await step('Settings > Community Nodes lists it', async () => {
		const [listed, ...others] = await api.communityPackages();
		assert.equal(listed.packageName, packed.name);
		assert.equal(listed.installedVersion, packed.version);
		assert.equal(listed.failedLoading, false);
		assert.deepEqual(listed.installedNodes.map(({ type }) => type).sort(), [nodeType, triggerType]);
		assert.deepEqual(others, []);
	});
}
