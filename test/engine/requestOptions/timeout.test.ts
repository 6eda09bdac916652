import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, createParameters } from '../../support/againstSandbox';
import { withClock } from '../../support/clock';
import { ADVICE, at, mayHaveBeenPlaced, TITLES } from '../../support/engineSentences';
import { startRudeServer } from '../../support/rudeServer';

/* Request Options > Timeout bounds a request as a whole. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

/** Milliseconds. On a busy machine a request may not even have left by then. */
const SOON = 200;

/** The pauses between the attempts of a GET take no time. */
const runByClock: typeof run = async (...args) =>
	await withClock(async (clock) => await clock.finish(run(...args)));

const OPERATIONS: Array<[string, INodeParameters]> = [
	['Create', createParameters()],
	['Get Many', { operation: 'getAll' }],
];

describe.each(OPERATIONS)('of %s', (name, parameters) => {
	const withTimeout = (timeout: unknown) =>
		({ ...parameters, requestOptions: { timeout } }) as INodeParameters;

	test.each(['drips its body', 'drips its head'] as const)('a service that %s', async (manner) => {
		const server = await startRudeServer(manner);
		const credential = { apiKey: sandbox().apiKey, baseUrl: `http://${server.host}` };
		const running = runByClock(withTimeout(SOON), { credential });
		const { error } = await running.finally(async () => await server.close());

		const isCall = name === 'Create';
		expect(server.requests.length).toBeLessThanOrEqual(isCall ? 1 : 4);
		const title = isCall ? mayHaveBeenPlaced(TITLES.tooLate) : TITLES.tooLate;
		expect(error?.message).toBe(`${title}${at(0)}`);
		expect(error?.description).toContain(ADVICE.waitLonger);
		expect(error?.description).toContain(isCall ? ADVICE.checkFirst : 'The node tried 4 times');
	});

	test.each([`={{ "${SOON}" }}`, SOON + 0.5])('%j ends a request', async (timeout) => {
		sandbox().fault({ fault: { kind: 'never', accepted: true } });
		const { error } = await runByClock(withTimeout(timeout));

		expect(error?.message.toLowerCase()).toContain(TITLES.tooLate.toLowerCase());
		expect(sandbox().log.length).toBeLessThanOrEqual(name === 'Create' ? 1 : 4);
	});
});
