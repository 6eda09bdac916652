import assert from 'node:assert/strict';
import { runChain } from '../rig.mjs';

export const title = 'The credential in the HTTP Request node';

const number = '+12025550143';

export async function run(step, rig) {
	const { sandbox, credential } = rig;
	const { type, ...reference } = credential;
	const requestNode = (parameters) => ({
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: { [type]: reference },
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
			options: {},
			...parameters,
		},
	});

	await step('GET sends the key as Authorization', async () => {
		sandbox.clear();
		const { status, error, items } = await runChain(rig, 'HTTP GET', [
			requestNode({ url: `${sandbox.url}/public/calls` }),
		]);
		assert.equal(status, 'success', error?.message);
		assert.ok(items('HTTP Request')[0].json.data.length > 0);
		const [{ headers }] = sandbox.log;
		assert.equal(headers.authorization, 'present');
		assert.equal(headers.authentication, undefined);
	});

	await step('POST sends the key as Authentication', async () => {
		sandbox.clear();
		const body = JSON.stringify({ assistant_id: 'assistant-mara', phone_number: number });
		const { status, error } = await runChain(rig, 'HTTP POST', [
			requestNode({
				method: 'POST',
				url: `${sandbox.url}/calls`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: body,
			}),
		]);
		assert.equal(status, 'success', error?.message);
		const [{ headers }] = sandbox.log;
		assert.equal(headers.authentication, 'present');
		assert.equal(headers.authorization, undefined);
		assert.deepEqual(
			sandbox.placed.map(({ phone_number }) => phone_number),
			[number],
		);
	});
}
