import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, createParameters } from '../../support/againstSandbox';
import { withClock } from '../../support/clock';
import { startDrippingServer } from '../../support/drippingServer';
import { ADVICE, at, mayHaveBeenPlaced, TITLES } from '../../support/engineSentences';

/* Request Options > Timeout bounds a request as a whole. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

/** Milliseconds. On a busy machine a request may not even have left by then. */
const SOON = 200;

/** The pauses between the attempts of a GET take no time. */
const runByClock: typeof run = async (...args) =>
	await withClock(async (clock) => await clock.finish(run(...args)));

const READS: Array<[string, INodeParameters]> = [
	['Get', { operation: 'get', callId: { __rl: true, mode: 'id', value: 'x' } }],
	['Get Many', { operation: 'getAll' }],
	[
		'an undocumented operation',
		{ resource: 'company', operation: 'get', endpointPath: '/company' },
	],
];

const OPERATIONS: Array<[string, INodeParameters]> = [['Create', createParameters()], ...READS];

const withTimeout = (parameters: INodeParameters, timeout: unknown) =>
	({ ...parameters, requestOptions: { timeout } }) as INodeParameters;

describe.each(['body', 'head'] as const)('a service whose response drips, in its %s', (part) => {
	let server: Awaited<ReturnType<typeof startDrippingServer>>;
	beforeEach(async () => (server = await startDrippingServer(part)));
	afterEach(async () => await server.close());
	const ask = async (parameters: INodeParameters) =>
		await runByClock(withTimeout(parameters, SOON), {
			credential: { apiKey: sandbox().apiKey, baseUrl: server.url },
		});

	test('a call may have been placed, and is not sent again', async () => {
		const { error } = await ask(createParameters());

		expect(server.requests.length).toBeLessThanOrEqual(1);
		expect(error?.message).toBe(`${mayHaveBeenPlaced(TITLES.tooLate)}${at(0)}`);
		expect(error?.description).toContain(ADVICE.waitLonger);
		expect(error?.description).toContain(ADVICE.checkFirst);
	});

	test.each(READS)('%s ends, after four attempts', async (_, parameters) => {
		const { error } = await ask(parameters);

		expect(error?.message).toBe(`${TITLES.tooLate}${at(0)}`);
		expect(error?.description).toContain('The node tried 4 times');
		expect(error?.description).toContain(ADVICE.waitLonger);
	});
});

describe.each(OPERATIONS)('of %s', (name, parameters) => {
	const path = name === 'Get' ? `/public/calls/x` : undefined;
	beforeEach(() => {
		if (path) sandbox().fault({ path, fault: { kind: 'json', body: { Id: 'x' } } });
		if (name.startsWith('an')) sandbox().fault({ fault: { kind: 'json', body: { Id: 'x' } } });
	});

	test.each([
		0,
		'',
		'={{ 0 }}',
		'={{ undefined }}',
		'={{ null }}',
		'={{ $json.nowhere }}',
		'={{ "" }}',
	])('%j is the default', async (timeout) => {
		const { error } = await run(withTimeout(parameters, timeout));

		expect(error).toBeUndefined();
		expect(sandbox().log).toHaveLength(1);
	});

	test.each([
		1e12,
		'={{ 1e12 }}',
		'={{ Infinity }}',
		'={{ "60000" }}',
		'={{ " 60000 " }}',
		60000.5,
	])('%j is long enough', async (timeout) => {
		const { error } = await run(withTimeout(parameters, timeout));

		expect(error).toBeUndefined();
		expect(sandbox().log).toHaveLength(1);
	});

	test.each([
		'={{ "0" }}',
		-5,
		'={{ -5 }}',
		'={{ "abc" }}',
		'={{ "5s" }}',
		'={{ [1] }}',
		'={{ {} }}',
	])('%j sends nothing, and the field is named', async (timeout) => {
		const { error } = await run(withTimeout(parameters, timeout));

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain("'Timeout' is ");
		expect(error?.message).not.toContain('may have been placed');
		expect(error?.description).toContain('Nothing was sent.');
	});

	test.each([SOON, `={{ ${SOON} }}`, `={{ "${SOON}" }}`, SOON + 0.5])(
		'%j ends a request that is not answered',
		async (timeout) => {
			sandbox().clear();
			sandbox().fault({ fault: { kind: 'never', accepted: true } });
			const { error } = await runByClock(withTimeout(parameters, timeout));

			expect(error?.message.toLowerCase()).toContain(TITLES.tooLate.toLowerCase());
			expect(sandbox().log.length).toBeLessThanOrEqual(name === 'Create' ? 1 : 4);
			if (name !== 'Create') expect(error?.description).toContain('The node tried 4 times');
		},
	);
});
