import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type DialectName, type Sandbox } from '../../sandbox';
import { createParameters } from '../support/againstSandbox';
import { CREDENTIALS } from '../support/dialects';
import { runNode } from '../support/engine';
import { Poller } from '../support/poller';

/* Services that differ from the API reference in paths, key and cursor: the credential says how. */

const NUMBER = '+12025550142';

// Whether each name of the cursor is found is proven in test/unit/cursorName.test.ts.
const SERVICES: Array<[DialectName, string, boolean]> = [
	['documented', 'starting_after', true],
	['bearer', 'next_cursor', false],
	['authentication', 'offset', true],
];

describe.each(SERVICES)(
	'a service of the kind %s whose cursor is called %s (unknown names ignored: %s)',
	(dialect, cursorParameter, ignoreUnknown) => {
		let sandbox: Sandbox;
		beforeEach(async () => {
			sandbox = await startSandbox({
				...{ dialect, cursorParameter, ignoreUnknown },
				...{ calls: 30, pageSize: 10, turnSeconds: 0, newestFirst: ignoreUnknown },
			});
		});
		afterEach(async () => await sandbox.close());

		const run = async (parameters: INodeParameters, items?: unknown[]) =>
			await runNode({ parameters, items, credential: CREDENTIALS[dialect](sandbox) });
		const placed = () => sandbox.placed.map(({ phone_number: number }) => number);

		test('places calls and gets their outcome', async () => {
			const created = await run(createParameters({ phoneNumber: '={{ $json.to }}' }), [
				{ to: NUMBER },
				{ to: '+12025550143' },
			]);
			expect(created.items.map(({ json }) => json.outcome)).toEqual(['placed', 'placed']);
			expect(placed()).toEqual([NUMBER, '+12025550143']);

			const outcome = await run(
				{ resource: 'call', operation: 'getOutcome' },
				created.items.map(({ json }) => json),
			);
			expect(outcome.error).toBeUndefined();
			expect(outcome.items.map(({ json }) => json.PhoneNumber)).toEqual(placed());
		});

		test('lists calls to the end, and reads one', async () => {
			const { items, error } = await run({
				resource: 'call',
				operation: 'getAll',
				returnAll: true,
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.CallId)).toEqual(sandbox.calls.map(({ Id }) => Id));

			const [{ Id: id }] = sandbox.calls;
			const callId = { __rl: true, mode: 'id', value: id };
			const one = await run({ resource: 'call', operation: 'get', callId });
			expect(one.items.map(({ json }) => json.CallId)).toEqual([id]);
		});

		test('asks the guards before a call', async () => {
			// Behind the first page, where newest first is not known.
			Object.assign(sandbox.calls[12], { PhoneNumber: NUMBER });
			const options = { skipIfCalledWithin: 24 * 365 };
			const { items } = await run(createParameters({ phoneNumber: NUMBER, options }));
			expect(items[0].json.outcome).toBe('skipped');
			expect(sandbox.placed).toEqual([]);
		});

		test('tells the trigger of calls that ended', async () => {
			const poller = new Poller(sandbox, { event: 'callEnded' });
			poller.credential = CREDENTIALS[dialect](sandbox);
			expect(await poller.activate()).toBeNull();
			const calls = sandbox.receive({ count: 15 });
			const told = await poller.poll();
			expect(told?.map(({ CallId }) => CallId).sort()).toEqual(calls.map(({ Id }) => Id).sort());
		});
	},
);
