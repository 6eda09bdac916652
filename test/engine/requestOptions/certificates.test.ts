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
	test('reaches the service where it is on', async () => {
		const { error, items } = await ask({ allowUnauthorizedCerts: true });

		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		expect(sandbox().log).toHaveLength(1);
	});

	test.each([[{}], [{ allowUnauthorizedCerts: false }]])(
		'sends nothing with %j',
		async (requestOptions) => {
			const { error } = await ask(requestOptions);

			expect(sandbox().log).toEqual([]);
			const title = `The certificate of ${new URL(front.url).host} was not accepted`;
			expect(error?.message).toBe(
				name === 'Create' ? `${notPlaced(title)}. Nobody was called${at(0)}` : `${title}${at(0)}`,
			);
			expect(error?.description).toContain("'Ignore SSL Issues' under 'Request Options'");
		},
	);
});
