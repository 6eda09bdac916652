import assert from 'node:assert/strict';
import {
	choose,
	chooseCredential,
	executeStep,
	fillIn,
	openNode,
	openWorkflow,
	showOutputAs,
	turn,
} from '../browser.mjs';
import { publishNode } from '../../../scripts/pictures.mjs';
import { manualTrigger, saveChain } from '../rig.mjs';

export const title = 'Custom API Call: the credential in the HTTP Request node';

const number = '+12025550143';
const httpRequest = {
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { options: {} },
};

export async function run(step, rig) {
	const { sandbox, credential } = rig;
	let page;
	const sent = async () => {
		sandbox.clear();
		const { status, error, items } = await executeStep(rig);
		assert.equal(status, 'success', error?.message);
		assert.equal(sandbox.log.length, 1);
		const [{ method, path, headers }] = sandbox.log;
		const keyIn = ['authentication', 'authorization'].filter((name) => headers[name] === 'present');
		return { request: `${method} ${path}`, keyIn, items: items('HTTP Request') };
	};

	await step('GET sends the key as Authorization', async () => {
		page = await openWorkflow(
			rig,
			await saveChain(rig, 'HTTP Request', [manualTrigger, httpRequest]),
		);
		await openNode(page, 'HTTP Request');
		await fillIn(page, 'url', `${sandbox.url}/public/company`);
		await choose(page, 'authentication', 'Predefined Credential Type');
		await choose(page, 'nodeCredentialType', 'Voice Assistant Calls API');
		await chooseCredential(page, credential.name);
		const { request, keyIn, items } = await sent();
		assert.equal(request, 'GET /public/company');
		assert.deepEqual(keyIn, ['authorization']);
		assert.equal(items[0].json.Name, 'Sandbox Corp');
		await showOutputAs(page, 'JSON');
		await publishNode(rig, 'http-request');
	});

	await step('POST sends the key as Authentication', async () => {
		await choose(page, 'method', 'POST');
		await fillIn(page, 'url', `${sandbox.url}/calls`);
		await turn(page, 'sendBody');
		await choose(page, 'specifyBody', 'Using JSON');
		const body = { assistant_id: 'assistant-mara', phone_number: number };
		await fillIn(page, 'jsonBody', JSON.stringify(body));
		const { request, keyIn } = await sent();
		assert.equal(request, 'POST /calls');
		assert.deepEqual(keyIn, ['authentication']);
		assert.deepEqual(
			sandbox.placed.map(({ phone_number }) => phone_number),
			[number],
		);
	});
}
