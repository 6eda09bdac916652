import { createParameters } from '../support/againstSandbox';
import { isOlderN8n } from '../support/built';
import { runNode } from '../support/engine';
import { startRudeServer } from '../support/rudeServer';

/* A call is reported as not placed where no request can have left this n8n, and only there. */

const NO_CONNECTION = /^The call was not placed\. The node could not connect to /;
const NO_ENCRYPTION = /^The call was not placed\. The node and .* could not agree on encryption\. /;

/** n8n 2.0 to 2.20 tell less of a connection, so that the node has to say that a call may have been placed. */
const toldBy = (title: RegExp) =>
	isOlderN8n ? new RegExp(`${title.source}|^The call may have been placed: `) : title;

const create = async (baseUrl: string, requestOptions: object) => {
	const parameters = createParameters({ requestOptions } as never);
	const { error } = await runNode({ credential: { apiKey: 'sk-live-1', baseUrl }, parameters });
	return error?.message;
};

test.each([
	['hangs up', NO_CONNECTION],
	['resets', NO_CONNECTION],
	['stays silent', NO_CONNECTION],
	['speaks http', NO_ENCRYPTION],
] as const)('a service that %s in the handshake', async (manner, title) => {
	const { host, close } = await startRudeServer(manner);
	const message = await create(`https://${host}`, { timeout: 500 }).finally(close);
	expect(message).toMatch(toldBy(title));
});

test.each([
	['hangs up', NO_CONNECTION],
	['resets', NO_CONNECTION],
	['stays silent', NO_CONNECTION],
	['connects, then resets', NO_CONNECTION],
	['rejects', /^The call was not placed\. The proxy between n8n and .* did not connect \(502\)/],
] as const)('a proxy that %s', async (manner, title) => {
	const { host, close } = await startRudeServer(manner);
	const proxy = `http://${host}`;
	const message = await create('https://api.example.com', { proxy, timeout: 500 }).finally(close);
	expect(message).toMatch(toldBy(title));
});

test.each(['hangs up', 'resets', 'rejects', 'stays silent'] as const)(
	'a service without encryption that %s may have read the request',
	async (manner) => {
		const { host, close } = await startRudeServer(manner);
		const message = await create(`http://${host}`, { timeout: 500 }).finally(close);
		expect(message).toMatch(/^The call may have been placed: /);
	},
);
