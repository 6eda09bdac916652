import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, createParameters } from '../../support/againstSandbox';
import { at, notPlaced } from '../../support/engineSentences';
import { startTlsFront } from '../../support/tlsFront';

/* Request Options > Ignore SSL Issues: a certificate that nobody vouches for. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

let front: Awaited<ReturnType<typeof startTlsFront>>;
beforeEach(async () => (front = await startTlsFront(sandbox().url)));
afterEach(async () => await front.close());

const OPERATIONS: Array<[string, INodeParameters]> = [
	['Create', createParameters()],
	['Get Many', { operation: 'getAll' }],
];

describe.each(OPERATIONS)('%s', (name, parameters) => {
	const ask = async (requestOptions: object) =>
		await run({ ...parameters, requestOptions } as INodeParameters, {
			credential: { apiKey: sandbox().apiKey, baseUrl: front.url },
		});

	// n8n takes no expression here.
	test.each([
		[true, 1],
		[false, 0],
	])('with %j %d requests reach the service', async (allowUnauthorizedCerts, count) => {
		const { error } = await ask({ allowUnauthorizedCerts });

		expect(sandbox().log).toHaveLength(count);
		const title = `The certificate of ${new URL(front.url).host} was not accepted`;
		const whole = name === 'Create' ? `${notPlaced(title)}. Nobody was called` : title;
		expect(error?.message).toBe(count === 1 ? undefined : `${whole}${at(0)}`);
	});
});
