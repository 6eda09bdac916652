import { createParameters } from '../support/againstSandbox';
import { isOlderN8n } from '../support/built';
import { runNode } from '../support/engine';
import { startRudeServer } from '../support/rudeServer';

/* A call is reported as not placed where no request can have left this n8n, and only there. */

const NO_CONNECTION = /^The call was not placed\. The node could not connect to /;
const NO_ENCRYPTION = /^The call was not placed\. The node and .* could not agree on encryption\. /;
const NOT_CONNECTED =
	/^The call was not placed\. The proxy between n8n and .* did not connect.* \((?:502|302)\)/;

/** n8n 2.0 to 2.20 tell less of a connection, so that the node has to say that a call may have been placed. */
const toldBy = (title: RegExp) =>
	isOlderN8n ? new RegExp(`${title.source}|^The call may have been placed: `) : title;

const create = async (baseUrl: string, requestOptions: object) => {
	const parameters = createParameters({ requestOptions } as never);
	const { error } = await runNode({ credential: { apiKey: 'sk-live-1', baseUrl }, parameters });
	return error?.message;
};

test.each([
	['service', 'hangs up', NO_CONNECTION],
	['service', 'resets', NO_CONNECTION],
	['service', 'stays silent', NO_CONNECTION],
	['service', 'speaks http', NO_ENCRYPTION],
	['proxy', 'hangs up', NO_CONNECTION],
	['proxy', 'resets', NO_CONNECTION],
	['proxy', 'stays silent', NO_CONNECTION],
	['proxy', 'connects, then resets', NO_CONNECTION],
	['proxy', 'rejects', NOT_CONNECTED],
	['proxy', 'asks for a login', NOT_CONNECTED],
] as const)('a %s that %s before the connection is encrypted', async (who, manner, title) => {
	const { host, close } = await startRudeServer(manner);
	const isProxy = who === 'proxy';
	const baseUrl = isProxy ? 'https://api.example.com' : `https://${host}`;
	const proxy = isProxy ? { proxy: `http://${host}` } : {};
	const message = await create(baseUrl, { ...proxy, timeout: 500 }).finally(close);
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
